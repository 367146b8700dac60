/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-idle-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"

/* Gaps by what they have in common: their cause, or the slice on the host that fills them. Behind a row stand its gaps. */

enum
{
  COLUMN_GROUP,
  COLUMN_DEVICE,
  COLUMN_TIME,
  COLUMN_SHARE,
  COLUMN_GAPS,
  COLUMN_LONGEST,
  COLUMN_FIRST_CAUSE,
  N_COLUMNS_OF_CAUSES = COLUMN_FIRST_CAUSE,
  N_COLUMNS_OF_HOSTS = COLUMN_FIRST_CAUSE + LAMINA_N_LOADS - LAMINA_FIRST_CAUSE,
};

static void
set_gaps (LaminaChartData      *data,
          guint                 row,
          LaminaIdle           *idle,
          guint                 device,
          const LaminaGapGroup *group)
{
  guint32 of_device = lamina_idle_get_device (idle, device)->group;
  g_autofree LaminaChartGap *gaps = g_new (LaminaChartGap, MAX (group->n_gaps, 1));

  for (guint i = 0; i < group->n_gaps; i++)
    {
      LaminaGap gap;

      lamina_idle_get_gap (idle, device, group->gaps[i], &gap);
      gaps[i] = (LaminaChartGap) { of_device, gap.start };
    }
  lamina_chart_data_set_gaps (data, row, gaps, group->n_gaps);
}

static void
add_group (LaminaChartData      *data,
           LaminaIdle           *idle,
           guint                 device,
           const LaminaGapGroup *group,
           gboolean              by_cause)
{
  const LaminaIdleDevice *info = lamina_idle_get_device (idle, device);
  LaminaRun *run = lamina_idle_get_run (idle);
  g_autofree char *name = lamina_idle_dup_device_name (run, info);
  g_autofree char *host = !by_cause && group->host != 0 ? lamina_gap_dup_host_name (run, group->host) : NULL;
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, NULL, 0);

  lamina_chart_data_copy_text (data, row, COLUMN_DEVICE, name);
  lamina_chart_data_copy_text (data, row, COLUMN_GROUP, by_cause ? _(lamina_load_get_info (group->cause)->short_title)
                                                        : host != NULL ? host : _("no host slice"));
  lamina_chart_data_set_integer (data, row, COLUMN_TIME, group->time);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, (double) group->time / (double) MAX (info->end - info->start, 1));
  lamina_chart_data_set_integer (data, row, COLUMN_GAPS, group->n_gaps);
  lamina_chart_data_set_integer (data, row, COLUMN_LONGEST, group->longest);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS && !by_cause; load++)
    if (group->parts[load] > 0)
      lamina_chart_data_set_integer (data, row, COLUMN_FIRST_CAUSE + load - LAMINA_FIRST_CAUSE, group->parts[load]);
  set_gaps (data, row, idle, device, group);
}

/* `Idle for 19.3 ms of 84.2 ms, 22.9 %`; of several devices, which all have a heading, how many. */
static void
say_idle (LaminaChartData *data,
          LaminaIdle      *idle)
{
  guint n = lamina_idle_get_n_devices (idle);
  gint64 sum = 0, span = 0;
  g_autofree char *time = NULL;
  g_autofree char *all = NULL;
  g_autofree char *share = NULL;

  for (guint i = 0; i < n; i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (idle, i);

      sum = lamina_number_add (sum, lamina_idle_device_get_idle (device));
      span = lamina_number_add (span, device->end - device->start);
    }
  time = lamina_figure_dup (sum, LAMINA_UNIT_NANOSECONDS);
  all = lamina_figure_dup (span, LAMINA_UNIT_NANOSECONDS);
  share = lamina_layer_dup_share ((double) sum / (double) MAX (span, 1));
  /* Translators: how many devices are idle, for how long, of how much, and which part that is */
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, ngettext ("%u device, idle for %s of %s, %s",
                                                                "%u devices, idle for %s of %s together, %s", n),
                         n, time, all, share);
}

static gboolean
fill (LaminaChartData         *data,
      const LaminaChartSource *source,
      gboolean                 by_cause)
{
  g_autoptr (LaminaIdle) idle = lamina_chart_source_create_idle (source);
  LaminaChartColumn columns[N_COLUMNS_OF_HOSTS] = {
    [COLUMN_GROUP] = LAMINA_CHART_COLUMN ("group", by_cause ? _("Cause") : _("On the host"), TEXT, NONE, LABEL),
    [COLUMN_DEVICE] = LAMINA_CHART_COLUMN ("device", _("Device"), TEXT, NONE, HEADING),
    [COLUMN_TIME] = LAMINA_CHART_COLUMN ("duration_ns", _("Idle"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_GAPS] = LAMINA_CHART_COLUMN ("gaps", _("Gaps"), COUNT, NONE, TABLE),
    [COLUMN_LONGEST] = LAMINA_CHART_COLUMN ("longest_ns", _("Longest"), AMOUNT, NANOSECONDS, ALONE),
  };

  if (idle == NULL)
    return FALSE;
  columns[COLUMN_SHARE].definition = _("The part of the time from the first to the last work of the device");
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    columns[COLUMN_FIRST_CAUSE + load - LAMINA_FIRST_CAUSE] = lamina_chart_get_load_column (idle, (LaminaLoad) load);
  lamina_chart_data_add_columns (data, columns, by_cause ? N_COLUMNS_OF_CAUSES : N_COLUMNS_OF_HOSTS);
  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      g_autoptr (GArray) groups = by_cause ? lamina_idle_group_by_cause (idle, i)
                                           : lamina_idle_group_by_host (idle, i, LAMINA_N_LOADS);

      for (guint k = 0; k < groups->len; k++)
        add_group (data, idle, i, &g_array_index (groups, LaminaGapGroup, k), by_cause);
    }
  if (lamina_chart_data_get_n_rows (data) == 0)
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No device is idle between its first and its last work."));
  else
    say_idle (data, idle);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s", lamina_idle_get_gap_definition ());
  return TRUE;
}

static gboolean
fill_gaps_by_cause (LaminaChartData         *data,
                    const LaminaChartSource *source)
{
  return fill (data, source, TRUE);
}

const LaminaChart lamina_chart_gaps_by_cause = {
  "gaps-by-cause", N_("Gaps by cause"), NN_ ("%u more cause", "%u more causes"),
  N_("idle why launch-bound synchronize bubble stall wait"), LAMINA_CHART_BARS, lamina_chart_find_no_devices, fill_gaps_by_cause,
};

static gboolean
fill_gaps_by_host (LaminaChartData         *data,
                   const LaminaChartSource *source)
{
  return fill (data, source, FALSE);
}

const LaminaChart lamina_chart_gaps_by_host = {
  "gaps-by-host", N_("Gaps by host slice"), NN_ ("%u more slice", "%u more slices"),
  N_("idle why dataloader bubble stall wait"), LAMINA_CHART_BARS, lamina_chart_find_no_devices, fill_gaps_by_host,
};

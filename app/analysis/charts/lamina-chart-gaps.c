/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-idle-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"

/* Gaps: the longest stretches in which devices are idle, each divided by its causes. */

/* Nobody looks at more, and `lamina gaps` lists them all. */
#define MOST_ROWS 1000

enum
{
  COLUMN_PLACE,
  COLUMN_LENGTH,
  COLUMN_START,
  COLUMN_DEVICE,
  COLUMN_HOST,
  COLUMN_HOST_TIME,
  COLUMN_FIRST_CAUSE,
  COLUMN_BEFORE = COLUMN_FIRST_CAUSE + LAMINA_N_LOADS - LAMINA_FIRST_CAUSE,
  COLUMN_AFTER,
  COLUMN_ID,
  N_COLUMNS,
};

static const LaminaSlices *
get_slices (LaminaRun      *run,
            LaminaSliceRef  ref)
{
  return lamina_track_get_slices (lamina_run_get_track (run, ref.track));
}

static void
set_name (LaminaChartData *data,
          guint            row,
          guint            column,
          LaminaRun       *run,
          LaminaSliceRef   ref)
{
  if (ref.track != LAMINA_NONE)
    lamina_chart_data_set_text (data, row, column, lamina_run_get_string (run, get_slices (run, ref)->name[ref.slice]));
}

/* `enumerate(DataLoader)` where that holds the device up, else `before convolution`. */
static char *
dup_label (LaminaRun       *run,
           const LaminaGap *gap)
{
  gboolean is_host = gap->class == LAMINA_GAP_HOST_WAIT && gap->host.track != LAMINA_NONE;
  LaminaSliceRef ref = is_host ? gap->host : gap->after;
  const char *name = ref.track != LAMINA_NONE ? lamina_run_get_string (run, get_slices (run, ref)->name[ref.slice]) : "";

  if (ref.track == LAMINA_NONE)
    return g_strdup (_("at the end"));
  /* Translators: what ends a gap in the work of a device */
  return is_host ? g_strdup (name) : g_strdup_printf (_("before %s"), name);
}

static void
add_gap (LaminaChartData         *data,
         const LaminaChartSource *source,
         LaminaIdle              *idle,
         const LaminaGapPlace    *place)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (idle, place->device);
  g_autofree char *name = lamina_idle_dup_device_name (source->run, device);
  g_autofree char *label = NULL;
  guint32 layer = LAMINA_NONE;
  LaminaGap gap;
  guint row;

  lamina_idle_get_gap (idle, place->device, place->gap, &gap);
  if (gap.after.track != LAMINA_NONE)
    layer = lamina_column_row (get_slices (source->run, gap.after)->layer, gap.after.slice);
  row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, &layer, layer != LAMINA_NONE ? 1 : 0);
  lamina_chart_data_set_gaps (data, row, &(LaminaChartGap) { device->group, gap.start }, 1);
  label = dup_label (source->run, &gap);
  lamina_chart_data_copy_text (data, row, COLUMN_PLACE, label);
  lamina_chart_data_set_integer (data, row, COLUMN_LENGTH, gap.end - gap.start);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    if (gap.parts[load] > 0)
      lamina_chart_data_set_integer (data, row, COLUMN_FIRST_CAUSE + load - LAMINA_FIRST_CAUSE, gap.parts[load]);
  lamina_chart_data_copy_text (data, row, COLUMN_DEVICE, name);
  lamina_chart_data_set_integer (data, row, COLUMN_START, gap.start - lamina_timebase_get_start (source->timebase));
  set_name (data, row, COLUMN_HOST, source->run, gap.host);
  if (gap.host.track != LAMINA_NONE)
    lamina_chart_data_set_integer (data, row, COLUMN_HOST_TIME, gap.host_time);
  set_name (data, row, COLUMN_BEFORE, source->run, gap.before);
  set_name (data, row, COLUMN_AFTER, source->run, gap.after);
  lamina_chart_data_set_integer (data, row, COLUMN_ID, device->first_gap + place->gap);
}

static char *
dup_subtitle (const GArray *places,
              guint         n)
{
  g_autofree char *count = lamina_figure_dup_exact (places->len, LAMINA_UNIT_NONE);
  g_autofree char *shown = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  g_autofree char *sum = NULL;
  g_autofree char *text = NULL;
  gint64 time = 0;

  for (guint i = 0; i < places->len; i++)
    time = lamina_number_add (time, g_array_index (places, LaminaGapPlace, i).length);
  sum = lamina_figure_dup (time, LAMINA_UNIT_NANOSECONDS);
  /* Translators: a number and a time */
  text = g_strdup_printf (ngettext ("%s gap between the work of devices, which takes %s",
                                    "%s gaps between the work of devices, which take %s together", places->len),
                          count, sum);
  /* Translators: “1 200 gaps between the work of devices, which take 2.31 s together”, and how many of them are shown */
  return n < places->len ? g_strdup_printf (_("%s; the longest %s of them"), text, shown) : g_steal_pointer (&text);
}

static gboolean
fill_gaps (LaminaChartData         *data,
           const LaminaChartSource *source)
{
  g_autoptr (LaminaIdle) idle = lamina_chart_source_create_idle (source);
  g_autoptr (GArray) places = NULL;
  guint n;
  LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_PLACE] = LAMINA_CHART_COLUMN ("gap", _("Gap"), TEXT, NONE, LABEL),
    [COLUMN_LENGTH] = LAMINA_CHART_COLUMN ("duration_ns", _("Length"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_DEVICE] = LAMINA_CHART_COLUMN ("device", _("Device"), TEXT, NONE, TABLE),
    [COLUMN_START] = LAMINA_CHART_COLUMN ("start", _("Start"), AMOUNT, NANOSECONDS, ALONE),
    [COLUMN_HOST] = LAMINA_CHART_COLUMN ("host", _("On the host"), TEXT, NONE, TABLE),
    [COLUMN_HOST_TIME] = LAMINA_CHART_COLUMN ("host_ns", _("Covers"), AMOUNT, NANOSECONDS, TABLE),
    [COLUMN_BEFORE] = LAMINA_CHART_COLUMN ("before", _("Before"), TEXT, NONE, TABLE),
    [COLUMN_AFTER] = LAMINA_CHART_COLUMN ("after", _("After"), TEXT, NONE, TABLE),
    [COLUMN_ID] = LAMINA_CHART_COLUMN ("id", _("#"), COUNT, NONE, ALONE),
  };

  if (idle == NULL)
    return FALSE;
  places = lamina_idle_list_gaps (idle, TRUE);
  n = MIN (places->len, MOST_ROWS);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    columns[COLUMN_FIRST_CAUSE + load - LAMINA_FIRST_CAUSE] = lamina_chart_get_load_column (idle, (LaminaLoad) load);
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < n; i++)
    add_gap (data, source, idle, &g_array_index (places, LaminaGapPlace, i));
  if (n == 0)
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No device is idle between its first and its last work."));
  else
    lamina_chart_data_take (data, LAMINA_CHART_SUBTITLE, dup_subtitle (places, n));
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s %s", _("A gap of host wait is named after the deepest slice of the "
                                                             "launching thread that covers more than half of it."),
                         lamina_idle_get_gap_definition ());
  return TRUE;
}

const LaminaChart lamina_chart_gaps = {
  "gaps", N_("Gaps"), NN_ ("%u more gap", "%u more gaps"),
  N_("launch latency bubble stall synchronize wait"), LAMINA_CHART_BARS, lamina_chart_find_no_devices, fill_gaps,
};

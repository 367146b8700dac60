/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-device-use.h"
#include "lamina-gettext.h"

#include <math.h>

/* Utilization over time: in windows of one length, the part of each in which a device is busy. */

/* So many windows show what happens when, and each is still wide enough to be pointed at; and one more at each end. */
#define MOST_WINDOWS 200

/* More devices than these have no picture, but their columns in the table. */
#define MOST_PANELS 8

enum
{
  COLUMN_WINDOW,
  COLUMN_START,
  COLUMN_LENGTH,
  N_COLUMNS,
};

/* The shortest round length, of one, two or five times a power of ten nanoseconds, of which so many cover the part. */
static gint64
find_window (gint64 length)
{
  static const gint64 steps[] = { 1, 2, 5 };
  gint64 least = (length + MOST_WINDOWS - 1) / MOST_WINDOWS, power = 1;

  for (;; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
      if (steps[i] * power >= least || power > G_MAXINT64 / 100)
        return steps[i] * power;
}

/* From the first work of any device to the last, or the part of it that was asked for. FALSE when no device works there. */
static gboolean
find_part (const LaminaChartSource *source,
           LaminaIdle              *idle,
           gint64                  *start,
           gint64                  *end)
{
  *start = G_MAXINT64;
  *end = G_MININT64;
  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    {
      *start = MIN (*start, lamina_idle_get_device (idle, i)->start);
      *end = MAX (*end, lamina_idle_get_device (idle, i)->end);
    }
  return *start < *end;
}

static void
add_device_column (LaminaChartData          *data,
                   const LaminaDeviceTotals *device,
                   guint                     i)
{
  g_autofree char *key = g_strdup_printf ("device_%u_busy_share", i + 1);

  lamina_chart_data_add_column (data, &(LaminaChartColumn) {
    lamina_chart_data_keep (data, key), lamina_chart_data_keep (data, device->name), LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE,
    i < MOST_PANELS ? LAMINA_CHART_USE_VALUE : LAMINA_CHART_USE_TABLE, LAMINA_FAMILY_OTHER,
    _("The part of the window in which at least one queue of the device works; what runs side by side counts once.") });
}

static void
add_window (LaminaChartData         *data,
            const LaminaChartSource *source,
            LaminaDeviceUse         *use,
            gint64                   start,
            gint64                   end)
{
  gint64 place = start - lamina_timebase_get_start (source->timebase);
  g_autofree char *label = lamina_figure_dup (place, LAMINA_UNIT_NANOSECONDS);
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, NULL, 0);

  lamina_chart_data_copy_text (data, row, COLUMN_WINDOW, label);
  lamina_chart_data_set_integer (data, row, COLUMN_START, place);
  lamina_chart_data_set_integer (data, row, COLUMN_LENGTH, end - start);
  for (guint i = 0; i < lamina_device_use_get_n (use); i++)
    lamina_chart_data_set_real (data, row, N_COLUMNS + i,
                                (double) lamina_device_use_measure (use, i, start, end) / (double) (end - start));
}

static gboolean
fill_utilization (LaminaChartData         *data,
                  const LaminaChartSource *source)
{
  g_autoptr (LaminaIdle) idle = lamina_chart_source_create_idle (source);
  g_autoptr (LaminaDeviceUse) use = NULL;
  g_autofree char *figure = NULL;
  gint64 start, end, window, origin = lamina_timebase_get_start (source->timebase);
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_WINDOW] = LAMINA_CHART_COLUMN ("window", _("Window"), TEXT, NONE, LABEL),
    [COLUMN_START] = LAMINA_CHART_COLUMN ("start", _("Start"), AMOUNT, NANOSECONDS, X),
    [COLUMN_LENGTH] = LAMINA_CHART_COLUMN ("duration_ns", _("Length"), AMOUNT, NANOSECONDS, TABLE),
  };

  if (idle == NULL)
    return FALSE;
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  if (!find_part (source, idle, &start, &end))
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No device works in this part of the run."));
      return TRUE;
    }
  use = lamina_device_use_new (source->run, source->timebase, start, end, source->cancellable);
  if (use == NULL)
    return FALSE;
  for (guint i = 0; i < lamina_device_use_get_n (use); i++)
    add_device_column (data, lamina_device_use_get (use, i), i);
  window = find_window (end - start);
  /* Windows begin at multiples of their length, so that the first and the last may be cut. */
  for (gint64 at = start, next; at < end; at = next)
    {
      next = at + window - (at - origin) % window;
      add_window (data, source, use, at, MIN (next, end));
    }
  figure = lamina_figure_dup (window, LAMINA_UNIT_NANOSECONDS);
  if (lamina_device_use_get_n (use) == 1)
    {
      const LaminaDeviceTotals *device = lamina_device_use_get (use, 0);
      g_autofree char *busy = lamina_layer_dup_share ((double) device->busy / (double) (end - start));
      g_autofree char *length = lamina_figure_dup (end - start, LAMINA_UNIT_NANOSECONDS);

      /* Translators: a share, a length of time, and that of a window */
      lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("%s of %s busy; a column is %s"), busy, length, figure);
    }
  else
    /* Translators: a length of time */
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("The part of each %s in which a device is busy"), figure);
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s", lamina_idle_get_definition ());
  return TRUE;
}

const LaminaChart lamina_chart_utilization = {
  "utilization", N_("Utilization"), NN_ ("%u window", "%u windows"),
  N_("GPU occupancy busy SM counter"), LAMINA_CHART_COLUMNS, lamina_chart_find_no_devices, fill_utilization,
};

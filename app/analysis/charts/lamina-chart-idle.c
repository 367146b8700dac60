/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-idle-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"

/* Busy and idle: what each device does from its first work to its last, gaps by their cause. */

enum
{
  COLUMN_DEVICE,
  COLUMN_SPAN,
  COLUMN_BUSY_SHARE,
  COLUMN_FIRST_LOAD,
  COLUMN_IDLE = COLUMN_FIRST_LOAD + LAMINA_N_LOADS,
  COLUMN_GAPS,
  N_COLUMNS,
};

/* Colors apart from each other; the words stand beside them. */
static const LaminaFamily load_families[LAMINA_N_LOADS] = {
  [LAMINA_LOAD_BUSY] = LAMINA_FAMILY_CONVOLUTION, [LAMINA_LOAD_WAIT] = LAMINA_FAMILY_POOLING,
  [LAMINA_LOAD_SYNC] = LAMINA_FAMILY_ATTENTION, [LAMINA_LOAD_HOST] = LAMINA_FAMILY_INDEX,
  [LAMINA_LOAD_CALL] = LAMINA_FAMILY_OPTIMIZER, [LAMINA_LOAD_START] = LAMINA_FAMILY_REDUCTION,
  [LAMINA_LOAD_KERNEL] = LAMINA_FAMILY_ELEMENTWISE, [LAMINA_LOAD_COPY] = LAMINA_FAMILY_COPY,
  [LAMINA_LOAD_COMMUNICATION] = LAMINA_FAMILY_COMMUNICATION, [LAMINA_LOAD_DEPENDENCY] = LAMINA_FAMILY_LAYOUT,
  [LAMINA_LOAD_UNKNOWN] = LAMINA_FAMILY_OTHER,
};

const char *
lamina_chart_find_no_devices (LaminaDocument *document,
                              LaminaRun      *run)
{
  if (lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return N_("Gaps between the work of a device are known only where starts were measured.");
  for (guint i = 0; i < lamina_run_get_n_groups (run); i++)
    if (lamina_run_get_group (run, i)->kind == LAMINA_GROUP_DEVICE)
      return NULL;
  return N_("The file states no work of devices.");
}

LaminaChartColumn
lamina_chart_get_load_column (LaminaIdle *idle,
                              LaminaLoad  load)
{
  /* What no device ever does needs no color; the table has it all the same. */
  LaminaChartUse use = LAMINA_CHART_USE_TABLE;
  const LaminaLoadInfo *info = lamina_load_get_info (load);

  for (guint i = 0; i < lamina_idle_get_n_devices (idle); i++)
    if (lamina_idle_get_device (idle, i)->times[load] > 0)
      use = load == LAMINA_LOAD_BUSY ? LAMINA_CHART_USE_PART : LAMINA_CHART_USE_IDLE;
  return (LaminaChartColumn) { info->column, _(info->title), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, use,
                               load_families[load], _(info->definition) };
}

static gboolean
is_within (LaminaRun *run,
           guint32    group,
           guint32    above)
{
  while (group != above && group != LAMINA_NONE)
    group = lamina_run_get_group (run, group)->parent;
  return group == above;
}

/* The layers of the chart that have work on a device: one byte for each track says which are its queues. */
static GArray *
list_layers (const LaminaChartSource *source,
             guint32                  group)
{
  const LaminaLayers *layers = lamina_run_get_layers (source->run);
  guint n_tracks = lamina_run_get_n_tracks (source->run);
  g_autofree guint8 *queues = g_new0 (guint8, MAX (n_tracks, 1));
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < n_tracks; i++)
    queues[i] = is_within (source->run, lamina_track_get_info (lamina_run_get_track (source->run, i))->group, group);
  for (guint i = 0; i < source->n; i++)
    for (guint32 j = layers->first_slice[source->rows[i]]; j < layers->first_slice[source->rows[i] + 1]; j++)
      if (queues[layers->slices[j].track])
        {
          g_array_append_val (list, source->rows[i]);
          break;
        }
  return list;
}

static void
add_device (LaminaChartData         *data,
            const LaminaChartSource *source,
            const LaminaIdleDevice  *device)
{
  g_autoptr (GArray) layers = list_layers (source, device->group);
  g_autofree char *name = lamina_idle_dup_device_name (source->run, device);
  gint64 span = device->end - device->start;
  guint row = lamina_chart_data_add_row (data, LAMINA_FAMILY_OTHER, (const guint32 *) (gpointer) layers->data, layers->len);

  lamina_chart_data_copy_text (data, row, COLUMN_DEVICE, name);
  lamina_chart_data_set_integer (data, row, COLUMN_SPAN, span);
  if (span > 0)
    lamina_chart_data_set_real (data, row, COLUMN_BUSY_SHARE, (double) device->times[LAMINA_LOAD_BUSY] / (double) span);
  for (guint i = 0; i < LAMINA_N_LOADS; i++)
    lamina_chart_data_set_integer (data, row, COLUMN_FIRST_LOAD + i, device->times[i]);
  lamina_chart_data_set_integer (data, row, COLUMN_IDLE, lamina_idle_device_get_idle (device));
  lamina_chart_data_set_integer (data, row, COLUMN_GAPS, device->n_gaps);
}

static gboolean
fill_idle (LaminaChartData         *data,
           const LaminaChartSource *source)
{
  g_autoptr (LaminaIdle) idle = lamina_chart_source_create_idle (source);
  guint n = idle != NULL ? lamina_idle_get_n_devices (idle) : 0;
  LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_DEVICE] = LAMINA_CHART_COLUMN ("device", _("Device"), TEXT, NONE, LABEL),
    [COLUMN_SPAN] = LAMINA_CHART_COLUMN ("span_ns", _("Span"), AMOUNT, NANOSECONDS, VALUE),
    [COLUMN_BUSY_SHARE] = LAMINA_CHART_COLUMN ("busy_share", _("Busy"), SHARE, NONE, SHARE),
    [COLUMN_IDLE] = LAMINA_CHART_COLUMN ("idle_ns", _("Idle"), AMOUNT, NANOSECONDS, TABLE),
    [COLUMN_GAPS] = LAMINA_CHART_COLUMN ("gaps", _("Gaps"), COUNT, NONE, TABLE),
  };

  if (idle == NULL)
    return FALSE;
  for (guint i = 0; i < LAMINA_N_LOADS; i++)
    columns[COLUMN_FIRST_LOAD + i] = lamina_chart_get_load_column (idle, (LaminaLoad) i);
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < n; i++)
    add_device (data, source, lamina_idle_get_device (idle, i));
  if (n == 0)
    lamina_chart_data_say (data, LAMINA_CHART_REASON, _("No device works in this part of the run."));
  else
    lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("Busy and idle time of each device between its first and its last "
                                                          "work"));
  lamina_chart_data_say (data, LAMINA_CHART_NOTE, "%s %s", lamina_idle_get_definition (), lamina_idle_get_gap_definition ());
  return TRUE;
}

const LaminaChart lamina_chart_idle = {
  "idle", N_("Busy and idle"), NN_ ("%u more device", "%u more devices"),
  N_("exposed communication NCCL utilization launch-bound bubble"), LAMINA_CHART_BARS, lamina_chart_find_no_devices, fill_idle,
};

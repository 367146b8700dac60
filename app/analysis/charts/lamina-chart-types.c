/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"

#include <math.h>

/* Time by type: the layers of each type together. */

enum
{
  COLUMN_TYPE,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_WAIT,
  COLUMN_LAYERS,
  COLUMN_CALLS,
  COLUMN_MEAN,
  COLUMN_MIN,
  COLUMN_MAX,
};

static void
add_group (LaminaChartData        *data,
           LaminaRun              *run,
           const LaminaLayerGroup *group,
           LaminaMeasure           measure,
           gint64                  sum)
{
  gint64 value = lamina_measure_get_of_group (measure, run, group);
  guint row = lamina_chart_data_add_row (data, group->family, group->layers, group->n_layers);

  lamina_chart_data_copy_text (data, row, COLUMN_TYPE, group->label);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, value);
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, sum > 0 ? (double) value / (double) sum : NAN);
  lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED, lamina_measure_is_group_estimated (measure, run, group));
  if (measure != LAMINA_MEASURE_COST)
    return;
  lamina_chart_data_set_integer (data, row, COLUMN_WAIT, group->wait);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, group->n_layers);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, group->calls);
  lamina_chart_data_set_real (data, row, COLUMN_MEAN, group->mean);
  lamina_chart_data_set_integer (data, row, COLUMN_MIN, group->min);
  lamina_chart_data_set_integer (data, row, COLUMN_MAX, group->max);
}

static gboolean
fill_types (LaminaChartData         *data,
            const LaminaChartSource *source)
{
  LaminaMeasure measure = lamina_measure_choose (source->run);
  gint64 sum = lamina_measure_sum (measure, source);
  g_autoptr (LaminaGrouping) grouping = NULL;
  guint n, n_rows;
  g_autofree guint32 *rows = lamina_measure_dup_rows (measure, source, &n_rows);
  g_autofree guint32 *order = NULL;
  g_autofree char *total = NULL;
  const LaminaChartColumn value = lamina_measure_get_column (measure);
  const LaminaChartColumn columns[] = {
    [COLUMN_TYPE] = LAMINA_CHART_COLUMN ("type", _("Type"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = value,
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_WAIT] = LAMINA_CHART_COLUMN ("wait_ns", _("Waiting"), AMOUNT, NANOSECONDS, WAIT),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (source->run), COUNT, NONE, TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN (measure == LAMINA_MEASURE_CALLS ? "all_calls" : "calls", _("Calls"), COUNT, NONE, TABLE),
    [COLUMN_MEAN] = LAMINA_CHART_COLUMN ("mean_ns", _("Mean"), REAL, NANOSECONDS, TABLE),
    [COLUMN_MIN] = LAMINA_CHART_COLUMN ("min_ns", _("Min"), AMOUNT, NANOSECONDS, ALONE),
    [COLUMN_MAX] = LAMINA_CHART_COLUMN ("max_ns", _("Max"), AMOUNT, NANOSECONDS, ALONE),
  };

  grouping = lamina_grouping_new (source->run, rows, n_rows, LAMINA_GROUP_BY_TYPE, source->cancellable);
  if (grouping == NULL)
    return FALSE;
  order = lamina_measure_dup_order (measure, source->run, grouping, &n);
  total = lamina_measure_dup_sum_text (measure, source);
  /* Without times there is no more to say than what is counted. */
  lamina_chart_data_add_columns (data, columns, measure == LAMINA_MEASURE_COST ? G_N_ELEMENTS (columns) : COLUMN_WAIT);
  for (guint i = 0; i < n; i++)
    add_group (data, source->run, lamina_grouping_get (grouping, order[i]), measure, sum);
  if (measure == LAMINA_MEASURE_FLOP)
    lamina_chart_data_say (data, LAMINA_CHART_TITLE, _("FLOP by type"));
  else if (measure == LAMINA_MEASURE_BYTES)
    lamina_chart_data_say (data, LAMINA_CHART_TITLE, _("Bytes by type"));
  else if (measure == LAMINA_MEASURE_CALLS)
    lamina_chart_data_say (data, LAMINA_CHART_TITLE, _("Calls by type"));
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("%s, by type"), total);
  lamina_measure_note_absent (measure, source, data);
  return TRUE;
}

const LaminaChart lamina_chart_time_by_type = {
  "time-by-type", N_("Time by type"), NN_ ("%u more type", "%u more types"),
  N_("operator pie"), LAMINA_CHART_BARS, lamina_chart_find_no_layers, fill_types,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"

#include <math.h>

/* Shapes: the layers whose type and input shapes are the same, together: which shapes cost what. */

enum
{
  COLUMN_SHAPES,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_OUTPUTS,
  COLUMN_LAYERS,
  COLUMN_CALLS,
  COLUMN_MEAN,
  N_COLUMNS,
};

static void
add_group (LaminaChartData         *data,
           const LaminaChartSource *source,
           const LaminaLayerGroup  *group,
           LaminaMeasure            measure,
           gint64                   sum)
{
  gint64 value = lamina_measure_get_of_group (measure, source->run, group);
  guint row = lamina_chart_data_add_row (data, group->family, group->layers, group->n_layers);
  g_autofree char *outputs = lamina_layer_dup_shapes (source->run, group->layers[0], TRUE);

  lamina_chart_data_copy_text (data, row, COLUMN_SHAPES, group->label);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, value);
  lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED,
                          lamina_measure_is_group_estimated (measure, source->run, group));
  lamina_chart_data_set_real (data, row, COLUMN_SHARE, sum > 0 ? (double) value / (double) sum : NAN);
  lamina_chart_data_copy_text (data, row, COLUMN_OUTPUTS, outputs);
  lamina_chart_data_mark (data, row, COLUMN_OUTPUTS, LAMINA_CHART_ESTIMATED,
                          lamina_layer_has_estimate (source->run, group->layers[0], TRUE, LAMINA_ESTIMATE_SHAPE));
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, group->n_layers);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, group->calls);
  lamina_chart_data_set_real (data, row, COLUMN_MEAN, group->mean);
}

static gboolean
fill_shapes (LaminaChartData         *data,
             const LaminaChartSource *source)
{
  LaminaMeasure measure = lamina_measure_choose (source->run);
  gint64 sum = lamina_measure_sum (measure, source);
  g_autoptr (LaminaGrouping) grouping = NULL;
  g_autofree guint32 *order = NULL;
  g_autofree char *total = NULL;
  guint n, n_rows;
  g_autofree guint32 *rows = lamina_measure_dup_rows (measure, source, &n_rows);
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_SHAPES] = LAMINA_CHART_COLUMN ("inputs", _("Type and inputs"), TEXT, NONE, LABEL),
    [COLUMN_VALUE] = lamina_measure_get_column (measure),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_OUTPUTS] = LAMINA_CHART_COLUMN ("outputs", _("Outputs"), TEXT, NONE, TABLE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (source->run), COUNT, NONE, TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN (measure == LAMINA_MEASURE_CALLS ? "all_calls" : "calls", _("Calls"), COUNT, NONE, TABLE),
    [COLUMN_MEAN] = LAMINA_CHART_COLUMN ("mean_ns", _("Mean"), REAL, NANOSECONDS, TABLE),
  };

  grouping = lamina_grouping_new (source->run, rows, n_rows, LAMINA_GROUP_BY_SHAPE, source->cancellable);
  if (grouping == NULL)
    return FALSE;
  order = lamina_measure_dup_order (measure, source->run, grouping, &n);
  total = lamina_measure_dup_sum_text (measure, source);
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < n; i++)
    add_group (data, source, lamina_grouping_get (grouping, order[i]), measure, sum);
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, _("%s, by type and shapes"), total);
  lamina_measure_note_absent (measure, source, data);
  return TRUE;
}

const LaminaChart lamina_chart_shapes = {
  "shapes", N_("Shapes"), NN_ ("%u more shape", "%u more shapes"), NULL, LAMINA_CHART_BARS,
  lamina_chart_find_no_shapes, fill_shapes,
};

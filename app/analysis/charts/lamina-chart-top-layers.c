/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-gettext.h"
#include "lamina-work.h"

#include <math.h>

/* Top layers: every layer with a value, the largest first, and how much of the whole it makes with those before it. */

enum
{
  COLUMN_NAME,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_CUMULATIVE,
  COLUMN_WAIT,
  COLUMN_LAYER,
  COLUMN_TYPE,
  COLUMN_CALLS,
  N_COLUMNS,
};

static void
add_layers (LaminaChartData         *data,
            const LaminaChartSource *source,
            LaminaMeasure            measure,
            const guint32           *order)
{
  gint64 sum = lamina_measure_sum (measure, source);
  gint64 before = 0;

  for (guint i = 0; i < source->n; i++)
    {
      gint64 value = lamina_measure_get (measure, source->run, order[i]);
      const LaminaLayers *layers;
      guint row;

      if (value == LAMINA_ABSENT)
        break;
      before = lamina_number_add (before, value);
      layers = lamina_layers_in_force (source->run);
      row = lamina_chart_data_add_row (data, layers->family[order[i]], &order[i], 1);
      lamina_chart_data_set_string (data, row, COLUMN_NAME, layers->name[order[i]]);
      lamina_chart_data_set_integer (data, row, COLUMN_VALUE, value);
      lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED,
                              lamina_measure_is_estimated (measure, source->run, order[i]));
      lamina_chart_data_set_real (data, row, COLUMN_SHARE, sum > 0 ? (double) value / (double) sum : NAN);
      if (measure == LAMINA_MEASURE_COST)
        lamina_chart_data_set_integer (data, row, COLUMN_WAIT, lamina_column_number (layers->wait, order[i]));
      lamina_chart_data_set_integer (data, row, COLUMN_LAYER, order[i]);
      lamina_chart_data_set_string (data, row, COLUMN_TYPE, layers->type[order[i]]);
      lamina_chart_data_set_integer (data, row, COLUMN_CALLS, lamina_layers_get_calls (layers, order[i]));
      lamina_chart_data_set_real (data, i, COLUMN_CUMULATIVE, sum > 0 ? (double) before / (double) sum : NAN);
    }
}

gboolean
lamina_chart_fill_top_layers (LaminaChartData         *data,
                              const LaminaChartSource *source)
{
  LaminaMeasure measure = lamina_measure_choose (source->run);
  g_autofree guint32 *order = lamina_measure_dup_layers (measure, source);
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_NAME] = LAMINA_CHART_STRINGS ("name", _("Name"), LABEL),
    [COLUMN_VALUE] = lamina_measure_get_column (measure),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_CUMULATIVE] = LAMINA_CHART_COLUMN ("cumulative_share", _("Cumulative"), SHARE, NONE, CUMULATIVE),
    [COLUMN_WAIT] = LAMINA_CHART_COLUMN ("wait_ns", _("Waiting"), AMOUNT, NANOSECONDS, WAIT),
    [COLUMN_LAYER] = LAMINA_CHART_COLUMN ("id", _("#"), COUNT, NONE, TABLE),
    [COLUMN_TYPE] = LAMINA_CHART_STRINGS ("type", _("Type"), TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN (measure == LAMINA_MEASURE_CALLS ? "all_calls" : "calls", _("Calls"), COUNT, NONE, TABLE),
  };

  if (order == NULL)
    return FALSE;
  if (measure == LAMINA_MEASURE_CALLS)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("There is nothing to rank layers by: neither times nor operations nor "
                                                          "bytes are known."));
      return TRUE;
    }
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  add_layers (data, source, measure, order);
  lamina_chart_data_take (data, LAMINA_CHART_SUBTITLE, lamina_measure_dup_share_text (measure, source));
  lamina_measure_note_absent (measure, source, data);
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"

/* Time per layer: what each layer costs, in the order of execution. */

enum
{
  COLUMN_NAME,
  COLUMN_VALUE,
  COLUMN_DTYPE,
  COLUMN_TYPE,
  COLUMN_LAYER,
  COLUMN_CALLS,
  COLUMN_WAIT,
  N_COLUMNS,
};

static void
add_layer (LaminaChartData         *data,
           const LaminaChartSource *source,
           guint32                  layer,
           gint64                   cost)
{
  LaminaRun *run = source->run;
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint row = lamina_chart_data_add_row (data, layers->family[layer], &layer, 1);

  lamina_chart_data_set_string (data, row, COLUMN_NAME, layers->name[layer]);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, cost);
  lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED,
                          lamina_measure_is_estimated (LAMINA_MEASURE_COST, run, layer));
  lamina_chart_data_set_string (data, row, COLUMN_DTYPE, lamina_layer_get_dtype (run, layer));
  lamina_chart_data_set_string (data, row, COLUMN_TYPE, layers->type[layer]);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYER, layer);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, lamina_layers_get_calls (layers, layer));
  lamina_chart_data_set_integer (data, row, COLUMN_WAIT, lamina_column_number (layers->wait, layer));
}

static gboolean
fill_latency (LaminaChartData         *data,
              const LaminaChartSource *source)
{
  g_autofree guint32 *order = lamina_chart_source_dup_order (source);
  g_autofree char *sum = lamina_measure_dup_sum_text (LAMINA_MEASURE_COST, source);
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_NAME] = LAMINA_CHART_STRINGS ("name", _("Name"), LABEL),
    [COLUMN_VALUE] = lamina_measure_get_column (LAMINA_MEASURE_COST),
    [COLUMN_DTYPE] = LAMINA_CHART_STRINGS ("dtype", _("dtype"), CLASS),
    [COLUMN_TYPE] = LAMINA_CHART_STRINGS ("type", _("Type"), TABLE),
    [COLUMN_LAYER] = LAMINA_CHART_COLUMN ("id", _("#"), COUNT, NONE, ALONE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN ("calls", _("Calls"), COUNT, NONE, TABLE),
    [COLUMN_WAIT] = LAMINA_CHART_COLUMN ("wait_ns", _("Waiting"), AMOUNT, NANOSECONDS, TABLE),
  };

  if (order == NULL)
    return FALSE;
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < source->n; i++)
    {
      gint64 cost = lamina_measure_get (LAMINA_MEASURE_COST, source->run, order[i]);

      if (cost != LAMINA_ABSENT)
        add_layer (data, source, order[i], cost);
    }
  lamina_chart_data_say (data, LAMINA_CHART_SUBTITLE, lamina_chart_source_has_order (source)
                         ? _("%s, in execution order") : _("%s, in the order of the file"), sum);
  lamina_measure_note_absent (LAMINA_MEASURE_COST, source, data);
  return TRUE;
}

const LaminaChart lamina_chart_latency = {
  "latency", N_("Time per layer"), { NULL, NULL }, NULL, LAMINA_CHART_COLUMNS,
  lamina_chart_find_no_times, fill_latency, lamina_layers_get_each_title,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-doubts-private.h"
#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-device-limits.h"
#include "lamina-gettext.h"
#include "lamina-rate-text.h"

#include <math.h>

/* FLOP/s and bandwidth of each layer, in the order of execution. */

enum
{
  COLUMN_NAME,
  COLUMN_RATE,
  COLUMN_BANDWIDTH,
  COLUMN_FLOP,
  COLUMN_BYTES,
  COLUMN_COST,
  COLUMN_TYPE,
  COLUMN_LAYER,
  N_COLUMNS,
};

static void
add_columns (LaminaChartData *data,
             gboolean         has_flop,
             gboolean         has_bytes)
{
  LaminaChartColumn cost = lamina_measure_get_column (LAMINA_MEASURE_COST);
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_NAME] = LAMINA_CHART_STRINGS ("name", _("Name"), LABEL),
    [COLUMN_RATE] = { "flop_per_s", _("FLOP/s"), LAMINA_LAYER_VALUE_RATE, LAMINA_UNIT_FLOP,
                      has_flop ? LAMINA_CHART_USE_VALUE : LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_BANDWIDTH] = { "bytes_per_s", _("Bandwidth"), LAMINA_LAYER_VALUE_RATE, LAMINA_UNIT_BYTES,
                           has_bytes ? LAMINA_CHART_USE_VALUE : LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_FLOP] = LAMINA_CHART_COLUMN ("flop", _("FLOP"), AMOUNT, FLOP, TABLE),
    [COLUMN_BYTES] = LAMINA_CHART_COLUMN ("bytes", _("Bytes moved"), AMOUNT, BYTES, TABLE),
    [COLUMN_COST] = { cost.key, cost.title, cost.kind, cost.unit, LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_TYPE] = LAMINA_CHART_STRINGS ("type", _("Type"), TABLE),
    [COLUMN_LAYER] = LAMINA_CHART_COLUMN ("id", _("#"), COUNT, NONE, ALONE),
  };

  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
}

static void
add_amount (LaminaChartData         *data,
            const LaminaChartSource *source,
            guint                    row,
            guint                    amount_column,
            guint                    rate_column,
            guint32                  layer,
            gint64                   amount,
            gboolean                 estimated,
            LaminaChartDoubts       *doubts)
{
  LaminaUnit unit = rate_column == COLUMN_RATE ? LAMINA_UNIT_FLOP : LAMINA_UNIT_BYTES;
  LaminaRate rate;

  if (amount == LAMINA_ABSENT)
    return;
  lamina_rate_init (&rate, source->run, &layer, 1, unit);
  lamina_chart_data_set_integer (data, row, amount_column, amount);
  lamina_chart_data_mark (data, row, amount_column, LAMINA_CHART_ESTIMATED, estimated);
  lamina_chart_data_set_rate (data, row, rate_column, &rate);
  lamina_chart_doubts_add (doubts, source->run, &rate);
}

static void
add_layer (LaminaChartData         *data,
           const LaminaChartSource *source,
           LaminaWork              *work,
           guint32                  layer,
           LaminaChartDoubts       *doubts)
{
  const LaminaLayers *layers = lamina_run_get_layers (source->run);
  gint64 cost = lamina_measure_get (LAMINA_MEASURE_COST, source->run, layer);
  LaminaWorkFigures figures;
  guint row;

  lamina_work_get_figures (work, layer, &figures);
  if (cost == LAMINA_ABSENT)
    return;
  row = lamina_chart_data_add_row (data, layers->family[layer], &layer, 1);
  lamina_chart_data_set_string (data, row, COLUMN_NAME, layers->name[layer]);
  add_amount (data, source, row, COLUMN_FLOP, COLUMN_RATE, layer, figures.flop,
              (figures.estimated & LAMINA_ESTIMATE_FLOP) != 0, doubts);
  add_amount (data, source, row, COLUMN_BYTES, COLUMN_BANDWIDTH, layer, figures.bytes,
              (figures.estimated & LAMINA_ESTIMATE_BYTES) != 0, doubts);
  lamina_chart_data_set_integer (data, row, COLUMN_COST, cost);
  lamina_chart_data_set_string (data, row, COLUMN_TYPE, layers->type[layer]);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYER, layer);
}

static char *
dup_mean (const LaminaChartSource *source,
          LaminaUnit               unit)
{
  LaminaRate rate;

  lamina_rate_init (&rate, source->run, source->rows, source->n, unit);
  return lamina_rate_dup_text (&rate);
}

/* Only where the device is known: the best seen is the tallest column. */
static void
add_limits (LaminaChartData *data,
            LaminaDocument  *document,
            gboolean         has_bytes)
{
  const LaminaDeviceLimits *limits = lamina_device_limits_get (document);
  g_autofree char *bandwidth = NULL;
  g_autofree char *label = NULL;

  if (limits == NULL || !has_bytes || !(limits->bandwidth > 0))
    return;
  bandwidth = lamina_figure_dup_rate (limits->bandwidth, LAMINA_UNIT_BYTES);
  label = g_strdup_printf ("%s %s", limits->name, bandwidth);
  lamina_chart_data_add_mark (data, &(LaminaChartMark) { COLUMN_BANDWIDTH, FALSE, limits->bandwidth, label });
}

static char *
dup_subtitle (const LaminaChartSource *source,
              gboolean                 has_flop,
              gboolean                 has_bytes)
{
  g_autofree char *rate = dup_mean (source, LAMINA_UNIT_FLOP);
  g_autofree char *bandwidth = dup_mean (source, LAMINA_UNIT_BYTES);
  gboolean is_executed = lamina_chart_source_has_order (source);

  if (has_flop && has_bytes)
    return g_strdup_printf (is_executed ? _("In execution order; on average %s and %s")
                                        : _("In the order of the file; on average %s and %s"), rate, bandwidth);
  return g_strdup_printf (is_executed ? _("In execution order; on average %s") : _("In the order of the file; on average %s"),
                          has_flop ? rate : bandwidth);
}

static gboolean
fill_rates (LaminaChartData         *data,
            const LaminaChartSource *source)
{
  LaminaWork *work = lamina_work_attach (source->query->document, source->query->run, source->cancellable);
  g_autofree guint32 *order = lamina_chart_source_dup_order (source);
  g_auto (LaminaChartDoubts) doubts = { 0 };
  gboolean has_flop, has_bytes;

  if (work == NULL || order == NULL)
    return FALSE;
  /* Whether any of the layers has operations, and bytes, above 0. */
  has_flop = has_bytes = FALSE;
  for (guint i = 0; i < source->n && !(has_flop && has_bytes); i++)
    {
      LaminaWorkFigures figures;
      gint64 cost = lamina_measure_get (LAMINA_MEASURE_COST, source->run, source->rows[i]);

      lamina_work_get_figures (work, source->rows[i], &figures);
      has_flop |= cost > 0 && figures.flop > 0;
      has_bytes |= cost > 0 && figures.bytes > 0;
    }
  if (!has_flop && !has_bytes)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("Neither FLOP nor bytes are known: the shapes are missing, or the "
                                                          "operators are unknown."));
      return TRUE;
    }
  add_columns (data, has_flop, has_bytes);
  for (guint i = 0; i < source->n; i++)
    add_layer (data, source, work, order[i], &doubts);
  add_limits (data, source->query->document, has_bytes);
  if (!has_flop)
    lamina_chart_data_say (data, LAMINA_CHART_TITLE, _("Bandwidth"));
  else if (!has_bytes)
    lamina_chart_data_say (data, LAMINA_CHART_TITLE, _("FLOP/s"));
  lamina_chart_data_take (data, LAMINA_CHART_SUBTITLE, dup_subtitle (source, has_flop, has_bytes));
  lamina_chart_data_take (data, LAMINA_CHART_NOTE, lamina_chart_doubts_dup_note (&doubts));
  return TRUE;
}

const LaminaChart lamina_chart_rates = {
  "rates", N_("FLOP/s and bandwidth"), { NULL, NULL }, NULL, LAMINA_CHART_COLUMNS,
  lamina_chart_find_no_times, fill_rates,
};

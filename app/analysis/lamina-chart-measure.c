/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-words-private.h"
#include "lamina-work.h"

LaminaMeasure
lamina_measure_choose (LaminaRun *run)
{
  const LaminaTotals *totals = lamina_totals_in_force (run);

  if (totals->cost != LAMINA_ABSENT)
    return LAMINA_MEASURE_COST;
  if (totals->flop != LAMINA_ABSENT)
    return LAMINA_MEASURE_FLOP;
  return totals->bytes != LAMINA_ABSENT ? LAMINA_MEASURE_BYTES : LAMINA_MEASURE_CALLS;
}

gint64
lamina_measure_get (LaminaMeasure  self,
                    LaminaRun     *run,
                    guint          layer)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);

  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return lamina_column_number (lamina_run_get_costs (run), layer);
    case LAMINA_MEASURE_FLOP:
      return lamina_column_number (layers->flop, layer);
    case LAMINA_MEASURE_BYTES:
      return lamina_column_number (layers->bytes, layer);
    case LAMINA_MEASURE_CALLS:
    default:
      return layers->calls[layer];
    }
}

gint64
lamina_measure_get_of_group (LaminaMeasure           self,
                             const LaminaLayerGroup *group)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return group->duration;
    case LAMINA_MEASURE_FLOP:
      return group->flop;
    case LAMINA_MEASURE_BYTES:
      return group->bytes;
    case LAMINA_MEASURE_CALLS:
    default:
      return group->calls;
    }
}

LaminaChartColumn
lamina_measure_get_column (LaminaMeasure self)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return (LaminaChartColumn) { "duration_ns", _("Duration"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    case LAMINA_MEASURE_FLOP:
      return (LaminaChartColumn) { "flop", _("FLOP"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_FLOP,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    case LAMINA_MEASURE_BYTES:
      return (LaminaChartColumn) { "bytes", _("Bytes moved"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    case LAMINA_MEASURE_CALLS:
    default:
      return (LaminaChartColumn) { "calls", _("Calls"), LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    }
}

LaminaLayerColumn
lamina_measure_get_order (LaminaMeasure self)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return LAMINA_LAYER_COLUMN_DURATION;
    case LAMINA_MEASURE_FLOP:
      return LAMINA_LAYER_COLUMN_FLOP;
    case LAMINA_MEASURE_BYTES:
      return LAMINA_LAYER_COLUMN_BYTES;
    case LAMINA_MEASURE_CALLS:
    default:
      return LAMINA_LAYER_COLUMN_CALLS;
    }
}

gboolean
lamina_measure_is_estimated (LaminaMeasure  self,
                             LaminaEstimate estimated)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return (estimated & LAMINA_ESTIMATE_DURATION) != 0;
    case LAMINA_MEASURE_FLOP:
      return (estimated & LAMINA_ESTIMATE_FLOP) != 0;
    case LAMINA_MEASURE_BYTES:
      return (estimated & LAMINA_ESTIMATE_BYTES) != 0;
    case LAMINA_MEASURE_CALLS:
    default:
      return FALSE;
    }
}

gint64
lamina_measure_sum (LaminaMeasure            self,
                    const LaminaChartSource *source)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < source->n; i++)
    sum = lamina_number_add (sum, lamina_measure_get (self, source->run, source->rows[i]));
  return sum;
}

guint
lamina_measure_count (LaminaMeasure            self,
                      const LaminaChartSource *source)
{
  guint n = 0;

  for (guint i = 0; i < source->n; i++)
    n += lamina_measure_get (self, source->run, source->rows[i]) != LAMINA_ABSENT;
  return n;
}

static char *
dup_cost_text (LaminaCost  cost,
               guint       n,
               const char *sum)
{
  switch (cost)
    {
    case LAMINA_COST_DEVICE:
      return g_strdup_printf (ngettext ("Device time of %u layer, %s", "Sum of the device times of %u layers, %s", n), n,
                              sum);
    case LAMINA_COST_SELF:
      return g_strdup_printf (ngettext ("Host time of %u layer, %s", "Sum of the host times of %u layers, %s", n), n, sum);
    case LAMINA_COST_DURATION:
    default:
      return g_strdup_printf (ngettext ("Duration of %u layer, %s", "Sum of the durations of %u layers, %s", n), n, sum);
    }
}

char *
lamina_measure_dup_sum_text (LaminaMeasure            self,
                             const LaminaChartSource *source)
{
  guint n = lamina_measure_count (self, source);
  g_autofree char *sum = lamina_figure_dup (lamina_measure_sum (self, source), lamina_measure_get_column (self).unit);

  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return dup_cost_text (lamina_run_get_cost_kind (source->run), n, sum);
    case LAMINA_MEASURE_FLOP:
      return g_strdup_printf (ngettext ("Operations of %u layer, %s; the file states no times",
                                        "Operations of %u layers, %s; the file states no times", n),
                              n, sum);
    case LAMINA_MEASURE_BYTES:
      return g_strdup_printf (ngettext ("Bytes moved by %u layer, %s; the file states no times",
                                        "Bytes moved by %u layers, %s; the file states no times", n),
                              n, sum);
    case LAMINA_MEASURE_CALLS:
    default:
      return g_strdup_printf (ngettext ("Calls of %u layer, %s; the file states no times",
                                        "Calls of %u layers, %s; the file states no times", n),
                              n, sum);
    }
}

char *
lamina_measure_dup_share_text (LaminaMeasure            self,
                               const LaminaChartSource *source)
{
  g_autofree char *sum = lamina_figure_dup (lamina_measure_sum (self, source), lamina_measure_get_column (self).unit);

  switch (self)
    {
    case LAMINA_MEASURE_COST:
      if (lamina_run_get_cost_kind (source->run) == LAMINA_COST_DEVICE)
        return g_strdup_printf (_("Device time and cumulative share of %s"), sum);
      if (lamina_run_get_cost_kind (source->run) == LAMINA_COST_SELF)
        return g_strdup_printf (_("Host time and cumulative share of %s"), sum);
      return g_strdup_printf (_("Duration and cumulative share of %s"), sum);
    case LAMINA_MEASURE_FLOP:
      return g_strdup_printf (_("Operations and cumulative share of %s; the file states no times"), sum);
    case LAMINA_MEASURE_BYTES:
      return g_strdup_printf (_("Bytes moved and cumulative share of %s; the file states no times"), sum);
    case LAMINA_MEASURE_CALLS:
    default:
      return g_strdup_printf (_("Calls and cumulative share of %s; the file states no times"), sum);
    }
}

char *
lamina_measure_dup_absent_text (LaminaMeasure self,
                                guint         n)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return g_strdup_printf (ngettext ("%u layer has no duration.", "%u layers have no duration.", n), n);
    case LAMINA_MEASURE_FLOP:
      return g_strdup_printf (ngettext ("%u layer has no operations.", "%u layers have no operations.", n), n);
    case LAMINA_MEASURE_BYTES:
      return g_strdup_printf (ngettext ("%u layer has no bytes moved.", "%u layers have no bytes moved.", n), n);
    case LAMINA_MEASURE_CALLS:
    default:
      return g_strdup_printf (ngettext ("%u layer has no calls.", "%u layers have no calls.", n), n);
    }
}

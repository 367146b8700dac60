/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"

/* What the numbers of charts are, in words. */

/* The sum, with the sign of what is estimated. */
static char *
dup_sum (LaminaMeasure            self,
         const LaminaChartSource *source)
{
  g_autofree char *sum = lamina_figure_dup (lamina_measure_sum (self, source), lamina_measure_get_column (self).unit);

  for (guint i = 0; i < source->n; i++)
    if (lamina_measure_is_estimated (self, source->run, source->rows[i])
        && lamina_measure_get (self, source->run, source->rows[i]) != LAMINA_ABSENT)
      return g_strconcat ("≈\u00a0", sum, NULL);
  return g_steal_pointer (&sum);
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
  g_autofree char *sum = dup_sum (self, source);

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
  g_autofree char *sum = dup_sum (self, source);

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

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-private.h"

/* The part of the builder that takes the tool's own columns of layers. */

guint32
lamina_builder_add_metric (LaminaBuilder   *self,
                           guint32          run,
                           const char      *name,
                           LaminaUnit       unit,
                           LaminaValueType  type)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMetric metric = { .unit = unit };
  guint no_cells = 0;

  g_return_val_if_fail (type == LAMINA_VALUE_INTEGER || type == LAMINA_VALUE_REAL, LAMINA_NONE);

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  metric.name = g_strdup (name);
  if (type == LAMINA_VALUE_INTEGER)
    metric.integers = g_new (gint64, 1);
  else
    metric.reals = g_new (double, 1);
  g_array_append_val (found->metrics, metric);
  g_array_append_val (found->metric_capacities, no_cells);
  return found->metrics->len - 1;
}

void
lamina_builder_set_metric_estimated (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        metric)
{
  LaminaRun *found = lamina_builder_get_run (self, run);

  if (found == NULL || metric == LAMINA_NONE)
    return;
  g_return_if_fail (metric < found->metrics->len);
  g_array_index (found->metrics, LaminaMetric, metric).estimated = TRUE;
}

/* A metric has room for as many layers as the table has; new cells are absent. */
static LaminaMetric *
get_metric_cell (LaminaBuilder *self,
                 guint32        run,
                 guint32        metric,
                 guint32        layer)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMetric *result;

  if (found == NULL || metric == LAMINA_NONE || layer == LAMINA_NONE)
    return NULL;
  g_return_val_if_fail (metric < found->metrics->len && layer < found->layers.n, NULL);
  result = &g_array_index (found->metrics, LaminaMetric, metric);
  lamina_metric_reserve (result, &g_array_index (found->metric_capacities, guint, metric), found->layers_capacity);
  return result;
}

void
lamina_builder_set_metric_integer (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        metric,
                                   guint32        layer,
                                   gint64         value)
{
  LaminaMetric *found = get_metric_cell (self, run, metric, layer);

  if (found == NULL)
    return;
  g_return_if_fail (found->integers != NULL);
  ((gint64 *) found->integers)[layer] = value;
}

void
lamina_builder_set_metric_real (LaminaBuilder *self,
                                guint32        run,
                                guint32        metric,
                                guint32        layer,
                                double         value)
{
  LaminaMetric *found = get_metric_cell (self, run, metric, layer);

  if (found == NULL)
    return;
  g_return_if_fail (found->reals != NULL);
  ((double *) found->reals)[layer] = value;
}

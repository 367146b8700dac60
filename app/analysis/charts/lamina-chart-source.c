/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-source-private.h"

gboolean
lamina_chart_source_has_order (const LaminaChartSource *source)
{
  const LaminaLayers *layers = lamina_run_get_layers (source->run);

  for (guint i = 0; i < source->n; i++)
    if (lamina_layers_get_order (layers, source->rows[i]) != LAMINA_NONE)
      return TRUE;
  return FALSE;
}

guint32 *
lamina_chart_source_dup_order (const LaminaChartSource *source)
{
  g_autofree guint32 *order = g_memdup2 (source->rows, source->n * sizeof *source->rows);

  if (!lamina_layers_sort (source->run, source->timebase, LAMINA_LAYER_COLUMN_ORDER, FALSE, order, source->n,
                           source->cancellable))
    return NULL;
  return g_steal_pointer (&order);
}

LaminaIdle *
lamina_chart_source_create_idle (const LaminaChartSource *source)
{
  gint64 start = source->query->filter.start, end = source->query->filter.end;

  if (source->query->idle != NULL && start == LAMINA_ABSENT && source->query->filter.section == LAMINA_NONE)
    return lamina_idle_ref (source->query->idle);
  if (start != LAMINA_ABSENT)
    {
      start = MAX (start, lamina_timebase_get_start (source->timebase));
      end = MIN (end, lamina_timebase_get_end (source->timebase));
    }
  return lamina_idle_new (source->run, source->timebase, FALSE, source->query->filter.section, start, end, source->cancellable);
}

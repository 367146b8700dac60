/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-section-times-private.h"

/* The layers of each section one behind the other: those of section i from @first[i] on. */
static guint32 *
list_layers (const LaminaChartSource *source,
             guint32                 *first)
{
  const guint32 *section = lamina_run_get_layers (source->run)->section;
  guint n_sections = lamina_run_get_n_sections (source->run);
  g_autofree guint32 *next = g_new0 (guint32, n_sections + 1);
  guint32 *list = g_new (guint32, MAX (source->n, 1));

  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_row (section, source->rows[i]);

      if (own < n_sections)
        next[own + 1]++;
    }
  for (guint i = 0; i < n_sections; i++)
    next[i + 1] += next[i];
  for (guint i = 0; i <= n_sections; i++)
    first[i] = next[i];
  for (guint i = 0; i < source->n; i++)
    {
      guint32 own = lamina_column_row (section, source->rows[i]);

      if (own < n_sections)
        list[next[own]++] = source->rows[i];
    }
  return list;
}

/* The part of a cost before the first kernel: known of device times alone, and no larger than the cost. */
static gint64
get_wait (LaminaRun *run,
          guint32    layer,
          gint64     cost)
{
  gint64 wait = lamina_column_number (lamina_run_get_layers (run)->wait, layer);

  return wait != LAMINA_ABSENT ? CLAMP (wait, 0, cost) : 0;
}

static void
add_layer (LaminaSectionTime *self,
           LaminaRun         *run,
           guint32            layer,
           gint64             cost)
{
  LaminaFamily family = (LaminaFamily) lamina_run_get_layers (run)->family[layer];
  gint64 wait = get_wait (run, layer, cost);
  gint64 *part = family == LAMINA_FAMILY_COPY ? &self->copied
                 : family == LAMINA_FAMILY_COMMUNICATION ? &self->communicated : &self->computed;

  self->total = lamina_number_add (self->total, cost);
  self->waited = lamina_number_add (self->waited, wait);
  *part = lamina_number_add (*part, cost - wait);
}

static void
add_section (LaminaSectionTimes      *self,
             const LaminaChartSource *source,
             guint32                  section,
             guint32                  first,
             guint32                  end)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  LaminaSectionTime time = { .section = section, .first = first, .n = end - first, .total = LAMINA_ABSENT };

  for (guint32 i = first; i < end; i++)
    if (costs[self->layers[i]] != LAMINA_ABSENT)
      add_layer (&time, source->run, self->layers[i], costs[self->layers[i]]);
  if (time.total != LAMINA_ABSENT)
    g_array_append_val (self->times, time);
}

gboolean
lamina_section_times_find (LaminaSectionTimes      *self,
                           const LaminaChartSource *source)
{
  guint n = lamina_run_get_n_sections (source->run);
  g_autofree guint32 *first = g_new (guint32, n + 1);

  self->layers = list_layers (source, first);
  self->times = g_array_new (FALSE, FALSE, sizeof (LaminaSectionTime));
  for (guint i = 0; i < n; i++)
    {
      if (g_cancellable_is_cancelled (source->cancellable))
        return FALSE;
      add_section (self, source, i, first[i], first[i + 1]);
    }
  return TRUE;
}

void
lamina_section_times_clear (LaminaSectionTimes *self)
{
  g_clear_pointer (&self->layers, g_free);
  g_clear_pointer (&self->times, g_array_unref);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "onnxruntime-trace.h"

#include <string.h>

gsize
onnxruntime_shorten_provider (const char *provider)
{
  gsize length = strlen (provider);

  if (g_str_has_suffix (provider, "ExecutionProvider") && length > strlen ("ExecutionProvider"))
    length -= strlen ("ExecutionProvider");
  return length;
}

/* What each provider's allocator has in use when a node has ended, and what its arena holds. */

static void
add_counter (OnnxruntimeTrace *self,
             const char       *key,
             const char       *format)
{
  const ChromeColumn *column = chrome_events_find_column (self->events, key);
  const ChromeColumn *providers = chrome_events_find_column (self->events, "provider");
  g_autoptr (GHashTable) counters = g_hash_table_new (NULL, NULL);
  guint32 group = LAMINA_NONE;

  for (guint i = 0; column && i < self->nodes->len; i++)
    {
      guint32 row = onnxruntime_trace_get_node (self, i)->row;
      guint32 provider = chrome_events_get_text (providers, row);
      gint64 value = chrome_events_get_number (column, row);
      gpointer counter;

      if (value == LAMINA_ABSENT)
        continue;
      group = chrome_trace_get_process (self->trace, chrome_trace_get_process_of (self->trace, row))->group;
      if (!g_hash_table_lookup_extended (counters, GUINT_TO_POINTER (provider), NULL, &counter))
        {
          const char *text = chrome_trace_get_text (self->trace, provider);
          g_autofree char *name = g_strndup (text, onnxruntime_shorten_provider (text));
          g_autofree char *title = g_strstrip (g_strdup_printf ("%s %s", name, format));

          counter = GUINT_TO_POINTER (lamina_builder_add_counter (self->builder, self->run, group, title, 0,
                                                                  LAMINA_UNIT_BYTES, FALSE));
          lamina_builder_set_track_sort (self->builder, self->run, GPOINTER_TO_UINT (counter), G_MAXINT32);
          g_hash_table_insert (counters, GUINT_TO_POINTER (provider), counter);
        }
      lamina_builder_add_sample (self->builder, self->run, GPOINTER_TO_UINT (counter), self->events->end[row],
                                 (double) value);
    }
}

void
onnxruntime_add_memory (OnnxruntimeTrace *self)
{
  add_counter (self, "mem_bytes_in_use", "memory in use");
  add_counter (self, "mem_arena_held", "arena");
}

static void
add_number (OnnxruntimeTrace *self,
            const char       *group,
            const char       *key,
            gint64            number,
            LaminaUnit        unit)
{
  const LaminaValue value = LAMINA_VALUE_INIT_INTEGER (number, unit);

  lamina_builder_add_property (self->builder, lamina_builder_own_word (self->builder, group),
                               lamina_builder_own_word (self->builder, key), &value);
}

static void
add_session (OnnxruntimeTrace *self)
{
  for (guint row = 0; row < self->events->n; row++)
    {
      gint64 duration;

      if (self->kinds[row] != ONNXRUNTIME_LOADING && self->kinds[row] != ONNXRUNTIME_START)
        continue;
      duration = self->events->end[row] - self->events->start[row];
      add_number (self, N_("Session"), self->kinds[row] == ONNXRUNTIME_START ? N_("Initialization") : N_("Model loading"), duration,
                  LAMINA_UNIT_NANOSECONDS);
    }
}

/* The first run is mostly slower than the others, so it is told apart. */
static void
add_runs (OnnxruntimeTrace *self)
{
  gint64 first, sum = 0, in_nodes = 0;
  guint n = self->spans->len;

  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    {
      const OnnxruntimeSpan *span = &g_array_index (self->spans, OnnxruntimeSpan, i);

      sum = lamina_number_add (sum, span->end - span->start);
    }
  first = g_array_index (self->spans, OnnxruntimeSpan, 0).end - g_array_index (self->spans, OnnxruntimeSpan, 0).start;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const OnnxruntimeNode *node = onnxruntime_trace_get_node (self, i);

      if (node->section != LAMINA_NONE && node->section != self->rest_section && node->parent == LAMINA_NONE)
        in_nodes = lamina_number_add (in_nodes, self->events->end[node->row] - self->events->start[node->row]);
    }
  add_number (self, N_("Runs"), N_("Runs"), n, LAMINA_UNIT_NONE);
  add_number (self, N_("Runs"), N_("First run"), first, LAMINA_UNIT_NANOSECONDS);
  if (n > 1)
    add_number (self, N_("Runs"), N_("Mean of the other runs"), (sum - first) / (n - 1), LAMINA_UNIT_NANOSECONDS);
  add_number (self, N_("Runs"), N_("In nodes"), in_nodes, LAMINA_UNIT_NANOSECONDS);
  if (sum >= in_nodes)
    add_number (self, N_("Runs"), N_("Outside of nodes"), sum - in_nodes, LAMINA_UNIT_NANOSECONDS);
}

/* How many times nodes ran on each provider, the first used first: here it shows what fell back to the CPU. */
static void
add_providers (OnnxruntimeTrace *self)
{
  const ChromeColumn *column = chrome_events_find_column (self->events, "provider");
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; column && i < self->nodes->len; i++)
    {
      guint32 provider = chrome_events_get_text (column, onnxruntime_trace_get_node (self, i)->row);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (provider)));

      if (provider == LAMINA_NONE)
        continue;
      if (n == 0)
        g_array_append_val (order, provider);
      g_hash_table_insert (counts, GUINT_TO_POINTER (provider), GUINT_TO_POINTER (n + 1));
    }
  for (guint i = 0; i < order->len; i++)
    {
      guint32 provider = g_array_index (order, guint32, i);
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (provider)));

      lamina_builder_add_property (self->builder, lamina_builder_own_word (self->builder, N_("Nodes run by provider")),
                                   chrome_trace_get_text (self->trace, provider), &LAMINA_VALUE_INIT_INTEGER (n, LAMINA_UNIT_NONE));
    }
}

void
onnxruntime_add_properties (OnnxruntimeTrace *self)
{
  add_session (self);
  add_runs (self);
  add_providers (self);
}

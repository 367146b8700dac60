/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-times.h"

#include <string.h>

TensorflowTimes *
tensorflow_times_new (void)
{
  TensorflowTimes *self = g_new0 (TensorflowTimes, 1);

  self->times = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
tensorflow_times_free (TensorflowTimes *self)
{
  g_hash_table_unref (self->times);
  g_free (self);
}

gboolean
tensorflow_is_timeline (const LaminaHead *head)
{
  return strstr (head->name, "timeline") && lamina_head_contains (head, "\"traceEvents\"")
         && lamina_head_contains (head, " Compute\"");
}

gboolean
tensorflow_is_metadata (const LaminaHead *head)
{
  return lamina_head_contains (head, "dev_stats {") && lamina_head_contains (head, "node_stats {");
}

const TensorflowTime *
tensorflow_times_find (const TensorflowTimes *self,
                       const char            *name)
{
  return g_hash_table_lookup (self->times, name);
}

void
tensorflow_times_add (TensorflowTimes *self,
                      const char      *name,
                      gint64           host,
                      gint64           device,
                      guint            calls)
{
  TensorflowTime *time = g_hash_table_lookup (self->times, name);

  if (!time)
    {
      time = g_new (TensorflowTime, 1);
      *time = (TensorflowTime) { LAMINA_ABSENT, LAMINA_ABSENT, 0 };
      g_hash_table_insert (self->times, g_strdup (name), time);
    }
  time->host = lamina_number_add (time->host, host);
  time->device = lamina_number_add (time->device, device);
  time->calls += calls;
}

/* Copies have names of their own in the listing, which end with the direction; in a timeline that is the type. */
static void
add_layers (TensorflowTimes *self,
            LaminaRun       *run)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = 0; i < layers->n; i++)
    {
      const char *name = lamina_run_get_string (run, lamina_column_id (layers->name, i));
      const char *type = lamina_run_get_string (run, lamina_column_id (layers->type, i));
      g_autofree char *record = g_strconcat (name, ":", type, NULL);
      gint64 host = lamina_column_number (layers->host, i), device = lamina_column_number (layers->device_time, i);

      tensorflow_times_add (self, name, host, device, 1);
      tensorflow_times_add (self, record, host, device, 1);
    }
}

/* The timeline is read as its own format reads it, into a document that is only asked for the times. */
static gboolean
read_timeline (TensorflowTimes  *self,
               LaminaSources    *sources,
               guint             i,
               GCancellable     *cancellable,
               GError          **error)
{
  const LaminaLimits *limits = lamina_source_get_limits (lamina_sources_get (sources, i));
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (limits);
  g_autoptr (LaminaDocument) document = NULL;

  if (!lamina_sources_load_as (sources, i, "chrome-trace", builder, cancellable, error))
    return FALSE;
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, cancellable, error);
  if (!document)
    return FALSE;
  for (guint run = 0; run < lamina_document_get_n_runs (document); run++)
    add_layers (self, lamina_document_get_run (document, run));
  return TRUE;
}

gboolean
tensorflow_times_read (TensorflowTimes  *self,
                       LaminaSources    *sources,
                       guint             i,
                       GCancellable     *cancellable,
                       GError          **error)
{
  LaminaSource *source = lamina_sources_get (sources, i);
  LaminaHead head = { .name = lamina_source_get_name (source) };

  head.text = lamina_source_get_head (source, &head.length, error);
  if (!head.text)
    return FALSE;
  if (tensorflow_is_timeline (&head))
    return read_timeline (self, sources, i, cancellable, error);
  if (!tensorflow_is_metadata (&head))
    return FALSE;
  tensorflow_read_metadata (self, source, cancellable);
  return TRUE;
}

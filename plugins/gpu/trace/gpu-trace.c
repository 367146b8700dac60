/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <glib/gi18n-lib.h>

static void
clear_string (gpointer data)
{
  g_free (((GpuString *) data)->text);
}

static void
process_free (gpointer data)
{
  GpuProcess *process = data;

  g_free (process->name);
  g_free (process);
}

static void
device_free (gpointer data)
{
  GpuDevice *device = data;

  g_free (device->name);
  g_free (device);
}

/* A pointer is hashed by its low half alone, which processes share. */
static guint
hash_call (gconstpointer key)
{
  guint64 number = GPOINTER_TO_SIZE (key);

  return (guint) ((number * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static void
counter_clear (gpointer data)
{
  g_free (((GpuCounter *) data)->name);
}

void
gpu_trace_init (GpuTrace      *self,
                LaminaBuilder *builder,
                GCancellable  *cancellable)
{
  static const char *const words[] = { [GPU_OS] = "os", [GPU_OVERHEAD] = "overhead", [GPU_KERNEL] = "kernel",
                                       [GPU_COPY] = "gpu_memcpy", [GPU_FILL] = "gpu_memset", [GPU_GRAPH] = "cuda_graph" };
  GHashTable **by_numbers[] = { &self->by_string, &self->by_process, &self->by_device, &self->device_of, &self->domains };

  self->builder = builder;
  self->import = lamina_builder_get_import (builder);
  self->cancellable = cancellable;
  self->run = lamina_builder_add_run (builder, lamina_builder_own_word (builder, N_("Session")), LAMINA_AXIS_NANOSECONDS,
                                      LAMINA_TIMING_MEASURED);
  for (guint i = 0; i < G_N_ELEMENTS (by_numbers); i++)
    *by_numbers[i] = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->common_names = g_hash_table_new (NULL, NULL);
  self->messages = g_hash_table_new (NULL, NULL);
  self->senders = g_hash_table_new (NULL, NULL);
  self->strings = g_array_new (FALSE, FALSE, sizeof (GpuString));
  g_array_set_clear_func (self->strings, clear_string);
  self->processes = g_ptr_array_new_with_free_func (process_free);
  self->devices = g_ptr_array_new_with_free_func (device_free);
  self->tracks = g_array_new (FALSE, FALSE, sizeof (GpuTrack));
  self->by_track = gpu_events_new_tracks ();
  self->events = g_array_new (FALSE, FALSE, sizeof (GpuEvent));
  self->items = g_array_new (FALSE, FALSE, sizeof (GpuItem));
  self->edges = g_array_new (FALSE, FALSE, sizeof (GpuEdge));
  self->spans = g_array_new (FALSE, FALSE, sizeof (GpuSpan));
  self->marks = g_array_new (FALSE, FALSE, sizeof (GpuMark));
  self->calls = g_hash_table_new (hash_call, NULL);
  self->counters = g_array_new (FALSE, FALSE, sizeof (GpuCounter));
  g_array_set_clear_func (self->counters, counter_clear);
  self->by_counter = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->values = g_array_new (FALSE, FALSE, sizeof (GpuValue));
  self->samples = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->sample_group = LAMINA_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    self->categories[i] = words[i] != NULL ? lamina_builder_intern (builder, words[i], -1) : 0;
}

gboolean
gpu_trace_open (GpuTrace       *self,
                LaminaSource   *source,
                LaminaBuilder  *builder,
                GCancellable   *cancellable,
                GError        **error)
{
  gpu_trace_init (self, builder, cancellable);
  self->database = lamina_sqlite_open (source, cancellable, error);
  if (self->database == NULL)
    return FALSE;
  lamina_sqlite_note_state (self->database, self->import);
  return TRUE;
}

void
gpu_trace_clear (GpuTrace *self)
{
  GHashTable **tables[] = { &self->by_string, &self->common_names, &self->by_process, &self->by_device,
                            &self->device_of, &self->by_track, &self->threads, &self->domains, &self->messages, &self->senders,
                            &self->step_names, &self->calls, &self->by_counter, &self->samples };
  GArray **arrays[] = { &self->strings, &self->tracks, &self->events, &self->items, &self->edges, &self->spans, &self->marks,
                        &self->steps, &self->counters, &self->values };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    g_clear_pointer (tables[i], g_hash_table_unref);
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (arrays[i], g_array_unref);
  g_clear_pointer (&self->processes, g_ptr_array_unref);
  g_clear_pointer (&self->devices, g_ptr_array_unref);
  g_clear_pointer (&self->database, lamina_sqlite_free);
}

void
gpu_trace_note_table (GpuTrace   *self,
                      const char *table)
{
  static const char *const none[] = { NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, table, none, NULL);
  g_autofree char *note = g_strdup_printf ("the table %s is not shown", table);

  if (lamina_sqlite_rows_next (rows))
    lamina_import_note (self->import, note, NULL, 0, LAMINA_NONE);
}

gboolean
gpu_trace_show (GpuTrace *self)
{
  gpu_names_shorten (self);
  return gpu_find_steps (self) && gpu_nest (self) && gpu_project (self) && gpu_project_spans (self)
         && gpu_build_tracks (self) && gpu_add_layers (self) && gpu_build_slices (self);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-dialect.h"
#include "chrome-order.h"

#include <string.h>

static void
member_clear (gpointer data)
{
  ChromeMember *member = data;

  g_free (member->key);
  lamina_value_clear (&member->value);
}

static void
process_clear (gpointer data)
{
  ChromeProcess *process = data;

  g_free (process->title);
}

static void
track_clear (gpointer data)
{
  ChromeTrack *track = data;

  g_free (track->title);
  g_free (track->caption);
  g_free (track->rows);
  g_free (track->launches);
}

ChromeTrace *
chrome_trace_new (LaminaBuilder              *builder,
                  LaminaSource               *source,
                  const ChromeDialect *const *dialects,
                  GHashTable                 *sections,
                  GCancellable               *cancellable)
{
  ChromeTrace *self = g_new0 (ChromeTrace, 1);

  self->builder = lamina_builder_ref (builder);
  self->import = lamina_builder_get_import (builder);
  self->source = lamina_source_ref (source);
  self->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  self->run = LAMINA_NONE;
  self->dialects = dialects;
  self->clock = LAMINA_NONE;
  self->origin = self->first_origin = LAMINA_ABSENT;
  self->parent_group = LAMINA_NONE;
  self->sections = g_hash_table_ref (sections);
  self->start = self->end = LAMINA_ABSENT;
  self->members = g_array_new (FALSE, FALSE, sizeof (ChromeMember));
  g_array_set_clear_func (self->members, member_clear);
  self->processes = g_array_new (FALSE, FALSE, sizeof (ChromeProcess));
  g_array_set_clear_func (self->processes, process_clear);
  self->tracks = g_array_new (FALSE, FALSE, sizeof (ChromeTrack));
  g_array_set_clear_func (self->tracks, track_clear);
  self->ties = g_array_new (FALSE, FALSE, sizeof (ChromeTie));
  return self;
}

void
chrome_trace_free (ChromeTrace *self)
{
  if (self->dialect && self->dialect->free_data && self->dialect_data)
    self->dialect->free_data (self->dialect_data);
  g_array_unref (self->members);
  g_array_unref (self->processes);
  g_array_unref (self->tracks);
  g_array_unref (self->ties);
  g_free (self->id_scopes);
  g_clear_pointer (&self->bound, g_hash_table_unref);
  g_clear_pointer (&self->flow_order, chrome_order_free);
  g_clear_pointer (&self->flow_ends, g_array_unref);
  g_clear_pointer (&self->events, chrome_events_free);
  g_clear_object (&self->cancellable);
  lamina_source_unref (self->source);
  lamina_builder_unref (self->builder);
  g_hash_table_unref (self->sections);
  g_free (self->title);
  g_free (self);
}

ChromeMember *
chrome_trace_find_member (ChromeTrace *self,
                          const char  *key)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      ChromeMember *member = &g_array_index (self->members, ChromeMember, i);

      if (g_str_equal (member->key, key))
        return member;
    }
  return NULL;
}

const char *
chrome_trace_get_text (ChromeTrace *self,
                       guint32      id)
{
  return id == LAMINA_NONE ? "" : lamina_builder_get_string (self->builder, id);
}

char *
chrome_trace_dup_id (ChromeTrace *self,
                     guint32      id)
{
  if (id != LAMINA_NONE && (id & CHROME_ID_NUMBER) != 0)
    return g_strdup_printf ("%u", (guint) (id - CHROME_ID_NUMBER));
  return g_strdup (chrome_trace_get_text (self, id));
}

guint32
chrome_trace_get_record (ChromeTrace *self,
                         guint32      row)
{
  return self->events->first_record + row;
}

guint64
chrome_trace_get_offset (ChromeTrace *self,
                         guint32      row)
{
  return lamina_builder_get_record_offset (self->builder, chrome_trace_get_record (self, row));
}

LaminaJsonReader *
chrome_trace_open_member (ChromeTrace    *self,
                          const char     *key,
                          LaminaJsonType  type)
{
  const ChromeMember *member = chrome_trace_find_member (self, key);
  g_autoptr (LaminaJsonReader) json = NULL;

  if (member == NULL || member->type != type)
    return NULL;
  json = lamina_json_reader_new (self->source, member->offset, member->length, NULL, NULL, NULL);
  return lamina_json_reader_enter_object (json) || lamina_json_reader_enter_array (json) ? g_steal_pointer (&json) : NULL;
}

LaminaJsonReader *
chrome_open_args (LaminaSource *source,
                  guint64       offset,
                  guint64       length)
{
  static const char *const keys[] = { "args", NULL };
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, offset, length, NULL, NULL, NULL);
  int key;

  if (lamina_json_reader_enter_object (json))
    while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
      if (key == 0 && lamina_json_reader_enter_object (json))
        return g_steal_pointer (&json);
  return NULL;
}

LaminaJsonReader *
chrome_trace_open_args (ChromeTrace *self,
                        guint32      row)
{
  return chrome_open_args (self->source, chrome_trace_get_offset (self, row), self->events->length[row]);
}

guint32
chrome_trace_add_track (ChromeTrace     *self,
                        ChromeTrackKind  kind,
                        guint32          process)
{
  ChromeTrack track = { .kind = kind, .process = process, .tid = LAMINA_NONE };

  g_array_append_val (self->tracks, track);
  return self->tracks->len - 1;
}

guint32
chrome_trace_add_process (ChromeTrace *self,
                          guint32      pid)
{
  ChromeProcess process = { .pid = pid, .parent = LAMINA_NONE, .kind = LAMINA_GROUP_HOST, .group = LAMINA_NONE };

  g_array_append_val (self->processes, process);
  return self->processes->len - 1;
}

void
chrome_trace_add_tie (ChromeTrace *self,
                      guint32      name,
                      guint32      from,
                      guint32      to)
{
  ChromeTie tie = { name, from, to };

  g_array_append_val (self->ties, tie);
}

void
chrome_trace_bind_flow (ChromeTrace *self,
                        guint32      flow,
                        guint32      row)
{
  if (!self->bound)
    self->bound = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (self->bound, GUINT_TO_POINTER (flow), GUINT_TO_POINTER (row));
}

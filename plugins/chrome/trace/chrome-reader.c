/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-reader.h"
#include "chrome-key.h"

#include <string.h>

/* The wants of all dialects, joined. */

ChromeWants *
chrome_wants_new (const ChromeDialect *const *dialects)
{
  ChromeWants *self = g_new0 (ChromeWants, 1);
  guint n = 0, known;

  for (guint i = 0; dialects[i]; i++)
    n += dialects[i]->n_wants;
  self->keys = g_new0 (const char *, n + 1);
  self->types = g_new0 (ChromeWantType, n + 1);
  for (guint i = 0; dialects[i]; i++)
    for (guint j = 0; j < dialects[i]->n_wants; j++)
      {
        const ChromeWant *want = &dialects[i]->wants[j];

        for (known = 0; known < self->n && strcmp (self->keys[known], want->key) != 0; known++)
          ;
        g_warn_if_fail (known == self->n || self->types[known] == want->type);
        self->keys[known] = want->key;
        self->types[known] = want->type;
        self->n = MAX (self->n, known + 1);
      }
  return self;
}

void
chrome_wants_free (ChromeWants *self)
{
  g_free (self->keys);
  g_free (self->types);
  g_free (self);
}

/* Texts */

static void
set_id (const ChromeTextTarget *target,
        guint32                 id)
{
  if (target->column != NULL)
    chrome_column_get_texts (target->column)[target->index] = id;
  else
    *target->cell = id;
}

void
chrome_texts_flush (ChromeTexts *self)
{
  guint32 ids[CHROME_MOST_TEXTS];

  lamina_builder_intern_many (self->builder, self->n, self->texts, self->lengths, ids);
  for (guint i = 0; i < self->n; i++)
    set_id (&self->targets[i], ids[i]);
  self->n = 0;
  self->used = 0;
}

static void
add (ChromeTexts      *self,
     const char       *text,
     gsize             length,
     ChromeTextTarget  target)
{
  if (self->n == CHROME_MOST_TEXTS || length > sizeof self->bytes - self->used)
    chrome_texts_flush (self);
  if (length > sizeof self->bytes)
    {
      set_id (&target, lamina_builder_intern (self->builder, text, (gssize) length));
      return;
    }
  self->texts[self->n] = memcpy (self->bytes + self->used, text, length);
  self->lengths[self->n] = length;
  self->targets[self->n++] = target;
  self->used += length;
}

void
chrome_texts_add (ChromeTexts *self,
                  const char  *text,
                  gsize        length,
                  guint32     *cell)
{
  add (self, text, length, (ChromeTextTarget) { .cell = cell });
}

void
chrome_texts_add_to (ChromeTexts  *self,
                     const char   *text,
                     gsize         length,
                     ChromeColumn *column)
{
  add (self, text, length, (ChromeTextTarget) { .column = column, .index = column->n - 1 });
}

/* Longer texts are named by their place alone. */
#define LONG_TEXT 65536

static void
chrome_reader_init (ChromeReader      *self,
                    LaminaJsonReader  *json,
                    LaminaBuilder     *builder,
                    LaminaSource      *source,
                    ChromePart        *part,
                    const ChromeWants *wants)
{
  *self = (ChromeReader) { .json = json, .builder = builder, .import = lamina_builder_get_import (builder),
                           .source = source, .part = part, .wants = wants };
  self->texts.builder = builder;
  self->threads = g_hash_table_new_full (chrome_key_hash, g_int64_equal, g_free, NULL);
}

/* The part is whole only then. */
static void
chrome_reader_clear (ChromeReader *self)
{
  chrome_texts_flush (&self->texts);
  g_clear_pointer (&self->threads, g_hash_table_unref);
}

/* Parts of an array, each with a table of its own, and a phase for events that have none. */
typedef struct
{
  ChromeTrace *trace;
  const ChromeWants *wants;
  char phase;
  ChromePart *parts[LAMINA_MAX_PARTS];
} Parts;

static gboolean
read_part (LaminaBuilder     *shard,
           LaminaJsonReader  *json,
           guint              part,
           gpointer           data,
           GError           **error)
{
  Parts *self = data;
  ChromeReader reader;

  g_clear_pointer (&self->parts[part], chrome_part_free);
  self->parts[part] = chrome_part_new (self->wants->keys, self->wants->types, self->wants->n);
  chrome_reader_init (&reader, json, shard, self->trace->source, self->parts[part], self->wants);
  while (lamina_json_reader_next_element (json))
    chrome_reader_add_event (&reader, self->phase);
  chrome_reader_clear (&reader);
  return TRUE;
}

static void
renumber_part (const LaminaShardMap *map,
               gpointer              data)
{
  Parts *self = data;

  chrome_part_renumber (self->parts[map->index], map);
}

static gboolean
read_array (ChromeTrace        *self,
            LaminaJsonReader   *json,
            const ChromeWants  *wants,
            char                phase,
            GError            **error)
{
  Parts parts = { .trace = self, .wants = wants, .phase = phase };
  guint n_parts;
  gboolean read = lamina_builder_split_array (self->builder, json, read_part, renumber_part, &parts, &n_parts, error);

  if (!g_cancellable_is_cancelled (self->cancellable))
    chrome_events_join (self->events, self->builder, parts.parts, n_parts, self->cancellable);
  for (guint i = 0; i < LAMINA_MAX_PARTS; i++)
    g_clear_pointer (&parts.parts[i], chrome_part_free);
  return read;
}

/* Members of an object are records as elements of an array are. */
static void
read_members_as_events (ChromeTrace       *self,
                        LaminaJsonReader  *json,
                        const ChromeWants *wants,
                        char               phase)
{
  g_autoptr (ChromePart) part = chrome_part_new (wants->keys, wants->types, wants->n);
  ChromeReader reader;

  if (self->events->first_record != LAMINA_NONE)
    part->first_record = self->events->first_record + self->events->n;
  chrome_reader_init (&reader, json, self->builder, self->source, part, wants);
  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      chrome_reader_add_event (&reader, phase);
  chrome_reader_clear (&reader);
  chrome_events_join (self->events, self->builder, (ChromePart *[]) { part }, 1, self->cancellable);
}

static gboolean
is_container (LaminaJsonReader *json)
{
  LaminaJsonType type = lamina_json_reader_peek (json);

  return type == LAMINA_JSON_OBJECT || type == LAMINA_JSON_ARRAY;
}

static void
read_member (ChromeTrace      *self,
             LaminaJsonReader *json)
{
  ChromeMember member = { .type = lamina_json_reader_peek (json), .offset = lamina_json_reader_get_offset (json) };
  gboolean skipped = is_container (json);

  member.key = g_strdup (lamina_json_reader_get_key (json, NULL));
  member.value.type = LAMINA_VALUE_NULL;
  if (skipped)
    lamina_json_reader_skip (json, &member.offset, &member.length);
  else
    {
      lamina_json_reader_read_value (json, &member.value);
      member.length = lamina_json_reader_get_end (json) - member.offset;
    }
  if (member.length > LONG_TEXT && !skipped)
    {
      lamina_value_clear (&member.value);
      member.value = (LaminaValue) { .type = LAMINA_VALUE_NULL };
    }
  g_array_append_val (self->members, member);
}

static gboolean
read_object (ChromeTrace        *self,
             LaminaJsonReader   *json,
             const ChromeWants  *wants,
             GError            **error)
{
  static const char *const keys[] = { "traceEvents", "samples", NULL };
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key < 0 || !is_container (json))
      read_member (self, json);
    else if (lamina_json_reader_peek (json) == LAMINA_JSON_OBJECT)
      read_members_as_events (self, json, wants, key == 0 ? 0 : 'P');
    else if (!read_array (self, json, wants, key == 0 ? 0 : 'P', error))
      return FALSE;
  return TRUE;
}

gboolean
chrome_trace_read (ChromeTrace        *self,
                   LaminaJsonReader   *json,
                   const ChromeWants  *wants,
                   GError            **error)
{
  LaminaHead head = { 0 };
  gboolean is_array;

  head.text = lamina_source_get_head (self->source, &head.length, NULL);
  is_array = head.text && lamina_head_first_char (&head) == '[';
  if (is_array)
    lamina_json_reader_add_record_path (json, "/@");
  else
    {
      lamina_json_reader_add_record_path (json, "/traceEvents/@");
      lamina_json_reader_add_record_path (json, "/samples/@");
    }
  if (is_array)
    {
      if (!read_array (self, json, wants, 0, error))
        return FALSE;
    }
  else if (lamina_json_reader_enter_object (json) && !read_object (self, json, wants, error))
    return FALSE;
  lamina_json_reader_expect_end (json);
  return lamina_json_reader_finish (json, error);
}

/* The heading of members that stand alone. */
#define ROOT_GROUP N_("Trace")

/* Larger values are named by their place. */
#define LARGE_VALUE 16384

void
chrome_trace_add_value (ChromeTrace       *self,
                        const char        *group,
                        const char        *key,
                        const LaminaValue *value)
{
  g_autofree char *heading = self->title ? g_strdup_printf ("%s · %s", self->title, group) : NULL;

  lamina_builder_add_property (self->builder, heading ? heading : group, key, value);
}

static void
add_place (ChromeTrace *self,
           const char  *group,
           const char  *key,
           guint64      offset,
           guint64      length)
{
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT " bytes from byte %" G_GUINT64_FORMAT " of the file on",
                                           length, offset);

  chrome_trace_add_value (self, group, key, &LAMINA_VALUE_INIT_TEXT (text));
}

static void
add_members (ChromeTrace      *self,
             LaminaJsonReader *json,
             const char       *group)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      LaminaValue value = { 0 };

      if (!lamina_json_reader_read_value (json, &value))
        continue;
      chrome_trace_add_value (self, group, key, &value);
      lamina_value_clear (&value);
    }
}

void
chrome_trace_add_property (ChromeTrace *self,
                           const char  *group,
                           const char  *key,
                           guint64      offset,
                           guint64      length)
{
  g_autoptr (LaminaJsonReader) json = NULL;
  LaminaValue value = { 0 };

  if (length > LARGE_VALUE)
    {
      add_place (self, group, key, offset, length);
      return;
    }
  json = lamina_json_reader_new (self->source, offset, length, NULL, NULL, NULL);
  if (!lamina_json_reader_read_value (json, &value))
    return;
  chrome_trace_add_value (self, group, key, &value);
  lamina_value_clear (&value);
}

/* Stack frames are shown with the events that refer to them. */
static void
add_member (ChromeTrace        *self,
            const ChromeMember *member)
{
  g_autoptr (LaminaJsonReader) json = NULL;

  if (g_str_equal (member->key, "stackFrames"))
    add_place (self, ROOT_GROUP, member->key, member->offset, member->length);
  else if (member->type == LAMINA_JSON_OBJECT && member->length <= LARGE_VALUE)
    {
      json = lamina_json_reader_new (self->source, member->offset, member->length, NULL, NULL, NULL);
      if (lamina_json_reader_enter_object (json))
        add_members (self, json, member->key);
    }
  else if (member->type == LAMINA_JSON_OBJECT || member->type == LAMINA_JSON_ARRAY || member->length > LARGE_VALUE)
    chrome_trace_add_property (self, ROOT_GROUP, member->key, member->offset, member->length);
  else
    chrome_trace_add_value (self, ROOT_GROUP, member->key, &member->value);
}

void
chrome_trace_add_properties (ChromeTrace *self)
{
  lamina_builder_own_word (self->builder, ROOT_GROUP);
  for (guint i = 0; i < self->members->len; i++)
    {
      const ChromeMember *member = &g_array_index (self->members, ChromeMember, i);

      if (!member->is_used)
        add_member (self, member);
    }
}

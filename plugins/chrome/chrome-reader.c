/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-reader.h"

/* Longer texts are named by their place alone. */
#define LONG_TEXT 65536

void
chrome_reader_init (ChromeReader      *self,
                    LaminaJsonReader  *json,
                    LaminaBuilder     *builder,
                    LaminaSource      *source,
                    ChromeEvents      *events,
                    const ChromeWants *wants)
{
  *self = (ChromeReader) { .json = json, .builder = builder, .import = lamina_builder_get_import (builder),
                           .source = source, .events = events, .wants = wants, .last_thread = LAMINA_NONE };
  self->threads = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

void
chrome_reader_clear (ChromeReader *self)
{
  g_clear_pointer (&self->threads, g_hash_table_unref);
}

/* Members of an object are records as elements of an array are. */
static void
read_events (ChromeReader *self,
             char          phase)
{
  if (lamina_json_reader_enter_array (self->json))
    while (lamina_json_reader_next_element (self->json))
      chrome_reader_add_event (self, phase);
  else if (lamina_json_reader_enter_object (self->json))
    while (lamina_json_reader_next_member (self->json, NULL) != LAMINA_JSON_END)
      chrome_reader_add_event (self, phase);
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

static void
read_object (ChromeTrace  *self,
             ChromeReader *reader)
{
  static const char *const keys[] = { "traceEvents", "samples", NULL };
  int key;

  while ((key = lamina_json_reader_next_member (reader->json, keys)) != LAMINA_JSON_END)
    if (key >= 0 && is_container (reader->json))
      read_events (reader, key == 0 ? 0 : 'P');
    else
      read_member (self, reader->json);
}

static char
get_first_char (LaminaSource *source)
{
  LaminaHead head = { 0 };

  head.text = lamina_source_get_head (source, &head.length, NULL);
  return head.text ? lamina_head_first_char (&head) : '\0';
}

gboolean
chrome_trace_read (ChromeTrace       *self,
                   LaminaJsonReader  *json,
                   const ChromeWants *wants)
{
  gboolean is_array = get_first_char (self->source) == '[';
  ChromeReader reader;

  if (is_array)
    lamina_json_reader_add_record_path (json, "/@");
  else
    {
      lamina_json_reader_add_record_path (json, "/traceEvents/@");
      lamina_json_reader_add_record_path (json, "/samples/@");
    }
  chrome_reader_init (&reader, json, self->builder, self->source, self->events, wants);
  if (is_array)
    read_events (&reader, 0);
  else if (lamina_json_reader_enter_object (json))
    read_object (self, &reader);
  chrome_reader_clear (&reader);
  lamina_json_reader_expect_end (json);
  return self->events->n > 0 || self->members->len > 0;
}

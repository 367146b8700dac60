/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-header.h"

/* The heading of members that stand alone. */
#define ROOT_GROUP "Trace"

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
  for (guint i = 0; i < self->members->len; i++)
    {
      const ChromeMember *member = &g_array_index (self->members, ChromeMember, i);

      if (!member->is_used)
        add_member (self, member);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-header.h"
#include "kineto-trace.h"

/* Members of the root that are objects: the devices, and the job that the process is a part of. */

static void
add_members (ChromeTrace      *trace,
             LaminaJsonReader *json,
             const char       *group)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      LaminaValue value = { 0 };

      if (g_str_equal (key, "id") || !lamina_json_reader_read_value (json, &value))
        continue;
      if (g_str_equal (key, "totalGlobalMem") || g_str_has_prefix (key, "sharedMem"))
        value.unit = LAMINA_UNIT_BYTES;
      if (value.type != LAMINA_VALUE_NULL)
        chrome_trace_add_value (trace, group, key, &value);
      lamina_value_clear (&value);
    }
}

/* The text of a device without its number: equal devices of a node are listed once. */
static char *
dup_model (LaminaJsonReader *json)
{
  GString *text = g_string_new (NULL);

  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      {
        g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
        LaminaValue value = { 0 };

        if (g_str_equal (key, "id") || !lamina_json_reader_read_value (json, &value))
          continue;
        g_string_append_printf (text, "%s=%s\n", key, value.text ? value.text : "");
        lamina_value_clear (&value);
      }
  return g_string_free (text, FALSE);
}

/* The texts of the devices in their order, without those that follow an equal one; @counts says how often each stands. */
static GPtrArray *
list_models (ChromeTrace        *trace,
             const ChromeMember *member,
             GArray             *counts)
{
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  GPtrArray *models = g_ptr_array_new_with_free_func (g_free);
  const guint one = 1;

  if (lamina_json_reader_enter_array (json))
    while (lamina_json_reader_next_element (json))
      {
        g_autofree char *model = dup_model (json);

        if (models->len > 0 && g_str_equal (model, models->pdata[models->len - 1]))
          g_array_index (counts, guint, counts->len - 1)++;
        else
          {
            g_ptr_array_add (models, g_steal_pointer (&model));
            g_array_append_val (counts, one);
          }
      }
  return models;
}

static void
add_devices (ChromeTrace *trace)
{
  ChromeMember *member = chrome_trace_find_member (trace, "deviceProperties");
  g_autoptr (LaminaJsonReader) json = NULL;
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) models = NULL;
  guint first = 0;

  if (member == NULL || member->type != LAMINA_JSON_ARRAY)
    return;
  member->is_used = TRUE;
  models = list_models (trace, member, counts);
  json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (!lamina_json_reader_enter_array (json))
    return;
  for (guint i = 0; i < models->len; i++)
    {
      guint n = g_array_index (counts, guint, i);
      g_autofree char *group = n == 1 ? g_strdup_printf ("GPU %u", first) : g_strdup_printf ("GPU %u–%u", first, first + n - 1);

      if (lamina_json_reader_next_element (json) && lamina_json_reader_enter_object (json))
        add_members (trace, json, group);
      for (guint j = 1; j < n; j++)
        lamina_json_reader_next_element (json);
      first += n;
    }
}

static void
add_job (ChromeTrace *trace)
{
  ChromeMember *member = chrome_trace_find_member (trace, "distributedInfo");
  g_autoptr (LaminaJsonReader) json = NULL;

  if (member == NULL || member->type != LAMINA_JSON_OBJECT)
    return;
  member->is_used = TRUE;
  json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (lamina_json_reader_enter_object (json))
    add_members (trace, json, "Distributed");
}

void
kineto_add_properties (ChromeTrace *trace)
{
  lamina_builder_set_tool (trace->builder, "PyTorch");
  add_devices (trace);
  add_job (trace);
}

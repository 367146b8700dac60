/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

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

      if (!lamina_json_reader_read_value (json, &value))
        continue;
      if (g_str_equal (key, "totalGlobalMem") || g_str_has_prefix (key, "sharedMem"))
        value.unit = LAMINA_UNIT_BYTES;
      if (value.type != LAMINA_VALUE_NULL)
        lamina_builder_add_property (trace->builder, group, key, &value);
      lamina_value_clear (&value);
    }
}

static void
add_devices (ChromeTrace *trace)
{
  ChromeMember *member = chrome_trace_find_member (trace, "deviceProperties");
  g_autoptr (LaminaJsonReader) json = NULL;
  guint n = 0;

  if (member == NULL || member->type != LAMINA_JSON_ARRAY)
    return;
  member->is_used = TRUE;
  json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (!lamina_json_reader_enter_array (json))
    return;
  while (lamina_json_reader_next_element (json))
    {
      g_autofree char *group = g_strdup_printf ("GPU %u", n);

      if (lamina_json_reader_enter_object (json))
        add_members (trace, json, group);
      n++;
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

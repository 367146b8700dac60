/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "onnxruntime-trace.h"

#include <string.h>

/* What the threads of the pool did for a node is an object of objects: each number becomes an attribute of its own. */
static void
add_statistics (LaminaDetails    *details,
                LaminaJsonReader *json,
                const char       *group,
                const char       *path,
                guint             depth)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      const char *key = lamina_json_reader_get_key (json, NULL);
      g_autofree char *name = path ? g_strdup_printf ("%s · %s", path, key) : g_strdup (key);
      LaminaValue value;

      if (depth > 0 && lamina_json_reader_enter_object (json))
        add_statistics (details, json, group, name, depth - 1);
      else if (lamina_json_reader_read_value (json, &value))
        {
          lamina_details_add (details, group, name, &value);
          lamina_value_clear (&value);
        }
    }
}

static gboolean
describe_statistics (LaminaDetails     *details,
                     const char        *key,
                     const LaminaValue *value)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (value->text, strlen (value->text));
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes (key, bytes, NULL);
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);

  if (!lamina_json_reader_enter_object (json))
    return FALSE;
  add_statistics (details, json, key, NULL, 2);
  return TRUE;
}

static gboolean
is_size (const char *key)
{
  return g_str_has_suffix (key, "_size") || g_str_has_prefix (key, "mem_");
}

/* Numbers stand in quotes in the file. */
gboolean
onnxruntime_describe (LaminaDetails     *details,
                      const char        *key,
                      const LaminaValue *value)
{
  LaminaValue number = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_BYTES);

  if (value->text == NULL || value->type != LAMINA_VALUE_TEXT)
    return FALSE;
  if (strcmp (key, "thread_scheduling_stats") == 0)
    return describe_statistics (details, key, value);
  if (!is_size (key) || !lamina_decimal_parse (value->text, strlen (value->text), 0, &number.integer))
    return FALSE;
  lamina_details_add (details, NULL, key, &number);
  return TRUE;
}

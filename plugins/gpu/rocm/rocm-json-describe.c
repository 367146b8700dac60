/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-json-private.h"

/* What a record says */

static void describe_members (LaminaDetails    *details,
                              LaminaJsonReader *json,
                              guint             depth);

/* `{ "x": 256, "y": 1, "z": 1 }` as `256 × 1 × 1` */
static void
describe_size (LaminaDetails    *details,
               LaminaJsonReader *json,
               const char       *name)
{
  g_autoptr (GString) text = g_string_new (NULL);

  lamina_json_reader_enter_object (json);
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      const char *number = lamina_json_reader_read_text (json, NULL);

      if (number != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " × " : "", number);
    }
  lamina_details_add (details, NULL, name, &LAMINA_VALUE_INIT_TEXT (text->str));
}

/* `[ { "type": "size_t", "name": "sizeBytes", "value": "4096" } ]`: arguments of a call */
static void
describe_arguments (LaminaDetails    *details,
                    LaminaJsonReader *json,
                    const char       *group)
{
  static const char *const keys[] = { "name", "value", NULL };
  int key;

  lamina_json_reader_enter_array (json);
  while (lamina_json_reader_next_element (json))
    {
      g_autofree char *name = NULL, *value = NULL;

      if (lamina_json_reader_enter_object (json))
        while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
          if (key >= 0)
            rocm_take_text (json, key == 0 ? &name : &value);
      if (name != NULL && value != NULL)
        lamina_details_add (details, group, name, &LAMINA_VALUE_INIT_TEXT (value));
    }
}

static void
describe_value (LaminaDetails    *details,
                LaminaJsonReader *json,
                const char       *name,
                guint             depth)
{
  LaminaJsonType type = lamina_json_reader_peek (json);
  LaminaValue value = { 0 };

  if (type == LAMINA_JSON_OBJECT && g_str_has_prefix (name, "dispatch_") && depth < 2)
    describe_members (details, json, depth + 1);
  else if (type == LAMINA_JSON_OBJECT && g_str_has_suffix (name, "_id"))
    lamina_details_add (details, NULL, name, &LAMINA_VALUE_INIT_INTEGER (rocm_read_handle (json), LAMINA_UNIT_NONE));
  else if (type == LAMINA_JSON_OBJECT && g_str_has_suffix (name, "_size"))
    describe_size (details, json, name);
  else if (type == LAMINA_JSON_ARRAY && g_str_equal (name, "args"))
    describe_arguments (details, json, name);
  else if (lamina_json_reader_read_value (json, &value))
    {
      if (value.type == LAMINA_VALUE_INTEGER && (g_str_equal (name, "bytes") || g_str_has_suffix (name, "_size")))
        value.unit = LAMINA_UNIT_BYTES;
      lamina_details_add (details, NULL, name, &value);
      lamina_value_clear (&value);
    }
}

/* What the views say already is left out. */
static void
describe_members (LaminaDetails    *details,
                  LaminaJsonReader *json,
                  guint             depth)
{
  static const char *const left_out[] = { "size", "kind", "operation", "thread_id", "correlation_id", "start_timestamp",
                                          "end_timestamp", "kernel_id", "records", NULL };

  if (!lamina_json_reader_enter_object (json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *name = g_strdup (lamina_json_reader_get_key (json, NULL));

      if (!g_strv_contains (left_out, name))
        describe_value (details, json, name, depth);
    }
}

gboolean
rocm_describe_json (LaminaDocument     *document,
                    const LaminaPlace  *place,
                    LaminaDetails      *details,
                    GError            **error)
{
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);
  LaminaArgs args;

  if (!lamina_source_check_unchanged (source, error))
    return FALSE;
  for (guint i = 0; lamina_document_find_args (document, place, i, &args); i++)
    {
      g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, args.offset, args.length, NULL, NULL, NULL);

      describe_members (details, json, 0);
      if (!lamina_json_reader_finish (json, error))
        return FALSE;
    }
  return TRUE;
}

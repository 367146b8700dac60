/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tftimeline-trace.h"

#include <string.h>

/* Fields of `tensor_description`; the dimensions stand in the shape of the tensor. */
static void
describe_fields (LaminaDetails     *details,
                 LaminaProtoReader *proto)
{
  while (lamina_proto_reader_next (proto))
    {
      const char *name = lamina_proto_reader_get_name (proto), *text;
      LaminaValue number = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_NONE);

      if (strcmp (name, "shape") == 0)
        continue;
      if (lamina_proto_reader_enter (proto))
        {
          describe_fields (details, proto);
          continue;
        }
      number.unit = g_str_has_suffix (name, "_bytes") ? LAMINA_UNIT_BYTES : LAMINA_UNIT_NONE;
      text = lamina_proto_reader_read_text (proto, NULL);
      if (lamina_proto_reader_read_int64 (proto, &number.integer))
        lamina_details_add (details, NULL, name, &number);
      else if (text && *text && g_utf8_validate (text, -1, NULL))
        lamina_details_add (details, NULL, name, &LAMINA_VALUE_INIT_TEXT (text));
    }
}

gboolean
tftimeline_describe (LaminaDetails     *details,
                     const char        *key,
                     const LaminaValue *value)
{
  static const char *const keys[] = { "tensor_description", NULL };
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LaminaSource) source = NULL;
  g_autoptr (LaminaJsonReader) json = NULL;
  int found;

  if (strcmp (key, "snapshot") != 0 || !value->text)
    return FALSE;
  bytes = g_bytes_new_static (value->text, strlen (value->text));
  source = lamina_source_new_for_bytes (key, bytes, NULL);
  json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);
  if (!lamina_json_reader_enter_object (json))
    return FALSE;
  while ((found = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    {
      gsize length;
      const char *text = found == 0 ? lamina_json_reader_read_text (json, &length) : NULL;
      g_autoptr (LaminaProtoReader) proto = text ? lamina_proto_reader_new_for_text (text, length) : NULL;

      if (!proto)
        return FALSE;
      describe_fields (details, proto);
    }
  return TRUE;
}

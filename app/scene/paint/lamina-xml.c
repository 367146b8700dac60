/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-xml.h"

static gboolean
is_allowed (gunichar c)
{
  return c >= 0x20 && !(c >= 0x7f && c <= 0x9f) && (c & 0xfffe) != 0xfffe;
}

void
lamina_xml_append_letter (GString  *text,
                          gunichar  letter)
{
  switch (letter)
    {
    case '&': g_string_append (text, "&amp;"); break;
    case '<': g_string_append (text, "&lt;"); break;
    case '>': g_string_append (text, "&gt;"); break;
    case '"': g_string_append (text, "&quot;"); break;
    case '\t': case '\n': case '\r': g_string_append_c (text, ' '); break;
    default: g_string_append_unichar (text, is_allowed (letter) ? letter : 0xfffd); break;
    }
}

void
lamina_xml_append_escaped (GString    *text,
                           const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    lamina_xml_append_letter (text, g_utf8_get_char (p));
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-xml-private.h"

static gboolean
is_allowed (gunichar c)
{
  return c >= 0x20 && !(c >= 0x7f && c <= 0x9f) && (c & 0xfffe) != 0xfffe;
}

void
lamina_xml_append_escaped (GString    *text,
                           const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '&')
        g_string_append (text, "&amp;");
      else if (c == '<')
        g_string_append (text, "&lt;");
      else if (c == '>')
        g_string_append (text, "&gt;");
      else if (c == '"')
        g_string_append (text, "&quot;");
      else if (c == '\t' || c == '\n' || c == '\r')
        g_string_append_c (text, ' ');
      else
        g_string_append_unichar (text, is_allowed (c) ? c : 0xfffd);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-value-text.h"

#include <string.h>

#define SHORT 24
#define INDENT 2
/* Deeper than this, the lines would leave the window. */
#define MAX_INDENT 12

gboolean
lamina_value_is_nested (const char *text)
{
  return (*text == '{' || *text == '[') && strlen (text) > SHORT;
}

/* How many bytes a string of JSON takes, its quotes included. */
static gsize
get_string_length (const char *text)
{
  gsize i = 1;

  while (text[i] && text[i] != '"')
    i += text[i] == '\\' && text[i + 1] ? 2 : 1;
  return text[i] ? i + 1 : i;
}

/* How many bytes a bracket takes with all in it, when that is short and holds no other bracket; else 0. */
static gsize
get_short_length (const char *text)
{
  for (gsize i = 1; text[i] && i < 2 * SHORT; i++)
    {
      if (text[i] == '{' || text[i] == '[')
        return 0;
      if (text[i] == '"')
        i += get_string_length (text + i) - 1;
      else if (text[i] == '}' || text[i] == ']')
        return i + 1;
    }
  return 0;
}

static void
break_line (GString *out,
            guint    depth)
{
  g_string_append_c (out, '\n');
  for (guint i = 0; i < MIN (depth, MAX_INDENT) * INDENT; i++)
    g_string_append_c (out, ' ');
}

char *
lamina_value_dup_indented (const char *text)
{
  GString *out = g_string_new (NULL);
  guint depth = 0;

  while (*text)
    {
      gsize length = 1, whole = *text == '{' || *text == '[' ? get_short_length (text) : 0;

      if (*text == '"')
        length = get_string_length (text);
      else if (whole > 0)
        length = whole;
      if (*text == '}' || *text == ']')
        break_line (out, depth > 0 ? --depth : 0);
      if (length > 1 || !g_ascii_isspace (*text))
        g_string_append_len (out, text, (gssize) length);
      else if (out->len > 0 && !g_ascii_isspace (out->str[out->len - 1]))
        g_string_append_c (out, ' ');
      if (whole == 0 && (*text == '{' || *text == '['))
        break_line (out, ++depth);
      else if (*text == ',')
        break_line (out, depth);
      text += length;
    }
  return g_string_free (out, FALSE);
}

char *
lamina_message_dup_sentence (const char *message)
{
  g_autofree char *first = g_utf8_substring (message, 0, *message != '\0');
  g_autofree char *upper = g_utf8_strup (first, -1);

  return g_strconcat (upper, message + strlen (first), g_str_has_suffix (message, ".") ? "" : ".", NULL);
}

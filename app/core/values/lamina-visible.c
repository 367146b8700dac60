/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-visible.h"

#include <string.h>

/* The pictures of the controls from NUL on, and of DEL. */
#define PICTURE_OF_NUL 0x2400
#define PICTURE_OF_DEL 0x2421

/* Marks, embeddings, overrides and isolates of direction, ends of lines and paragraphs, and the mark of byte order. */
gboolean
lamina_visible_has_effect (gunichar letter)
{
  return letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || letter == 0x061c || letter == 0x200e || letter == 0x200f
         || (letter >= 0x2028 && letter <= 0x202e) || (letter >= 0x2066 && letter <= 0x2069) || letter == 0xfeff;
}

static void
append_letter (GString  *out,
               gunichar  letter)
{
  if (letter == '\t' || letter == '\n' || letter == '\r')
    g_string_append_c (out, ' ');
  else if (letter < 0x20)
    g_string_append_unichar (out, PICTURE_OF_NUL + letter);
  else if (letter == 0x7f)
    g_string_append_unichar (out, PICTURE_OF_DEL);
  else if (lamina_visible_has_effect (letter))
    g_string_append_printf (out, "\\u%04x", letter);
  else
    g_string_append_unichar (out, letter);
}

/* How many bytes at the beginning are letters of ASCII, which most texts are altogether. */
static gsize
count_plain (const char *text)
{
  const char *p = text;

  while (*p >= 0x20 && *p < 0x7f)
    p++;
  return (gsize) (p - text);
}

/* Whether a text can be shown as it is. */
static gboolean
is_visible (const char *text)
{
  for (text += count_plain (text); *text != '\0'; text += count_plain (text))
    {
      gunichar letter = g_utf8_get_char_validated (text, -1);

      if (letter == (gunichar) -1 || letter == (gunichar) -2 || lamina_visible_has_effect (letter))
        return FALSE;
      text = g_utf8_next_char (text);
    }
  return TRUE;
}

void
lamina_visible_append (GString    *out,
                       const char *text)
{
  gsize plain;

  g_return_if_fail (out != NULL);
  g_return_if_fail (text != NULL);

  while (text[plain = count_plain (text)] != '\0')
    {
      gunichar letter = g_utf8_get_char_validated (text + plain, -1);

      g_string_append_len (out, text, (gssize) plain);
      text += plain;
      if (letter == (gunichar) -1 || letter == (gunichar) -2)
        {
          g_string_append_unichar (out, 0xfffd);
          text++;
          continue;
        }
      append_letter (out, letter);
      text = g_utf8_next_char (text);
    }
  g_string_append_len (out, text, (gssize) plain);
}

char *
lamina_visible_dup (const char *text)
{
  GString *out;

  g_return_val_if_fail (text != NULL, NULL);

  if (is_visible (text))
    return g_strdup (text);
  out = g_string_sized_new (strlen (text) + 16);
  lamina_visible_append (out, text);
  return g_string_free (out, FALSE);
}

static gboolean
is_inside_letter (char byte)
{
  return ((guchar) byte & 0xc0) == 0x80;
}

char *
lamina_visible_dup_ends (const char *text,
                         gsize       most)
{
  gsize length, first = most, last;

  g_return_val_if_fail (text != NULL, NULL);

  length = strlen (text);
  if (length / 2 < most || length <= 2 * most)
    return NULL;
  for (last = length - most; is_inside_letter (text[last]);)
    last++;
  while (first > 0 && is_inside_letter (text[first]))
    first--;
  return g_strdup_printf ("%.*s…%s", (int) first, text, text + last);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-csv.h"

#include <string.h>

void
lamina_csv_append (GString    *csv,
                   const char *cell)
{
  if (strpbrk (cell, ",\"\r\n") == NULL)
    {
      g_string_append (csv, cell);
      return;
    }
  g_string_append_c (csv, '"');
  for (; *cell != '\0'; cell++)
    {
      if (*cell == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *cell);
    }
  g_string_append_c (csv, '"');
}

/* These signs begin one, the wide ones in editions for wide letters. */
gboolean
lamina_csv_is_formula (const char *text)
{
  static const gunichar wide_signs[] = { 0xff1d, 0xff0b, 0xff0d, 0xff20 };
  gunichar first = g_utf8_get_char_validated (text, -1);
  char *end;

  if (*text == '+' || *text == '-')
    {
      g_ascii_strtod (text, &end);
      return end == text || *end != '\0';
    }
  for (guint i = 0; i < G_N_ELEMENTS (wide_signs); i++)
    if (first == wide_signs[i])
      return TRUE;
  return *text != '\0' && strchr ("=@\t\r", *text) != NULL;
}

void
lamina_csv_append_text (GString        *csv,
                        const char     *text,
                        LaminaCsvStyle  style)
{
  g_autofree char *visible = style & LAMINA_CSV_VISIBLE ? lamina_visible_dup (text) : NULL;
  g_autofree char *guarded = NULL;

  if ((style & LAMINA_CSV_PROTECTED) && lamina_csv_is_formula (text))
    guarded = g_strconcat ("'", visible != NULL ? visible : text, NULL);
  lamina_csv_append (csv, guarded != NULL ? guarded : visible != NULL ? visible : text);
}

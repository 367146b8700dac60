/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-match.h"

#include <string.h>

GPtrArray *
lamina_match_split (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (const char *p = folded; *p;)
    {
      const char *begin = p;

      while (*p && !g_unichar_isspace (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
      if (p > begin)
        g_ptr_array_add (words, g_strndup (begin, (gsize) (p - begin)));
      while (*p && g_unichar_isspace (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
    }
  return words;
}

/* @text is ASCII, and @word holds no capital letter. */
static gboolean
ascii_contains (const char *text,
                const char *word)
{
  for (; *text; text++)
    {
      gsize i = 0;

      while (word[i] && g_ascii_tolower (text[i]) == word[i])
        i++;
      if (!word[i])
        return TRUE;
    }
  return FALSE;
}

gboolean
lamina_match_contains (const char *text,
                       const char *word)
{
  g_autofree char *folded = NULL;

  if (g_str_is_ascii (text))
    return ascii_contains (text, word);
  folded = g_utf8_casefold (text, -1);
  return strstr (folded, word) != NULL;
}

gboolean
lamina_match_contains_all (const char      *text,
                           const GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    if (!lamina_match_contains (text, g_ptr_array_index (words, i)))
      return FALSE;
  return TRUE;
}

gboolean
lamina_match_name (LaminaRun  *run,
                   const char *name,
                   const char *word)
{
  g_auto (GStrv) whole = NULL;

  if (lamina_match_contains (name, word))
    return TRUE;
  whole = lamina_run_dup_whole_names (run, name);
  for (char **other = whole; other != NULL && *other != NULL; other++)
    if (lamina_match_contains (*other, word))
      return TRUE;
  return FALSE;
}

gboolean
lamina_match_name_all (LaminaRun       *run,
                       const char      *name,
                       const GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    if (!lamina_match_name (run, name, g_ptr_array_index (words, i)))
      return FALSE;
  return TRUE;
}

gboolean
lamina_match_pattern (const char *text,
                      const char *pattern)
{
  const char *after_star = NULL;
  const char *retry = NULL;

  while (*text)
    if (*pattern == '*')
      {
        after_star = ++pattern;
        retry = text;
      }
    else if (*pattern == *text)
      {
        pattern++;
        text++;
      }
    else if (after_star)
      {
        pattern = after_star;
        text = ++retry;
      }
    else
      return FALSE;

  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

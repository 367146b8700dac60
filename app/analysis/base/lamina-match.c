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

/* The next place of a letter, else the end. */
static const char *
find_letter (const char *text,
             const char *end,
             char        letter)
{
  const char *found = memchr (text, letter, (gsize) (end - text));

  return found != NULL ? found : end;
}

/* @text, up to its end, is ASCII, and @word, which is not empty, holds no capital letter. A name may have hundreds of megabytes:
 * its letters are looked at only where the word may begin. */
static gboolean
ascii_contains (const char *text,
                const char *end,
                const char *word)
{
  char small = word[0], capital = g_ascii_toupper (small);
  const char *next_small = find_letter (text, end, small);
  const char *next_capital = capital != small ? find_letter (text, end, capital) : end;

  while (next_small < end || next_capital < end)
    {
      const char *at = MIN (next_small, next_capital);
      gsize i = 1;

      while (word[i] && g_ascii_tolower (at[i]) == word[i])
        i++;
      if (!word[i])
        return TRUE;
      if (at == next_small)
        next_small = find_letter (at + 1, end, small);
      else
        next_capital = find_letter (at + 1, end, capital);
    }
  return FALSE;
}

gboolean
lamina_match_contains (const char *text,
                       const char *word)
{
  g_autofree char *folded = NULL;

  if (*word == '\0')
    return TRUE;
  if (g_str_is_ascii (text))
    return ascii_contains (text, text + strlen (text), word);
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-whole-name.h"

#include <string.h>

#define LONGEST_NAME 300
/* In bytes: nobody cut a name that is longer. */
#define MOST_WHOLE 65536
/* Tooltips are as wide as their longest line. */
#define LONGEST_LINE 72

char *
lamina_whole_name_dup_cut (const char *text,
                           glong       longest)
{
  const char *end = text, *last = text;
  g_autofree char *start = NULL;

  /* No further than that: names may have hundreds of megabytes. */
  for (glong n = 0; *end && n < longest; n++, end = g_utf8_next_char (end))
    last = end;
  if (!*end)
    return g_strdup (text);
  start = g_strndup (text, (gsize) (last - text));
  return g_strconcat (start, "…", NULL);
}

/* Where the next line begins: behind a blank or a comma if there is one, else where there is no more room. */
static const char *
find_break (const char *text)
{
  const char *p = text, *found = NULL;

  for (guint i = 0; i < LONGEST_LINE && *p; i++, p = g_utf8_next_char (p))
    if (i > LONGEST_LINE / 2 && (p[-1] == ' ' || p[-1] == ','))
      found = p;
  return *p && found ? found : p;
}

static char *
dup_lines (const char *text)
{
  GString *lines = g_string_new (NULL);

  while (*text)
    {
      const char *end = find_break (text);

      g_string_append_len (lines, text, end - text);
      if (*end)
        g_string_append_c (lines, '\n');
      text = end;
    }
  return g_string_free (lines, FALSE);
}

char *
lamina_whole_name_dup_lines (const char *text)
{
  g_autofree char *cut = lamina_whole_name_dup_cut (text, LONGEST_NAME);

  return g_str_equal (cut, text) ? g_steal_pointer (&cut) : dup_lines (cut);
}

void
lamina_whole_name_append_line (GString    *text,
                               LaminaRun  *run,
                               const char *name,
                               GHashTable *known)
{
  const char *whole = g_hash_table_lookup (known, name);

  if (!whole)
    {
      whole = lamina_run_dup_whole_name (run, name);
      g_hash_table_insert (known, g_strdup (name), (gpointer) whole);
    }
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append (text, whole);
}

char *
lamina_whole_name_dup_hint (LaminaRun  *run,
                            const char *name)
{
  gboolean is_long = strnlen (name, MOST_WHOLE) == MOST_WHOLE;
  g_autofree char *whole = is_long ? NULL : lamina_run_dup_whole_name (run, name);
  g_autofree char *cut = lamina_whole_name_dup_cut (is_long ? name : whole, LONGEST_NAME);

  return !is_long && g_str_equal (whole, name) ? NULL : dup_lines (cut);
}

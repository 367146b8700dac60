/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-word-match.h"

#include <string.h>

/* Longer ones are no names of anything. */
#define MAX_QUERY 64
#define MAX_WORDS 24

/* What a letter of a match is worth: at the beginning of the text, after another that matched, at the beginning of
   another word, anywhere. */
#define FIRST_WORD 40
#define INSIDE 35
#define WORD 30
#define ANYWHERE 1

static char **
dup_words (const char *text)
{
  g_auto (GStrv) words = g_str_tokenize_and_fold (text, NULL, NULL);
  g_autoptr (GPtrArray) folded = g_ptr_array_new ();

  /* Accents are taken off where that leaves letters. */
  for (guint i = 0; words[i]; i++)
    {
      g_autofree char *plain = g_str_to_ascii (words[i], "C");

      g_ptr_array_add (folded, strchr (plain, '?') ? g_strdup (words[i]) : g_ascii_strdown (plain, -1));
    }
  g_ptr_array_add (folded, NULL);
  return (char **) g_ptr_array_steal (folded, NULL);
}

/* best[w] of a row: the worth of the best match of what is left of the query from there on, in the words from w on;
   0 where there is none. Worked out from the end of the query to its beginning. */
static guint
match_prefixes (const char *query,
                char      **words,
                guint       n_words)
{
  guint best[MAX_QUERY + 1][MAX_WORDS + 1] = { { 0 } };
  gsize length = strlen (query);

  for (guint w = 0; w <= n_words; w++)
    best[length][w] = 1;
  for (gsize at = length; at-- > 0;)
    for (guint w = n_words; w-- > 0;)
      {
        best[at][w] = best[at][w + 1];
        for (gsize n = 1; at + n <= length && words[w][n - 1] == query[at + n - 1]; n++)
          if (best[at + n][w + 1])
            best[at][w] = MAX (best[at][w],
                               best[at + n][w + 1] + (w == 0 ? FIRST_WORD : WORD) + (guint) (n - 1) * INSIDE);
      }
  return best[0][0];
}

guint
lamina_word_match (const char *query,
                   const char *text)
{
  g_auto (GStrv) sought = dup_words (query);
  g_auto (GStrv) words = dup_words (text);
  guint n_words = MIN (g_strv_length (words), MAX_WORDS);
  guint sum = 0;

  for (char **word = sought; *word; word++)
    {
      gboolean is_short = strlen (*word) <= MAX_QUERY;
      guint worth = is_short ? match_prefixes (*word, words, n_words) : 0;

      /* A word that is not written in ASCII may be a sentence. */
      for (guint w = 0; is_short && worth == 0 && w < n_words; w++)
        if (!g_str_is_ascii (*word) && strstr (words[w], *word))
          worth = ANYWHERE;
      if (worth == 0)
        return 0;
      sum += worth;
    }
  /* Of equal matches the one that leaves fewer words unsaid is closer. */
  return sum > 0 ? sum * (MAX_WORDS + 1) - n_words : 1;
}

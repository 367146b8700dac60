/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-coloring-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* So many words are named where several have one fill. */
#define MOST_NAMED 4

void
lamina_color_words_init (LaminaColorWords *self,
                         guint             n_strings)
{
  self->words = g_array_new (FALSE, FALSE, sizeof (LaminaColorWord));
  self->at = g_new0 (guint32, n_strings);
  self->n_strings = n_strings;
}

void
lamina_color_words_clear (LaminaColorWords *self)
{
  g_clear_pointer (&self->words, g_array_unref);
  g_clear_pointer (&self->at, g_free);
}

LaminaColorWord *
lamina_color_words_get (LaminaColorWords *self,
                        guint32           string,
                        guint8            wish)
{
  LaminaColorWord word = { .string = string, .wish = wish };

  if (self->at[string] == 0)
    {
      g_array_append_val (self->words, word);
      self->at[string] = self->words->len;
    }
  return &g_array_index (self->words, LaminaColorWord, self->at[string] - 1);
}

static int
compare_words (gconstpointer a,
               gconstpointer b,
               gpointer      run)
{
  const LaminaColorWord *left = a, *right = b;

  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  return strcmp (lamina_run_get_string (run, left->string), lamina_run_get_string (run, right->string));
}

void
lamina_color_words_sort (LaminaColorWords *self,
                         LaminaRun        *run)
{
  g_array_sort_with_data (self->words, compare_words, run);
  for (guint i = 0; i < self->words->len; i++)
    self->at[g_array_index (self->words, LaminaColorWord, i).string] = i + 1;
}

static gboolean
is_free (const guint8 *taken,
         guint8        fill)
{
  return fill < LAMINA_FAMILY_OTHER && !taken[fill];
}

/* Gives each of the first words, while there are fills, one of its own: the one that it wishes, else the first free one. */
static void
choose_fills (LaminaColorWords *words,
              guint8           *fills)
{
  guint8 taken[LAMINA_N_FAMILIES] = { 0 };
  guint n = MIN (words->words->len, LAMINA_FAMILY_OTHER);

  for (guint i = 0; i < n; i++)
    {
      guint8 wish = g_array_index (words->words, LaminaColorWord, i).wish;

      if (is_free (taken, wish))
        {
          fills[i] = wish;
          taken[wish] = TRUE;
        }
    }
  for (guint i = 0; i < n; i++)
    for (guint8 fill = 0; fills[i] == LAMINA_FAMILY_OTHER && fill < LAMINA_FAMILY_OTHER; fill++)
      if (is_free (taken, fill))
        {
          fills[i] = fill;
          taken[fill] = TRUE;
        }
}

static void
append_title (LaminaColoring        *self,
              guint8                 fill,
              const LaminaColorWord *word,
              guint                  n_before)
{
  g_autofree char *before = g_steal_pointer (&self->titles[fill]);
  const char *text = lamina_run_get_string (self->run, word->string);

  if (n_before < MOST_NAMED)
    self->titles[fill] = g_strconcat (before != NULL ? before : "", before != NULL ? ", " : "",
                                      word->estimated ? "≈\u00a0" : "", text, NULL);
  else
    self->titles[fill] = n_before == MOST_NAMED ? g_strconcat (before, ", …", NULL) : g_steal_pointer (&before);
}

static const char *
get_neutral_title (LaminaColoring *self,
                   gboolean        has_words)
{
  if (self->by == LAMINA_COLOR_BY_PRECISION)
    return has_words ? N_("other or not stated") : N_("not stated");
  return N_("other");
}

void
lamina_coloring_share_out (LaminaColoring   *self,
                           LaminaColorWords *words,
                           gboolean          as_wished)
{
  guint n = words->words->len, counts[LAMINA_N_FAMILIES] = { 0 };
  g_autofree guint8 *fills = g_new (guint8, MAX (n, 1));

  memset (fills, LAMINA_FAMILY_OTHER, MAX (n, 1));
  if (!as_wished)
    choose_fills (words, fills);
  self->n_strings = words->n_strings;
  self->strings = g_new (guint8, words->n_strings);
  memset (self->strings, LAMINA_FAMILY_OTHER, words->n_strings);
  for (guint i = 0; i < n; i++)
    {
      const LaminaColorWord *word = &g_array_index (words->words, LaminaColorWord, i);
      guint8 fill = as_wished ? word->wish : fills[i];

      self->strings[word->string] = fill;
      if (fill != LAMINA_FAMILY_OTHER)
        append_title (self, fill, word, counts[fill]);
      counts[fill]++;
    }
  g_free (self->titles[LAMINA_FAMILY_OTHER]);
  self->titles[LAMINA_FAMILY_OTHER] = g_strdup (get_neutral_title (self, counts[LAMINA_FAMILY_OTHER] > 0));
}

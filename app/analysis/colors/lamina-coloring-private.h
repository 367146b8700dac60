/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"

G_BEGIN_DECLS

/*
 * The colors of the levels of detail of a track: those of lane l at level k from @at[(k - 1) × number of lanes + l] on in
 * @blocks. Both NULL for a track without levels.
 */
typedef struct
{
  LaminaColorBlock *blocks;
  guint32 *at;
} LaminaColorLevels;

/*
 * @layers are the fills of all layers, and those of strings below @n_strings stand in @strings, which is NULL unless the
 * names of slices count; then @sums and @calls are those of the slices that have a fill, and @fill_of_name has the texts of
 * names that have one of their own. @titles are NULL for fills that nothing has.
 */
struct _LaminaColoring
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  LaminaColorBy by;
  guint8 *layers;
  guint8 *strings;
  guint n_strings;
  char *titles[LAMINA_N_FAMILIES];
  gint64 sums[LAMINA_N_FAMILIES];
  gint64 calls[LAMINA_N_FAMILIES];
  GHashTable *fill_of_name;
  LaminaColorLevels *levels;
  guint n_tracks;
};

/* Fills @levels; FALSE when cancelled. */
gboolean lamina_coloring_add_levels (LaminaColoring *self,
                                     GCancellable   *cancellable);

/*
 * A word that layers or slices have in common: a string of the run, what it costs, and the fill that it would like to have,
 * which is LAMINA_FAMILY_OTHER for one that likes any.
 */
typedef struct
{
  guint32 string;
  guint8 wish;
  guint8 estimated;
  gint64 calls;
  gint64 sum;
} LaminaColorWord;

/* Words while they are counted: @at says by string where a word stands among them, plus 1. */
typedef struct
{
  GArray *words;
  guint32 *at;
  guint n_strings;
} LaminaColorWords;

void lamina_color_words_init (LaminaColorWords *self,
                              guint             n_strings);

void lamina_color_words_clear (LaminaColorWords *self);

/* The word of a string, which is added when it is new; valid until the next one is. */
LaminaColorWord *lamina_color_words_get (LaminaColorWords *self,
                                         guint32           string,
                                         guint8            wish);

/* What costs most first, equal ones by their letters. */
void lamina_color_words_sort (LaminaColorWords *self,
                              LaminaRun        *run);

/* Takes the fills of words and their titles: one for each of the first words, or the one that each wishes. */
void lamina_coloring_share_out (LaminaColoring   *self,
                                LaminaColorWords *words,
                                gboolean          as_wished);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaColorWords, lamina_color_words_clear)

G_END_DECLS

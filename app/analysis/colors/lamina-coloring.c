/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-coloring.h"

#include "lamina-boxed.h"
#include "lamina-color-levels-private.h"
#include "lamina-layer-value.h"
#include "lamina-order-rows.h"

#include <glib/gi18n.h>
#include <string.h>

/*
 * @layers are the fills of all layers, and those of strings below @n_strings stand in @strings, which is NULL unless the
 * names of slices count; then @sums and @calls are those of the slices that have a fill, and @fill_of_name has the texts of
 * names that have one of their own. @titles are NULL for fills that nothing has.
 */
struct _LaminaColoring
{
  _Atomic guint refs;
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

static void color_words_clear (LaminaColorWords *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaColorWords, color_words_clear)

/* So many words are named where several have one fill. */
#define MOST_NAMED 4

static void
color_words_init (LaminaColorWords *self,
                  guint             n_strings)
{
  self->words = g_array_new (FALSE, FALSE, sizeof (LaminaColorWord));
  self->at = g_new0 (guint32, n_strings);
  self->n_strings = n_strings;
}

static void
color_words_clear (LaminaColorWords *self)
{
  g_clear_pointer (&self->words, g_array_unref);
  g_clear_pointer (&self->at, g_free);
}

/* The word of a string, which is added when it is new; valid until the next one is. */
static LaminaColorWord *
color_words_get (LaminaColorWords *self,
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

/* What costs most first, equal ones by their letters. */
static void
color_words_sort (LaminaColorWords *self,
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

/* Takes the fills of words and their titles: one for each of the first words, or the one that each wishes. */
static void
share_out (LaminaColoring   *self,
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
  self->titles[LAMINA_FAMILY_OTHER] = g_strdup (self->by != LAMINA_COLOR_BY_PRECISION ? N_("other")
                                                : counts[LAMINA_FAMILY_OTHER] > 0 ? N_("other or unknown") : N_("not stated"));
}

static const struct
{
  const char *name;
  const char *title;
} ways[LAMINA_N_COLOR_BY] = {
  [LAMINA_COLOR_BY_FAMILY] = { "family", N_("Kind of work") },
  [LAMINA_COLOR_BY_TYPE] = { "type", N_("Type") },
  [LAMINA_COLOR_BY_PRECISION] = { "precision", N_("Output dtype") },
};

/* Kinds of numbers have their fills for good, so that pictures of different runs can be held beside each other. */
static guint8
get_fill_of_dtype (const char *dtype)
{
  guint bits = lamina_dtype_get_bits (dtype);

  switch (lamina_dtype_get_kind (dtype))
    {
    case LAMINA_DTYPE_FLOAT:
      return bits == 64 ? LAMINA_FAMILY_OPTIMIZER : bits == 32 ? LAMINA_FAMILY_CONVOLUTION
             : bits == 16 ? LAMINA_FAMILY_ELEMENTWISE : bits == 8 ? LAMINA_FAMILY_INDEX : LAMINA_FAMILY_COPY;
    case LAMINA_DTYPE_BRAIN_FLOAT:
      return LAMINA_FAMILY_POOLING;
    case LAMINA_DTYPE_TENSOR_FLOAT:
      return LAMINA_FAMILY_REDUCTION;
    case LAMINA_DTYPE_INTEGER:
      return bits > 8 ? LAMINA_FAMILY_LAYOUT : bits == 8 ? LAMINA_FAMILY_NORMALIZATION : LAMINA_FAMILY_COMMUNICATION;
    case LAMINA_DTYPE_BOOLEAN:
      return LAMINA_FAMILY_ACTIVATION;
    case LAMINA_DTYPE_COMPLEX:
      return LAMINA_FAMILY_ATTENTION;
    case LAMINA_DTYPE_UNKNOWN:
    default:
      return LAMINA_FAMILY_OTHER;
    }
}

/* What a layer costs, or 1 where nothing in the run has a cost; 0 when it did not run. */
static gint64
get_weight (LaminaRun *run,
            guint      layer)
{
  const gint64 *costs = lamina_run_get_costs (run);

  if (lamina_layers_get_calls (lamina_run_get_layers (run), layer) == 0
      || (costs != NULL && costs[layer] == LAMINA_ABSENT))
    return 0;
  return costs != NULL ? MAX (costs[layer], 0) : 1;
}

static void
count_layer (LaminaColoring   *self,
             LaminaColorWords *words,
             guint             layer,
             guint32           string)
{
  guint n = words->words->len;
  LaminaColorWord *word = color_words_get (words, string, lamina_run_get_layers (self->run)->family[layer]);

  word->sum = lamina_number_add (word->sum, get_weight (self->run, layer));
  if (self->by != LAMINA_COLOR_BY_PRECISION)
    return;
  if (words->words->len > n)
    word->wish = get_fill_of_dtype (lamina_run_get_string (self->run, string));
  if (lamina_layer_is_dtype_estimated (self->run, layer))
    word->estimated = TRUE;
}

/* The fill of each layer, from the words that layers have in common. Returns whether they have any. */
static gboolean
color_layers (LaminaColoring *self,
              GCancellable   *cancellable)
{
  guint n = lamina_run_get_layers (self->run)->n, n_strings = 1;
  g_autofree guint32 *strings = g_new (guint32, MAX (n, 1));
  g_auto (LaminaColorWords) words = { 0 };

  for (guint i = 0; i < n && !lamina_order_is_cancelled (cancellable, i); i++)
    {
      strings[i] = self->by == LAMINA_COLOR_BY_PRECISION ? lamina_layer_get_dtype (self->run, i)
                                                         : lamina_column_id (lamina_run_get_layers (self->run)->type, i);
      n_strings = MAX (n_strings, strings[i] + 1);
    }
  self->layers = g_new (guint8, MAX (n, 1));
  memset (self->layers, LAMINA_FAMILY_OTHER, MAX (n, 1));
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  color_words_init (&words, n_strings);
  for (guint i = 0; i < n; i++)
    if (strings[i] != 0)
      count_layer (self, &words, i, strings[i]);
  color_words_sort (&words, self->run);
  share_out (self, &words, self->by == LAMINA_COLOR_BY_PRECISION);
  for (guint i = 0; i < n; i++)
    self->layers[i] = self->strings[strings[i]];
  g_clear_pointer (&self->strings, g_free);
  self->n_strings = 0;
  return words.words->len > 0;
}

static void
count_slices (LaminaColorWords   *words,
              const LaminaSlices *slices,
              GCancellable       *cancellable)
{
  for (guint i = 0; i < slices->n && !lamina_order_is_cancelled (cancellable, i); i++)
    if (slices->name[i] != 0)
      {
        LaminaColorWord *word = color_words_get (words, slices->name[i], slices->family[i]);

        word->sum = lamina_number_add (word->sum, slices->duration[i]);
        word->calls++;
      }
}

/* Where layers have no types, slices that have the same name belong together. */
static void
color_names (LaminaColoring *self,
             GCancellable   *cancellable)
{
  g_auto (LaminaColorWords) words = { 0 };
  guint n_strings = 1;

  for (guint i = 0; i < self->n_tracks; i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, i));

      for (guint j = 0; j < slices->n; j++)
        n_strings = MAX (n_strings, slices->name[j] + 1);
    }
  color_words_init (&words, n_strings);
  for (guint i = 0; i < self->n_tracks; i++)
    count_slices (&words, lamina_track_get_slices (lamina_run_get_track (self->run, i)), cancellable);
  color_words_sort (&words, self->run);
  share_out (self, &words, FALSE);
  self->fill_of_name = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  for (guint i = 0; i < words.words->len; i++)
    {
      const LaminaColorWord *word = &g_array_index (words.words, LaminaColorWord, i);
      guint8 fill = self->strings[word->string];

      self->sums[fill] = lamina_number_add (self->sums[fill], word->sum);
      self->calls[fill] += word->calls;
      if (fill != LAMINA_FAMILY_OTHER)
        g_hash_table_insert (self->fill_of_name, (gpointer) lamina_run_get_string (self->run, word->string),
                             GUINT_TO_POINTER (fill));
    }
}

LaminaColoring *
lamina_coloring_new (LaminaRun     *run,
                     LaminaColorBy  by,
                     GCancellable  *cancellable)
{
  g_autoptr (LaminaColoring) self = NULL;

  g_return_val_if_fail (run != NULL && (guint) by < LAMINA_N_COLOR_BY, NULL);

  self = g_new0 (LaminaColoring, 1);
  self->refs = 1;
  self->run = run;
  self->by = by;
  self->n_tracks = lamina_run_get_n_tracks (run);
  if (by == LAMINA_COLOR_BY_FAMILY)
    return g_steal_pointer (&self);
  if (!color_layers (self, cancellable) && by == LAMINA_COLOR_BY_TYPE)
    color_names (self, cancellable);
  self->levels = lamina_color_levels_new (self, cancellable);
  return self->levels != NULL ? g_steal_pointer (&self) : NULL;
}

static void
coloring_free (LaminaColoring *self)
{
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    g_free (self->titles[i]);
  g_clear_pointer (&self->fill_of_name, g_hash_table_unref);
  g_clear_pointer (&self->levels, lamina_color_levels_free);
  g_free (self->layers);
  g_free (self->strings);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaColoring, lamina_coloring, coloring_free)

LaminaRun *
lamina_coloring_get_run (LaminaColoring *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->run;
}

LaminaColorBy
lamina_coloring_get_by (LaminaColoring *self)
{
  g_return_val_if_fail (self != NULL, LAMINA_COLOR_BY_FAMILY);

  return self->by;
}

gboolean
lamina_coloring_is_of_names (LaminaColoring *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->strings != NULL;
}

LaminaFamily
lamina_coloring_get_layer (LaminaColoring *self,
                           guint32         layer)
{
  g_return_val_if_fail (self != NULL && layer < lamina_run_get_layers (self->run)->n, LAMINA_FAMILY_OTHER);

  return (LaminaFamily) (self->layers != NULL ? self->layers : lamina_run_get_layers (self->run)->family)[layer];
}

LaminaFamily
lamina_coloring_get_slice (LaminaColoring     *self,
                           const LaminaSlices *slices,
                           guint               slice)
{
  guint32 layer, name;

  if (self->layers == NULL)
    return (LaminaFamily) slices->family[slice];
  if (self->strings != NULL)
    {
      name = slices->name[slice];
      return name < self->n_strings ? (LaminaFamily) self->strings[name] : LAMINA_FAMILY_OTHER;
    }
  layer = lamina_column_row (slices->layer, slice);
  return layer != LAMINA_NONE ? (LaminaFamily) self->layers[layer] : LAMINA_FAMILY_OTHER;
}

const LaminaColorBlock *
lamina_coloring_get_blocks (LaminaColoring *self,
                            guint           track,
                            guint           lane,
                            guint           level)
{
  g_return_val_if_fail (self != NULL && track < self->n_tracks && level > 0, NULL);

  return self->levels != NULL ? lamina_color_levels_get (self->levels, track, lane, level) : NULL;
}

const char *
lamina_coloring_get_title (LaminaColoring *self,
                           LaminaFamily    color)
{
  g_return_val_if_fail (self != NULL && (guint) color < LAMINA_N_FAMILIES, NULL);

  if (self->by == LAMINA_COLOR_BY_FAMILY)
    return lamina_family_get_title (color);
  return self->titles[color];
}

gboolean
lamina_coloring_is_of_file (LaminaColoring *self,
                            LaminaFamily    color)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->by != LAMINA_COLOR_BY_FAMILY && color != LAMINA_FAMILY_OTHER;
}

const char *
lamina_color_by_get_name (LaminaColorBy by)
{
  g_return_val_if_fail ((guint) by < LAMINA_N_COLOR_BY, NULL);

  return ways[by].name;
}

const char *
lamina_color_by_get_title (LaminaColorBy by)
{
  g_return_val_if_fail ((guint) by < LAMINA_N_COLOR_BY, NULL);

  return ways[by].title;
}

/* What fills stand for: the lines of a legend, and the nodes of a flame tree. */

/* So many layers of a node are asked. */
#define MOST_ASKED 64

/* A node that has neither layers of its own nor a name that is colored. */
#define OPEN 0xff

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const LaminaColoringEntry *left = a, *right = b;
  LaminaColoring *self = data;

  if (self->by != LAMINA_COLOR_BY_FAMILY && (left->color == LAMINA_FAMILY_OTHER) != (right->color == LAMINA_FAMILY_OTHER))
    return left->color == LAMINA_FAMILY_OTHER ? 1 : -1;
  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  if (left->sum == LAMINA_ABSENT && left->n_layers != right->n_layers)
    return left->n_layers > right->n_layers ? -1 : 1;
  return (int) left->color - (int) right->color;
}

/* What did not run, or costs nobody knows how much where others cost something, has no line in a legend. */
static gboolean
is_counted (LaminaColoring *self,
            guint32         layer)
{
  const gint64 *costs = lamina_run_get_costs (self->run);

  return lamina_layers_get_calls (lamina_run_get_layers (self->run), layer) > 0
         && (costs == NULL || costs[layer] != LAMINA_ABSENT);
}

static void
add_layer (LaminaColoring      *self,
           guint32              layer,
           const gint64        *costs,
           LaminaColoringEntry *entries)
{
  LaminaColoringEntry *entry = &entries[lamina_coloring_get_layer (self, layer)];

  if (!is_counted (self, layer))
    return;
  entry->n_layers++;
  entry->calls += lamina_layers_get_calls (lamina_run_get_layers (self->run), layer);
  if (costs != NULL && costs[layer] != LAMINA_ABSENT)
    entry->sum = lamina_number_add (entry->sum == LAMINA_ABSENT ? 0 : entry->sum, costs[layer]);
}

GArray *
lamina_coloring_list (LaminaColoring *self,
                      const guint32  *layers,
                      guint           n,
                      const gint64   *costs)
{
  LaminaColoringEntry entries[LAMINA_N_FAMILIES];
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LaminaColoringEntry));

  g_return_val_if_fail (self != NULL, list);

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    entries[i] = (LaminaColoringEntry) { (LaminaFamily) i, lamina_coloring_get_title (self, (LaminaFamily) i), 0,
                                         self->calls[i], self->calls[i] == 0 ? LAMINA_ABSENT : costs != NULL ? 0 : self->sums[i] };
  if (layers == NULL)
    n = lamina_run_get_layers (self->run)->n;
  if (costs == NULL)
    costs = lamina_run_get_costs (self->run);
  for (guint i = 0; self->strings == NULL && i < n; i++)
    add_layer (self, layers != NULL ? layers[i] : i, costs, entries);
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if (entries[i].title != NULL && entries[i].calls > 0)
      g_array_append_val (list, entries[i]);
  g_array_sort_with_data (list, compare_entries, self);
  return list;
}

guint32 *
lamina_coloring_dup_layers (LaminaColoring *self,
                            guint          *first,
                            GCancellable   *cancellable)
{
  guint places[LAMINA_N_FAMILIES];
  g_autofree guint32 *layers = NULL;
  guint n;

  g_return_val_if_fail (self != NULL && first != NULL, NULL);

  n = self->strings == NULL ? lamina_run_get_layers (self->run)->n : 0;
  memset (first, 0, (LAMINA_N_FAMILIES + 1) * sizeof *first);
  for (guint i = 0; i < n && !lamina_order_is_cancelled (cancellable, i); i++)
    first[lamina_coloring_get_layer (self, i) + 1] += is_counted (self, i);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    first[i + 1] += first[i];
  memcpy (places, first, sizeof places);
  layers = g_new (guint32, MAX (first[LAMINA_N_FAMILIES], 1));
  for (guint32 i = 0; i < n; i++)
    if (is_counted (self, i))
      layers[places[lamina_coloring_get_layer (self, i)]++] = i;
  return g_steal_pointer (&layers);
}

/* The fill of the layers and the name of a node itself. */
static guint8
get_own (LaminaColoring  *self,
         LaminaFlameTree *tree,
         guint32          node)
{
  guint n_own, n;
  const guint32 *layers = lamina_flame_tree_get_layers (tree, node, &n_own, &n);
  gpointer fill;

  for (guint i = 0; self->strings == NULL && i < MIN (n_own, MOST_ASKED); i++)
    if (lamina_coloring_get_layer (self, layers[i]) != LAMINA_FAMILY_OTHER)
      return (guint8) lamina_coloring_get_layer (self, layers[i]);
  if (self->strings == NULL)
    return n_own > 0 ? LAMINA_FAMILY_OTHER : OPEN;
  if (g_hash_table_lookup_extended (self->fill_of_name, lamina_flame_tree_get_nodes (tree)->name[node], NULL, &fill))
    return (guint8) GPOINTER_TO_UINT (fill);
  return LAMINA_FAMILY_OTHER;
}

/* The fill of all children of a node that weigh anything, if they have the same. */
static guint8
get_inherited (const LaminaFlameNodes *nodes,
               const guint8           *fills,
               guint32                 node)
{
  guint32 first = nodes->first_child[node], end = nodes->first_child[node + 1];

  /* They stand in the order of their weights. */
  for (guint32 i = first + 1; i < end && nodes->total[i] > 0; i++)
    if (fills[i] != fills[first])
      return LAMINA_FAMILY_OTHER;
  return first < end ? fills[first] : LAMINA_FAMILY_OTHER;
}

guint8 *
lamina_coloring_create_nodes (LaminaColoring  *self,
                              LaminaFlameTree *tree)
{
  const LaminaFlameNodes *nodes;
  guint8 *fills;

  g_return_val_if_fail (self != NULL && tree != NULL, NULL);

  nodes = lamina_flame_tree_get_nodes (tree);
  if (self->by == LAMINA_COLOR_BY_FAMILY)
    return g_memdup2 (nodes->family, nodes->n);
  fills = g_new (guint8, nodes->n);
  /* Children stand behind their parents. */
  for (guint32 i = nodes->n; i-- > 0;)
    {
      fills[i] = get_own (self, tree, i);
      if (fills[i] == OPEN)
        fills[i] = get_inherited (nodes, fills, i);
    }
  /* Node 0 is around all. */
  fills[0] = *nodes->name[0] == '\0' ? LAMINA_FAMILY_OTHER : fills[0];
  return fills;
}

guint8 *
lamina_coloring_create_named_nodes (LaminaColoring  *self,
                                    LaminaFlameTree *source,
                                    LaminaFlameTree *tree)
{
  g_autoptr (GHashTable) fill_of_name = NULL;
  g_autofree guint8 *found = NULL;
  const LaminaFlameNodes *from, *to;
  guint8 *fills;

  g_return_val_if_fail (self != NULL && source != NULL && tree != NULL, NULL);

  from = lamina_flame_tree_get_nodes (source);
  to = lamina_flame_tree_get_nodes (tree);
  if (self->by == LAMINA_COLOR_BY_FAMILY)
    return g_memdup2 (to->family, to->n);
  found = lamina_coloring_create_nodes (self, source);
  fill_of_name = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  for (guint32 i = 0; i < from->n; i++)
    if (found[i] != LAMINA_FAMILY_OTHER && !g_hash_table_contains (fill_of_name, from->name[i]))
      g_hash_table_insert (fill_of_name, (gpointer) from->name[i], GUINT_TO_POINTER (found[i]));
  fills = g_new (guint8, to->n);
  for (guint32 i = 0; i < to->n; i++)
    {
      gpointer fill;

      fills[i] = g_hash_table_lookup_extended (fill_of_name, to->name[i], NULL, &fill) ? (guint8) GPOINTER_TO_UINT (fill)
                                                                                      : LAMINA_FAMILY_OTHER;
    }
  return fills;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-coloring-private.h"

#include "lamina-boxed.h"
#include "lamina-layer-value.h"
#include "lamina-order-rows.h"

#include <glib/gi18n.h>
#include <string.h>

LAMINA_DEFINE_BOXED_TYPE (LaminaColoring, lamina_coloring)

static const struct
{
  const char *name;
  const char *title;
} ways[LAMINA_N_COLOR_BY] = {
  [LAMINA_COLOR_BY_FAMILY] = { "family", N_("Kind of work") },
  [LAMINA_COLOR_BY_TYPE] = { "type", N_("Type") },
  [LAMINA_COLOR_BY_PRECISION] = { "precision", N_("Element type of the results") },
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

/* The string by which a layer is colored. */
static guint32
get_string (LaminaColoring *self,
            guint           layer)
{
  if (self->by == LAMINA_COLOR_BY_PRECISION)
    return lamina_layer_get_dtype (self->run, layer);
  return lamina_column_id (lamina_run_get_layers (self->run)->type, layer);
}

static void
count_layer (LaminaColoring   *self,
             LaminaColorWords *words,
             guint             layer,
             guint32           string)
{
  guint n = words->words->len;
  LaminaColorWord *word = lamina_color_words_get (words, string, lamina_run_get_layers (self->run)->family[layer]);

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
      strings[i] = get_string (self, i);
      n_strings = MAX (n_strings, strings[i] + 1);
    }
  self->layers = g_new (guint8, MAX (n, 1));
  memset (self->layers, LAMINA_FAMILY_OTHER, MAX (n, 1));
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  lamina_color_words_init (&words, n_strings);
  for (guint i = 0; i < n; i++)
    if (strings[i] != 0)
      count_layer (self, &words, i, strings[i]);
  lamina_color_words_sort (&words, self->run);
  lamina_coloring_share_out (self, &words, self->by == LAMINA_COLOR_BY_PRECISION);
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
        LaminaColorWord *word = lamina_color_words_get (words, slices->name[i], slices->family[i]);

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
  lamina_color_words_init (&words, n_strings);
  for (guint i = 0; i < self->n_tracks; i++)
    count_slices (&words, lamina_track_get_slices (lamina_run_get_track (self->run, i)), cancellable);
  lamina_color_words_sort (&words, self->run);
  lamina_coloring_share_out (self, &words, FALSE);
  self->fill_of_name = g_hash_table_new (g_str_hash, g_str_equal);
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
  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->by = by;
  self->n_tracks = lamina_run_get_n_tracks (run);
  if (by == LAMINA_COLOR_BY_FAMILY)
    return g_steal_pointer (&self);
  if (!color_layers (self, cancellable) && by == LAMINA_COLOR_BY_TYPE)
    color_names (self, cancellable);
  return lamina_coloring_add_levels (self, cancellable) ? g_steal_pointer (&self) : NULL;
}

LaminaColoring *
lamina_coloring_ref (LaminaColoring *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_coloring_unref (LaminaColoring *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; self->levels != NULL && i < self->n_tracks; i++)
    {
      g_free (self->levels[i].blocks);
      g_free (self->levels[i].at);
    }
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    g_free (self->titles[i]);
  g_clear_pointer (&self->fill_of_name, g_hash_table_unref);
  g_free (self->levels);
  g_free (self->layers);
  g_free (self->strings);
  g_free (self);
}

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

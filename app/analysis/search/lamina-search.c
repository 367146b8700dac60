/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-search-private.h"

#include "lamina-layer-query.h"
#include "lamina-match.h"

#include <string.h>

typedef enum
{
  ANSWER_UNKNOWN,
  ANSWER_NO,
  ANSWER_YES,
} Answer;

/* What one word says: of strings by their ids, as far as they were asked, and of layers. */
typedef struct
{
  LaminaRun *run;
  const char *word;
  GByteArray *strings;
  guint8 *layers;
  guint n_layers;
} Question;

static void
question_clear (Question *self)
{
  g_clear_pointer (&self->strings, g_byte_array_unref);
  g_clear_pointer (&self->layers, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

/* FALSE when cancelled. */
static gboolean
ask_layers (Question       *self,
            LaminaTimebase *timebase,
            GCancellable   *cancellable)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *rows = NULL;
  guint n;

  filter.text = self->word;
  rows = lamina_layers_filter (self->run, timebase, &filter, cancellable, &n);
  if (!rows)
    return FALSE;
  self->n_layers = lamina_run_get_layers (self->run)->n;
  self->layers = g_new0 (guint8, MAX (self->n_layers, 1));
  for (guint i = 0; i < n; i++)
    self->layers[rows[i]] = TRUE;
  return TRUE;
}

static gboolean
ask_string (Question *self,
            guint32   id)
{
  if (id >= self->strings->len)
    {
      guint old = self->strings->len;

      g_byte_array_set_size (self->strings, (id / 1024 + 1) * 1024);
      memset (self->strings->data + old, ANSWER_UNKNOWN, self->strings->len - old);
    }
  if (self->strings->data[id] == ANSWER_UNKNOWN)
    self->strings->data[id] = lamina_match_name (self->run, lamina_run_get_string (self->run, id), self->word) ? ANSWER_YES
                                                                                                                 : ANSWER_NO;
  return self->strings->data[id] == ANSWER_YES;
}

static gboolean
ask_slice (Question           *self,
           const LaminaSlices *slices,
           guint               i)
{
  guint32 layer = lamina_column_row (slices->layer, i);
  guint32 category = lamina_slices_get_category (slices, i);

  return (layer < self->n_layers && self->layers[layer])
         || ask_string (self, slices->name[i])
         || (category != 0 && ask_string (self, category));
}

/* One bit for each slice that is no part of another one. */
static guint64 *
create_bits (const LaminaSlices *slices)
{
  guint64 *bits = g_new0 (guint64, slices->n / 64 + 1);

  for (guint i = 0; i < slices->n; i++)
    if (!slices->flags || (slices->flags[i] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK)
      bits[i / 64] |= G_GUINT64_CONSTANT (1) << (i % 64);
  return bits;
}

static guint64
keep_word (Question           *self,
           const LaminaSlices *slices,
           guint               word,
           guint64             bits)
{
  guint64 kept = bits;

  for (; bits != 0; bits &= bits - 1)
    {
      guint bit = (guint) __builtin_ctzll (bits);

      if (!ask_slice (self, slices, word * 64 + bit))
        kept &= ~(G_GUINT64_CONSTANT (1) << bit);
    }
  return kept;
}

/* Keeps the bits of the slices that match. FALSE when cancelled. */
static gboolean
keep_slices (Question           *self,
             const LaminaSlices *slices,
             guint64            *bits,
             GCancellable       *cancellable)
{
  for (guint word = 0; word < slices->n / 64 + 1; word++)
    {
      /* Whole names are read from the file, so that few slices may take long. */
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      bits[word] = keep_word (self, slices, word, bits[word]);
    }
  return TRUE;
}

/* Counts the bits; forgets them where there are none. */
static void
count_bits (LaminaSearch *self,
            guint         track)
{
  LaminaTrackMatches *matches = &self->tracks[track];
  guint n_words = lamina_track_get_slices (lamina_run_get_track (self->run, track))->n / 64 + 1;
  guint32 n = 0;

  matches->ranks = g_new (guint32, n_words / LAMINA_SEARCH_WORDS + 1);
  for (guint i = 0; i < n_words; i++)
    {
      if (i % LAMINA_SEARCH_WORDS == 0)
        matches->ranks[i / LAMINA_SEARCH_WORDS] = n;
      n += (guint32) __builtin_popcountll (matches->bits[i]);
    }
  self->n += n;
  if (n > 0)
    return;
  g_clear_pointer (&matches->bits, g_free);
  g_clear_pointer (&matches->ranks, g_free);
}

/* FALSE when cancelled. */
static gboolean
keep_matches (LaminaSearch   *self,
              LaminaTimebase *timebase,
              const char     *word,
              GCancellable   *cancellable)
{
  g_auto (Question) question = { .run = self->run, .word = word, .strings = g_byte_array_new () };

  if (!ask_layers (&question, timebase, cancellable))
    return FALSE;
  for (guint i = 0; i < self->n_tracks; i++)
    if (!keep_slices (&question, lamina_track_get_slices (lamina_run_get_track (self->run, i)), self->tracks[i].bits,
                      cancellable))
      return FALSE;
  return TRUE;
}

LaminaSearch *
lamina_search_new (LaminaRun      *run,
                   LaminaTimebase *timebase,
                   const char     *text,
                   GCancellable   *cancellable)
{
  g_autoptr (LaminaSearch) self = g_new0 (LaminaSearch, 1);
  g_autoptr (GPtrArray) words = NULL;

  g_return_val_if_fail (run != NULL && timebase != NULL && text != NULL, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->n_tracks = lamina_run_get_n_tracks (run);
  self->tracks = g_new0 (LaminaTrackMatches, MAX (self->n_tracks, 1));
  words = lamina_match_split (text);
  if (words->len == 0)
    return g_steal_pointer (&self);
  for (guint i = 0; i < self->n_tracks; i++)
    self->tracks[i].bits = create_bits (lamina_track_get_slices (lamina_run_get_track (run, i)));
  for (guint i = 0; i < words->len; i++)
    if (!keep_matches (self, timebase, g_ptr_array_index (words, i), cancellable))
      return NULL;
  for (guint i = 0; i < self->n_tracks; i++)
    count_bits (self, i);
  return g_steal_pointer (&self);
}

LaminaSearch *
lamina_search_ref (LaminaSearch *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_search_unref (LaminaSearch *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      g_free (self->tracks[i].bits);
      g_free (self->tracks[i].ranks);
    }
  g_free (self->tracks);
  g_free (self);
}

LaminaRun *
lamina_search_get_run (LaminaSearch *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->run;
}

guint64
lamina_search_get_n (LaminaSearch *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n;
}

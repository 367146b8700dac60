/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-search.h"

#include "lamina-layer-query.h"
#include "lamina-match.h"

#include <math.h>
#include <string.h>

#define LAMINA_SEARCH_WORDS 8
#define LAMINA_SEARCH_BLOCK (64 * LAMINA_SEARCH_WORDS)

/* Matches of lanes that have no more are kept in one list: a run may have a million threads of a slice each. */
#define FEW_ON_LANE 16

/*
 * What matches on a track: a bit for each slice, and the number of bits before each block of LAMINA_SEARCH_BLOCK
 * slices. Both NULL when nothing does.
 */
typedef struct
{
  guint64 *bits;
  guint32 *ranks;
} LaminaTrackMatches;

/* Where a slice stands in the order of all: by start, then by track and number. */
typedef struct
{
  gint64 start;
  guint32 track;
  guint32 slice;
} Key;

/* A lane of a track, and how its times come to the axis. */
typedef struct
{
  const LaminaTrackMatches *matches;
  const LaminaSlices *slices;
  guint32 track;
  gint64 offset;
  guint first;
  guint end;
} Lane;

struct _LaminaSearch
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaTrackMatches *tracks;
  guint n_tracks;
  guint64 n;
  GArray *lanes; /* Lane, on which more than FEW_ON_LANE match */
  GArray *loose; /* Key: what matches on the other ones, in order */
};

static Key
get_key (const Lane *lane,
         guint       slice)
{
  return (Key) { lamina_add_saturating (lane->slices->start[slice], lane->offset), lane->track, slice };
}

static int
compare_keys (const Key *a,
              const Key *b)
{
  if (a->start != b->start)
    return a->start < b->start ? -1 : 1;
  if (a->track != b->track)
    return a->track < b->track ? -1 : 1;
  return a->slice < b->slice ? -1 : a->slice > b->slice;
}

static int
compare_loose (gconstpointer a,
               gconstpointer b)
{
  return compare_keys (a, b);
}

/* The first slice of a lane at or, with @after, behind a key. */
static guint
find_key (const Lane *lane,
          const Key  *key,
          gboolean    after)
{
  guint low = lane->first, high = lane->end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      Key here = get_key (lane, middle);

      if (compare_keys (&here, key) >= (after ? 1 : 0))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The first match from @i to before @end, else @end. */
static guint
find_next (const LaminaTrackMatches *matches,
           guint                     i,
           guint                     end)
{
  while (i < end)
    {
      guint64 rest = matches->bits[i / 64] >> (i % 64);

      if (rest != 0)
        return MIN (i + (guint) __builtin_ctzll (rest), end);
      i = (i / 64 + 1) * 64;
    }
  return end;
}

/* The last match from @first to before @i, else LAMINA_NONE. */
static guint
find_previous (const LaminaTrackMatches *matches,
               guint                     first,
               guint                     i)
{
  while (i > first)
    {
      guint last = i - 1;
      guint64 rest = matches->bits[last / 64] << (63 - last % 64);

      if (rest != 0)
        {
          guint found = last - (guint) __builtin_clzll (rest);

          return found >= first ? found : LAMINA_NONE;
        }
      i = last / 64 * 64;
    }
  return LAMINA_NONE;
}

/* How many matches stand before a slice on its track. */
static guint32
get_rank (const LaminaTrackMatches *matches,
          guint                     slice)
{
  guint word = slice / LAMINA_SEARCH_BLOCK * LAMINA_SEARCH_WORDS;
  guint32 n = matches->ranks[slice / LAMINA_SEARCH_BLOCK];

  for (; word < slice / 64; word++)
    n += (guint32) __builtin_popcountll (matches->bits[word]);
  if (slice % 64 != 0)
    n += (guint32) __builtin_popcountll (matches->bits[word] << (64 - slice % 64));
  return n;
}

static const Key *
get_loose (LaminaSearch *self,
           guint         i)
{
  return &g_array_index (self->loose, Key, i);
}

/* The first loose match at or, with @after, behind a key. */
static guint
find_loose (LaminaSearch *self,
            const Key    *key,
            gboolean      after)
{
  guint low = 0, high = self->loose->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_keys (get_loose (self, middle), key) >= (after ? 1 : 0))
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The match behind or before a key that is nearest to it. */
static gboolean
find_beside (LaminaSearch *self,
             const Key    *from,
             gboolean      forward,
             Key          *nearest)
{
  /* Before the first one: a number that is past all of them. */
  guint loose = find_loose (self, from, forward) - (forward ? 0 : 1);
  gboolean found = loose < self->loose->len;

  if (found)
    *nearest = *get_loose (self, loose);
  for (guint n = 0; n < self->lanes->len; n++)
    {
      const Lane *lane = &g_array_index (self->lanes, Lane, n);
      guint i = forward ? find_next (lane->matches, find_key (lane, from, TRUE), lane->end)
                        : find_previous (lane->matches, lane->first, find_key (lane, from, FALSE));
      Key key;

      if (i == LAMINA_NONE || i >= lane->end)
        continue;
      key = get_key (lane, i);
      if (!found || (compare_keys (&key, nearest) < 0) == forward)
        *nearest = key;
      found = TRUE;
    }
  return found;
}

static Key
get_slice_key (LaminaSearch         *self,
               const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (self->run, slice->track);
  gint64 start = lamina_track_get_slices (track)->start[slice->slice];
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (track)->clock);

  return (Key) { lamina_add_saturating (start, offset), slice->track, slice->slice };
}

gboolean
lamina_search_find (LaminaSearch         *self,
                    const LaminaSliceRef *from,
                    gint64                position,
                    gboolean              forward,
                    LaminaSliceRef       *found)
{
  Key key = { position, 0, 0 };
  Key nearest;

  g_return_val_if_fail (self != NULL && found != NULL, FALSE);

  if (from)
    key = get_slice_key (self, from);
  else if (forward && position > G_MININT64)
    key = (Key) { position - 1, LAMINA_NONE, LAMINA_NONE };
  if (!find_beside (self, &key, forward, &nearest))
    {
      /* Behind the last one the first one follows. No slice starts at either end of 64 bits. */
      key = forward ? (Key) { G_MININT64, 0, 0 } : (Key) { G_MAXINT64, LAMINA_NONE, LAMINA_NONE };
      if (!find_beside (self, &key, forward, &nearest))
        return FALSE;
    }
  *found = (LaminaSliceRef) { nearest.track, nearest.slice };
  return TRUE;
}

guint64
lamina_search_get_ordinal (LaminaSearch         *self,
                           const LaminaSliceRef *slice)
{
  guint64 ordinal;
  Key key;

  g_return_val_if_fail (self != NULL && slice != NULL, 0);

  if (slice->track >= self->n_tracks || !self->tracks[slice->track].bits
      || find_next (&self->tracks[slice->track], slice->slice, slice->slice + 1) != slice->slice)
    return 0;
  key = get_slice_key (self, slice);
  ordinal = 1 + find_loose (self, &key, FALSE);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const Lane *lane = &g_array_index (self->lanes, Lane, i);

      ordinal += get_rank (lane->matches, find_key (lane, &key, FALSE)) - get_rank (lane->matches, lane->first);
    }
  return ordinal;
}

gboolean
lamina_search_matches (LaminaSearch *self,
                       guint32       track,
                       guint32       first,
                       guint32       n)
{
  LaminaTrack *object;
  const LaminaSlices *slices;

  g_return_val_if_fail (self != NULL, FALSE);

  if (track >= self->n_tracks || !self->tracks[track].bits)
    return FALSE;
  object = lamina_run_get_track (self->run, track);
  slices = lamina_track_get_slices (object);
  if (first >= slices->n)
    return FALSE;
  n = MIN (n, slices->n - first);
  if (n == 1 && lamina_slices_is_part (slices, first))
    first = lamina_track_get_parent (object, first);
  return first < slices->n && find_next (&self->tracks[track], first, first + n) < first + n;
}

guint
lamina_search_find_on_track (LaminaSearch *self,
                             guint32       track,
                             guint         first,
                             guint         end)
{
  g_return_val_if_fail (self != NULL && track < MAX (self->n_tracks, 1), end);
  return self->tracks[track].bits ? find_next (&self->tracks[track], first, end) : end;
}

/* The first column from @column on that has no mark yet, and where its part of the axis begins. */
static guint
find_unmarked (const guint8 *columns,
               guint         n,
               guint         column,
               gint64        start,
               double        per_px,
               gint64       *begin)
{
  while (column < n && columns[column])
    column++;
  *begin = lamina_add_saturating (start, (gint64) MIN (ceil (column * per_px), 9e18));
  return column;
}

/* The column that a place of the axis is in; @n where it is in none. */
static guint
find_column (gint64 place,
             gint64 start,
             double per_px,
             guint  n)
{
  double column = floor ((double) ((guint64) place - (guint64) start) / per_px);

  return column < n ? (guint) column : n;
}

void
lamina_search_mark_columns (LaminaSearch *self,
                            gint64        start,
                            double        per_px,
                            guint         n,
                            guint8       *columns)
{
  Key key = { start, 0, 0 };

  g_return_if_fail (self != NULL && columns != NULL && per_px > 0);

  for (guint next = find_unmarked (columns, n, 0, start, per_px, &key.start); next < n;)
    {
      guint i = find_loose (self, &key, FALSE);
      guint column = i < self->loose->len ? find_column (get_loose (self, i)->start, start, per_px, n) : n;

      if (column < n)
        columns[column] = 1;
      next = find_unmarked (columns, n, MIN (column, n - 1) + 1, start, per_px, &key.start);
    }
  for (guint l = 0; l < self->lanes->len; l++)
    {
      Lane lane = g_array_index (self->lanes, Lane, l);

      key = (Key) { start, 0, 0 };
      /* What another lane has marked need not be looked for again. */
      for (guint next = find_unmarked (columns, n, 0, start, per_px, &key.start); next < n;)
        {
          guint i = find_next (lane.matches, find_key (&lane, &key, FALSE), lane.end);
          guint column = i < lane.end ? find_column (get_key (&lane, i).start, start, per_px, n) : n;

          if (column < n)
            columns[column] = 1;
          lane.first = MIN (i + 1, lane.end);
          next = find_unmarked (columns, n, MIN (column, n - 1) + 1, start, per_px, &key.start);
        }
    }
}

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
    if (!lamina_slices_is_part (slices, i))
      bits[i / 64] |= G_GUINT64_CONSTANT (1) << (i % 64);
  return bits;
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
      for (guint64 asked = bits[word]; asked != 0; asked &= asked - 1)
        if (!ask_slice (self, slices, word * 64 + (guint) __builtin_ctzll (asked)))
          bits[word] &= ~(asked & -asked);
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

/* Divides what matches on a track among the lanes that have many, and the list. */
static void
list_lanes (LaminaSearch *self,
            guint32       track)
{
  const LaminaTrackMatches *matches = &self->tracks[track];
  LaminaTrack *object = lamina_run_get_track (self->run, track);
  Lane lane = { matches, lamina_track_get_slices (object), track, 0, 0, 0 };

  lane.offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_info (object)->clock);
  for (guint depth = 0; depth < lane.slices->n_lanes; depth++)
    {
      lane.first = lane.slices->first[depth];
      lane.end = lane.slices->first[depth + 1];
      if (get_rank (matches, lane.end) - get_rank (matches, lane.first) > FEW_ON_LANE)
        {
          g_array_append_val (self->lanes, lane);
          continue;
        }
      for (guint i = find_next (matches, lane.first, lane.end); i < lane.end; i = find_next (matches, i + 1, lane.end))
        {
          Key key = get_key (&lane, i);

          g_array_append_val (self->loose, key);
        }
    }
}

/* FALSE when cancelled. */
static gboolean
keep_matches (LaminaSearch *self,
              const char   *word,
              GCancellable *cancellable)
{
  g_auto (Question) question = { .run = self->run, .word = word, .strings = g_byte_array_new () };

  if (!ask_layers (&question, self->timebase, cancellable))
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

  self->run = run;
  self->timebase = lamina_timebase_ref (timebase);
  self->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  self->loose = g_array_new (FALSE, FALSE, sizeof (Key));
  self->n_tracks = lamina_run_get_n_tracks (run);
  self->tracks = g_new0 (LaminaTrackMatches, MAX (self->n_tracks, 1));
  words = lamina_match_split (text);
  if (words->len == 0)
    return g_steal_pointer (&self);
  for (guint i = 0; i < self->n_tracks; i++)
    self->tracks[i].bits = create_bits (lamina_track_get_slices (lamina_run_get_track (run, i)));
  for (guint i = 0; i < words->len; i++)
    if (!keep_matches (self, g_ptr_array_index (words, i), cancellable))
      return NULL;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      count_bits (self, i);
      if (self->tracks[i].bits)
        list_lanes (self, i);
    }
  g_array_sort (self->loose, compare_loose);
  return g_steal_pointer (&self);
}

void
lamina_search_free (LaminaSearch *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n_tracks; i++)
    {
      g_free (self->tracks[i].bits);
      g_free (self->tracks[i].ranks);
    }
  g_free (self->tracks);
  g_array_unref (self->lanes);
  g_array_unref (self->loose);
  lamina_timebase_unref (self->timebase);
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-search-private.h"

#include <math.h>

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

/* Goes on to the next lane on which anything matches; begins with a lane whose track is LAMINA_NONE. */
static gboolean
next_lane (LaminaSearch   *self,
           LaminaTimebase *timebase,
           Lane           *lane,
           guint          *depth)
{
  guint32 track = lane->track;

  if (track != LAMINA_NONE && ++*depth < lane->slices->n_lanes)
    {
      lane->first = lane->slices->first[*depth];
      lane->end = lane->slices->first[*depth + 1];
      return TRUE;
    }
  for (track = track == LAMINA_NONE ? 0 : track + 1; track < self->n_tracks; track++)
    if (self->tracks[track].bits)
      {
        LaminaTrack *object = lamina_run_get_track (self->run, track);

        lane->matches = &self->tracks[track];
        lane->slices = lamina_track_get_slices (object);
        lane->track = track;
        lane->offset = lamina_timebase_get_offset (timebase, lamina_track_get_clock (object));
        lane->first = lane->slices->first[0];
        lane->end = lane->slices->first[1];
        *depth = 0;
        return TRUE;
      }
  return FALSE;
}

/* The match behind or before a key that is nearest to it. */
static gboolean
find_beside (LaminaSearch   *self,
             LaminaTimebase *timebase,
             const Key      *from,
             gboolean        forward,
             Key            *nearest)
{
  Lane lane = { .track = LAMINA_NONE };
  gboolean found = FALSE;
  guint depth = 0;

  while (next_lane (self, timebase, &lane, &depth))
    {
      guint i = forward ? find_next (lane.matches, find_key (&lane, from, TRUE), lane.end)
                        : find_previous (lane.matches, lane.first, find_key (&lane, from, FALSE));
      Key key;

      if (i == LAMINA_NONE || i >= lane.end)
        continue;
      key = get_key (&lane, i);
      if (!found || (compare_keys (&key, nearest) < 0) == forward)
        *nearest = key;
      found = TRUE;
    }
  return found;
}

static Key
get_slice_key (LaminaSearch         *self,
               LaminaTimebase       *timebase,
               const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (self->run, slice->track);
  gint64 start = lamina_track_get_slices (track)->start[slice->slice];
  gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_clock (track));

  return (Key) { lamina_add_saturating (start, offset), slice->track, slice->slice };
}

gboolean
lamina_search_find (LaminaSearch         *self,
                    LaminaTimebase       *timebase,
                    const LaminaSliceRef *from,
                    gint64                position,
                    gboolean              forward,
                    LaminaSliceRef       *found)
{
  Key key = { position, 0, 0 };
  Key nearest;

  g_return_val_if_fail (self != NULL && timebase != NULL && found != NULL, FALSE);

  if (from)
    key = get_slice_key (self, timebase, from);
  else if (forward && position > G_MININT64)
    key = (Key) { position - 1, LAMINA_NONE, LAMINA_NONE };
  if (!find_beside (self, timebase, &key, forward, &nearest))
    {
      /* Behind the last one the first one follows. No slice starts at either end of 64 bits. */
      key = forward ? (Key) { G_MININT64, 0, 0 } : (Key) { G_MAXINT64, LAMINA_NONE, LAMINA_NONE };
      if (!find_beside (self, timebase, &key, forward, &nearest))
        return FALSE;
    }
  *found = (LaminaSliceRef) { nearest.track, nearest.slice };
  return TRUE;
}

guint64
lamina_search_get_ordinal (LaminaSearch         *self,
                           LaminaTimebase       *timebase,
                           const LaminaSliceRef *slice)
{
  Lane lane = { .track = LAMINA_NONE };
  guint64 ordinal = 1;
  guint depth = 0;
  Key key;

  g_return_val_if_fail (self != NULL && timebase != NULL && slice != NULL, 0);

  if (slice->track >= self->n_tracks || !self->tracks[slice->track].bits
      || find_next (&self->tracks[slice->track], slice->slice, slice->slice + 1) != slice->slice)
    return 0;
  key = get_slice_key (self, timebase, slice);
  while (next_lane (self, timebase, &lane, &depth))
    ordinal += get_rank (lane.matches, find_key (&lane, &key, FALSE)) - get_rank (lane.matches, lane.first);
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
  if (n == 1 && slices->flags && (slices->flags[first] & LAMINA_SLICE_KIND_MASK) != LAMINA_SLICE_WORK)
    first = lamina_track_get_parent (object, first);
  return first < slices->n && find_next (&self->tracks[track], first, first + n) < first + n;
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

void
lamina_search_mark_columns (LaminaSearch   *self,
                            LaminaTimebase *timebase,
                            gint64          start,
                            double          per_px,
                            guint           n,
                            guint8         *columns)
{
  Lane lane = { .track = LAMINA_NONE };
  guint depth = 0;

  g_return_if_fail (self != NULL && timebase != NULL && columns != NULL && per_px > 0);

  while (next_lane (self, timebase, &lane, &depth))
    {
      Key key = { start, 0, 0 };
      guint next = find_unmarked (columns, n, 0, start, per_px, &key.start);

      /* What another lane has marked need not be looked for again. */
      while (next < n)
        {
          guint i = find_next (lane.matches, find_key (&lane, &key, FALSE), lane.end);
          double column;

          if (i >= lane.end)
            break;
          column = floor ((double) ((guint64) get_key (&lane, i).start - (guint64) start) / per_px);
          if (column >= n)
            break;
          columns[(guint) column] = 1;
          lane.first = i + 1;
          next = find_unmarked (columns, n, (guint) column + 1, start, per_px, &key.start);
        }
    }
}

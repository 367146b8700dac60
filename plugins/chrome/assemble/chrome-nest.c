/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-dialect.h"
#include "chrome-order.h"

#include <string.h>

/*
 * Which rows are on which track, in the order of the file: ranges of rows are counted, and then listed, side by side.
 *
 * at_once  rows in a range: no fewer than tracks, so that there are no more places than rows
 * places   by range and track: how many rows, and then where the first of them stands on the track
 */
typedef struct
{
  ChromeTrace *trace;
  guint at_once;
  guint32 *places;
} Collecting;

static guint32 *
get_places (const Collecting *self,
            guint             from)
{
  return self->places + (gsize) (from / self->at_once) * self->trace->tracks->len;
}

static void
count_rows (guint    from,
            guint    to,
            gpointer data)
{
  const Collecting *self = data;
  const ChromeEvents *events = self->trace->events;
  guint32 *counts = get_places (self, from);

  for (guint row = from; row < to; row++)
    if (events->slice[row] == CHROME_SLICE_WAITING)
      counts[events->track[row]]++;
}

static void
list_rows (guint    from,
           guint    to,
           gpointer data)
{
  const Collecting *self = data;
  const ChromeEvents *events = self->trace->events;
  guint32 *next = get_places (self, from);

  for (guint row = from; row < to; row++)
    if (events->slice[row] == CHROME_SLICE_WAITING)
      chrome_trace_get_track (self->trace, events->track[row])->rows[next[events->track[row]]++] = row;
}

static void
make_room (const Collecting *self,
           guint             n_ranges)
{
  for (guint i = 0; i < self->trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self->trace, i);

      for (guint range = 0; range < n_ranges; range++)
        {
          guint32 *place = &self->places[(gsize) range * self->trace->tracks->len + i];
          guint32 n = *place;

          *place = track->n;
          track->n += n;
        }
      track->rows = lamina_cells_new (track->n, sizeof *track->rows);
    }
}

void
chrome_assemble_rows (ChromeTrace *self)
{
  guint n = self->events->n;
  guint at_once = MAX (CHROME_ROWS_AT_ONCE, self->tracks->len);
  guint n_ranges = n / at_once + 1;
  g_autofree guint32 *places = g_new0 (guint32, (gsize) n_ranges * MAX (self->tracks->len, 1));
  Collecting collecting = { self, at_once, places };

  lamina_builder_each (self->builder, n, at_once, count_rows, &collecting);
  make_room (&collecting, n_ranges);
  lamina_builder_each (self->builder, n, at_once, list_rows, &collecting);
}

/*
 * Slices of a track stand by start, longer ones first unless one was over before. Where they overlap without nesting, the
 * core puts them on lanes of their own; but an overlap no longer than the resolution of the file is an artifact of writing
 * times with so many digits: an end is moved then, and the report says how often. What is only drawn around others gives way
 * to them. Lives of objects may overlap as they like.
 */

static gboolean
is_sorted (const ChromeEvents *events,
           const ChromeTrack  *track)
{
  for (guint i = 1; i < track->n; i++)
    {
      guint32 before = track->rows[i - 1], row = track->rows[i];

      chrome_events_fetch_times (events, track->rows, i, track->n);
      if (events->start[row] < events->start[before]
          || (events->start[row] == events->start[before] && events->end[row] > events->end[before]))
        return FALSE;
    }
  return TRUE;
}

static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const gint64 *end = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  if (end[left] != end[right])
    return end[left] > end[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/*
 * Events of B and E stand in the file in the order of what happened: one that takes no time is over when a later one begins.
 * @rows: of one start, longer ones first.
 */
static void
put_over_first (const ChromeEvents *events,
                guint32            *rows,
                guint               n)
{
  g_autofree guint32 *sorted = NULL;
  guint over = 0, n_sorted = 0;

  while (over < n && events->end[rows[over]] > events->start[rows[over]])
    over++;
  if (over == 0 || over == n)
    return;
  sorted = g_new (guint32, n);
  for (guint i = 0, n_long = over; i < n_long; i++)
    {
      while (over < n && events->phase[rows[i]] == 'B' && events->phase[rows[over]] == 'B' && rows[over] < rows[i])
        sorted[n_sorted++] = rows[over++];
      sorted[n_sorted++] = rows[i];
    }
  memcpy (rows, sorted, n_sorted * sizeof *rows);
}

static void
sort_equal_starts (const ChromeEvents *events,
                   ChromeTrack        *track)
{
  guint32 *rows = track->rows;

  for (guint i = 0, end; i < track->n; i = end)
    {
      for (end = i + 1; end < track->n && events->start[rows[end]] == events->start[rows[i]];)
        end++;
      if (end - i < 2)
        continue;
      g_qsort_with_data (rows + i, (int) (end - i), sizeof *rows, compare_ends, events->end);
      put_over_first (events, rows + i, end - i);
    }
}

static void
clip (ChromeTrace *self,
      guint32      row,
      gint64       end)
{
  self->events->end[row] = end;
  self->events->flags[row] |= CHROME_EVENT_CLIPPED;
  chrome_assemble_note (self, row,
                        N_("an end that passes that of a neighbor by no more than the resolution of times is moved to it"));
}

/* Moves the start of a slice to that of a later time; what begins before it now goes ahead of it. */
static void
delay (ChromeTrace *self,
       ChromeTrack *track,
       guint        i,
       gint64       start)
{
  ChromeEvents *events = self->events;
  guint32 *rows = track->rows, row = rows[i];

  events->start[row] = start;
  events->flags[row] |= CHROME_EVENT_CLIPPED;
  chrome_assemble_note (self, row,
                        N_("a start before the end of a neighbor by no more than the resolution of times is moved to it"));
  for (; i + 1 < track->n && (events->start[rows[i + 1]] < start
                              || (events->start[rows[i + 1]] == start && compare_ends (&rows[i + 1], &row, events->end) < 0)); i++)
    {
      rows[i] = rows[i + 1];
      events->slice[rows[i]] = i;
    }
  rows[i] = row;
  events->slice[row] = i;
}

static gboolean
gives_way (ChromeTrace *self,
           guint32      row)
{
  return self->dialect->gives_way && self->dialect->gives_way (self, row);
}

/*
 * Brings slice @i of a track into the one around it; @around ends behind its start and before its end. Returns whether that is
 * over: then the slice that stands there is in the one around that.
 */
static gboolean
mend_overlap (ChromeTrace *self,
              ChromeTrack *track,
              guint        i,
              guint32      around,
              gint64       resolution)
{
  ChromeEvents *events = self->events;
  guint32 row = track->rows[i];
  gboolean is_yielding = gives_way (self, row), is_around_yielding = gives_way (self, around);
  gboolean may_part = events->end[around] - events->start[row] <= resolution && events->start[row] > events->start[around];
  gboolean may_nest = events->end[row] - events->end[around] <= resolution;

  if (may_part && is_yielding && !is_around_yielding)
    {
      delay (self, track, i, events->end[around]);
      return TRUE;
    }
  if (may_part && (is_around_yielding || !may_nest))
    {
      clip (self, around, events->start[row]);
      return TRUE;
    }
  if (may_nest)
    clip (self, row, events->end[around]);
  else
    chrome_assemble_note (self, row, N_("an event overlaps the one before it without being inside: shown on a lane of its own"));
  return FALSE;
}

/* The last of the slices that were open and still are at a time; those that aren't leave the list. */
static gboolean
find_around (const ChromeEvents *events,
             GArray             *open,
             gint64              time,
             guint32            *around)
{
  while (open->len > 0)
    {
      *around = g_array_index (open, guint32, open->len - 1);
      if (events->end[*around] > time)
        return TRUE;
      g_array_set_size (open, open->len - 1);
    }
  return FALSE;
}

static gboolean
nest (ChromeTrace *self,
      ChromeTrack *track)
{
  /* What the last digit of a time of this file stands for, in nanoseconds. */
  static const gint64 units[] = { 1000, 100, 10, 1 };
  ChromeEvents *events = self->events;
  gint64 resolution = units[MIN (events->decimals, 3)];
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < track->n; i++)
    {
      guint32 around;
      gboolean mended;

      if (chrome_trace_is_cancelled (self, i))
        return FALSE;
      do
        mended = find_around (events, open, events->start[track->rows[i]], &around)
                 && events->end[around] < events->end[track->rows[i]] && mend_overlap (self, track, i, around, resolution);
      while (mended);
      g_array_append_val (open, track->rows[i]);
    }
  return TRUE;
}

/* Whether any slice of the track passes the end of the one around it: few tracks have such slices. */
static gboolean
overlaps (const ChromeEvents *events,
          const ChromeTrack  *track)
{
  g_autofree gint64 *ends = NULL;
  gsize room = 0, n = 0;

  for (guint i = 0; i < track->n; i++)
    {
      gint64 start = events->start[track->rows[i]], end = events->end[track->rows[i]];

      chrome_events_fetch_times (events, track->rows, i, track->n);
      while (n > 0 && ends[n - 1] <= start)
        n--;
      if (n > 0 && ends[n - 1] < end)
        return TRUE;
      if (n == room)
        ends = g_renew (gint64, ends, room = MAX (64, 2 * room));
      ends[n++] = end;
    }
  return FALSE;
}

/* What is done for all tracks side by side; those that overlap are mended in their order, since the report tells of it. */
typedef struct
{
  ChromeTrace *trace;
  guint8 *overlaps;
} Nesting;

static void
order_tracks (guint    from,
              guint    to,
              gpointer data)
{
  const Nesting *self = data;
  ChromeEvents *events = self->trace->events;

  for (guint i = from; i < to && !g_cancellable_is_cancelled (self->trace->cancellable); i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self->trace, i);

      if (!is_sorted (events, track))
        {
          chrome_order_sort_rows (self->trace, track->rows, track->n);
          sort_equal_starts (events, track);
        }
      for (guint j = 0; j < track->n; j++)
        {
          if (j + CHROME_AHEAD < track->n)
            __builtin_prefetch (&events->slice[track->rows[j + CHROME_AHEAD]], 1);
          events->slice[track->rows[j]] = j;
        }
      self->overlaps[i] = track->kind != CHROME_TRACK_OBJECTS && overlaps (events, track);
    }
}

void
chrome_assemble_slices (ChromeTrace *self)
{
  g_autofree guint8 *overlapping = g_malloc0 (MAX (self->tracks->len, 1));
  Nesting nesting = { self, overlapping };

  lamina_builder_each (self->builder, self->tracks->len, 1, order_tracks, &nesting);
  for (guint i = 0; i < self->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self, i);

      track->overlaps = overlapping[i] != 0;
      if (track->overlaps && !nest (self, track))
        return;
    }
}

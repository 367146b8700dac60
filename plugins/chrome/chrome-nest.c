/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

#include "lamina-order.h"

/*
 * Slices of a track stand by start, longer ones first. Where they overlap without nesting, the core puts them on lanes
 * of their own; but an overlap no longer than the resolution of the file is an artefact of writing times with so many
 * digits: the end is moved then, and the report says how often. Lives of objects may overlap as they like.
 */

#define CANCEL_MASK 0xffff

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

static void
sort_equal_starts (const ChromeEvents *events,
                   ChromeTrack        *track)
{
  guint32 *rows = track->rows;

  for (guint i = 0, end; i < track->n; i = end)
    {
      for (end = i + 1; end < track->n && events->start[rows[end]] == events->start[rows[i]];)
        end++;
      if (end - i > 1)
        g_qsort_with_data (rows + i, (int) (end - i), sizeof *rows, compare_ends, events->end);
    }
}

static void
sort_rows (ChromeTrace *self,
           ChromeTrack *track)
{
  const ChromeEvents *events = self->events;
  g_autofree LaminaOrderItem *items = NULL;

  if (is_sorted (events, track))
    return;
  items = lamina_cells_new (track->n, sizeof *items);
  for (guint i = 0; i < track->n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (events->start[track->rows[i]]), track->rows[i] };
  lamina_order_sort (items, NULL, track->n, self->cancellable);
  for (guint i = 0; i < track->n; i++)
    track->rows[i] = items[i].row;
  sort_equal_starts (events, track);
}

/* What the last digit of a time of this file stands for, in nanoseconds. */
static gint64
get_resolution (const ChromeEvents *events)
{
  static const gint64 units[] = { 1000, 100, 10, 1 };

  return units[MIN (events->decimals, 3)];
}

static void
clip (ChromeTrace *self,
      guint32      row,
      gint64       end)
{
  self->events->end[row] = end;
  self->events->flags[row] |= CHROME_EVENT_CLIPPED;
  chrome_assemble_note (self, row,
                        "an end that passes that of a neighbour by no more than the resolution of times is moved to it");
}

/*
 * Brings a slice into the one around it; @around ends behind its start and before its end. Returns whether it ends at its start
 * now, so that the slice is in the one around that.
 */
static gboolean
mend_overlap (ChromeTrace *self,
              guint32      around,
              guint32      row,
              gint64       resolution)
{
  ChromeEvents *events = self->events;

  if (events->end[row] - events->end[around] <= resolution)
    clip (self, row, events->end[around]);
  else if (events->end[around] - events->start[row] <= resolution && events->start[row] > events->start[around])
    {
      clip (self, around, events->start[row]);
      return TRUE;
    }
  else
    chrome_assemble_note (self, row, "an event overlaps the one before it without being inside: shown on a lane of its own");
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
  ChromeEvents *events = self->events;
  gint64 resolution = get_resolution (events);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i], around;
      gboolean mended;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      do
        mended = find_around (events, open, events->start[row], &around) && events->end[around] < events->end[row]
                 && mend_overlap (self, around, row, resolution);
      while (mended);
      g_array_append_val (open, row);
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

      sort_rows (self->trace, track);
      for (guint j = 0; j < track->n; j++)
        events->slice[track->rows[j]] = j;
      self->overlaps[i] = track->kind != CHROME_TRACK_OBJECTS && overlaps (events, track);
    }
}

gboolean
chrome_assemble_slices (ChromeTrace *self)
{
  g_autofree guint8 *overlapping = g_malloc0 (MAX (self->tracks->len, 1));
  Nesting nesting = { self, overlapping };

  lamina_builder_each (self->builder, self->tracks->len, 1, order_tracks, &nesting);
  for (guint i = 0; i < self->tracks->len; i++)
    if (overlapping[i] && !nest (self, chrome_trace_get_track (self, i)))
      return FALSE;
  return !g_cancellable_is_cancelled (self->cancellable);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

/*
 * Slices of a track stand by start, longer ones first. Where they overlap without nesting, the core puts them on lanes
 * of their own; but an overlap no longer than the resolution of the file is an artefact of writing times with so many
 * digits: the end is moved then, and the report says how often. Lives of objects may overlap as they like.
 */

#define CANCEL_MASK 0xffff

typedef struct
{
  gint64 start;
  gint64 end;
  guint32 row;
} SortKey;

static int
compare_keys (const void *a,
              const void *b)
{
  const SortKey *left = a;
  const SortKey *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  if (left->end != right->end)
    return left->end > right->end ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

static gboolean
is_sorted (const ChromeEvents *events,
           const ChromeTrack  *track)
{
  for (guint i = 1; i < track->n; i++)
    {
      guint32 before = track->rows[i - 1], row = track->rows[i];

      if (events->start[row] < events->start[before]
          || (events->start[row] == events->start[before] && events->end[row] > events->end[before]))
        return FALSE;
    }
  return TRUE;
}

static void
sort_rows (const ChromeEvents *events,
           ChromeTrack        *track)
{
  g_autofree SortKey *keys = NULL;

  if (is_sorted (events, track))
    return;
  keys = g_new (SortKey, track->n);
  for (guint i = 0; i < track->n; i++)
    keys[i] = (SortKey) { events->start[track->rows[i]], events->end[track->rows[i]], track->rows[i] };
  qsort (keys, track->n, sizeof *keys, compare_keys);
  for (guint i = 0; i < track->n; i++)
    track->rows[i] = keys[i].row;
}

/* Which rows are on which track, in the order of the file. */
static void
collect_rows (ChromeTrace *self)
{
  ChromeEvents *events = self->events;

  for (guint row = 0; row < events->n; row++)
    if (events->slice[row] == CHROME_SLICE_WAITING)
      chrome_trace_get_track (self, events->track[row])->n++;
  for (guint i = 0; i < self->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self, i);

      track->rows = g_new (guint32, MAX (track->n, 1));
      track->n = 0;
    }
  for (guint row = 0; row < events->n; row++)
    if (events->slice[row] == CHROME_SLICE_WAITING)
      {
        ChromeTrack *track = chrome_trace_get_track (self, events->track[row]);

        track->rows[track->n++] = row;
      }
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
                        "end moved to that of a neighbour, which it passed by no more than the resolution of times");
}

/* Brings a slice into the one around it; @around ends behind its start and before its end. */
static void
mend_overlap (ChromeTrace *self,
              guint32      around,
              guint32      row,
              gint64       resolution)
{
  ChromeEvents *events = self->events;

  if (events->end[row] - events->end[around] <= resolution)
    clip (self, row, events->end[around]);
  else if (events->end[around] - events->start[row] <= resolution && events->start[row] > events->start[around])
    clip (self, around, events->start[row]);
  else
    chrome_assemble_note (self, row, "overlaps the event before it without being inside: shown on a lane of its own");
}

static gboolean
nest (ChromeTrace *self,
      ChromeTrack *track)
{
  ChromeEvents *events = self->events;
  gint64 resolution = get_resolution (events);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i], around = 0;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      while (stack->len > 0
             && events->end[around = g_array_index (stack, guint32, stack->len - 1)] <= events->start[row])
        g_array_set_size (stack, stack->len - 1);
      if (stack->len > 0 && events->end[around] < events->end[row])
        mend_overlap (self, around, row, resolution);
      g_array_append_val (stack, row);
    }
  return TRUE;
}

gboolean
chrome_assemble_slices (ChromeTrace *self)
{
  collect_rows (self);
  for (guint i = 0; i < self->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self, i);

      sort_rows (self->events, track);
      if (track->kind != CHROME_TRACK_OBJECTS && !nest (self, track))
        return FALSE;
      for (guint j = 0; j < track->n; j++)
        self->events->slice[track->rows[j]] = j;
    }
  return TRUE;
}

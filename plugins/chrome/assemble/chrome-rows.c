/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

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

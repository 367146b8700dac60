/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-self.h"

/*
 * At each moment a thread works for the slice that began last of those that are open: it takes what it covers from those
 * before, so that no time is counted twice.
 */

typedef struct
{
  const ChromeEvents *events;
  gint64 *times;
  GArray *open; /* guint32: rows, the last of which began last; their ends rise towards the first */
} Sharing;

static void
close_until (Sharing *self,
             gint64   time)
{
  while (self->open->len > 0 && self->events->end[g_array_index (self->open, guint32, self->open->len - 1)] <= time)
    g_array_set_size (self->open, self->open->len - 1);
}

static void
take_time (Sharing *self,
           guint32  row)
{
  gint64 covered = self->events->start[row], end = self->events->end[row];

  self->times[row] = end - covered;
  close_until (self, covered);
  for (guint i = self->open->len; i-- > 0 && covered < end;)
    {
      guint32 around = g_array_index (self->open, guint32, i);
      gint64 until = MIN (end, self->events->end[around]);

      self->times[around] -= until - covered;
      covered = until;
    }
  /* What ends no later is never again the one that began last. */
  close_until (self, end);
  g_array_append_val (self->open, row);
}

static gboolean
is_shared (const ChromeTrack *track)
{
  return track->kind == CHROME_TRACK_THREAD && track->overlaps;
}

gint64 *
chrome_self_times_new (ChromeTrace   *self,
                       ChromeHasHost  has_host,
                       gpointer       data)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));
  Sharing sharing = { self->events, NULL, open };

  for (guint i = 0; i < self->n_tracks && !sharing.times; i++)
    if (is_shared (chrome_trace_get_track (self, i)))
      sharing.times = lamina_cells_new (self->events->n, sizeof *sharing.times);
  for (guint row = 0; sharing.times && row < self->events->n; row++)
    sharing.times[row] = LAMINA_ABSENT;
  for (guint i = 0; sharing.times && i < self->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self, i);

      g_array_set_size (open, 0);
      for (guint j = 0; is_shared (track) && j < track->n; j++)
        if (has_host (data, i, track->rows[j]))
          take_time (&sharing, track->rows[j]);
    }
  return sharing.times;
}

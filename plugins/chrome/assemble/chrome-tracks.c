/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

#include <string.h>

/* A process for each pid, in the order in which they first occur. */
static guint32
find_process (ChromeTrace *self,
              GHashTable  *by_pid,
              guint32      pid)
{
  gpointer found;

  if (g_hash_table_lookup_extended (by_pid, GUINT_TO_POINTER (pid), NULL, &found))
    return GPOINTER_TO_UINT (found);
  g_hash_table_insert (by_pid, GUINT_TO_POINTER (pid), GUINT_TO_POINTER (self->processes->len));
  return chrome_trace_add_process (self, pid);
}

void
chrome_assemble_threads (ChromeTrace *self)
{
  g_autoptr (GHashTable) by_pid = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->events->threads->len; i++)
    {
      const ChromeThread *thread = &g_array_index (self->events->threads, ChromeThread, i);
      guint32 track = chrome_trace_add_track (self, CHROME_TRACK_THREAD, find_process (self, by_pid, thread->pid));

      chrome_trace_get_track (self, track)->tid = thread->tid;
    }
  self->start = self->events->first_time;
  self->end = self->events->last_time;
}

/* Of phases that stand for one moment. */
#define MARK_PHASES "iIRnPOvVc()="

/* Of phases that become marks when no slice came of them. */
#define REST_PHASES "XBEbeSTpFND"

gboolean
chrome_assemble_is_mark (const ChromeEvents *events,
                         guint32             row)
{
  guint8 phase = events->phase[row];

  return phase > CHROME_PHASE_TAKEN && events->slice[row] == LAMINA_NONE && events->start[row] != LAMINA_ABSENT
         && strchr (MARK_PHASES REST_PHASES, phase);
}

gboolean
chrome_assemble_is_global (const ChromeEvents *events,
                           guint32             row)
{
  const ChromeExtra *extra = chrome_events_get_extra (events, row);

  return strchr ("vVc", events->phase[row]) || (strchr ("iIR", events->phase[row]) && extra && extra->reach == 'g');
}

void
chrome_assemble_moments (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < events->n_rest; i++)
    if (chrome_assemble_is_mark (events, events->rest[i]) && !chrome_assemble_is_global (events, events->rest[i]))
      chrome_trace_get_track (self, events->track[events->rest[i]])->is_needed = TRUE;
  for (guint i = 0; i < events->samples->len; i++)
    {
      guint32 row = g_array_index (events->samples, ChromeSample, i).row;

      chrome_trace_get_process (self, chrome_trace_get_process_of (self, row))->is_needed = TRUE;
    }
}

static gboolean
is_needed (const ChromeTrack *track)
{
  return track->is_needed || track->n > 0;
}

/* Brings the tracks that are needed to the front; both kinds keep their order. */
void
chrome_assemble_needed (ChromeTrace *self)
{
  g_autofree guint32 *places = g_new (guint32, MAX (self->tracks->len, 1));
  g_autofree ChromeTrack *old = g_memdup2 (self->tracks->data, self->tracks->len * sizeof (ChromeTrack));
  ChromeEvents *events = self->events;
  guint n = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    if (is_needed (&old[i]))
      {
        places[i] = n++;
        chrome_trace_get_process (self, old[i].process)->is_needed = TRUE;
      }
  self->n_tracks = n;
  if (n == self->tracks->len)
    return;
  for (guint i = 0; i < self->tracks->len; i++)
    if (!is_needed (&old[i]))
      places[i] = n++;
  for (guint i = 0; i < self->tracks->len; i++)
    *chrome_trace_get_track (self, places[i]) = old[i];
  for (guint row = 0; row < events->n; row++)
    if (events->track[row] != LAMINA_NONE)
      events->track[row] = places[events->track[row]];
}

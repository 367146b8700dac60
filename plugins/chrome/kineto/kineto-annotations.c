/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

/*
 * Annotations are regions of the code that launches: `forward`, `Optimizer.step#SGD.step`. Of those that are open on a
 * thread the one that began last counts: where they nest it is the innermost, which says most, while the outermost is often
 * around everything; and where they cross, it is the one that the thread entered last. What is called like a
 * section is no region, and what is around it does not count inside.
 *
 * Whatever changes that is noted for each thread, in the order of time, so that one search finds what counted at a moment.
 *
 * The engine of autograd runs on threads of its own, for a thread that waits in `backward ()` meanwhile. What it runs belongs
 * to what is open there, as it belongs to its step.
 */

/* From this time on a thread is in the region of that name, a string, or in none: 0. */
typedef struct
{
  gint64 time;
  guint32 track;
  guint32 name;
} Change;

/*
 * Annotations that the libraries for messages write themselves: spans of messages, which end when these have arrived,
 * whatever the thread does meanwhile.
 */
static const char *const messages[] = { "nccl:", "gloo:", "mpi:", "ucc:", "xccl:" };

static gboolean
is_message (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (g_str_has_prefix (name, messages[i]))
      return TRUE;
  return FALSE;
}

gboolean
kineto_is_region (KinetoTrace *self,
                  guint32      row)
{
  return self->classes[row] == KINETO_ANNOTATION && self->events->end[row] > self->events->start[row]
         && !is_message (chrome_trace_get_text (self->trace, self->events->name[row]));
}

/* From @time on the region of @row counts, or none without one. */
static void
note_change (KinetoTrace *self,
             guint32      track,
             gint64       time,
             guint32      row)
{
  guint32 name = row != LAMINA_NONE ? self->events->name[row] : 0;
  gboolean is_section = g_hash_table_contains (self->step_names, GUINT_TO_POINTER (name));
  const Change change = { time, track, is_section ? 0 : name };

  g_array_append_val (self->annotations, change);
}

/* Notes what counts again when regions of a thread end, up to that time. @open are their rows, the one that began last behind. */
static void
close_regions (KinetoTrace *self,
               GArray      *open,
               guint32      track,
               gint64       until)
{
  const ChromeEvents *events = self->events;
  const guint32 *rows = (const guint32 *) (gpointer) open->data;

  while (open->len > 0 && events->end[rows[open->len - 1]] <= until)
    {
      gint64 end = events->end[rows[open->len - 1]];

      while (open->len > 0 && events->end[rows[open->len - 1]] <= end)
        g_array_set_size (open, open->len - 1);
      note_change (self, track, end, open->len > 0 ? rows[open->len - 1] : LAMINA_NONE);
    }
}

/* Slices stand on their track by start, longer ones first. */
static gboolean
note_track (KinetoTrace *self,
            guint32      index,
            GArray      *open)
{
  const ChromeTrack *track = chrome_trace_get_track (self->trace, index);

  for (guint i = 0; i < track->n; i++)
    {
      guint32 row = track->rows[i];

      if (i % CHROME_ROWS_AT_ONCE == 0 && g_cancellable_is_cancelled (self->trace->cancellable))
        return FALSE;
      if (!kineto_is_region (self, row))
        continue;
      close_regions (self, open, index, self->events->start[row]);
      note_change (self, index, self->events->start[row], row);
      g_array_append_val (open, row);
    }
  close_regions (self, open, index, G_MAXINT64);
  return TRUE;
}

gboolean
kineto_find_annotations (KinetoTrace *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->annotations = g_array_new (FALSE, FALSE, sizeof (Change));
  for (guint i = 0; i < self->trace->tracks->len; i++)
    if (!note_track (self, i, open))
      return FALSE;
  return TRUE;
}

/* The region that a thread is in, a string; 0 for none. */
static guint32
find_on_track (KinetoTrace *self,
               guint32      track,
               gint64       time)
{
  const Change *changes = (const Change *) (gpointer) self->annotations->data;
  guint first = 0, n = self->annotations->len;

  while (n > 0)
    {
      const Change *half = &changes[first + n / 2];

      if (half->track < track || (half->track == track && half->time <= time))
        {
          first += n / 2 + 1;
          n -= n / 2 + 1;
        }
      else
        n /= 2;
    }
  return first > 0 && changes[first - 1].track == track ? changes[first - 1].name : 0;
}

guint32
kineto_find_annotation (KinetoTrace      *self,
                        guint32           launch,
                        const KinetoStep *waiting)
{
  guint32 track = self->events->track[launch];
  gint64 time = self->events->start[launch];
  guint32 name = find_on_track (self, track, time);

  if (name == 0 && waiting != NULL && waiting->track != track && kineto_drives (self, waiting, launch))
    name = find_on_track (self, waiting->track, time);
  return name;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-run-fields.h"
#include "lamina-timebase.h"

#include <stdatomic.h>

/* Positions on the axis stay within ±AXIS_MAX; those on a clock stay within what the builder lets in. */
#define AXIS_MAX G_GINT64_CONSTANT (4500000000000000000)

struct _LaminaTimebase
{
  _Atomic guint refs;
  gint64 start;
  gint64 end;
  guint n;
  gint64 offsets[];
};

LAMINA_DEFINE_SHARED_TYPE (LaminaTimebase, lamina_timebase, g_free)

typedef gboolean (*SpanFunc) (LaminaRun *run,
                              guint      clock,
                              gint64    *start,
                              gint64    *end);

/* First and last time of tracks on a clock; FALSE when nothing is counted from it. */
static gboolean
get_track_span (LaminaRun *run,
                guint      clock,
                gint64    *start,
                gint64    *end)
{
  gboolean found = FALSE;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);

      if (track->info.clock != clock || track->start == LAMINA_ABSENT)
        continue;
      *start = found ? MIN (*start, track->start) : track->start;
      *end = found ? MAX (*end, track->end) : track->end;
      found = TRUE;
    }
  return found;
}

/* The same of marks. */
static gboolean
get_mark_span (LaminaRun *run,
               guint      clock,
               gint64    *start,
               gint64    *end)
{
  gboolean found = FALSE;
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (run, &n);

  for (guint i = 0; i < n; i++)
    {
      gint64 last = marks[i].time + marks[i].duration;

      if (marks[i].clock != clock)
        continue;
      *start = found ? MIN (*start, marks[i].time) : marks[i].time;
      *end = found ? MAX (*end, last) : last;
      found = TRUE;
    }
  return found;
}

/*
 * Keeps the offsets such that positions on the axis stay within ±AXIS_MAX: then the difference of any two fits
 * into 64 bits, and nobody who lays out or sums up need think of overflow.
 */
static gint64
clamp_offset (gint64 offset,
              gint64 start,
              gint64 end)
{
  return CLAMP (offset, -AXIS_MAX - start, AXIS_MAX - end);
}

/* FALSE when nothing has a time. */
static gboolean
set_span_of (LaminaTimebase *self,
             LaminaRun      *run,
             SpanFunc        get_span)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      gint64 start, end;

      if (!get_span (run, i, &start, &end))
        {
          self->offsets[i] = clamp_offset (self->offsets[i], 0, 0);
          continue;
        }
      self->offsets[i] = clamp_offset (self->offsets[i], start, end);
      self->start = found ? MIN (self->start, start + self->offsets[i]) : start + self->offsets[i];
      self->end = found ? MAX (self->end, end + self->offsets[i]) : end + self->offsets[i];
      found = TRUE;
    }
  return found;
}

/* Marks may lie far from what runs: they count where there is nothing else. */
static void
set_span (LaminaTimebase *self,
          LaminaRun      *run)
{
  if (!set_span_of (self, run, get_track_span))
    set_span_of (self, run, get_mark_span);
}

static LaminaTimebase *
timebase_alloc (guint n)
{
  LaminaTimebase *self = g_malloc0 (sizeof (LaminaTimebase) + n * sizeof (gint64));

  self->refs = 1;
  self->n = n;
  return self;
}

LaminaTimebase *
lamina_timebase_new (LaminaRun *run,
                     gboolean   aligned)
{
  LaminaTimebase *self;

  g_return_val_if_fail (run != NULL, NULL);

  self = timebase_alloc (lamina_run_get_n_clocks (run));
  for (guint i = 0; aligned && i < self->n; i++)
    self->offsets[i] = lamina_run_get_clock (run, i)->offset;
  set_span (self, run);
  return self;
}

LaminaTimebase *
lamina_timebase_with_offset (LaminaTimebase *self,
                             LaminaRun      *run,
                             guint           clock,
                             gint64          offset)
{
  LaminaTimebase *copy;

  g_return_val_if_fail (self != NULL && run != NULL && clock < self->n, NULL);

  copy = timebase_alloc (self->n);
  for (guint i = 0; i < self->n; i++)
    copy->offsets[i] = i == clock ? offset : self->offsets[i];
  set_span (copy, run);
  return copy;
}

gint64
lamina_timebase_get_offset (LaminaTimebase *self,
                            guint           clock)
{
  return clock < self->n ? self->offsets[clock] : 0;
}

gint64
lamina_timebase_get_start (LaminaTimebase *self)
{
  return self->start;
}

gint64
lamina_timebase_get_end (LaminaTimebase *self)
{
  return self->end;
}

gint64
lamina_run_get_layer_start (LaminaRun      *self,
                            guint           layer,
                            LaminaTimebase *timebase)
{
  gint64 start = lamina_run_get_layer_track_start (self, layer);
  guint32 track = lamina_column_row (self->layers.track, layer);

  if (start == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  /* It need not lie among the slices of the track, so that the sum may not fit. */
  return lamina_number_add (start, lamina_timebase_get_offset (timebase, track == LAMINA_NONE ? 0 :
                                                               lamina_run_get_track (self, track)->info.clock));
}

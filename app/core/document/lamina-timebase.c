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

/* What is counted from a clock, from the first to the last time; nothing where the end is before the start. */
typedef struct
{
  gint64 start;
  gint64 end;
} Span;

static const Span nothing = { G_MAXINT64, G_MININT64 };

static void
widen (Span   *self,
       gint64  start,
       gint64  end)
{
  self->start = MIN (self->start, start);
  self->end = MAX (self->end, end);
}

static Span *
spans_new (guint n_clocks)
{
  Span *spans = g_new (Span, MAX (n_clocks, 1));

  for (guint i = 0; i < n_clocks; i++)
    spans[i] = nothing;
  return spans;
}

static Span *
find_track_spans (LaminaRun *run)
{
  guint n_clocks = lamina_run_get_n_clocks (run);
  Span *spans = spans_new (n_clocks);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);

      if (track->info.clock < n_clocks && track->start != LAMINA_ABSENT)
        widen (&spans[track->info.clock], track->start, track->end);
    }
  return spans;
}

static G_DEFINE_QUARK (lamina-track-spans, track_spans)

/* Found once: whoever moves a clock makes a timebase for each step, and there may be a million tracks. */
static const Span *
get_track_spans (LaminaRun *run)
{
  const Span *spans = lamina_run_get_attached (run, track_spans_quark ());

  return spans != NULL ? spans : lamina_run_attach (run, track_spans_quark (), find_track_spans (run), g_free);
}

static Span *
find_mark_spans (LaminaRun *run)
{
  guint n, n_clocks = lamina_run_get_n_clocks (run);
  const LaminaMark *marks = lamina_run_get_marks (run, &n);
  Span *spans = spans_new (n_clocks);

  for (guint i = 0; i < n; i++)
    if (marks[i].clock < n_clocks)
      widen (&spans[marks[i].clock], marks[i].time, marks[i].time + marks[i].duration);
  return spans;
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
take_spans (LaminaTimebase *self,
            const Span     *spans)
{
  gboolean found = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      gboolean is_known = spans[i].start <= spans[i].end;
      gint64 start = is_known ? spans[i].start : 0, end = is_known ? spans[i].end : 0;

      self->offsets[i] = clamp_offset (self->offsets[i], start, end);
      if (!is_known)
        continue;
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
  g_autofree Span *of_marks = NULL;

  if (take_spans (self, get_track_spans (run)))
    return;
  of_marks = find_mark_spans (run);
  take_spans (self, of_marks);
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

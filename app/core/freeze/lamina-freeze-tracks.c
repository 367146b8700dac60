/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <stdatomic.h>

#include "lamina-freeze-private.h"
#include "lamina-lanes-private.h"
#include "lamina-parallel-private.h"

static void
drop_layers_that_are_not_there (LaminaRun   *run,
                                LaminaTrack *track)
{
  guint32 *layer = (guint32 *) track->slices.layer;
  guint32 most = 0;

  for (guint i = 0; i < track->slices.n; i++)
    most = MAX (most, layer[i] + 1);
  for (guint i = 0; most > run->layers.n && i < track->slices.n; i++)
    if (layer[i] != LAMINA_NONE && layer[i] >= run->layers.n)
      {
        g_critical ("a slice of %s belongs to layer %u of %u", track->name, layer[i], run->layers.n);
        layer[i] = LAMINA_NONE;
      }
}

static void
set_slice_span (LaminaTrack *track)
{
  const LaminaSlices *slices = &track->slices;

  if (slices->n == 0)
    return;
  track->start = G_MAXINT64;
  track->end = G_MININT64;
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      guint last = slices->first[lane + 1] - 1;

      track->start = MIN (track->start, slices->start[slices->first[lane]]);
      track->end = MAX (track->end, slices->start[last] + slices->duration[last]);
    }
}

static int
compare_samples (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const gint64 *time = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (time[left] != time[right])
    return time[left] < time[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

static void
sort_samples (LaminaSamples *samples)
{
  g_autofree guint32 *order = NULL;
  gboolean sorted = TRUE;

  for (guint i = 1; i < samples->n && sorted; i++)
    sorted = samples->time[i] >= samples->time[i - 1];
  if (sorted)
    return;
  order = g_new (guint32, samples->n);
  for (guint i = 0; i < samples->n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) samples->n, sizeof *order, compare_samples, (gpointer) samples->time);
  lamina_columns_permute (samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS, order, samples->n);
}

static void
freeze_samples (LaminaTrack *track)
{
  LaminaSamples *samples = &track->samples;

  sort_samples (samples);
  lamina_columns_shrink (samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS, samples->n);
  if (samples->n == 0)
    return;
  samples->min = samples->max = samples->value[0];
  for (guint i = 1; i < samples->n; i++)
    {
      samples->min = MIN (samples->min, samples->value[i]);
      samples->max = MAX (samples->max, samples->value[i]);
    }
  track->start = samples->time[0];
  track->end = samples->time[samples->n - 1];
}

/*
 * The steps for all tracks, each in all threads. Tracks are very unequal, so that only the first step, which has to see
 * one slice after the other, and the last, which is short, are taken track by track, the largest first.
 */
typedef struct
{
  LaminaTrack *track;
  guint added;
  GArray *owned;
} TrackWork;

/* So many slices, from one on; also those of the tracks behind it. */
#define SLICES_AT_ONCE (1u << 16)

typedef struct
{
  guint work;
  guint from;
} Part;

typedef struct
{
  LaminaFreeze *freeze;
  TrackWork *works;
  guint n_works;
  GArray *parts; /* Part */
  _Atomic gboolean cancelled;
} Tracks;

static void
lay_out (guint    i,
         gpointer data)
{
  Tracks *self = data;
  LaminaFreeze *freeze = self->freeze;
  TrackWork *work = &self->works[i];

  if (g_cancellable_is_cancelled (freeze->cancellable))
    atomic_store (&self->cancelled, TRUE);
  if (atomic_load (&self->cancelled))
    return;
  if (work->track->is_counter)
    {
      freeze_samples (work->track);
      return;
    }
  if (lamina_run_get_track_kind (freeze->run, work->added) == LAMINA_GROUP_DEVICE)
    work->owned = g_array_new (FALSE, FALSE, sizeof (LaminaOwnedTime));
  drop_layers_that_are_not_there (freeze->run, work->track);
  if (!lamina_track_assign_lanes (work->track, work->owned, &freeze->positions[work->added], freeze->cancellable))
    atomic_store (&self->cancelled, TRUE);
}

/* The indexes need nothing of the tracks, and all of one thread: others begin with the largest track meanwhile. */
static void
index_or_lay_out (guint    i,
                  gpointer data)
{
  Tracks *self = data;

  if (i == 0)
    lamina_freeze_indexes (self->freeze->run, self->freeze->cancellable);
  else
    lay_out (i - 1, self);
}

static void
narrow_columns (guint    i,
                gpointer data)
{
  Tracks *self = data;

  lamina_freeze_narrow_slices (&self->works[i].track->slices);
}

/* The wide columns and the others take about the same time. */
static void
move_columns (guint    i,
              gpointer data)
{
  Tracks *self = data;
  const TrackWork *work = &self->works[i / 2];
  const guint32 *positions = self->freeze->positions[work->added];
  const LaminaColumn *column = lamina_slice_columns;
  const LaminaColumn *end = column + LAMINA_N_SLICE_COLUMNS;
  LaminaSlices *slices = &work->track->slices;

  if (positions == NULL)
    return;
  for (guint n; column < end; column += n)
    {
      n = 1;
      while (column + n < end && column[n].size == column->size)
        n++;
      if ((column->size == sizeof (gint64)) == (i % 2 == 0))
        lamina_columns_move (slices, column, n, positions, slices->n);
    }
}

static void
list_parts (Tracks *self)
{
  guint64 n = 0, next = 0;

  for (guint i = 0; i < self->n_works; i++)
    {
      LaminaSlices *slices = &self->works[i].track->slices;

      slices->family = lamina_cells_new (slices->n, 1);
      for (; next < n + slices->n; next += SLICES_AT_ONCE)
        {
          Part part = { i, (guint) (next - n) };

          g_array_append_val (self->parts, part);
        }
      n += slices->n;
    }
}

static void
set_families (guint    i,
              gpointer data)
{
  Tracks *self = data;
  Part part = g_array_index (self->parts, Part, i);

  if (g_cancellable_is_cancelled (self->freeze->cancellable))
    return;
  for (guint left = SLICES_AT_ONCE, n; left > 0 && part.work < self->n_works; part.work++, part.from = 0, left -= n)
    {
      LaminaSlices *slices = &self->works[part.work].track->slices;

      n = MIN (slices->n - part.from, left);
      lamina_freeze_slice_families (self->freeze, slices, part.from, part.from + n);
    }
}

static void
build_levels (guint    i,
              gpointer data)
{
  Tracks *self = data;
  LaminaTrack *track = self->works[i].track;

  if (g_cancellable_is_cancelled (self->freeze->cancellable))
    return;
  if (!track->is_counter)
    {
      set_slice_span (track);
      lamina_columns_shrink (&track->slices, lamina_slice_columns, LAMINA_N_SLICE_COLUMNS, track->slices.n);
    }
  lamina_track_build_levels (track);
}

static void
add_owned_times (LaminaFreeze *self,
                 const GArray *owned)
{
  for (guint i = 0; i < owned->len; i++)
    {
      const LaminaOwnedTime *time = &g_array_index (owned, LaminaOwnedTime, i);

      self->device_times[time->layer] = lamina_number_add (self->device_times[time->layer], time->time);
    }
}

static gboolean
has_waits (const LaminaSlices *slices)
{
  for (guint i = 0; i < slices->n_lanes; i++)
    if (slices->lanes[i].kinds & 1u << LAMINA_SLICE_WAIT)
      return TRUE;
  return FALSE;
}

static void
add_waits (LaminaFreeze       *self,
           const LaminaSlices *slices)
{
  if (!has_waits (slices))
    return;
  if (self->waits == NULL)
    self->waits = lamina_absent_cells (self->run->layers.n);
  for (guint i = 0; i < slices->n; i++)
    if ((slices->flags[i] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WAIT && slices->layer[i] != LAMINA_NONE)
      self->waits[slices->layer[i]] = lamina_number_add (self->waits[slices->layer[i]], slices->duration[i]);
}

/* In the order in which the tracks were added. */
static void
add_layer_times (Tracks *self)
{
  g_autofree const TrackWork **by_added = g_new (const TrackWork *, MAX (self->n_works, 1));

  for (guint i = 0; i < self->n_works; i++)
    by_added[self->works[i].added] = &self->works[i];
  for (guint i = 0; i < self->n_works; i++)
    if (by_added[i]->owned != NULL)
      {
        add_owned_times (self->freeze, by_added[i]->owned);
        add_waits (self->freeze, &by_added[i]->track->slices);
      }
}

static int
compare_sizes (gconstpointer a,
               gconstpointer b)
{
  const TrackWork *left = a;
  const TrackWork *right = b;
  guint left_size = left->track->slices.n + left->track->samples.n;
  guint right_size = right->track->slices.n + right->track->samples.n;

  if (left_size != right_size)
    return left_size > right_size ? -1 : 1;
  return left->added < right->added ? -1 : left->added > right->added;
}

static void
list_works (Tracks    *self,
            LaminaRun *run)
{
  self->n_works = run->tracks->len;
  self->works = g_new0 (TrackWork, MAX (self->n_works, 1));
  for (guint i = 0; i < self->n_works; i++)
    self->works[i] = (TrackWork) { g_ptr_array_index (run->tracks, i), i, NULL };
  qsort (self->works, self->n_works, sizeof *self->works, compare_sizes);
}

static void
take_steps (Tracks *self)
{
  guint n_threads = self->freeze->n_threads;

  lamina_parallel_run (self->n_works + 1, n_threads, index_or_lay_out, self);
  if (atomic_load (&self->cancelled))
    return;
  lamina_parallel_run (self->n_works, n_threads, narrow_columns, self);
  lamina_parallel_run (2 * self->n_works, n_threads, move_columns, self);
  if (g_cancellable_is_cancelled (self->freeze->cancellable))
    return;
  list_parts (self);
  lamina_parallel_run (self->parts->len, n_threads, set_families, self);
  lamina_parallel_run (self->n_works, n_threads, build_levels, self);
  if (!g_cancellable_is_cancelled (self->freeze->cancellable))
    add_layer_times (self);
}

gboolean
lamina_freeze_tracks_and_indexes (LaminaFreeze *self)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  Tracks tracks = { .freeze = self, .parts = parts };

  atomic_init (&tracks.cancelled, FALSE);
  list_works (&tracks, self->run);
  take_steps (&tracks);
  for (guint i = 0; i < tracks.n_works; i++)
    g_clear_pointer (&tracks.works[i].owned, g_array_unref);
  g_free (tracks.works);
  return !atomic_load (&tracks.cancelled) && !g_cancellable_is_cancelled (self->cancellable);
}

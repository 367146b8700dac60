/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fields.h"
#include "lamina-split.h"

#include <glib/gi18n-lib.h>

/* The part of the builder that takes what stands on tracks: slices, samples, marks and flows. */

/* How often times had to be repaired: several threads may add slices, but one alone may report. */
typedef struct
{
  guint n_outside;
  guint n_negative;
} TimeRepairs;

/* Bring times into the range in which sums can't overflow. */
static inline gint64
check_time (gint64       time,
            TimeRepairs *repairs)
{
  if (G_LIKELY (time >= -LAMINA_TIME_MAX && time <= LAMINA_TIME_MAX))
    return time;
  repairs->n_outside++;
  return CLAMP (time, -LAMINA_TIME_MAX, LAMINA_TIME_MAX);
}

static inline gint64
check_duration (gint64       start,
                gint64       duration,
                TimeRepairs *repairs)
{
  if (G_UNLIKELY (duration < 0))
    {
      repairs->n_negative++;
      return 0;
    }
  if (G_UNLIKELY (duration > LAMINA_TIME_MAX || start > LAMINA_TIME_MAX - duration))
    {
      repairs->n_outside++;
      return LAMINA_TIME_MAX - MAX (start, 0);
    }
  return duration;
}

static inline guint32
check_string (guint32 id,
              guint32 n_strings)
{
  g_return_val_if_fail (id < n_strings, 0);

  return id;
}

/* Tells the import of them. */
static void
report_times (LaminaBuilder     *self,
              const TimeRepairs *repairs)
{
  for (guint i = 0; i < repairs->n_negative; i++)
    lamina_import_repair (self->import, N_("negative duration shown as none"), NULL, 0, LAMINA_NONE);
  for (guint i = 0; i < repairs->n_outside; i++)
    lamina_import_repair (self->import, N_("time outside the range of 64-bit nanoseconds moved to its edge"), NULL, 0, LAMINA_NONE);
}

gint64
lamina_builder_check_time (LaminaBuilder *self,
                           gint64         time)
{
  TimeRepairs repairs = { 0 };

  time = check_time (time, &repairs);
  report_times (self, &repairs);
  return time;
}

/* Makes a column of upper halves, 0 everywhere. Any thread. */
static void
begin_high (LaminaTrack *track,
            gpointer    *cells,
            gsize        size)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

  pthread_mutex_lock (&lock);
  if (*cells == NULL)
    g_atomic_pointer_set (cells, g_malloc0_n (track->slices_capacity, size));
  pthread_mutex_unlock (&lock);
}

static inline void
set_args (LaminaTrack *track,
          guint        i,
          guint64      offset,
          guint32      length)
{
  LaminaSlices *slices = &track->slices;

  ((guint32 *) slices->args_offset)[i] = (guint32) offset;
  ((guint16 *) slices->args_length)[i] = (guint16) length;
  if (G_UNLIKELY (offset >> 32 != 0 && g_atomic_pointer_get (&slices->args_offset_high) == NULL))
    begin_high (track, (gpointer *) &slices->args_offset_high, sizeof *slices->args_offset_high);
  if (G_UNLIKELY (length >> 16 != 0 && g_atomic_pointer_get (&slices->args_length_high) == NULL))
    begin_high (track, (gpointer *) &slices->args_length_high, sizeof *slices->args_length_high);
  if (g_atomic_pointer_get (&slices->args_offset_high) != NULL)
    ((guint32 *) slices->args_offset_high)[i] = (guint32) (offset >> 32);
  if (g_atomic_pointer_get (&slices->args_length_high) != NULL)
    ((guint16 *) slices->args_length_high)[i] = (guint16) (length >> 16);
}

static inline void
set_slice (LaminaTrack           *track,
           guint                  i,
           const LaminaSliceInit *slice,
           guint32                n_strings,
           TimeRepairs           *repairs)
{
  LaminaSlices *slices = &track->slices;
  gint64 duration = slice->duration;
  gint64 start = check_time (slice->start, repairs);
  guint8 flags = (guint8) (slice->kind | (slice->is_open ? LAMINA_SLICE_OPEN : 0));

  if (G_UNLIKELY (duration == LAMINA_ABSENT))
    {
      flags |= LAMINA_SLICE_OPEN;
      duration = 0;
    }
  ((gint64 *) slices->start)[i] = start;
  ((gint64 *) slices->duration)[i] = check_duration (start, duration, repairs);
  ((guint32 *) slices->name)[i] = check_string (slice->name, n_strings);
  ((guint8 *) slices->flags)[i] = flags;
  ((guint32 *) slices->category)[i] = check_string (slice->category, n_strings);
  ((guint32 *) slices->layer)[i] = slice->layer;
  set_args (track, i, slice->args_offset, slice->args_length);
}

/* Gives columns of upper halves that are there room for as many slices as there is in the others. */
static void
reserve_high (LaminaTrack *track)
{
  LaminaSlices *slices = &track->slices;

  if (slices->args_offset_high != NULL)
    slices->args_offset_high = g_renew (guint32, (guint32 *) slices->args_offset_high, track->slices_capacity);
  if (slices->args_length_high != NULL)
    slices->args_length_high = g_renew (guint16, (guint16 *) slices->args_length_high, track->slices_capacity);
}

/* FALSE when there is no room for so many more slices. */
static gboolean
make_room (LaminaBuilder *self,
           LaminaTrack   *track,
           guint          n)
{
  if (n > LAMINA_NONE - 1 - track->slices.n || !lamina_builder_take_rows (self, n))
    {
      self->is_full = TRUE;
      return FALSE;
    }
  lamina_columns_reserve (&track->slices, lamina_slice_columns, LAMINA_N_FIRST_SLICE_COLUMNS, &track->slices_capacity,
                          track->slices.n + n);
  reserve_high (track);
  atomic_fetch_add_explicit (&self->n_slices, n, memory_order_relaxed);
  return TRUE;
}

/* Room that is exact, so that a large track is never copied while it grows. What can't be added anyway needs none. */
static void
reserve_slices (LaminaBuilder *self,
                guint32        run,
                guint32        track,
                guint          n)
{
  LaminaTrack *found = lamina_builder_get_track (self, run, track, FALSE);

  if (found == NULL || n > self->limits.max_rows - self->n_rows + found->slices.n)
    return;
  lamina_columns_reserve_exactly (&found->slices, lamina_slice_columns, LAMINA_N_FIRST_SLICE_COLUMNS,
                                  &found->slices_capacity, n);
  reserve_high (found);
}

guint32
lamina_builder_add_slice (LaminaBuilder         *self,
                          guint32                run,
                          guint32                track,
                          const LaminaSliceInit *slice)
{
  LaminaTrack *found = lamina_builder_get_track (self, run, track, FALSE);
  TimeRepairs repairs = { 0 };

  if (found == NULL || !make_room (self, found, 1))
    return LAMINA_NONE;
  set_slice (found, found->slices.n, slice, lamina_strings_get_n (self->strings), &repairs);
  report_times (self, &repairs);
  return found->slices.n++;
}

guint32
lamina_builder_add_sample (LaminaBuilder *self,
                           guint32        run,
                           guint32        track,
                           gint64         time,
                           double         value)
{
  LaminaTrack *found = lamina_builder_get_track (self, run, track, TRUE);
  LaminaSamples *samples;

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  samples = &found->samples;
  lamina_columns_reserve (samples, lamina_sample_columns, LAMINA_N_SAMPLE_COLUMNS, &found->samples_capacity,
                          samples->n + 1);
  ((gint64 *) samples->time)[samples->n] = lamina_builder_check_time (self, time);
  ((double *) samples->value)[samples->n] = value;
  atomic_fetch_add_explicit (&self->n_slices, 1, memory_order_relaxed);
  return samples->n++;
}

guint32
lamina_builder_add_mark (LaminaBuilder *self,
                         guint32        run,
                         guint32        track,
                         guint32        clock,
                         gint64         time,
                         gint64         duration,
                         guint32        name)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMark mark = { .name = name, .track = track, .clock = clock };
  TimeRepairs repairs = { 0 };

  if (found == NULL)
    return LAMINA_NONE;
  g_return_val_if_fail (track == LAMINA_NONE || track < found->tracks->len, LAMINA_NONE);
  if (!lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  mark.time = check_time (time, &repairs);
  mark.duration = check_duration (mark.time, duration, &repairs);
  report_times (self, &repairs);
  g_array_append_val (found->marks, mark);
  return found->marks->len - 1;
}

void
lamina_builder_set_mark_args (LaminaBuilder *self,
                              guint32        run,
                              guint32        mark,
                              guint          source,
                              guint64        offset,
                              guint32        length)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  LaminaMark *changed;

  if (found == NULL || mark == LAMINA_NONE)
    return;
  g_return_if_fail (mark < found->marks->len);
  changed = &g_array_index (found->marks, LaminaMark, mark);
  changed->source = self->first_source + source;
  changed->args_offset = offset;
  changed->args_length = length;
}

guint32
lamina_builder_add_flow (LaminaBuilder *self,
                         guint32        run,
                         guint32        name,
                         guint32        from_track,
                         guint32        from_slice,
                         guint32        to_track,
                         guint32        to_slice)
{
  LaminaRun *found = lamina_builder_get_run (self, run);
  static const LaminaColumn column = LAMINA_COLUMN (LaminaRun, flows);
  LaminaFlow flow = { name, { from_track, from_slice }, { to_track, to_slice } };
  const LaminaSliceRef *ends[] = { &flow.from, &flow.to };

  if (found == NULL)
    return LAMINA_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (ends[i]->track != LAMINA_NONE)
      {
        LaminaTrack *track = lamina_builder_get_track (self, run, ends[i]->track, FALSE);

        g_return_val_if_fail (track != NULL && ends[i]->slice < track->slices.n, LAMINA_NONE);
      }
  if (!lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  lamina_columns_reserve (found, &column, 1, &found->flows_capacity, found->n_flows + 1);
  found->flows[found->n_flows] = flow;
  return found->n_flows++;
}

/* Slices that several threads add. */

#define SLICES_AT_ONCE 128
#define SLICES_IN_RANGE (SLICES_AT_ONCE * 64)

/* Some slices of a track. */
typedef struct
{
  guint i;
  guint from;
  guint n;
  TimeRepairs repairs;
} Range;

typedef struct
{
  LaminaTrack **tracks;
  guint32 n_strings;
  LaminaSlicesFunc func;
  gpointer data;
  GCancellable *cancellable;
  GArray *ranges;
} Fill;

static void
fill_range (const Fill *self,
            Range      *range)
{
  const LaminaSliceInit unknown = LAMINA_SLICE_INIT;
  LaminaTrack *track = self->tracks[range->i];
  LaminaSliceInit slices[SLICES_AT_ONCE];

  for (guint done = 0, n; done < range->n; done += n)
    {
      n = MIN (range->n - done, SLICES_AT_ONCE);
      for (guint i = 0; i < n; i++)
        slices[i] = unknown;
      self->func (range->i, range->from + done, n, slices, self->data);
      for (guint i = 0; i < n; i++)
        set_slice (track, track->slices.n + range->from + done + i, &slices[i], self->n_strings, &range->repairs);
    }
}

static void
fill_ranges (guint    from,
             guint    to,
             gpointer data)
{
  const Fill *self = data;

  for (guint i = from; i < to && !g_cancellable_is_cancelled (self->cancellable); i++)
    fill_range (self, &g_array_index (self->ranges, Range, i));
}

static void
list_ranges (GArray *ranges,
             guint   i,
             guint   n)
{
  for (guint from = 0; from < n; from += MIN (n - from, SLICES_IN_RANGE))
    {
      Range range = { i, from, MIN (n - from, SLICES_IN_RANGE), { 0 } };

      g_array_append_val (ranges, range);
    }
}

/* Room on all tracks, and what there is to do. FALSE when there is not enough. */
static gboolean
begin_fill (LaminaBuilder *self,
            guint32        run,
            guint          n_tracks,
            const guint32 *tracks,
            const guint   *n_slices,
            Fill          *fill)
{
  guint64 n = 0;

  for (guint i = 0; i < n_tracks; i++)
    n += n_slices[i];
  if (self->is_full || n > self->limits.max_rows - self->n_rows)
    {
      self->is_full = TRUE;
      return FALSE;
    }
  for (guint i = 0; i < n_tracks; i++)
    {
      fill->tracks[i] = lamina_builder_get_track (self, run, tracks[i], FALSE);
      if (fill->tracks[i] == NULL)
        return FALSE;
      reserve_slices (self, run, tracks[i], fill->tracks[i]->slices.n + n_slices[i]);
      if (!make_room (self, fill->tracks[i], n_slices[i]))
        return FALSE;
      list_ranges (fill->ranges, i, n_slices[i]);
    }
  return TRUE;
}

gboolean
lamina_builder_fill_slices (LaminaBuilder    *self,
                            guint32           run,
                            guint             n_tracks,
                            const guint32    *tracks,
                            const guint      *n_slices,
                            LaminaSlicesFunc  func,
                            gpointer          data)
{
  g_autofree LaminaTrack **found = NULL;
  g_autoptr (GArray) ranges = NULL;
  Fill fill;

  g_return_val_if_fail (func != NULL, FALSE);

  found = g_new (LaminaTrack *, MAX (n_tracks, 1));
  ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  fill = (Fill) { found, lamina_strings_get_n (self->strings), func, data, self->cancellable, ranges };
  if (!begin_fill (self, run, n_tracks, tracks, n_slices, &fill))
    return FALSE;
  lamina_builder_each (self, ranges->len, 1, fill_ranges, &fill);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  for (guint i = 0; i < ranges->len; i++)
    report_times (self, &g_array_index (ranges, Range, i).repairs);
  for (guint i = 0; i < n_tracks; i++)
    found[i]->slices.n += n_slices[i];
  return TRUE;
}

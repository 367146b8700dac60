/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-slices-private.h"

/* The part of the builder that takes what stands on tracks: slices, samples, marks and flows. */

void
lamina_builder_report_times (LaminaBuilder           *self,
                             const LaminaTimeRepairs *repairs)
{
  for (guint i = 0; i < repairs->n_negative; i++)
    lamina_import_repair (self->import, "negative duration shown as none", NULL, 0, LAMINA_NONE);
  for (guint i = 0; i < repairs->n_outside; i++)
    lamina_import_repair (self->import, "time outside the range of 64-bit nanoseconds moved to its edge", NULL, 0, LAMINA_NONE);
}

gint64
lamina_builder_check_time (LaminaBuilder *self,
                           gint64         time)
{
  LaminaTimeRepairs repairs = { 0 };

  time = lamina_check_time (time, &repairs);
  lamina_builder_report_times (self, &repairs);
  return time;
}

void
lamina_track_begin_high (LaminaTrack *track,
                         gpointer    *cells,
                         gsize        size)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

  pthread_mutex_lock (&lock);
  if (*cells == NULL)
    g_atomic_pointer_set (cells, g_malloc0_n (track->slices_capacity, size));
  pthread_mutex_unlock (&lock);
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

gboolean
lamina_builder_make_room (LaminaBuilder *self,
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

/* What can't be added anyway needs no room. */
void
lamina_builder_reserve_slices (LaminaBuilder *self,
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
  LaminaTimeRepairs repairs = { 0 };

  if (found == NULL || !lamina_builder_make_room (self, found, 1))
    return LAMINA_NONE;
  lamina_track_set_slice (found, found->slices.n, slice, lamina_strings_get_n (self->strings), &repairs);
  lamina_builder_report_times (self, &repairs);
  return found->slices.n++;
}

guint32
lamina_builder_add_slices (LaminaBuilder *self,
                           guint32        run,
                           guint32        track,
                           guint          n,
                           const gint64  *starts,
                           const gint64  *durations,
                           const guint32 *names)
{
  LaminaTrack *found = lamina_builder_get_track (self, run, track, FALSE);
  guint32 n_strings = lamina_strings_get_n (self->strings);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  LaminaTimeRepairs repairs = { 0 };
  guint32 first;

  if (found == NULL || !lamina_builder_make_room (self, found, n))
    return LAMINA_NONE;
  first = found->slices.n;
  for (guint i = 0; i < n; i++)
    {
      slice.start = starts[i];
      slice.duration = durations[i];
      slice.name = names[i];
      lamina_track_set_slice (found, first + i, &slice, n_strings, &repairs);
    }
  lamina_builder_report_times (self, &repairs);
  found->slices.n += n;
  return first;
}

guint32
lamina_builder_add_slice_columns (LaminaBuilder            *self,
                                  guint32                   run,
                                  guint32                   track,
                                  const LaminaSliceColumns *slices)
{
  LaminaTrack *found = lamina_builder_get_track (self, run, track, FALSE);
  guint32 n_strings = lamina_strings_get_n (self->strings);
  LaminaTimeRepairs repairs = { 0 };
  guint32 first;

  if (found == NULL || !lamina_builder_make_room (self, found, slices->n))
    return LAMINA_NONE;
  first = found->slices.n;
  for (guint i = 0; i < slices->n; i++)
    {
      const LaminaSliceInit slice = {
        .start = slices->start[i],
        .duration = slices->duration[i],
        .name = slices->name[i],
        .category = slices->category != NULL ? slices->category[i] : 0,
        .layer = slices->layer != NULL ? slices->layer[i] : LAMINA_NONE,
        .kind = slices->flags != NULL ? slices->flags[i] & LAMINA_SLICE_KIND_MASK : LAMINA_SLICE_WORK,
        .is_open = slices->flags != NULL && (slices->flags[i] & LAMINA_SLICE_OPEN) != 0,
        .args_offset = slices->args_offset != NULL ? slices->args_offset[i] : 0,
        .args_length = slices->args_length != NULL ? slices->args_length[i] : 0,
      };

      lamina_track_set_slice (found, first + i, &slice, n_strings, &repairs);
    }
  lamina_builder_report_times (self, &repairs);
  found->slices.n += slices->n;
  return first;
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
  LaminaTimeRepairs repairs = { 0 };

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  g_return_val_if_fail (track == LAMINA_NONE || track < found->tracks->len, LAMINA_NONE);
  mark.time = lamina_check_time (time, &repairs);
  mark.duration = lamina_check_duration (mark.time, duration, &repairs);
  lamina_builder_report_times (self, &repairs);
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

  if (found == NULL || !lamina_builder_take_rows (self, 1))
    return LAMINA_NONE;
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (ends[i]->track != LAMINA_NONE)
      {
        LaminaTrack *track = lamina_builder_get_track (self, run, ends[i]->track, FALSE);

        g_return_val_if_fail (track != NULL && ends[i]->slice < track->slices.n, LAMINA_NONE);
      }
  lamina_columns_reserve (found, &column, 1, &found->flows_capacity, found->n_flows + 1);
  found->flows[found->n_flows] = flow;
  return found->n_flows++;
}

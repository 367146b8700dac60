/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-fill.h"
#include "lamina-builder-slices-private.h"
#include "lamina-split.h"

/* Slices that several threads add. */

#define SLICES_AT_ONCE 128
#define SLICES_IN_RANGE (SLICES_AT_ONCE * 64)

/* Some slices of a track. */
typedef struct
{
  guint i;
  guint from;
  guint n;
  LaminaTimeRepairs repairs;
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
        lamina_track_set_slice (track, track->slices.n + range->from + done + i, &slices[i], self->n_strings, &range->repairs);
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
      lamina_builder_reserve_slices (self, run, tracks[i], fill->tracks[i]->slices.n + n_slices[i]);
      if (!lamina_builder_make_room (self, fill->tracks[i], n_slices[i]))
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
  g_autofree LaminaTrack **found = g_new (LaminaTrack *, MAX (n_tracks, 1));
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  Fill fill = { found, lamina_strings_get_n (self->strings), func, data, self->cancellable, ranges };

  g_return_val_if_fail (func != NULL, FALSE);

  if (!begin_fill (self, run, n_tracks, tracks, n_slices, &fill))
    return FALSE;
  lamina_builder_each (self, ranges->len, 1, fill_ranges, &fill);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  for (guint i = 0; i < ranges->len; i++)
    lamina_builder_report_times (self, &g_array_index (ranges, Range, i).repairs);
  for (guint i = 0; i < n_tracks; i++)
    found[i]->slices.n += n_slices[i];
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-query.h"

#include "lamina-layer-filter-private.h"
#include "lamina-order-rows.h"

/* Marks the layers that have a slice in a lane from @start to @end, both on the clock of the track. FALSE when cancelled. */
static gboolean
mark_lane (LaminaTrack  *track,
           guint         lane,
           gint64        start,
           gint64        end,
           guint8       *touched,
           GCancellable *cancellable)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint i = lamina_track_find_slice (track, lane, start == G_MININT64 ? start : start - 1);

  for (; i < slices->first[lane + 1] && slices->start[i] <= end; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (slices->layer[i] != LAMINA_NONE && slices->start[i] + slices->duration[i] >= start)
        touched[slices->layer[i]] = TRUE;
    }
  return TRUE;
}

static gboolean
mark_range (LaminaRun               *run,
            LaminaTimebase          *timebase,
            const LaminaLayerFilter *filter,
            guint8                  *touched,
            GCancellable            *cancellable)
{
  for (guint t = 0; t < lamina_run_get_n_tracks (run); t++)
    {
      LaminaTrack *track = lamina_run_get_track (run, t);
      const LaminaSlices *slices = lamina_track_get_slices (track);
      gint64 offset = lamina_timebase_get_offset (timebase, lamina_track_get_clock (track));
      gint64 start = filter->start == LAMINA_ABSENT ? G_MININT64 : lamina_subtract_saturating (filter->start, offset);
      gint64 end = filter->end == LAMINA_ABSENT ? G_MAXINT64 : lamina_subtract_saturating (filter->end, offset);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (guint lane = 0; slices->layer && start <= end && lane < slices->n_lanes; lane++)
        if (!mark_lane (track, lane, start, end, touched, cancellable))
          return FALSE;
    }
  return TRUE;
}

/* The layers of the section and range. FALSE when cancelled. */
static gboolean
list_layers (LaminaRun               *run,
             LaminaTimebase          *timebase,
             const LaminaLayerFilter *filter,
             guint32                 *rows,
             guint                   *n,
             GCancellable            *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autofree guint8 *touched = NULL;

  if (filter->start != LAMINA_ABSENT || filter->end != LAMINA_ABSENT)
    {
      touched = g_new0 (guint8, MAX (layers->n, 1));
      if (!mark_range (run, timebase, filter, touched, cancellable))
        return FALSE;
    }

  for (guint i = 0; i < layers->n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (filter->section != LAMINA_NONE && lamina_column_row (layers->section, i) != filter->section)
        continue;
      if (!touched || touched[i])
        rows[(*n)++] = i;
    }
  return TRUE;
}

guint32 *
lamina_layers_filter (LaminaRun               *run,
                      LaminaTimebase          *timebase,
                      const LaminaLayerFilter *filter,
                      GCancellable            *cancellable,
                      guint                   *n)
{
  g_autofree guint32 *rows = NULL;
  guint found = 0;

  g_return_val_if_fail (n != NULL, NULL);
  *n = 0;
  g_return_val_if_fail (run != NULL && timebase != NULL && filter != NULL, NULL);

  rows = g_new (guint32, MAX (lamina_run_get_layers (run)->n, 1));
  if (!list_layers (run, timebase, filter, rows, &found, cancellable))
    return NULL;
  if (filter->text && !lamina_layer_filter_keep_text (run, filter->text, rows, &found, cancellable))
    return NULL;
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  *n = found;
  return g_steal_pointer (&rows);
}

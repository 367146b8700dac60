/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-private.h"

/*
 * Where the layers of both sides lie on one scale. Where both runs are measured, each begins when its work does, from the
 * first work of its side on; what runs at once on several queues lies at one place. Elsewhere costs lie end to end in the
 * order of execution.
 */

static gint64
get_offset (LaminaComparison *self,
            guint             side,
            LaminaTimebase   *timebase,
            guint32           track)
{
  return track < lamina_run_get_n_tracks (self->runs[side])
         ? lamina_timebase_get_offset (timebase, lamina_track_get_clock (lamina_run_get_track (self->runs[side], track)))
         : 0;
}

/* When the first of its work on devices starts, or LAMINA_ABSENT. */
static gint64
find_device_start (LaminaComparison *self,
                   guint             side,
                   LaminaTimebase   *timebase,
                   guint32           layer)
{
  LaminaRun *run = self->runs[side];
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 first = LAMINA_ABSENT;

  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      LaminaSliceRef ref = layers->slices[i];
      gint64 start;

      if (lamina_run_get_track_kind (run, ref.track) != LAMINA_GROUP_DEVICE)
        continue;
      start = lamina_number_add (lamina_track_get_slices (lamina_run_get_track (run, ref.track))->start[ref.slice],
                                 get_offset (self, side, timebase, ref.track));
      if (first == LAMINA_ABSENT || start < first)
        first = start;
    }
  return first;
}

static gint64
find_start (LaminaComparison *self,
            guint             side,
            LaminaTimebase   *timebase,
            guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->runs[side]);
  gint64 start = lamina_run_get_layer_track_start (self->runs[side], layer);

  if (lamina_run_get_cost_kind (self->runs[side]) == LAMINA_COST_DEVICE && layers->first_slice != NULL)
    {
      gint64 on_device = find_device_start (self, side, timebase, layer);

      if (on_device != LAMINA_ABSENT)
        return on_device;
    }
  return start == LAMINA_ABSENT
         ? start : lamina_number_add (start, get_offset (self, side, timebase,
                                                         lamina_column_row (layers->track, layer)));
}

static gint64
get_cost (LaminaComparison *self,
          guint             side,
          guint32           layer)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (self->runs[side]), layer);

  return cost != LAMINA_ABSENT ? MAX (cost, 0) : 0;
}

static guint
get_n (LaminaComparison *self,
       guint             side)
{
  return side == 0 ? self->summary.n_layers_a : self->summary.n_layers_b;
}

/* FALSE when the place of something that takes time is not known. */
static gboolean
place_measured (LaminaComparison *self,
                guint             side)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (self->runs[side], TRUE);
  gint64 origin = G_MAXINT64;

  if (lamina_run_get_unit (self->runs[side]) != LAMINA_AXIS_NANOSECONDS
      || lamina_run_get_timing (self->runs[side]) != LAMINA_TIMING_MEASURED)
    return FALSE;
  for (guint i = 0; i < get_n (self, side); i++)
    {
      guint32 layer = self->order[side][i];
      gint64 cost = get_cost (self, side, layer), start = find_start (self, side, timebase, layer);

      if (cost > 0 && (start == LAMINA_ABSENT || ABS (start) > G_MAXINT64 / 4))
        return FALSE;
      self->spans[side][layer] = (LaminaComparisonSpan) { start, cost };
      if (cost > 0)
        origin = MIN (origin, start);
    }
  for (guint i = 0; i < get_n (self, side); i++)
    {
      LaminaComparisonSpan *span = &self->spans[side][self->order[side][i]];
      gint64 cost = span->end;

      span->start = cost > 0 ? span->start - origin : 0;
      span->end = lamina_number_add (span->start, cost);
    }
  return TRUE;
}

static void
place_end_to_end (LaminaComparison *self,
                  guint             side)
{
  gint64 at = 0;

  for (guint i = 0; i < get_n (self, side); i++)
    {
      LaminaComparisonSpan *span = &self->spans[side][self->order[side][i]];

      span->start = at;
      at = lamina_number_add (at, get_cost (self, side, self->order[side][i]));
      span->end = at;
    }
}

static gboolean
sort_by_place (LaminaComparison *self,
               guint             side,
               GCancellable     *cancellable)
{
  guint n = get_n (self, side);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, (gsize) n + 1);

  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (self->spans[side][self->order[side][i]].start),
                                   self->order[side][i] };
  if (!lamina_order_sort (items, NULL, n, cancellable))
    return FALSE;
  for (guint i = 0; i < n; i++)
    self->placed[side][i] = items[i].row;
  return TRUE;
}

gboolean
lamina_comparison_place (LaminaComparison *self,
                         GCancellable     *cancellable)
{
  for (guint side = 0; side < 2; side++)
    {
      self->spans[side] = g_new0 (LaminaComparisonSpan, MAX (lamina_run_get_layers (self->runs[side])->n, 1));
      self->placed[side] = g_memdup2 (self->order[side], MAX (get_n (self, side), 1) * sizeof *self->order[side]);
    }
  self->is_measured = place_measured (self, 0) && place_measured (self, 1);
  for (guint side = 0; side < 2; side++)
    {
      if (!self->is_measured)
        place_end_to_end (self, side);
      else if (!sort_by_place (self, side, cancellable))
        return FALSE;
      for (guint i = 0; i < get_n (self, side); i++)
        self->length[side] = MAX (self->length[side], self->spans[side][self->order[side][i]].end);
    }
  return TRUE;
}

gboolean
lamina_comparison_is_measured (LaminaComparison *self)
{
  return self->is_measured;
}

gint64
lamina_comparison_get_length (LaminaComparison *self,
                              gboolean          is_b)
{
  return self->length[is_b ? 1 : 0];
}

const LaminaComparisonSpan *
lamina_comparison_get_spans (LaminaComparison *self,
                             gboolean          is_b)
{
  return self->spans[is_b ? 1 : 0];
}

const guint32 *
lamina_comparison_get_placed (LaminaComparison *self,
                              gboolean          is_b,
                              guint            *n)
{
  *n = get_n (self, is_b ? 1 : 0);
  return self->placed[is_b ? 1 : 0];
}

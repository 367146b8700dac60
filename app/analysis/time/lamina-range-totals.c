/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-tracks-private.h"
#include "lamina-idle-work-private.h"
#include "lamina-range-totals.h"

#include "lamina-range-load.h"

struct _LaminaRangeTotals
{
  gint64 cost;
  GArray *types;
  GArray *loads;
  guint32 *layers;
  gint64 *costs;
};

/* The totals while they are added up: a cell for each layer. */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  gint64 start;
  gint64 end;
  GCancellable *cancellable;
  gint64 *time;
  guint32 *calls;
} Sums;

#define CANCEL_MASK 0xfff

static gboolean
counts (LaminaRun *run,
        guint      track)
{
  gboolean is_device = lamina_run_get_track_kind (run, track) == LAMINA_GROUP_DEVICE;

  switch (lamina_run_get_cost_kind (run))
    {
    case LAMINA_COST_DEVICE:
      return is_device;
    case LAMINA_COST_SELF:
      return !is_device;
    case LAMINA_COST_DURATION:
    default:
      return TRUE;
    }
}

/* A duration that is not said to be of a device or of the host is counted once: on the track of the layer. */
static gboolean
counts_layer (LaminaRun *run,
              guint      track,
              guint32    layer)
{
  guint32 own;

  if (layer == LAMINA_NONE || lamina_run_get_cost_kind (run) != LAMINA_COST_DURATION)
    return layer != LAMINA_NONE;
  own = lamina_column_row (lamina_run_get_layers (run)->track, layer);
  return own == LAMINA_NONE || own == track;
}

static LaminaClockRange
get_clock_range (LaminaTimebase *timebase,
                 LaminaTrack    *track,
                 gint64          start,
                 gint64          end)
{
  return lamina_clock_range (start, end, lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock));
}

/* The layer that has the time of a slice: its own, else that of the nearest slice around it that has one. */
static guint32
find_owner (LaminaTrack *track,
            guint32      slice)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);

  while (slice != LAMINA_NONE && slices->layer[slice] == LAMINA_NONE)
    slice = lamina_track_get_parent (track, slice);
  return slice == LAMINA_NONE ? LAMINA_NONE : slices->layer[slice];
}

/* The slice around one: on the lane above in nearly all cases, where @cursor follows. */
static guint32
find_around (LaminaTrack *track,
             guint        lane,
             guint        slice,
             guint       *cursor)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 start = slices->start[slice], end = start + slices->duration[slice];

  while (*cursor < slices->first[lane] && slices->start[*cursor] + slices->duration[*cursor] <= start)
    (*cursor)++;
  if (*cursor < slices->first[lane] && slices->start[*cursor] <= start
      && slices->start[*cursor] + slices->duration[*cursor] >= end)
    return *cursor;
  return lamina_track_get_parent (track, slice);
}

/* What a slice takes from the slice around it is not counted there. */
static void
add_slice (Sums                   *self,
           LaminaTrack            *track,
           guint                   index,
           const LaminaClockRange *range,
           guint                   slice,
           guint32                 around)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gboolean is_open = (slices->flags[slice] & LAMINA_SLICE_OPEN) != 0;
  gint64 time = is_open ? 0 : lamina_clock_range_clip (range, slices->start[slice], slices->duration[slice]);
  guint32 owner = slices->layer[slice];
  guint32 owner_around = around == LAMINA_NONE ? LAMINA_NONE : find_owner (track, around);

  if (owner == LAMINA_NONE || owner == owner_around)
    return;
  if (counts_layer (self->run, index, owner))
    {
      self->time[owner] = lamina_number_add (self->time[owner], time);
      self->calls[owner]++;
    }
  if (counts_layer (self->run, index, owner_around))
    self->time[owner_around] = lamina_number_add (self->time[owner_around], -time);
}

static gboolean
add_track (Sums  *self,
           guint  index)
{
  LaminaTrack *track = lamina_run_get_track (self->run, index);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  LaminaClockRange range = get_clock_range (self->timebase, track, self->start, self->end);

  for (guint lane = 0; slices->layer && lane < slices->n_lanes; lane++)
    {
      guint first, end = lamina_range_find_slices (track, lane, &range, &first), cursor = 0;

      if (lane > 0 && first < end)
        cursor = lamina_track_find_slice (track, lane - 1, slices->start[first]);
      for (guint i = first; i < end; i++)
        {
          if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable))
            return FALSE;
          add_slice (self, track, index, &range, i, lane > 0 ? find_around (track, lane, i, &cursor) : LAMINA_NONE);
        }
    }
  return TRUE;
}

static LaminaRangeType *
take_type (LaminaRangeTotals *self,
           GHashTable        *places,
           LaminaRun         *run,
           guint              layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 id = lamina_column_id (layers->type, layer);
  gpointer place = g_hash_table_lookup (places, GUINT_TO_POINTER (id));
  LaminaRangeType type = { .type = id, .cost = LAMINA_ABSENT };

  if (!place)
    {
      type.family = layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER;
      g_array_append_val (self->types, type);
      place = GUINT_TO_POINTER (self->types->len);
      g_hash_table_insert (places, GUINT_TO_POINTER (id), place);
    }
  return &g_array_index (self->types, LaminaRangeType, GPOINTER_TO_UINT (place) - 1);
}

/* The layers of each type stand together; those of type i before those of type i + 1. */
static void
place_layers (LaminaRangeTotals *self,
              const Sums        *sums,
              const guint32     *type_of,
              guint              n)
{
  g_autofree guint32 **next = g_new (guint32 *, MAX (self->types->len, 1));
  guint32 *place = self->layers = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < self->types->len; i++)
    {
      LaminaRangeType *type = &g_array_index (self->types, LaminaRangeType, i);

      type->layers = next[i] = place;
      place += type->n_layers;
    }
  for (guint layer = 0, i = 0; i < n; layer++)
    if (sums->calls[layer] > 0)
      *next[type_of[i++]]++ = layer;
}

/*
 * A layer that the file lists once for many calls has a slice for each; any other may have many for its one call. What
 * lies inside a slice can take more than all of it when it runs side by side: nothing is left then.
 */
static void
collect_types (LaminaRangeTotals *self,
               Sums              *sums)
{
  const LaminaLayers *layers = lamina_run_get_layers (sums->run);
  const gint64 *costs = lamina_run_get_costs (sums->run);
  gboolean is_timed = lamina_run_get_unit (sums->run) == LAMINA_AXIS_NANOSECONDS;
  guint n = layers->n;
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autofree guint32 *type_of = g_new (guint32, MAX (n, 1));
  guint n_touched = 0;

  for (guint layer = 0; layer < n; layer++)
    if (sums->calls[layer] > 0)
      {
        LaminaRangeType *type = take_type (self, places, sums->run, layer);

        type->calls += MIN (sums->calls[layer], MAX (lamina_layers_get_calls (layers, layer), 1));
        type->n_layers++;
        if (is_timed && lamina_column_number (costs, layer) != LAMINA_ABSENT)
          {
            self->costs[layer] = MAX (sums->time[layer], 0);
            type->cost = lamina_number_add (type->cost, self->costs[layer]);
          }
        type_of[n_touched++] = (guint32) (type - (LaminaRangeType *) self->types->data);
      }
  place_layers (self, sums, type_of, n_touched);
}

static int
compare_types (gconstpointer a,
               gconstpointer b)
{
  const LaminaRangeType *left = a, *right = b;

  if (left->cost != right->cost)
    return left->cost > right->cost ? -1 : 1;
  if (left->calls != right->calls)
    return left->calls > right->calls ? -1 : 1;
  return left->type < right->type ? -1 : left->type > right->type;
}

static void
collect_loads (LaminaRangeTotals *self,
               Sums              *sums)
{
  const GArray *tracks = lamina_device_tracks_get_busy (sums->run);

  for (guint i = 0; i < tracks->len; i++)
    {
      LaminaRangeLoad load = { .track = g_array_index (tracks, guint32, i) };
      LaminaTrack *track = lamina_run_get_track (sums->run, load.track);
      const LaminaSlices *slices = lamina_track_get_slices (track);
      LaminaClockRange range = get_clock_range (sums->timebase, track, sums->start, sums->end);

      if (!lamina_idle_measure_queue (sums->run, sums->timebase, load.track, sums->start, sums->end, &load.busy, &load.wait))
        {
          /* Without layers all that lies outermost is work. */
          for (guint lane = 0; lane < slices->n_lanes; lane++)
            load.wait = lamina_number_add (load.wait, lamina_range_add_lane (track, lane, &range, TRUE));
          load.busy = lamina_range_add_lane (track, 0, &range, FALSE);
          load.wait = MIN (load.wait, load.busy);
          load.busy -= load.wait;
        }
      load.idle = MAX (range.end - range.start - load.busy - load.wait, 0);
      g_array_append_val (self->loads, load);
    }
}

LaminaRangeTotals *
lamina_range_totals_new (LaminaRun      *run,
                         LaminaTimebase *timebase,
                         gint64          start,
                         gint64          end,
                         GCancellable   *cancellable)
{
  guint n = lamina_run_get_layers (run)->n;
  g_autofree gint64 *time = g_new0 (gint64, MAX (n, 1));
  g_autofree guint32 *calls = g_new0 (guint32, MAX (n, 1));
  Sums sums = { run, timebase, start, end, cancellable, time, calls };
  LaminaRangeTotals *self;

  g_return_val_if_fail (start <= end, NULL);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (counts (run, i) && !add_track (&sums, i))
      return NULL;
  self = g_new0 (LaminaRangeTotals, 1);
  self->costs = g_new (gint64, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->costs[i] = LAMINA_ABSENT;
  self->types = g_array_new (FALSE, FALSE, sizeof (LaminaRangeType));
  self->loads = g_array_new (FALSE, FALSE, sizeof (LaminaRangeLoad));
  collect_types (self, &sums);
  g_array_sort (self->types, compare_types);
  self->cost = LAMINA_ABSENT;
  for (guint i = 0; i < self->types->len; i++)
    self->cost = lamina_number_add (self->cost, g_array_index (self->types, LaminaRangeType, i).cost);
  collect_loads (self, &sums);
  return self;
}

void
lamina_range_totals_free (LaminaRangeTotals *self)
{
  g_array_unref (self->types);
  g_array_unref (self->loads);
  g_free (self->layers);
  g_free (self->costs);
  g_free (self);
}

guint64
lamina_range_totals_get_effort (LaminaRun      *run,
                                LaminaTimebase *timebase,
                                gint64          start,
                                gint64          end,
                                guint64         most)
{
  guint64 effort = lamina_run_get_layers (run)->n;

  for (guint i = 0; i < lamina_run_get_n_tracks (run) && effort <= most; i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      LaminaClockRange range = get_clock_range (timebase, track, start, end);
      guint first;

      for (guint lane = 0; counts (run, i) && lane < lamina_track_get_slices (track)->n_lanes && effort <= most; lane++)
        effort += 1 + lamina_range_find_slices (track, lane, &range, &first) - first;
    }
  return effort;
}

const gint64 *
lamina_range_totals_get_costs (LaminaRangeTotals *self)
{
  return self->costs;
}

gint64
lamina_range_totals_get_cost (LaminaRangeTotals *self)
{
  return self->cost;
}

guint
lamina_range_totals_get_n_types (LaminaRangeTotals *self)
{
  return self->types->len;
}

const LaminaRangeType *
lamina_range_totals_get_type (LaminaRangeTotals *self,
                              guint              i)
{
  g_return_val_if_fail (i < self->types->len, NULL);
  return &g_array_index (self->types, LaminaRangeType, i);
}

guint
lamina_range_totals_get_n_loads (LaminaRangeTotals *self)
{
  return self->loads->len;
}

const LaminaRangeLoad *
lamina_range_totals_get_load (LaminaRangeTotals *self,
                              guint              i)
{
  g_return_val_if_fail (i < self->loads->len, NULL);
  return &g_array_index (self->loads, LaminaRangeLoad, i);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lanes-private.h"

#include <string.h>

/*
 * Slices are taken by start, longer ones first. A lane is open as long as its last slice has not ended. A slice that
 * lies inside the last slice of a lane goes below it; beyond that it goes to the first lane that is free. So a lane
 * never holds two slices that overlap (1), a slice lies below every slice around it (2), and where slices only nest,
 * lanes are depths of nesting (3).
 *
 * Slices that overlap without nesting may open very many lanes. The search for the slice around a new one therefore
 * gives up after MAX_SEARCH lanes; (1) still holds then.
 */
#define MAX_SEARCH 1024
#define CANCEL_MASK 0xffff

typedef struct
{
  gint64 end;
  guint32 owner;
} Lane;

typedef struct
{
  const LaminaSlices *slices;
  gint64 *device_times;
  GArray *lanes;
  guint n_open;
} Lanes;

typedef struct
{
  gint64 start;
  gint64 duration;
  guint32 index;
} SortKey;

static int
compare_keys (const void *a,
              const void *b)
{
  const SortKey *left = a;
  const SortKey *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  if (left->duration != right->duration)
    return left->duration > right->duration ? -1 : 1;
  return left->index < right->index ? -1 : left->index > right->index;
}

static gboolean
is_sorted (const LaminaSlices *slices)
{
  for (guint i = 1; i < slices->n; i++)
    if (slices->start[i] < slices->start[i - 1] ||
        (slices->start[i] == slices->start[i - 1] && slices->duration[i] > slices->duration[i - 1]))
      return FALSE;
  return TRUE;
}

/* The order by start; NULL when the slices are in it. */
static guint32 *
sort_slices (const LaminaSlices *slices)
{
  g_autofree SortKey *keys = NULL;
  guint32 *order;

  if (is_sorted (slices))
    return NULL;
  keys = g_new (SortKey, slices->n);
  for (guint i = 0; i < slices->n; i++)
    keys[i] = (SortKey) { slices->start[i], slices->duration[i], i };
  qsort (keys, slices->n, sizeof *keys, compare_keys);
  order = g_new (guint32, slices->n);
  for (guint i = 0; i < slices->n; i++)
    order[i] = keys[i].index;
  return order;
}

/* The deepest open lane whose slice holds a slice that ends at @end; -1 when there is none. */
static int
find_around (Lanes  *self,
             gint64  start,
             gint64  end,
             guint  *first_free)
{
  const Lane *lanes = (const Lane *) self->lanes->data;
  guint stop = self->n_open > MAX_SEARCH ? self->n_open - MAX_SEARCH : 0;
  guint lane = self->n_open;

  while (lane > stop && !(lanes[lane - 1].end > start && lanes[lane - 1].end >= end))
    lane--;
  *first_free = lane;
  return lane > stop ? (int) lane - 1 : -1;
}

static void
close_lanes (Lanes  *self,
             gint64  start)
{
  while (self->n_open > 0 && g_array_index (self->lanes, Lane, self->n_open - 1).end <= start)
    self->n_open--;
}

/* Device time goes to the innermost layer: what a slice takes from the slice around it is subtracted there. */
static void
add_device_time (Lanes   *self,
                 guint32  owner,
                 guint32  owner_around,
                 gint64   duration)
{
  if (self->device_times == NULL || owner == owner_around)
    return;
  if (owner != LAMINA_NONE)
    self->device_times[owner] = lamina_number_add (self->device_times[owner], duration);
  if (owner_around != LAMINA_NONE)
    self->device_times[owner_around] = lamina_number_add (self->device_times[owner_around], -duration);
}

static guint
place (Lanes   *self,
       guint32  slice)
{
  gint64 start = self->slices->start[slice];
  gint64 end = start + self->slices->duration[slice];
  guint32 owner = self->slices->layer[slice];
  guint32 owner_around = LAMINA_NONE;
  guint lane;
  int around;

  close_lanes (self, start);
  around = find_around (self, start, end, &lane);
  if (around >= 0)
    owner_around = g_array_index (self->lanes, Lane, around).owner;
  while (lane < self->n_open && g_array_index (self->lanes, Lane, lane).end > start)
    lane++;
  if (owner == LAMINA_NONE)
    owner = owner_around;
  if ((self->slices->flags[slice] & LAMINA_SLICE_OPEN) == 0)
    add_device_time (self, owner, owner_around, end - start);
  if (lane == self->lanes->len)
    g_array_set_size (self->lanes, lane + 1);
  g_array_index (self->lanes, Lane, lane) = (Lane) { end, owner };
  self->n_open = MAX (self->n_open, lane + 1);
  return lane;
}

/* Turns the lane of each slice, in order of start, into the final order: lane by lane, each in order of start. */
static guint32 *
order_by_lane (LaminaSlices  *slices,
               const guint32 *by_start,
               const guint32 *lanes,
               guint          n_lanes)
{
  guint32 *first = g_new0 (guint32, (gsize) n_lanes + 1);
  g_autofree guint32 *next = NULL;
  guint32 *order;

  for (guint i = 0; i < slices->n; i++)
    first[lanes[i] + 1]++;
  for (guint lane = 0; lane < n_lanes; lane++)
    first[lane + 1] += first[lane];
  slices->first = first;
  slices->n_lanes = n_lanes;
  if (n_lanes == 1 && by_start == NULL)
    return NULL;

  next = g_memdup2 (first, ((gsize) n_lanes + 1) * sizeof *first);
  order = g_new (guint32, slices->n);
  for (guint i = 0; i < slices->n; i++)
    order[next[lanes[i]]++] = by_start != NULL ? by_start[i] : i;
  return order;
}

static guint32 *
invert (const guint32 *order,
        guint          n)
{
  guint32 *positions = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    positions[order[i]] = i;
  return positions;
}

gboolean
lamina_track_assign_lanes (LaminaTrack   *self,
                           gint64        *device_times,
                           guint32      **positions,
                           GCancellable  *cancellable)
{
  LaminaSlices *slices = &self->slices;
  g_autofree guint32 *by_start = sort_slices (slices);
  g_autofree guint32 *lane_of = g_new (guint32, MAX (slices->n, 1));
  g_autofree guint32 *order = NULL;
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (Lane));
  Lanes lanes = { slices, device_times, array, 0 };

  *positions = NULL;
  for (guint i = 0; i < slices->n; i++)
    {
      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      lane_of[i] = place (&lanes, by_start != NULL ? by_start[i] : i);
    }
  order = order_by_lane (slices, by_start, lane_of, array->len);
  if (order != NULL)
    {
      lamina_columns_permute (slices, lamina_slice_columns, LAMINA_N_SLICE_COLUMNS, order, slices->n);
      *positions = invert (order, slices->n);
    }
  return TRUE;
}

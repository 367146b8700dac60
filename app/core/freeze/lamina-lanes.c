/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lanes-private.h"
#include "lamina-slice-order-private.h"

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
  GArray *owned;
  GArray *lanes;
  guint n_open;
} Lanes;

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
  LaminaOwnedTime gain = { owner, duration };
  LaminaOwnedTime loss = { owner_around, -duration };

  if (self->owned == NULL || owner == owner_around)
    return;
  if (owner != LAMINA_NONE)
    g_array_append_val (self->owned, gain);
  if (owner_around != LAMINA_NONE)
    g_array_append_val (self->owned, loss);
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

/*
 * Turns the lane of each slice, by the order of adding, into its final position: lane by lane, each in order of start.
 * FALSE when all are where they belong.
 */
static gboolean
lanes_to_positions (LaminaSlices  *slices,
                    const guint32 *by_start,
                    guint32       *cells,
                    guint          n_lanes)
{
  guint32 *first = g_new0 (guint32, (gsize) n_lanes + 1);
  g_autofree guint32 *next = NULL;

  for (guint i = 0; i < slices->n; i++)
    first[cells[i] + 1]++;
  for (guint lane = 0; lane < n_lanes; lane++)
    first[lane + 1] += first[lane];
  slices->first = first;
  slices->n_lanes = n_lanes;
  if (n_lanes <= 1 && by_start == NULL)
    return FALSE;
  next = g_memdup2 (first, ((gsize) n_lanes + 1) * sizeof *first);
  for (guint i = 0; i < slices->n; i++)
    {
      guint32 slice = by_start != NULL ? by_start[i] : i;

      cells[slice] = next[cells[slice]]++;
    }
  return TRUE;
}

gboolean
lamina_track_assign_lanes (LaminaTrack   *self,
                           GArray        *owned,
                           guint32      **positions,
                           GCancellable  *cancellable)
{
  LaminaSlices *slices = &self->slices;
  g_autofree guint32 *by_start = lamina_slices_get_order (slices);
  g_autofree guint32 *cells = lamina_cells_new (slices->n, sizeof *cells);
  g_autoptr (GArray) array = g_array_new (FALSE, FALSE, sizeof (Lane));
  Lanes lanes = { slices, owned, array, 0 };

  *positions = NULL;
  for (guint i = 0; i < slices->n; i++)
    {
      guint32 slice = by_start != NULL ? by_start[i] : i;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      cells[slice] = place (&lanes, slice);
    }
  if (lanes_to_positions (slices, by_start, cells, array->len))
    *positions = g_steal_pointer (&cells);
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-freeze-private.h"
#include "lamina-order.h"

/*
 * The parents of all slices of a track with so many lanes that looking through them, for each slice anew, would take time with the
 * square of their number. Slices are taken by their starts; meanwhile a tree over the lanes knows, for each range of them, the
 * latest end of what has begun there, and finds the deepest lane that holds a slice.
 */

/* Up to here lanes are looked through: lamina_track_get_parent () needs no memory for it. */
#define MOST_SEARCHED_LANES 64

typedef struct
{
  guint n_leaves; /* a power of two */
  gint64 *ends;   /* node 1 is the root, 2 i and 2 i + 1 are below i */
} Tree;

static void
tree_set (Tree   *self,
          guint   lane,
          gint64  end)
{
  guint i = self->n_leaves + lane;

  self->ends[i] = end;
  while (i >>= 1)
    self->ends[i] = MAX (self->ends[2 * i], self->ends[2 * i + 1]);
}

/* The last lane above @lane in which something ends at @end or later, see get_end (). */
static guint32
tree_find_above (const Tree *self,
                 guint       lane,
                 gint64      end)
{
  guint i = self->n_leaves + lane;

  while (i > 1 && (i % 2 == 0 || self->ends[i - 1] < end))
    i /= 2;
  if (i <= 1)
    return LAMINA_NONE;
  for (i--; i < self->n_leaves;)
    i = 2 * i + (self->ends[2 * i + 1] >= end);
  return i - self->n_leaves;
}

/* Twice the end, so that one can stand between two: what takes no time lies in what ends later, or takes no time there, too. */
static inline gint64
get_end (const LaminaSlices *slices,
         guint32             slice)
{
  return 2 * (slices->start[slice] + slices->duration[slice]) + (slices->duration[slice] == 0);
}

/* By start, then by lane: what is around another slice comes before it. */
static LaminaOrderItem *
order_slices (const LaminaSlices *slices)
{
  LaminaOrderItem *items = g_new (LaminaOrderItem, slices->n);

  for (guint32 i = 0; i < slices->n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (slices->start[i]), i };
  lamina_order_sort (items, NULL, slices->n, NULL);
  return items;
}

void
lamina_track_index_parents (LaminaTrack *track)
{
  const LaminaSlices *slices = &track->slices;
  g_autofree LaminaOrderItem *items = NULL;
  g_autofree gint64 *ends = NULL;
  Tree tree = { 1, NULL };

  if (slices->n_lanes <= MOST_SEARCHED_LANES)
    return;
  items = order_slices (slices);
  while (tree.n_leaves < slices->n_lanes)
    tree.n_leaves *= 2;
  tree.ends = ends = g_new (gint64, 2 * (gsize) tree.n_leaves);
  for (gsize i = 0; i < 2 * (gsize) tree.n_leaves; i++)
    ends[i] = G_MININT64;
  track->parents = g_new (guint32, slices->n);
  for (guint i = 0; i < slices->n; i++)
    {
      guint32 slice = items[i].row;
      guint lane = lamina_track_get_depth (track, slice);
      gint64 end = get_end (slices, slice);
      guint32 above = tree_find_above (&tree, lane, end);

      track->parents[slice] = above != LAMINA_NONE ? lamina_track_find_slice (track, above, slices->start[slice]) : LAMINA_NONE;
      tree_set (&tree, lane, end);
    }
}

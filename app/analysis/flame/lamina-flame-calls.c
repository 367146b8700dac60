/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree-private.h"

#include "lamina-order-rows.h"

#include <string.h>

/*
 * Slices stand in the slices around them. The node of a slice is worked out when it is first asked for and then kept,
 * for each track in an array of its own, so that a path is walked once however many slices have it.
 */
typedef struct
{
  LaminaFlameGrowth *growth;
  const LaminaLayers *layers;
  guint32 **nodes;
  guint n_tracks;
} Calls;

static void
calls_init (Calls             *self,
            LaminaFlameGrowth *growth)
{
  self->growth = growth;
  self->layers = lamina_run_get_layers (growth->run);
  self->n_tracks = lamina_run_get_n_tracks (growth->run);
  self->nodes = g_new0 (guint32 *, MAX (self->n_tracks, 1));
}

static void
calls_clear (Calls *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    g_free (self->nodes[i]);
  g_free (self->nodes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Calls, calls_clear)

static guint32 *
get_nodes (Calls   *self,
           guint32  track)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->growth->run, track));

  if (!self->nodes[track])
    {
      self->nodes[track] = g_new (guint32, MAX (slices->n, 1));
      memset (self->nodes[track], 0xff, slices->n * sizeof (guint32));
    }
  return self->nodes[track];
}

/* Waiting and kernels are parts of the slice around them, not something of their own. */
static gboolean
is_part (const LaminaSlices *slices,
         guint32             slice,
         guint32             parent)
{
  return parent != LAMINA_NONE && slices->flags && (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) != LAMINA_SLICE_WORK;
}

/* A slice is called as its layer is. */
static guint32
get_name (Calls              *self,
          const LaminaSlices *slices,
          guint32             slice)
{
  guint32 layer = lamina_column_row (slices->layer, slice);
  guint32 name = layer == LAMINA_NONE ? 0 : lamina_column_id (self->layers->name, layer);

  return LAMINA_FLAME_STRING (name != 0 ? name : slices->name[slice]);
}

static gboolean
has_node (Calls              *self,
          const LaminaSlices *slices,
          guint32             slice,
          guint32             parent)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  if (is_part (slices, slice, parent))
    return FALSE;
  if (self->growth->options->by == LAMINA_FLAME_BY_MODULES)
    return lamina_flame_is_module (lamina_run_get_string (self->growth->run, slices->name[slice]));
  return parent == LAMINA_NONE || layer == LAMINA_NONE || lamina_column_row (slices->layer, parent) != layer;
}

/* The node of a slice; that of the slice around where it is only a part of that. */
static guint32
get_slice_node (Calls   *self,
                guint32  t,
                guint32  slice)
{
  LaminaTrack *track = lamina_run_get_track (self->growth->run, t);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 *nodes = get_nodes (self, t);
  guint32 chain[LAMINA_FLAME_MOST_DEPTH];
  guint32 i = slice, node;
  guint n = 0;

  while (i != LAMINA_NONE && nodes[i] == LAMINA_NONE && n < LAMINA_FLAME_MOST_DEPTH)
    {
      chain[n++] = i;
      i = lamina_track_get_parent (track, i);
    }
  node = i != LAMINA_NONE && nodes[i] != LAMINA_NONE ? nodes[i] : 0;
  for (guint32 parent = i; n-- > 0; parent = chain[n])
    {
      if (has_node (self, slices, chain[n], parent))
        node = lamina_flame_growth_get_child (self->growth, node, get_name (self, slices, chain[n]));
      nodes[chain[n]] = node;
    }
  return node;
}

/* Where a layer was called: on the host, else where the views take it to. */
static gboolean
find_home (Calls          *self,
           guint32         layer,
           LaminaSliceRef *home)
{
  const LaminaSliceRef *begin = self->layers->slices + self->layers->first_slice[layer];
  const LaminaSliceRef *end = self->layers->slices + self->layers->first_slice[layer + 1];

  for (const LaminaSliceRef *ref = begin; ref < end; ref++)
    if (lamina_run_get_track_kind (self->growth->run, ref->track) == LAMINA_GROUP_HOST)
      {
        *home = *ref;
        return TRUE;
      }
  if (begin < end)
    *home = *begin;
  return begin < end;
}

/* The node that a layer stands below. */
static guint32
get_place (Calls   *self,
           guint32  layer)
{
  LaminaSliceRef home;
  guint32 around;

  if (!find_home (self, layer, &home))
    return 0;
  around = lamina_track_get_parent (lamina_run_get_track (self->growth->run, home.track), home.slice);
  return around == LAMINA_NONE ? 0 : get_slice_node (self, home.track, around);
}

gboolean
lamina_flame_growth_add_calls (LaminaFlameGrowth *self)
{
  g_auto (Calls) calls = { 0 };

  calls_init (&calls, self);
  for (guint32 i = 0; i < calls.layers->n; i++)
    {
      guint32 name = LAMINA_FLAME_STRING (lamina_column_id (calls.layers->name, i));

      if (lamina_order_is_cancelled (self->cancellable, i))
        return FALSE;
      if (lamina_flame_growth_wants_layer (self, i))
        lamina_flame_growth_add_layer (self, lamina_flame_growth_get_child (self, get_place (&calls, i), name), i);
    }
  return TRUE;
}

/* What each slice takes without the slices in it. NULL when cancelled. */
static gint64 *
create_selves (LaminaTrack  *track,
               GCancellable *cancellable)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  g_autofree gint64 *selves = g_new (gint64, MAX (slices->n, 1));

  memcpy (selves, slices->duration, slices->n * sizeof *selves);
  for (guint32 i = slices->n_lanes > 0 ? slices->first[1] : 0; i < slices->n; i++)
    {
      guint32 parent = lamina_track_get_parent (track, i);

      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      if (is_part (slices, i, parent))
        selves[i] = 0;
      else if (parent != LAMINA_NONE)
        selves[parent] -= MIN (slices->duration[i], MAX (selves[parent], 0));
    }
  return g_steal_pointer (&selves);
}

/* What the layer of a slice weighs, once on each track. */
static gint64
get_weight (Calls              *self,
            const LaminaSlices *slices,
            guint32             slice,
            gint64              time,
            gboolean            is_first)
{
  guint32 layer = lamina_column_row (slices->layer, slice);

  if (self->growth->options->weight == LAMINA_FLAME_WEIGHT_COST)
    return time;
  if (self->growth->options->weight == LAMINA_FLAME_WEIGHT_CALLS)
    return 1;
  return layer == LAMINA_NONE || !is_first
         ? LAMINA_ABSENT : lamina_flame_get_layer_weight (self->growth->run, self->growth->options->weight, layer);
}

static void
add_slice (Calls              *self,
           guint32             track,
           const LaminaSlices *slices,
           guint32             slice,
           gint64              time,
           guint32            *last)
{
  guint32 layer = lamina_column_row (slices->layer, slice);
  guint32 node = get_slice_node (self, track, slice);
  gboolean is_first = layer != LAMINA_NONE && last[layer] == LAMINA_NONE;

  lamina_flame_growth_add (self->growth, node, get_weight (self, slices, slice, time, is_first), 1,
                           slices->family ? (LaminaFamily) slices->family[slice] : LAMINA_FAMILY_OTHER);
  if (layer != LAMINA_NONE && last[layer] != node)
    {
      LaminaFlameEntry entry = { node, layer };

      g_array_append_val (self->growth->entries, entry);
      last[layer] = node;
    }
}

gboolean
lamina_flame_growth_add_slices (LaminaFlameGrowth *self,
                                guint32            t)
{
  g_auto (Calls) calls = { 0 };
  LaminaTrack *track = lamina_run_get_track (self->run, t);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  g_autofree gint64 *selves = create_selves (track, self->cancellable);
  g_autofree guint32 *last = NULL;

  if (!selves)
    return FALSE;
  calls_init (&calls, self);
  last = g_new (guint32, MAX (calls.layers->n, 1));
  memset (last, 0xff, calls.layers->n * sizeof *last);
  for (guint32 i = 0; i < slices->n; i++)
    {
      guint32 parent = i < slices->first[1] ? LAMINA_NONE : lamina_track_get_parent (track, i);

      if (lamina_order_is_cancelled (self->cancellable, i))
        return FALSE;
      if (!is_part (slices, i, parent) && lamina_flame_growth_wants_layer (self, lamina_column_row (slices->layer, i)))
        add_slice (&calls, t, slices, i, selves[i], last);
    }
  return TRUE;
}

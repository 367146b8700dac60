/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

/*
 * The timeline: a track for each thread and comp node, a slice for each time of an operator, and arrows from host to
 * device.
 */

/* What stands on both sides of `kern`. */
typedef struct
{
  const char *before;
  LaminaSliceKind before_kind;
  const char *after;
  LaminaSliceKind after_kind;
} Parts;

static const Parts host_parts = { "prepare", LAMINA_SLICE_WORK, "dispatch", LAMINA_SLICE_WORK };
static const Parts device_parts = { "waiting", LAMINA_SLICE_WAIT, "kernel", LAMINA_SLICE_KERNEL };

static void
add_host_tracks (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;
  guint32 group;

  if (profile->host->len == 0)
    return;
  group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, lamina_builder_own_word (self->builder, N_("Host")),
                                    LAMINA_GROUP_HOST);
  for (guint32 i = 0; i < profile->threads.names->len; i++)
    self->host_tracks[i] = lamina_builder_add_track (self->builder, self->run, group,
                                                     megengine_profile_get_thread (profile, i), self->host_clock);
}

static void
add_device_track (MegengineBuild  *self,
                  guint32          node,
                  guint32          clock,
                  LaminaGroupKind  kind)
{
  const char *name = megengine_profile_get_comp_node (self->profile, node);
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, name, kind);

  self->device_tracks[node] = lamina_builder_add_track (self->builder, self->run, group,
                                                        lamina_builder_own_word (self->builder, N_("Operators")), clock);
}

/* Without times a comp node is where operators stand in order, and no time on a device passes. */
static void
add_order_tracks (MegengineBuild *self)
{
  for (guint i = 0; i < self->profile->order->len; i++)
    {
      guint32 row = g_array_index (self->profile->order, guint32, i);
      guint32 node = megengine_build_get_node (self, megengine_profile_get_operator (self->profile, row));

      if (node != LAMINA_NONE && self->device_tracks[node] == LAMINA_NONE)
        add_device_track (self, node, self->host_clock, LAMINA_GROUP_OTHER);
    }
}

void
megengine_build_tracks (MegengineBuild *self)
{
  add_host_tracks (self);
  if (!self->measured)
    add_order_tracks (self);
  for (guint32 i = 0; i < self->profile->comp_nodes.names->len; i++)
    if (self->device_clocks[i] != LAMINA_NONE)
      add_device_track (self, i, self->device_clocks[i], LAMINA_GROUP_DEVICE);
}

static LaminaSliceInit
operator_slice (MegengineBuild          *self,
                const MegengineOperator *operator,
                guint32                  layer)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = operator->name ? operator->name : operator->id;
  slice.category = operator->type;
  slice.layer = layer;
  return slice;
}

static void
add_part (MegengineBuild  *self,
          guint32          track,
          LaminaSliceInit  slice,
          const char      *name,
          LaminaSliceKind  kind,
          gint64           start,
          gint64           end)
{
  if (start == end)
    return;
  slice.name = lamina_builder_intern (self->builder, name, -1);
  slice.kind = kind;
  slice.start = start;
  slice.duration = end - start;
  lamina_builder_add_slice (self->builder, self->run, track, &slice);
}

static guint32
add_slice (MegengineBuild       *self,
           guint32               track,
           const MegengineTimes *times,
           const Parts          *parts)
{
  LaminaSliceInit slice = operator_slice (self, megengine_profile_get_operator (self->profile, times->operator),
                                          self->layers[times->operator]);
  guint32 row;

  slice.start = times->start;
  slice.duration = times->end == LAMINA_ABSENT ? LAMINA_ABSENT : times->end - times->start;
  row = lamina_builder_add_slice (self->builder, self->run, track, &slice);
  if (times->kern != LAMINA_ABSENT && times->end != LAMINA_ABSENT)
    {
      add_part (self, track, slice, parts->before, parts->before_kind, times->start, times->kern);
      add_part (self, track, slice, parts->after, parts->after_kind, times->kern, times->end);
    }
  return row;
}

/* From the thread that is named first to each comp node. */
static void
add_times (MegengineBuild          *self,
           const MegengineOperator *operator)
{
  MegengineProfile *profile = self->profile;
  guint32 from_track = LAMINA_NONE;
  guint32 from_slice = LAMINA_NONE;

  for (guint i = operator->host.n; i-- > 0;)
    {
      const MegengineTimes *times = megengine_profile_get_host (profile, operator->host.first + i);

      from_track = self->host_tracks[times->place];
      from_slice = add_slice (self, from_track, times, &host_parts);
    }
  for (guint i = 0; i < operator->device.n; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (profile, operator->device.first + i);
      guint32 track = self->device_tracks[times->place];
      guint32 row = add_slice (self, track, times, &device_parts);

      if (from_slice != LAMINA_NONE && row != LAMINA_NONE)
        lamina_builder_add_flow (self->builder, self->run, lamina_builder_intern (self->builder, "dispatch", -1),
                                 from_track, from_slice, track, row);
    }
}

static void
add_step (MegengineBuild *self,
          guint32         row)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  guint32 node = megengine_build_get_node (self, operator);
  LaminaSliceInit slice = operator_slice (self, operator, self->layers[row]);

  if (node == LAMINA_NONE)
    return;
  slice.start = operator->order;
  slice.duration = 1;
  lamina_builder_add_slice (self->builder, self->run, self->device_tracks[node], &slice);
}

void
megengine_build_slices (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;

  if (self->measured)
    for (guint32 i = 0; i < profile->operators->len; i++)
      add_times (self, megengine_profile_get_operator (profile, i));
  else
    for (guint i = 0; i < profile->order->len; i++)
      add_step (self, g_array_index (profile->order, guint32, i));
}

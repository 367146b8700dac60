/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

/*
 * The layers that TensorRT ran inside an operator. Their durations are measured, their starts are not: where they fit
 * into the kernel of the operator, they are laid end to end there, which is said on the track and on each slice. Where
 * they do not fit (TensorRT may have measured another run) they are rows of the table alone, and the operator keeps its
 * whole time.
 */

typedef struct
{
  guint32 track;
  gint64 start;
} Room;

static const MegengineSublayer *
get_sublayer (MegengineBuild          *self,
              const MegengineOperator *operator,
              guint                    i)
{
  return &g_array_index (self->profile->sublayers, MegengineSublayer, operator->sublayers.first + i);
}

static gboolean
find_room (MegengineBuild          *self,
           const MegengineOperator *operator,
           Room                    *room)
{
  gint64 needed = 0;

  for (guint i = 0; i < operator->sublayers.n; i++)
    if (__builtin_add_overflow (needed, get_sublayer (self, operator, i)->duration, &needed))
      return FALSE;
  for (guint i = 0; i < operator->device.n; i++)
    {
      const MegengineTimes *times = megengine_profile_get_device (self->profile, operator->device.first + i);

      room->start = times->kern != LAMINA_ABSENT ? times->kern : times->start;
      room->track = self->device_tracks[times->place];
      if (times->end != LAMINA_ABSENT && times->end - room->start >= needed)
        return TRUE;
    }
  return FALSE;
}

static void
add_sublayer (MegengineBuild          *self,
              guint32                  parent,
              guint32                  metric,
              const MegengineSublayer *sublayer,
              Room                    *room)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  layer.name = sublayer->name;
  layer.parent = parent;
  layer.track = room ? room->track : LAMINA_NONE;
  layer.start = room ? room->start : LAMINA_ABSENT;
  layer.duration = sublayer->duration;
  slice.layer = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_builder_set_metric_integer (self->builder, self->run, metric, slice.layer, sublayer->duration);
  if (!room)
    return;
  slice.name = sublayer->name;
  slice.category = lamina_builder_intern (self->builder, "laid end to end", -1);
  slice.start = room->start;
  slice.duration = sublayer->duration;
  lamina_builder_add_slice (self->builder, self->run, room->track, &slice);
  room->start += sublayer->duration;
}

static void
add_sublayers (MegengineBuild *self,
               guint32         row,
               guint32         metric)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  Room room;
  gboolean fits = find_room (self, operator, &room);

  if (fits)
    lamina_builder_set_track_caption (self->builder, self->run, room.track,
                                      lamina_builder_own_word (self->builder, N_("layers inside an operator: laid end to end")));
  else if (self->measured)
    megengine_profile_note (self->profile,
                            N_("the layers inside an operator take longer than it; they are not on the timeline"),
                            operator->sublayers_offset, operator->record);
  for (guint i = 0; i < operator->sublayers.n; i++)
    add_sublayer (self, self->layers[row], metric, get_sublayer (self, operator, i), fits ? &room : NULL);
}

void
megengine_build_sublayers (MegengineBuild *self)
{
  guint32 metric;

  if (self->profile->sublayers->len == 0)
    return;
  metric = lamina_builder_add_metric (self->builder, self->run, "opr_internal_pf", LAMINA_UNIT_NANOSECONDS,
                                      LAMINA_VALUE_INTEGER);
  for (guint32 i = 0; i < self->profile->operators->len; i++)
    if (megengine_profile_get_operator (self->profile, i)->sublayers.n > 0)
      add_sublayers (self, i, metric);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

/* Each operator becomes a layer: first those of comp_seq in its order, then those that did not run. */

typedef struct
{
  gint64 total; /* from start to end, over all places */
  gint64 wait;  /* from start to the first kernel */
} Sums;

static Sums
sum_times (GArray        *array,
           MegengineSpan  span)
{
  Sums sums = { LAMINA_ABSENT, LAMINA_ABSENT };

  for (guint i = 0; i < span.n; i++)
    {
      const MegengineTimes *times = &g_array_index (array, MegengineTimes, span.first + i);

      if (times->end != LAMINA_ABSENT)
        sums.total = lamina_number_add (sums.total, times->end - times->start);
      if (times->end != LAMINA_ABSENT && times->kern != LAMINA_ABSENT)
        sums.wait = lamina_number_add (sums.wait, times->kern - times->start);
    }
  return sums;
}

/* The comp nodes that it ran on, one after the other. */
static guint32
make_device (MegengineBuild          *self,
             const MegengineOperator *operator)
{
  guint32 node = megengine_build_get_node (self, operator);
  g_autoptr (GString) text = NULL;

  if (node == LAMINA_NONE)
    return 0;
  text = g_string_new (megengine_profile_get_comp_node (self->profile, node));
  for (guint i = 1; i < operator->device.n; i++)
    {
      node = megengine_profile_get_device (self->profile, operator->device.first + i)->place;
      g_string_append_printf (text, ", %s", megengine_profile_get_comp_node (self->profile, node));
    }
  return lamina_builder_intern (self->builder, text->str, text->len);
}

static guint32
find_track (MegengineBuild          *self,
            const MegengineOperator *operator)
{
  guint32 node = megengine_build_get_node (self, operator);

  if (operator->device.n > 0 || (!self->measured && node != LAMINA_NONE))
    return self->device_tracks[node];
  if (operator->host.n > 0)
    return self->host_tracks[megengine_profile_get_host (self->profile, operator->host.first)->place];
  return LAMINA_NONE;
}

static void
add_args (MegengineBuild      *self,
          guint32              layer,
          const char          *title,
          const MegengineArgs *args)
{
  if (args->length > 0)
    lamina_builder_add_layer_args (self->builder, self->run, layer, lamina_builder_intern (self->builder, title, -1), 0,
                                   args->offset, args->length);
}

static void
add_operator (MegengineBuild *self,
              guint32         row)
{
  const MegengineOperator *operator = megengine_profile_get_operator (self->profile, row);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  MegengineWhen when;

  layer.name = operator->name ? operator->name : operator->id;
  layer.type = operator->type;
  layer.key = operator->id;
  layer.device = make_device (self, operator);
  layer.phase = operator->traits & MEGENGINE_TRAIT_COPY ? LAMINA_PHASE_COPY : LAMINA_PHASE_UNKNOWN;
  layer.order = operator->order;
  layer.calls = operator->executed;
  layer.track = find_track (self, operator);
  if (layer.track != LAMINA_NONE && megengine_build_get_when (self, operator, &when))
    layer.start = when.start;
  layer.host = sum_times (self->profile->host, operator->host).total;
  layer.wait = sum_times (self->profile->device, operator->device).wait;
  layer.flop = operator->flop;
  layer.bytes = operator->bytes;
  self->layers[row] = lamina_builder_add_layer (self->builder, self->run, &layer);
  lamina_import_account (self->profile->import, operator->record, LAMINA_RECORD_SHOWN);

  add_args (self, self->layers[row], "", &operator->param);
  add_args (self, self->layers[row], "extra", &operator->extra);
  add_args (self, self->layers[row], "waiting_spec", &operator->waiting_spec);
  if (!operator->in_graph)
    add_args (self, self->layers[row], "opr_footprint", &operator->footprint);
}

void
megengine_build_layers (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;

  for (guint i = 0; i < profile->order->len; i++)
    add_operator (self, g_array_index (profile->order, guint32, i));
  for (guint32 i = 0; i < profile->operators->len; i++)
    if (megengine_profile_get_operator (profile, i)->order == LAMINA_NONE)
      add_operator (self, i);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-build.h"

#include <string.h>

/* A profile has durations and no starts, so layers are laid end to end; without one, each takes a step. */

static guint32
add_track (TensorrtBuild *self,
           guint32        group,
           const char    *name)
{
  guint32 track = lamina_builder_add_track (self->builder, self->run, group, name, 0);

  lamina_builder_set_track_caption (self->builder, self->run, track,
                                    lamina_builder_own_word (self->builder, self->medians
                                                                            ? N_("median times, laid end to end")
                                                                            : self->profile
                                                                            ? N_("average times, laid end to end")
                                                                            : N_("order of the engine, no times")));
  return track;
}

/* Streams are told apart when there are several. */
static gboolean
has_streams (TensorrtBuild *self)
{
  gint64 first = LAMINA_ABSENT;

  for (guint i = 0; i < self->info->layers->len; i++)
    {
      gint64 stream = tensorrt_info_get_layer (self->info, i)->stream;

      if (stream == LAMINA_ABSENT)
        continue;
      if (first != LAMINA_ABSENT && stream != first)
        return TRUE;
      first = stream;
    }
  return FALSE;
}

static guint32
find_track (TensorrtBuild *self,
            GHashTable    *tracks,
            guint32        group,
            gint64         stream)
{
  g_autofree char *name = NULL;
  gpointer found;
  guint32 track;

  if (stream == LAMINA_ABSENT)
    name = g_strdup (lamina_builder_own_word (self->builder, N_("Layers")));
  else
    name = g_strdup_printf ("Stream %" G_GINT64_FORMAT, stream);
  if (g_hash_table_lookup_extended (tracks, name, NULL, &found))
    return GPOINTER_TO_UINT (found);
  track = add_track (self, group, name);
  if (stream != LAMINA_ABSENT)
    lamina_builder_set_track_sort (self->builder, self->run, track, stream);
  g_hash_table_insert (tracks, g_steal_pointer (&name), GUINT_TO_POINTER (track));
  return track;
}

static void
add_slice (TensorrtBuild *self,
           guint          layer,
           guint32        track,
           gint64        *start)
{
  const TensorrtLayer *row = tensorrt_info_get_layer (self->info, layer);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.duration = self->profile ? tensorrt_build_get_time (self, tensorrt_build_get_timing (self, layer)) : 1;
  if (slice.duration == LAMINA_ABSENT)
    return;
  slice.start = *start;
  slice.name = self->labels[layer];
  slice.category = row->layer_type ? lamina_builder_intern (self->builder, row->layer_type, -1) : 0;
  slice.layer = self->layers[layer];
  lamina_builder_add_slice (self->builder, self->run, track, &slice);
  *start = lamina_number_add (*start, slice.duration);
}

void
tensorrt_build_slices (TensorrtBuild *self)
{
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *device = self->engine->device ? self->engine->device : lamina_builder_own_word (self->builder, N_("Engine"));
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, device, LAMINA_GROUP_OTHER);
  gboolean streams = has_streams (self);
  gint64 start = 0;

  for (guint i = 0; i < self->info->layers->len; i++)
    {
      gint64 stream = streams ? tensorrt_info_get_layer (self->info, i)->stream : LAMINA_ABSENT;

      add_slice (self, i, find_track (self, tracks, group, stream), &start);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-engine.h"

#include <string.h>

static void
info_free (gpointer data)
{
  TensorrtInfo *self = data;

  g_array_unref (self->layers);
  g_ptr_array_unref (self->bindings);
  g_free (self);
}

static void
profile_free (gpointer data)
{
  TensorrtProfile *self = data;

  g_array_unref (self->timings);
  g_free (self->timing_of);
  g_free (self);
}

static void
times_free (gpointer data)
{
  TensorrtTimes *self = data;

  g_array_unref (self->queries);
  g_free (self);
}

TensorrtEngine *
tensorrt_engine_new (LaminaBuilder *builder,
                     LaminaSources *sources,
                     GCancellable  *cancellable)
{
  TensorrtEngine *self = g_new0 (TensorrtEngine, 1);

  self->builder = builder;
  self->import = lamina_builder_get_import (builder);
  self->sources = sources;
  self->cancellable = cancellable;
  self->texts = g_string_chunk_new (4096);
  self->tensors = g_array_new (FALSE, FALSE, sizeof (TensorrtTensor));
  /* Never NULL: tensors without dimensions point into it, too. */
  self->dims = g_array_sized_new (FALSE, FALSE, sizeof (gint64), 1);
  self->infos = g_ptr_array_new_with_free_func (info_free);
  self->profiles = g_ptr_array_new_with_free_func (profile_free);
  self->times = g_ptr_array_new_with_free_func (times_free);
  return self;
}

void
tensorrt_engine_free (TensorrtEngine *self)
{
  g_string_chunk_free (self->texts);
  g_array_unref (self->tensors);
  g_array_unref (self->dims);
  g_ptr_array_unref (self->infos);
  g_ptr_array_unref (self->profiles);
  g_ptr_array_unref (self->times);
  g_free (self);
}

const char *
tensorrt_engine_keep (TensorrtEngine *self,
                      const char     *text)
{
  return g_string_chunk_insert_const (self->texts, text);
}

TensorrtInfo *
tensorrt_engine_add_info (TensorrtEngine *self,
                          guint           source,
                          guint64         offset)
{
  TensorrtInfo *info = g_new0 (TensorrtInfo, 1);

  info->source = source;
  info->offset = offset;
  info->layers = g_array_new (FALSE, FALSE, sizeof (TensorrtLayer));
  info->bindings = g_ptr_array_new ();
  g_ptr_array_add (self->infos, info);
  return info;
}

TensorrtProfile *
tensorrt_engine_add_profile (TensorrtEngine *self,
                             guint           source,
                             guint64         offset)
{
  TensorrtProfile *profile = g_new0 (TensorrtProfile, 1);

  profile->source = source;
  profile->offset = offset;
  profile->count = LAMINA_ABSENT;
  profile->timings = g_array_new (FALSE, FALSE, sizeof (TensorrtTiming));
  g_ptr_array_add (self->profiles, profile);
  return profile;
}

LaminaSource *
tensorrt_engine_get_source (TensorrtEngine *self,
                            guint           source)
{
  return lamina_sources_get (self->sources, source);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-build.h"

#include <string.h>

const TensorrtTiming *
tensorrt_build_get_timing (TensorrtBuild *self,
                           guint          layer)
{
  guint32 timing = self->profile ? self->profile->timing_of[layer] : LAMINA_NONE;

  return timing == LAMINA_NONE ? NULL : tensorrt_profile_get_timing (self->profile, timing);
}

gint64
tensorrt_build_get_time (TensorrtBuild        *self,
                         const TensorrtTiming *timing)
{
  if (!timing)
    return LAMINA_ABSENT;
  if (self->medians || timing->average == LAMINA_ABSENT)
    return timing->median != LAMINA_ABSENT || timing->total == LAMINA_ABSENT || !(self->profile->count > 0)
           ? timing->median : timing->total / self->profile->count;
  return timing->average;
}

/* Runs are told apart by their titles. */
static char *
dup_title (LaminaBuilder *builder,
           GHashTable    *titles,
           const char    *title)
{
  char *unique = g_strdup (title);

  for (guint i = 2; g_hash_table_contains (titles, unique); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s (%u)", title, i);
    }
  g_hash_table_add (titles, g_strdup (unique));
  lamina_builder_own_text (builder, unique, title);
  return unique;
}

static void
add_count (TensorrtBuild *self,
           const char    *title)
{
  const LaminaValue value = LAMINA_VALUE_INIT_INTEGER (self->profile ? self->profile->count : LAMINA_ABSENT,
                                                       LAMINA_UNIT_NONE);

  if (value.integer != LAMINA_ABSENT && !self->medians)
    lamina_builder_add_property (self->builder, title,
                                 lamina_builder_own_word (self->builder, N_("Iterations of the profile")), &value);
}

static void
build_layers (TensorrtEngine  *engine,
              GHashTable      *titles,
              TensorrtInfo    *info,
              TensorrtProfile *profile,
              gboolean         medians)
{
  g_autofree guint32 *layers = g_new (guint32, info->layers->len + 1);
  g_autofree guint32 *labels = g_new0 (guint32, info->layers->len + 1);
  g_autoptr (GHashTable) tensors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) sections = g_hash_table_new (NULL, NULL);
  g_autofree char *title = NULL;
  TensorrtBuild self = { .engine = engine, .builder = engine->builder, .info = info, .profile = profile,
                         .medians = medians, .layers = layers, .labels = labels, .sections = sections,
                         .tensors = tensors };

  if (medians)
    title = dup_title (self.builder, titles, N_("layers, median times"));
  else
    title = dup_title (self.builder, titles, profile || info->detailed ? N_("layers") : N_("layer names"));
  self.run = lamina_builder_add_run (self.builder, title, profile ? LAMINA_AXIS_NANOSECONDS : LAMINA_AXIS_STEPS,
                                     profile ? LAMINA_TIMING_END_TO_END : LAMINA_TIMING_ORDER);
  lamina_builder_add_clock (self.builder, self.run, profile ? "end to end" : "order");
  tensorrt_build_layers (&self);
  tensorrt_build_tensors (&self);
  tensorrt_build_metrics (&self);
  tensorrt_build_slices (&self);
  add_count (&self, title);
}

/* Medians are worth a run when they say something else. */
static gboolean
has_medians (TensorrtProfile *profile)
{
  for (guint i = 0; i < profile->timings->len; i++)
    {
      const TensorrtTiming *timing = tensorrt_profile_get_timing (profile, i);

      if (timing->median != LAMINA_ABSENT && timing->average != LAMINA_ABSENT && timing->median != timing->average)
        return TRUE;
    }
  return FALSE;
}

/* The layers with their times, or without any. */
static void
build_info (TensorrtEngine *self,
            GHashTable     *titles,
            TensorrtInfo   *info,
            gboolean        medians)
{
  if (!info->has_profile && !medians)
    build_layers (self, titles, info, NULL, FALSE);
  for (guint i = 0; i < self->profiles->len; i++)
    {
      TensorrtProfile *profile = self->profiles->pdata[i];

      if (profile->info == info && (!medians || has_medians (profile)))
        build_layers (self, titles, info, profile, medians);
    }
}

void
tensorrt_engine_build (TensorrtEngine *self)
{
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  lamina_builder_set_tool (self->builder, "TensorRT");
  for (guint medians = 0; medians < 2; medians++)
    for (guint i = 0; i < self->infos->len; i++)
      build_info (self, titles, self->infos->pdata[i], medians > 0);
  for (guint i = 0; i < self->times->len; i++)
    {
      g_autofree char *title = dup_title (self->builder, titles, N_("iterations"));

      tensorrt_build_iterations (self, self->times->pdata[i], title);
    }
}

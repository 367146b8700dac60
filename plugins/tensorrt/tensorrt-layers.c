/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-build.h"
#include "tensorrt-layout.h"
#include "tensorrt-names.h"

#include <math.h>
#include <string.h>

/* A section for each profile of the engine, when any layer names one; layers without a suffix are of profile 0. */
static void
add_sections (TensorrtBuild *self)
{
  gboolean any = FALSE;
  gsize length;

  for (guint i = 0; i < self->info->layers->len && !any; i++)
    any = tensorrt_names_get_profile (tensorrt_info_get_layer (self->info, i)->name, &length) >= 0;
  for (guint i = 0; any && i < self->info->layers->len; i++)
    {
      int profile = MAX (tensorrt_names_get_profile (tensorrt_info_get_layer (self->info, i)->name, &length), 0);
      g_autofree char *title = g_strdup_printf ("profile %d", profile);

      if (!g_hash_table_contains (self->sections, GINT_TO_POINTER (profile)))
        g_hash_table_insert (self->sections, GINT_TO_POINTER (profile),
                             GUINT_TO_POINTER (lamina_builder_add_section (self->builder, self->run, title)));
    }
}

/* The key leaves out the profile of the engine, so that a layer is found again in another one. */
static void
set_names (TensorrtBuild   *self,
           const char      *name,
           LaminaLayerInit *init)
{
  gsize length;
  int profile = tensorrt_names_get_profile (name, &length);
  gpointer section;

  init->name = lamina_builder_intern (self->builder, name, -1);
  init->key = lamina_builder_intern (self->builder, name, (gssize) length);
  if (g_hash_table_lookup_extended (self->sections, GINT_TO_POINTER (MAX (profile, 0)), NULL, &section))
    init->section = GPOINTER_TO_UINT (section);
}

/* `Convolution`, or the type of the layer where it has no parameters; a transposed convolution has those of one. */
static const char *
get_type (const TensorrtLayer *layer)
{
  if (!layer->parameter_type || *layer->parameter_type == '\0')
    return layer->layer_type;
  if (strcmp (layer->parameter_type, "Convolution") == 0 && layer->layer_type && strstr (layer->layer_type, "Deconv"))
    return "Deconvolution";
  return layer->parameter_type;
}

static void
add_parts (TensorrtBuild       *self,
           const TensorrtLayer *layer,
           guint32              id)
{
  g_autoptr (GPtrArray) parts = tensorrt_names_split (layer->name, layer->metadata);

  for (guint i = 0; i < parts->len; i++)
    if (strcmp (parts->pdata[i], layer->name) != 0)
      lamina_builder_add_part (self->builder, self->run, id,
                               lamina_builder_intern (self->builder, parts->pdata[i], -1));
}

/* What its slice is called, too. */
static void
set_label (TensorrtBuild       *self,
           guint                i,
           const TensorrtLayer *layer,
           const char          *prefix)
{
  g_autofree char *label = tensorrt_names_shorten (layer->name, prefix);

  self->labels[i] = lamina_builder_intern (self->builder, label, -1);
  lamina_builder_set_layer_label (self->builder, self->run, self->layers[i], self->labels[i]);
}

static void
add_layer (TensorrtBuild *self,
           guint          i,
           const char    *prefix)
{
  const TensorrtLayer *layer = tensorrt_info_get_layer (self->info, i);
  const TensorrtTiming *timing = tensorrt_build_get_timing (self, i);
  const char *type = get_type (layer);
  LaminaLayerInit init = LAMINA_LAYER_INIT;

  set_names (self, layer->name, &init);
  init.type = type ? lamina_builder_intern (self->builder, type, -1) : 0;
  init.order = i;
  init.duration = tensorrt_build_get_time (self, timing);
  init.flop = tensorrt_work_get_flop (self->engine, layer);
  init.bytes = tensorrt_work_get_bytes (self->engine, layer);
  if (init.flop != LAMINA_ABSENT)
    init.estimated |= LAMINA_ESTIMATE_FLOP;
  if (init.bytes != LAMINA_ABSENT)
    init.estimated |= LAMINA_ESTIMATE_BYTES;
  self->layers[i] = lamina_builder_add_layer (self->builder, self->run, &init);
  if (layer->length > 0)
    lamina_builder_add_layer_args (self->builder, self->run, self->layers[i], 0, self->info->source, layer->offset,
                                   layer->length);
  set_label (self, i, layer, prefix);
  add_parts (self, layer, self->layers[i]);
  lamina_import_account (self->engine->import, layer->record, LAMINA_RECORD_SHOWN);
  if (timing)
    lamina_import_account (self->engine->import, timing->record, LAMINA_RECORD_MERGED);
}

/* What the profile measured of layers that the engine does not list. */
static void
add_rest (TensorrtBuild *self)
{
  g_autofree gboolean *taken = g_new0 (gboolean, self->profile->timings->len + 1);

  for (guint i = 0; i < self->info->layers->len; i++)
    if (self->profile->timing_of[i] != LAMINA_NONE)
      taken[self->profile->timing_of[i]] = TRUE;
  for (guint i = 0; i < self->profile->timings->len; i++)
    {
      const TensorrtTiming *timing = tensorrt_profile_get_timing (self->profile, i);
      LaminaLayerInit init = LAMINA_LAYER_INIT;

      if (taken[i])
        continue;
      set_names (self, timing->name, &init);
      init.duration = tensorrt_build_get_time (self, timing);
      lamina_builder_add_layer (self->builder, self->run, &init);
      lamina_import_note (self->engine->import, N_("the profile names a layer that the engine does not list"),
                          tensorrt_engine_get_source (self->engine, self->profile->source), timing->offset,
                          timing->record);
      lamina_import_account (self->engine->import, timing->record, LAMINA_RECORD_SHOWN);
    }
}

static char *
find_prefix (TensorrtBuild *self)
{
  guint n = self->info->layers->len;
  g_autofree const char **names = g_new (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = tensorrt_info_get_layer (self->info, i)->name;
  return tensorrt_names_find_prefix (names, n);
}

void
tensorrt_build_layers (TensorrtBuild *self)
{
  g_autofree char *prefix = find_prefix (self);

  add_sections (self);
  for (guint i = 0; i < self->info->layers->len; i++)
    add_layer (self, i, prefix);
  if (self->profile)
    add_rest (self);
}

typedef gint64 (*GetInteger) (TensorrtBuild *self,
                              guint          layer);

static gint64
get_weights (TensorrtBuild *self,
             guint          i)
{
  return tensorrt_info_get_layer (self->info, i)->weights.count;
}

static gint64
get_weight_bytes (TensorrtBuild *self,
                  guint          i)
{
  return tensorrt_weights_get_bytes (&tensorrt_info_get_layer (self->info, i)->weights);
}

static gint64
get_stream (TensorrtBuild *self,
            guint          i)
{
  return tensorrt_info_get_layer (self->info, i)->stream;
}

static const struct
{
  const char *name;
  LaminaUnit unit;
  GetInteger get;
  gboolean estimated;
} integers[] = {
  { "Weights", LAMINA_UNIT_NONE, get_weights, FALSE },
  { "Bytes of weights", LAMINA_UNIT_BYTES, get_weight_bytes, TRUE },
  { "StreamId", LAMINA_UNIT_NONE, get_stream, FALSE },
};

/* What the profile says of a layer, as it says it. */
static const struct
{
  const char *name;
  LaminaUnit unit;
  gsize offset;
} reals[] = {
  { "timeMs", LAMINA_UNIT_MILLISECONDS, offsetof (TensorrtTiming, total_ms) },
  { "averageMs", LAMINA_UNIT_MILLISECONDS, offsetof (TensorrtTiming, average_ms) },
  { "medianMs", LAMINA_UNIT_MILLISECONDS, offsetof (TensorrtTiming, median_ms) },
  { "percentage", LAMINA_UNIT_PERCENT, offsetof (TensorrtTiming, percentage) },
};

/* A column that no layer has a value for is none. */
static void
add_integers (TensorrtBuild *self,
              guint          column)
{
  guint32 metric = LAMINA_NONE;

  for (guint i = 0; i < self->info->layers->len; i++)
    {
      gint64 value = integers[column].get (self, i);

      if (value == LAMINA_ABSENT)
        continue;
      if (metric == LAMINA_NONE)
        metric = lamina_builder_add_metric (self->builder, self->run, integers[column].name, integers[column].unit,
                                            LAMINA_VALUE_INTEGER);
      lamina_builder_set_metric_integer (self->builder, self->run, metric, self->layers[i], value);
    }
  if (integers[column].estimated)
    lamina_builder_set_metric_estimated (self->builder, self->run, metric);
}

static void
add_reals (TensorrtBuild *self,
           guint          column)
{
  guint32 metric = LAMINA_NONE;

  for (guint i = 0; i < self->info->layers->len; i++)
    {
      const TensorrtTiming *timing = tensorrt_build_get_timing (self, i);
      double value = timing ? G_STRUCT_MEMBER (double, timing, reals[column].offset) : (double) NAN;

      if (!isfinite (value))
        continue;
      if (metric == LAMINA_NONE)
        metric = lamina_builder_add_metric (self->builder, self->run, reals[column].name, reals[column].unit,
                                            LAMINA_VALUE_REAL);
      lamina_builder_set_metric_real (self->builder, self->run, metric, self->layers[i], value);
    }
}

void
tensorrt_build_metrics (TensorrtBuild *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    add_integers (self, i);
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    add_reals (self, i);
}

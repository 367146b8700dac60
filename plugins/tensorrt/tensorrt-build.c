/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-engine.h"
#include "tensorrt-names.h"

#include <math.h>
#include <string.h>

/*
 * Makes one run of layers.
 *
 * @profile: their times, or NULL
 * @medians: whether each takes its median, not its average
 * @labels: the short name of each layer, a string
 * @sections: section of each `[profile N]`, NULL when no layer has one
 * @tensors: what a tensor is → its id
 */
typedef struct
{
  TensorrtEngine *engine;
  LaminaBuilder *builder;
  TensorrtInfo *info;
  TensorrtProfile *profile;
  gboolean medians;
  guint32 run;
  guint32 *layers;
  guint32 *labels;
  GHashTable *sections;
  GHashTable *tensors;
} TensorrtBuild;

/* The times of a layer, or NULL. */
static const TensorrtTiming *
tensorrt_build_get_timing (TensorrtBuild *self,
                           guint          layer)
{
  guint32 timing = self->profile ? self->profile->timing_of[layer] : LAMINA_NONE;

  return timing == LAMINA_NONE ? NULL : tensorrt_profile_get_timing (self->profile, timing);
}

/* The time of a layer in the run, LAMINA_ABSENT without one. */
static gint64
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

/* What a layer computes and moves, as far as it follows from what its file says. */

static gint64
get_or (const TensorrtSpan *span,
        guint               i,
        gint64              otherwise)
{
  return i < span->n ? span->values[i] : otherwise;
}

static gint64
get_length (gint64                length,
            const TensorrtWindow *window,
            guint                 i)
{
  gint64 dilation = get_or (&window->dilation, i, 1), stride = get_or (&window->stride, i, 1);
  gint64 reach;

  if (window->kernel.values[i] < 1 || dilation < 1 || stride < 1
      || __builtin_mul_overflow (window->kernel.values[i] - 1, dilation, &reach))
    return LAMINA_ABSENT;
  if (__builtin_add_overflow (length, get_or (&window->before, i, 0), &length)
      || __builtin_add_overflow (length, get_or (&window->after, i, 0), &length)
      || __builtin_sub_overflow (length, reach + 1, &length))
    return LAMINA_ABSENT;
  return length < 0 ? LAMINA_ABSENT : length / stride + 1;
}

guint
tensorrt_work_get_convolved (const gint64         *input,
                             guint                 rank,
                             const TensorrtWindow *window,
                             gint64                out_maps,
                             gint64               *output)
{
  guint n = window->kernel.n;

  if (n == 0 || rank != n + 2 || out_maps == LAMINA_ABSENT)
    return 0;
  output[0] = input[0];
  output[1] = out_maps;
  for (guint i = 0; i < n; i++)
    {
      output[i + 2] = input[i + 2] < 0 ? LAMINA_ABSENT : get_length (input[i + 2], window, i);
      if (output[i + 2] == LAMINA_ABSENT)
        return 0;
    }
  return rank;
}

static const TensorrtTensor *
get_first (TensorrtEngine *engine,
           TensorrtRange   range)
{
  const TensorrtTensor *tensor = range.n > 0 ? tensorrt_engine_get_tensor (engine, range.first) : NULL;

  return tensor && tensor->has_dims ? tensor : NULL;
}

/* Each weight works once at each place: of the output, or of the input where a convolution is transposed. */
static gint64
get_places (TensorrtEngine      *engine,
            const TensorrtLayer *layer)
{
  const TensorrtTensor *input = get_first (engine, layer->inputs), *output = get_first (engine, layer->outputs);
  gboolean transposed = layer->layer_type && strstr (layer->layer_type, "Deconv");
  const TensorrtTensor *tensor = transposed ? input : output;
  gint64 convolved[TENSORRT_MAX_SPATIAL + 2], places;
  const gint64 *dims = convolved;
  guint n = 0;

  if (g_strcmp0 (layer->parameter_type, "ConvActPool") == 0 && input)
    n = tensorrt_work_get_convolved (tensorrt_engine_get_dims (engine, input), input->dims.n, &layer->window,
                                     layer->out_maps, convolved);
  else if (g_strcmp0 (layer->parameter_type, "Convolution") == 0 && tensor)
    {
      dims = tensorrt_engine_get_dims (engine, tensor);
      n = tensor->dims.n;
    }
  if (n < 3 || dims[0] < 0)
    return LAMINA_ABSENT;
  places = dims[0];
  for (guint i = 2; i < n; i++)
    if (dims[i] < 0 || __builtin_mul_overflow (places, dims[i], &places))
      return LAMINA_ABSENT;
  return places;
}

/* Floating point operations of a convolution, or LAMINA_ABSENT. */
static gint64
tensorrt_work_get_flop (TensorrtEngine      *engine,
                        const TensorrtLayer *layer)
{
  gint64 flop = get_places (engine, layer);

  if (flop == LAMINA_ABSENT || layer->weights.count == LAMINA_ABSENT
      || __builtin_mul_overflow (flop, layer->weights.count, &flop) || __builtin_mul_overflow (flop, (gint64) 2, &flop))
    return LAMINA_ABSENT;
  return flop;
}

/* Bytes of all tensors of a layer and its weights, or LAMINA_ABSENT. */
static gint64
tensorrt_work_get_bytes (TensorrtEngine      *engine,
                         const TensorrtLayer *layer)
{
  const TensorrtRange ranges[] = { layer->inputs, layer->outputs };
  gint64 sum = LAMINA_ABSENT;

  if (g_strcmp0 (layer->layer_type, "NoOp") == 0)
    return LAMINA_ABSENT;
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    for (guint j = 0; j < ranges[i].n; j++)
      {
        gint64 bytes = tensorrt_layout_get_bytes (engine, tensorrt_engine_get_tensor (engine, ranges[i].first + j));

        if (bytes == LAMINA_ABSENT)
          return LAMINA_ABSENT;
        sum = lamina_number_add (sum, bytes);
      }
  return sum == LAMINA_ABSENT ? sum : lamina_number_add (sum, layer->weights.bytes);
}

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
add_layer (TensorrtBuild *self,
           guint          i,
           const char    *prefix)
{
  const TensorrtLayer *layer = tensorrt_info_get_layer (self->info, i);
  const TensorrtTiming *timing = tensorrt_build_get_timing (self, i);
  const char *type = get_type (layer);
  g_autofree char *label = tensorrt_names_shorten (layer->name, prefix);
  g_autoptr (GPtrArray) parts = tensorrt_names_split (layer->name, layer->metadata);
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
  /* What its slice is called, too. */
  self->labels[i] = lamina_builder_intern (self->builder, label, -1);
  lamina_builder_set_layer_label (self->builder, self->run, self->layers[i], self->labels[i]);
  for (guint j = 0; j < parts->len; j++)
    if (strcmp (parts->pdata[j], layer->name) != 0)
      lamina_builder_add_part (self->builder, self->run, self->layers[i],
                               lamina_builder_intern (self->builder, parts->pdata[j], -1));
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

/* The layers in the order of the file, and those that have times alone. */
static void
tensorrt_build_layers (TensorrtBuild *self)
{
  guint n = self->info->layers->len;
  g_autofree const char **names = g_new (const char *, n + 1);
  g_autofree char *prefix = NULL;

  for (guint i = 0; i < n; i++)
    names[i] = tensorrt_info_get_layer (self->info, i)->name;
  prefix = tensorrt_names_find_prefix (names, n);
  add_sections (self);
  for (guint i = 0; i < n; i++)
    add_layer (self, i, prefix);
  if (self->profile)
    add_rest (self);
}

/* What the engine says of a layer, and the profile, as they say it; but bytes follow from elements and their type. */
static const struct
{
  const char *name;
  LaminaUnit unit;
  gsize offset;
} integers[] = {
  { "Weights", LAMINA_UNIT_NONE, offsetof (TensorrtLayer, weights.count) },
  { "Bytes of weights", LAMINA_UNIT_BYTES, offsetof (TensorrtLayer, weights.bytes) },
  { "StreamId", LAMINA_UNIT_NONE, offsetof (TensorrtLayer, stream) },
}, reals[] = {
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
      gint64 value = G_STRUCT_MEMBER (gint64, tensorrt_info_get_layer (self->info, i), integers[column].offset);

      if (value == LAMINA_ABSENT)
        continue;
      if (metric == LAMINA_NONE)
        metric = lamina_builder_add_metric (self->builder, self->run, integers[column].name, integers[column].unit,
                                            LAMINA_VALUE_INTEGER);
      lamina_builder_set_metric_integer (self->builder, self->run, metric, self->layers[i], value);
    }
  if (integers[column].unit == LAMINA_UNIT_BYTES)
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

/* One after the other, on a track for each stream. */
static void
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

/*
 * Layers name what they read and write. A tensor is what has the same name, shape and format: the same name in another
 * shape is a part of it, or belongs to another profile of the engine.
 */

static char *
dup_key (TensorrtBuild        *self,
         const TensorrtTensor *tensor,
         int                   profile)
{
  g_autoptr (GString) key = g_string_new (NULL);

  g_string_append_printf (key, "%d\n%s\n%s\n%d", profile, tensor->name ? tensor->name : "",
                          tensor->format ? tensor->format : "", tensor->has_dims);
  for (guint i = 0; i < tensor->dims.n; i++)
    g_string_append_printf (key, " %" G_GINT64_FORMAT, tensorrt_engine_get_dims (self->engine, tensor)[i]);
  return g_string_free (g_steal_pointer (&key), FALSE);
}

/* What nobody makes is fed from outside; what is bound and made is a result. */
static LaminaRole
get_role (TensorrtBuild        *self,
          const TensorrtTensor *tensor,
          gboolean              made,
          GHashTable           *produced,
          GHashTable           *consumed)
{
  const char *name = tensor->name ? tensor->name : "";

  if (!made && !g_hash_table_contains (produced, name))
    return LAMINA_ROLE_INPUT;
  if (self->info->bindings->len > 0 ? tensor->name && g_ptr_array_find (self->info->bindings, tensor->name, NULL)
                                    : made && !g_hash_table_contains (consumed, name))
    return LAMINA_ROLE_OUTPUT;
  return LAMINA_ROLE_ACTIVATION;
}

static guint32
add_tensor (TensorrtBuild        *self,
            const TensorrtTensor *tensor,
            LaminaRole            role)
{
  g_autofree char *dtype = tensor->format ? tensorrt_layout_dup_dtype (tensor->format) : NULL;
  g_autofree char *layout = tensor->format ? tensorrt_layout_dup_name (tensor->format, tensor->dims.n) : NULL;
  LaminaTensorInit init = LAMINA_TENSOR_INIT;
  guint32 id;

  init.name = tensor->name ? lamina_builder_intern (self->builder, tensor->name, -1) : 0;
  init.role = role;
  if (dtype)
    init.dtype = lamina_builder_intern (self->builder, dtype, -1);
  if (layout)
    init.layout = lamina_builder_intern (self->builder, layout, -1);
  if (tensor->has_dims)
    init.shape = lamina_builder_intern_shape (self->builder, tensorrt_engine_get_dims (self->engine, tensor),
                                              tensor->dims.n);
  init.bytes = tensorrt_layout_get_bytes (self->engine, tensor);
  if (init.bytes != LAMINA_ABSENT)
    init.estimated = LAMINA_ESTIMATE_BYTES;
  id = lamina_builder_add_tensor (self->builder, self->run, &init);
  if (tensor->length > 0)
    lamina_builder_add_tensor_args (self->builder, self->run, id, 0, self->info->source, tensor->offset,
                                    tensor->length);
  return id;
}

static void
connect (TensorrtBuild *self,
         guint          layer,
         gboolean       outputs,
         GHashTable    *produced,
         GHashTable    *consumed)
{
  const TensorrtLayer *row = tensorrt_info_get_layer (self->info, layer);
  TensorrtRange range = outputs ? row->outputs : row->inputs;
  gsize length;
  int profile = tensorrt_names_get_profile (row->name, &length);

  for (guint i = 0; i < range.n; i++)
    {
      const TensorrtTensor *tensor = tensorrt_engine_get_tensor (self->engine, range.first + i);
      g_autofree char *key = dup_key (self, tensor, profile);
      gpointer found;
      guint32 id;

      if (g_hash_table_lookup_extended (self->tensors, key, NULL, &found))
        id = GPOINTER_TO_UINT (found);
      else
        {
          LaminaRole role = get_role (self, tensor, outputs, produced, consumed);

          if (outputs && g_strcmp0 (row->layer_type, "Constant") == 0)
            role = LAMINA_ROLE_PARAMETER;
          id = add_tensor (self, tensor, role);
          g_hash_table_insert (self->tensors, g_steal_pointer (&key), GUINT_TO_POINTER (id));
        }
      if (outputs)
        lamina_builder_add_output (self->builder, self->run, self->layers[layer], id);
      else
        lamina_builder_add_input (self->builder, self->run, self->layers[layer], id);
    }
}

static void
collect_names (TensorrtBuild *self,
               TensorrtRange  range,
               GHashTable    *names)
{
  for (guint i = 0; i < range.n; i++)
    {
      const char *name = tensorrt_engine_get_tensor (self->engine, range.first + i)->name;

      g_hash_table_add (names, (gpointer) (name ? name : ""));
    }
}

static void
tensorrt_build_tensors (TensorrtBuild *self)
{
  g_autoptr (GHashTable) produced = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) consumed = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->info->layers->len; i++)
    {
      collect_names (self, tensorrt_info_get_layer (self->info, i)->outputs, produced);
      collect_names (self, tensorrt_info_get_layer (self->info, i)->inputs, consumed);
    }
  for (guint i = 0; i < self->info->layers->len; i++)
    {
      connect (self, i, FALSE, produced, consumed);
      connect (self, i, TRUE, produced, consumed);
    }
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
  /* Weights, stream, and what the profile says. */
  for (guint i = 0; i < G_N_ELEMENTS (integers); i++)
    add_integers (&self, i);
  for (guint i = 0; i < G_N_ELEMENTS (reals); i++)
    add_reals (&self, i);
  tensorrt_build_slices (&self);
  if (profile && !medians && profile->count != LAMINA_ABSENT)
    lamina_builder_add_property (self.builder, title, lamina_builder_own_word (self.builder, N_("Iterations of the profile")),
                                 &LAMINA_VALUE_INIT_INTEGER (profile->count, LAMINA_UNIT_NONE));
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

      /* Medians are worth a run when they say something else. */
      gboolean is_told = !medians;

      for (guint j = 0; j < profile->timings->len && !is_told; j++)
        {
          const TensorrtTiming *timing = tensorrt_profile_get_timing (profile, j);

          is_told = timing->median != LAMINA_ABSENT && timing->average != LAMINA_ABSENT && timing->median != timing->average;
        }
      if (profile->info == info && is_told)
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

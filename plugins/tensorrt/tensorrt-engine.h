/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <math.h>

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * What the files of an engine say, while it is read: the readers (tensorrt-read.c and those that it calls) fill it,
 * tensorrt-engine.c brings layers and their times together, tensorrt-build.c makes runs of it.
 */

/* A part of an array of the engine. */
typedef struct
{
  guint first;
  guint n;
} TensorrtRange;

/*
 * @name, @location, @format: texts of the engine, or NULL
 * @dims: dimensions in @dims of the engine; @has_dims is FALSE when the file does not say
 */
typedef struct
{
  const char *name;
  const char *location;
  const char *format;
  TensorrtRange dims;
  gboolean has_dims;
  guint64 offset;
  guint64 length;
} TensorrtTensor;

#define TENSORRT_MAX_SPATIAL 3

/* Numbers for height and width, or depth, height and width. */
typedef struct
{
  guint n;
  gint64 values[TENSORRT_MAX_SPATIAL];
} TensorrtSpan;

/* @type: of the elements, or NULL. @count is LAMINA_ABSENT without weights, @bytes when their size is not known. */
typedef struct
{
  const char *type;
  gint64 count;
  gint64 bytes;
} TensorrtWeights;

/* How a convolution goes over its input. */
typedef struct
{
  TensorrtSpan kernel;
  TensorrtSpan stride;
  TensorrtSpan dilation;
  TensorrtSpan before;
  TensorrtSpan after;
} TensorrtWindow;

/* @length: of its object in the file, or 0 when only its name is there. */
typedef struct
{
  const char *name;
  const char *layer_type;
  const char *parameter_type;
  const char *metadata;
  guint32 record;
  guint64 offset;
  guint64 length;
  TensorrtRange inputs;
  TensorrtRange outputs;
  gint64 stream;
  gint64 out_maps;
  TensorrtWeights weights;
  TensorrtWindow window;
} TensorrtLayer;

/*
 * Times of one layer in nanoseconds, LAMINA_ABSENT where the file has none, and with all their digits in milliseconds, NaN
 * without one, as @percentage is.
 */
typedef struct
{
  const char *name;
  guint32 record;
  guint64 offset;
  gint64 total;
  gint64 average;
  gint64 median;
  double total_ms;
  double average_ms;
  double median_ms;
  double percentage;
} TensorrtTiming;

/*
 * The layers of an engine.
 *
 * @detailed: whether the file knows more of a layer than its name
 * @bindings: names (texts of the engine); empty with old versions
 * @has_profile: whether times were found for them
 */
typedef struct
{
  guint source;
  guint64 offset;
  gboolean detailed;
  gboolean has_profile;
  GArray *layers;
  GPtrArray *bindings;
} TensorrtInfo;

/*
 * The times of all layers.
 *
 * @count: iterations, or LAMINA_ABSENT
 * @info: the layers that they belong to, which the engine owns; NULL before the join
 * @timing_of: for each layer of @info a row of @timings, or LAMINA_NONE
 */
typedef struct
{
  guint source;
  guint64 offset;
  gint64 count;
  GArray *timings;
  TensorrtInfo *info;
  guint32 *timing_of;
} TensorrtProfile;

typedef enum
{
  TENSORRT_START_ENQUEUE,
  TENSORRT_END_ENQUEUE,
  TENSORRT_START_H2D,
  TENSORRT_END_H2D,
  TENSORRT_START_COMPUTE,
  TENSORRT_END_COMPUTE,
  TENSORRT_START_D2H,
  TENSORRT_END_D2H,
  TENSORRT_H2D,
  TENSORRT_COMPUTE,
  TENSORRT_D2H,
  TENSORRT_LATENCY,
  TENSORRT_END_TO_END,
  TENSORRT_N_STAMPS,
} TensorrtStamp;

/* One query: nanoseconds, LAMINA_ABSENT where the file has none. */
typedef struct
{
  guint32 record;
  guint64 offset;
  gint64 stamps[TENSORRT_N_STAMPS];
  double numbers[TENSORRT_N_STAMPS]; /* the same in milliseconds with all digits; NaN without one */
} TensorrtQuery;

typedef struct
{
  guint source;
  guint64 offset;
  GArray *queries;
} TensorrtTimes;

/*
 * @infos, @profiles, @times: in the order of the files' names and of their places there
 * @device: name of the device, or NULL
 */
typedef struct
{
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSources *sources;
  GCancellable *cancellable;
  GStringChunk *texts;
  GArray *tensors;
  GArray *dims;
  GPtrArray *infos;
  GPtrArray *profiles;
  GPtrArray *times;
  const char *device;
  gboolean has_properties;
} TensorrtEngine;

TensorrtEngine *tensorrt_engine_new (LaminaBuilder *builder,
                                     LaminaSources *sources,
                                     GCancellable  *cancellable);
void tensorrt_engine_free (TensorrtEngine *self);

/* A text that lives as long as the engine; equal ones are the same pointer. */
const char *tensorrt_engine_keep (TensorrtEngine *self,
                                  const char     *text);

TensorrtInfo *tensorrt_engine_add_info (TensorrtEngine *self,
                                        guint           source,
                                        guint64         offset);

TensorrtProfile *tensorrt_engine_add_profile (TensorrtEngine *self,
                                              guint           source,
                                              guint64         offset);

LaminaSource *tensorrt_engine_get_source (TensorrtEngine *self,
                                          guint           source);

/* Finds for each profile the layers that it is about. */
void tensorrt_engine_join (TensorrtEngine *self);

/* Makes the runs. */
void tensorrt_engine_build (TensorrtEngine *self);

/* The run of the queries. */
void tensorrt_build_iterations (TensorrtEngine *engine,
                                TensorrtTimes  *times,
                                const char     *title);

/* The element type in `Thirty-two wide channel vectorized row major Int8 format`: `Int8`; NULL when there is none. */
char *tensorrt_layout_dup_dtype (const char *format);

/* How the elements lie: `NC/32HW`, `NHWC8`; NULL when the text does not say. */
char *tensorrt_layout_dup_name (const char *format,
                                guint       rank);

/* Size of a tensor without the padding of its channels, or LAMINA_ABSENT. */
gint64 tensorrt_layout_get_bytes (TensorrtEngine       *engine,
                                  const TensorrtTensor *tensor);

/*
 * What a convolution writes before anything is pooled: its dimensions from the input's, the window and @out_maps.
 * Returns how many there are; 0 when they can't be worked out.
 */
guint tensorrt_work_get_convolved (const gint64         *input,
                                   guint                 rank,
                                   const TensorrtWindow *window,
                                   gint64                out_maps,
                                   gint64               *output);

static inline const TensorrtLayer *
tensorrt_info_get_layer (TensorrtInfo *self,
                         guint         i)
{
  return &g_array_index (self->layers, TensorrtLayer, i);
}

/* One of which nothing is known yet. */
static inline TensorrtLayer
tensorrt_layer_new (guint64 offset,
                    guint32 record)
{
  return (TensorrtLayer) { .offset = offset, .record = record, .stream = LAMINA_ABSENT, .out_maps = LAMINA_ABSENT,
                           .weights = { NULL, LAMINA_ABSENT, LAMINA_ABSENT } };
}

static inline TensorrtTiming
tensorrt_timing_new (guint64 offset,
                     guint32 record)
{
  return (TensorrtTiming) { .offset = offset, .record = record, .total = LAMINA_ABSENT, .average = LAMINA_ABSENT,
                            .median = LAMINA_ABSENT, .total_ms = (double) NAN, .average_ms = (double) NAN,
                            .median_ms = (double) NAN, .percentage = (double) NAN };
}

static inline const TensorrtTiming *
tensorrt_profile_get_timing (TensorrtProfile *self,
                             guint            i)
{
  return &g_array_index (self->timings, TensorrtTiming, i);
}

static inline const TensorrtTensor *
tensorrt_engine_get_tensor (TensorrtEngine *self,
                            guint           i)
{
  return &g_array_index (self->tensors, TensorrtTensor, i);
}

static inline const gint64 *
tensorrt_engine_get_dims (TensorrtEngine       *self,
                          const TensorrtTensor *tensor)
{
  return &g_array_index (self->dims, gint64, tensor->dims.first);
}

/* What a layer's object in the file says beyond its columns: see LaminaFormatInterface. */
gboolean tensorrt_describe (LaminaFormat       *format,
                            LaminaDocument     *document,
                            const LaminaPlace  *place,
                            LaminaDetails      *details,
                            GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TensorrtEngine, tensorrt_engine_free)

G_END_DECLS

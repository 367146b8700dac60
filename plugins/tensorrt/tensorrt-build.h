/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tensorrt-engine.h"

G_BEGIN_DECLS

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

/* The time of a layer in the run, LAMINA_ABSENT without one. */
gint64 tensorrt_build_get_time (TensorrtBuild        *self,
                                const TensorrtTiming *timing);

/* The times of a layer, or NULL. */
const TensorrtTiming *tensorrt_build_get_timing (TensorrtBuild *self,
                                                 guint          layer);

/* The layers in the order of the file, and those that have times alone. */
void tensorrt_build_layers (TensorrtBuild *self);

void tensorrt_build_tensors (TensorrtBuild *self);

/* Weights, stream, and what the profile says. */
void tensorrt_build_metrics (TensorrtBuild *self);

/* One after the other, on a track for each stream. */
void tensorrt_build_slices (TensorrtBuild *self);

/* The run of the queries. */
void tensorrt_build_iterations (TensorrtEngine *engine,
                                TensorrtTimes  *times,
                                const char     *title);

G_END_DECLS

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

/* The run of the queries. */
void tensorrt_build_iterations (TensorrtEngine *engine,
                                TensorrtTimes  *times,
                                const char     *title);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chainer-graph.h"

G_BEGIN_DECLS

#define CHAINER_MAX_RANK 4

/*
 * @known: whether the shape follows from what the file says
 */
typedef struct
{
  gboolean known;
  guint n;
  gint64 dims[CHAINER_MAX_RANK];
} ChainerShape;

/* A shape for each variable, free it with g_free(). */
ChainerShape *chainer_shapes_infer (ChainerGraph *graph);

G_END_DECLS

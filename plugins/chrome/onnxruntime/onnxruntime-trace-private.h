/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* What the name of an event says of it. */
typedef enum
{
  ONNXRUNTIME_OTHER,
  ONNXRUNTIME_NODE,    /* `<node>_kernel_time`: an operator at work */
  ONNXRUNTIME_FENCE,   /* `<node>_fence_before`, `<node>_fence_after`: it waits for others */
  ONNXRUNTIME_RUN,     /* `model_run` */
  ONNXRUNTIME_EXECUTE, /* `SequentialExecutor::Execute` and its kin */
  ONNXRUNTIME_LOADING, /* `model_loading_uri` and its kin */
  ONNXRUNTIME_START,   /* `session_initialization` */
  ONNXRUNTIME_KERNEL,  /* of the category Kernel: work of a device */
} OnnxruntimeKind;

/*
 * A node that ran once.
 *
 * row      its event
 * name     a string: the node
 * parent   the node of whose subgraph it is: index in the nodes, or LAMINA_NONE
 * layer    its layer, once there is one
 * section  its run, or LAMINA_NONE
 * fence    how long it waited before and after, or LAMINA_ABSENT
 * device   how long devices worked for it while nothing but its thread tells so, or LAMINA_ABSENT
 */
typedef struct
{
  guint32 row;
  guint32 name;
  guint32 parent;
  guint32 layer;
  guint32 section;
  gint64 fence;
  gint64 device;
} OnnxruntimeNode;

/* kinds and bases are by row: what the event is, and the string of the node that its name names. */
typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  LaminaBuilder *builder;
  guint32 run;

  guint8 *kinds;
  guint32 *bases;
  GArray *nodes; /* OnnxruntimeNode, by start */
  GArray *spans; /* OnnxruntimeSpan, by start */

  gint64 rest; /* from then on nodes belong to runs that had not ended when the file did */
  guint32 rest_section; /* LAMINA_NONE when there are none */
} OnnxruntimeTrace;

/* A run of the model. last is the latest end of it and those before. */
typedef struct
{
  gint64 start;
  gint64 end;
  gint64 last;
  guint32 row;
  guint32 section;
} OnnxruntimeSpan;

/* Makes the sections; a node belongs to the run around it. */
guint32  onnxruntime_find_section   (OnnxruntimeTrace *self,
                                     guint32           row);

/* Finds the nodes, with the fences, subgraphs and kernels that belong to them, and makes layers of them. */
gboolean onnxruntime_join           (OnnxruntimeTrace *self);
gboolean onnxruntime_add_layers     (OnnxruntimeTrace *self);

/* `CUDAExecutionProvider` is shown as `CUDA`. Returns its length. */
gsize    onnxruntime_shorten_provider (const char *provider);

static inline OnnxruntimeNode *
onnxruntime_trace_get_node (OnnxruntimeTrace *self,
                            guint             i)
{
  return &g_array_index (self->nodes, OnnxruntimeNode, i);
}

G_END_DECLS

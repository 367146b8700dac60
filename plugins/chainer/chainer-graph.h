/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * A computational graph as the file states it, and a schedule beside it. chainer-read.c fills it, chainer-build.c makes runs of it.
 */

typedef enum
{
  CHAINER_ROLE_NONE,
  CHAINER_ROLE_GRADIENT,
  CHAINER_ROLE_INPUT,
  CHAINER_ROLE_OUTPUT,
} ChainerRole;

/*
 * @producer: the forward function that writes it, or LAMINA_NONE
 */
typedef struct
{
  guint32 record;
  guint64 offset;
  gint64 id;
  gint64 bytes;
  char *name;
  LaminaRole role;
  guint32 producer;
} ChainerVariable;

/* A variable, as its place in the graph, and what of it a function reads. */
typedef struct
{
  guint32 variable;
  ChainerRole role;
} ChainerUse;

/*
 * @json_offset, @json_length: where its attributes stand; length 0 without them
 * @rank: its depth in the graph, LAMINA_ABSENT when the file does not say
 * @stride, @padding: how its window moves, at least 1 and 0
 * @length: height of its result, 0 when the file does not say
 * @pair: the backward function of a forward one and the other way round, or LAMINA_NONE
 */
typedef struct
{
  guint32 record;
  guint64 offset;
  gboolean backward;
  GArray *inputs;
  GArray *outputs;
  char *type;
  guint64 json_offset;
  guint32 json_length;
  gint64 rank;
  gint64 stride;
  gint64 padding;
  gint64 length;
  guint32 pair;
} ChainerFunction;

/*
 * A step of a schedule: a function that runs, or something that is forgotten.
 *
 * @function: a function, or LAMINA_NONE
 * @variable: what is forgotten otherwise, @gradient whether that is its gradient
 */
typedef struct
{
  guint32 function;
  guint32 variable;
  gboolean gradient;
} ChainerStep;

/*
 * @n_variables, @n_functions: what the first line promises
 * @ids: the variables by their ids in the file
 */
typedef struct
{
  LaminaSource *source;
  LaminaImport *import;
  gint64 n_variables;
  gint64 n_functions;
  GArray *variables;
  GArray *functions;
  GHashTable *ids;
  GArray *schedule;
} ChainerGraph;

ChainerGraph *chainer_graph_new (LaminaSource *source,
                                 LaminaImport *import);

void chainer_graph_free (ChainerGraph *self);

/* The variable of an id of the file, or LAMINA_NONE. */
guint32 chainer_graph_find_variable (ChainerGraph *self,
                                     gint64        id);

void chainer_graph_note (ChainerGraph *self,
                         const char   *kind,
                         guint64       offset,
                         guint32       record);

/* Reads the graph; FALSE when the source can't be read. */
gboolean chainer_graph_read (ChainerGraph  *self,
                             GCancellable  *cancellable,
                             GError       **error);

/* Pairs forward with backward functions, and finds out who writes what, when all is read. */
void chainer_graph_link (ChainerGraph *self);

/* Reads a schedule for this graph; FALSE when the source can't be read. */
gboolean chainer_schedule_read (ChainerGraph  *self,
                                LaminaSource  *source,
                                GCancellable  *cancellable,
                                GError       **error);

#define CHAINER_MAX_RANK 4

/* @known: whether the shape follows from what the file says */
typedef struct
{
  gboolean known;
  guint n;
  gint64 dims[CHAINER_MAX_RANK];
} ChainerShape;

/* A shape for each variable, free it with g_free(). */
ChainerShape *chainer_shapes_infer (ChainerGraph *graph);

static inline ChainerVariable *
chainer_graph_get_variable (ChainerGraph *self,
                            guint32       i)
{
  return &g_array_index (self->variables, ChainerVariable, i);
}

static inline ChainerFunction *
chainer_graph_get_function (ChainerGraph *self,
                            guint32       i)
{
  return &g_array_index (self->functions, ChainerFunction, i);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChainerGraph, chainer_graph_free)

G_END_DECLS

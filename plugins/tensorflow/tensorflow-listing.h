/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tensorflow-times.h"

#include <glib/gi18n.h>

G_BEGIN_DECLS

/*
 * A listing of nodes as the file states it: a line for each node, kernel or copy. tensorflow-listing.c fills it,
 * tensorflow-build.c makes runs of it.
 */

typedef enum
{
  TENSORFLOW_NODE,
  TENSORFLOW_KERNEL,
  TENSORFLOW_COPY,
  TENSORFLOW_RETVAL,
} TensorflowKind;

/*
 * @dtype: in the words of the tool; `float32` where the file leaves it out
 * @guessed: the rank is a guess, for a vector of 64 is written 64x1, a scalar as 1
 */
typedef struct
{
  char *dtype;
  LaminaShape shape;
  gboolean guessed;
} TensorflowShape;

/*
 * @shapes: TensorflowShape; the last @n_outputs of them are outputs
 * @controls: names of nodes that only have to run before this one
 * @copied: bytes of a copy, or LAMINA_ABSENT
 * @type: what its kernel says, or the direction of a copy; NULL when the file does not say
 * @layer: its layer in the run that is being built
 */
typedef struct
{
  guint32 record;
  guint64 offset;
  TensorflowKind kind;
  char *name;
  char *type;
  char *device;
  GArray *shapes;
  GPtrArray *controls;
  guint n_outputs;
  gboolean has_inputs;
  gboolean has_outputs;
  gint64 copied;
  guint32 layer;
} TensorflowNode;

typedef struct
{
  LaminaSource *source;
  LaminaImport *import;
  GPtrArray *nodes;
  GHashTable *names;
} TensorflowListing;

TensorflowListing *tensorflow_listing_new (LaminaSource *source,
                                           LaminaImport *import);
void tensorflow_listing_free (TensorflowListing *self);

/* Reads all lines; FALSE when the source can't be read. */
gboolean tensorflow_listing_read (TensorflowListing  *self,
                                  GCancellable       *cancellable,
                                  GError            **error);

/* Gives the types of kernels to their nodes, which takes those kernels out of the list, and finds the outputs. */
void tensorflow_listing_link (TensorflowListing *self);

/* How many of the nodes have times. */
guint tensorflow_listing_count_times (TensorflowListing     *self,
                                      const TensorflowTimes *times);

/* A run on each axis; that of time when @times is given. */
void tensorflow_build (TensorflowListing     *self,
                       LaminaBuilder         *builder,
                       const TensorflowTimes *times);

/* Bytes of all outputs, or what is copied; LAMINA_ABSENT when none is known. */
gint64 tensorflow_node_get_bytes (const TensorflowNode *node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TensorflowListing, tensorflow_listing_free)

G_END_DECLS

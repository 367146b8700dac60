/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/**
 * LAMINA_DIFFERENCES_LAYERS:
 *
 * How many layers are compared at most: each one's attributes are read from the file.
 */
#define LAMINA_DIFFERENCES_LAYERS 200

/**
 * LaminaLayerFactKind:
 * @LAMINA_FACT_TYPE: the type
 * @LAMINA_FACT_DEVICE: the device
 * @LAMINA_FACT_INPUT: shape and dtype of an input
 * @LAMINA_FACT_OUTPUT: shape and dtype of an output
 * @LAMINA_FACT_ATTRIBUTE: an attribute of the file
 *
 * What a fact is about.
 */
typedef enum
{
  LAMINA_FACT_TYPE,
  LAMINA_FACT_DEVICE,
  LAMINA_FACT_INPUT,
  LAMINA_FACT_OUTPUT,
  LAMINA_FACT_ATTRIBUTE,
} LaminaLayerFactKind;

/**
 * LaminaLayerFact:
 * @kind: what it is about
 * @index: which input or output, from 0 on
 * @key: the name of the attribute; the empty string for the other kinds
 * @n_values: number of different values; 1 when all layers have the same
 * @values: (array length=n_values): the values, as text, in the order of their first layers; the empty string for layers
 *   that have none
 * @counts: (array length=n_values): how many layers have each
 * @estimated: (array length=n_values): whether Lamina worked each out for any of them
 * @of_first: the value of the first layer, an index of @values
 * @of_last: the value of the last layer
 *
 * Something that can be said of layers, and what is said of each.
 */
typedef struct
{
  LaminaLayerFactKind kind;
  guint index;
  const char *key;
  guint n_values;
  const char *const *values;
  const guint *counts;
  const guint8 *estimated;
  guint of_first;
  guint of_last;
} LaminaLayerFact;

/**
 * LaminaLayerDifferences:
 *
 * What layers have in common and what differs between them.
 */
typedef struct _LaminaLayerDifferences LaminaLayerDifferences;

/**
 * lamina_layer_differences_new:
 * @document: a document, which must outlive the result
 * @run: index of a run
 * @layers: (array length=n): layers of the run
 * @n: how many; the first %LAMINA_DIFFERENCES_LAYERS are compared
 * @cancellable: (nullable): stops it
 *
 * Reads the attributes of each layer from the file; one that can't be read has none. Any thread.
 *
 * Returns: (transfer full): the differences, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaLayerDifferences *lamina_layer_differences_new (LaminaDocument *document,
                                                      guint           run,
                                                      const guint32  *layers,
                                                      guint           n,
                                                      GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_layer_differences_free (LaminaLayerDifferences *self);

/**
 * lamina_layer_differences_get_n_layers:
 * @self: differences
 *
 * Returns: how many layers were compared
 */
LAMINA_AVAILABLE
guint lamina_layer_differences_get_n_layers (LaminaLayerDifferences *self);

LAMINA_AVAILABLE
guint lamina_layer_differences_get_n (LaminaLayerDifferences *self);

/**
 * lamina_layer_differences_get:
 * @self: differences
 * @i: which one; facts stand in the order in which they first occur
 *
 * Returns: (transfer none): a fact
 */
LAMINA_AVAILABLE
const LaminaLayerFact *lamina_layer_differences_get (LaminaLayerDifferences *self,
                                                     guint                   i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLayerDifferences, lamina_layer_differences_free)

G_END_DECLS

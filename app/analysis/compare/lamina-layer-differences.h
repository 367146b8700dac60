/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* How many layers are compared at most: each one's attributes are read from the file. */
#define LAMINA_DIFFERENCES_LAYERS 200

/* What a fact is about. */
typedef enum
{
  LAMINA_FACT_TYPE,      /* the type */
  LAMINA_FACT_DEVICE,    /* the device */
  LAMINA_FACT_INPUT,     /* shape and dtype of an input */
  LAMINA_FACT_OUTPUT,    /* shape and dtype of an output */
  LAMINA_FACT_ATTRIBUTE, /* an attribute of the file */
} LaminaLayerFactKind;

/* Something that can be said of layers, and what is said of each. */
typedef struct
{
  LaminaLayerFactKind kind; /* what it is about */
  guint index;              /* which input or output, from 0 on */
  const char *key;          /* the name of the attribute; the empty string for the other kinds */
  guint n_values;           /* number of different values; 1 when all layers have the same */
  /* the values, as text, in the order of their first layers; the empty string for layers that have none */
  const char *const *values;
  const guint *counts;      /* how many layers have each */
  const guint8 *estimated;  /* whether Lamina worked each out for any of them */
  gsize shared;             /* with how many bytes all values begin alike; 0 where there is one */
  guint of_first;           /* the value of the first layer, an index of @values */
  guint of_last;            /* the value of the last layer */
} LaminaLayerFact;

/* What layers have in common and what differs between them. */
typedef struct _LaminaLayerDifferences LaminaLayerDifferences;

/* Reads the attributes of each layer from the file; one that can't be read has none. Any thread. Returns the differences, or
 * NULL when cancelled. @document: a document, which must outlive the result; @n: how many; the first LAMINA_DIFFERENCES_LAYERS
 * are compared. */
LAMINA_AVAILABLE
LaminaLayerDifferences *lamina_layer_differences_new (LaminaDocument *document,
                                                      guint           run,
                                                      const guint32  *layers,
                                                      guint           n,
                                                      GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_layer_differences_free (LaminaLayerDifferences *self);

/* How many layers were compared. */
LAMINA_AVAILABLE
guint lamina_layer_differences_get_n_layers (LaminaLayerDifferences *self);

LAMINA_AVAILABLE
guint lamina_layer_differences_get_n (LaminaLayerDifferences *self);

/* A fact. @i: which one; facts stand in the order in which they first occur. */
LAMINA_AVAILABLE
const LaminaLayerFact *lamina_layer_differences_get (LaminaLayerDifferences *self,
                                                     guint                   i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLayerDifferences, lamina_layer_differences_free)

G_END_DECLS

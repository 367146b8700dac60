/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-attributes.h"
#include "lamina-layer-terms.h"

G_BEGIN_DECLS

/* Attributes in two files: lamina-attributes.c holds the columns of a run, -read.c fills them, and filters by them. */

/* A column that was read. Nothing in it changes any more. Many layers have few values: what is said of a value is said once. */
typedef struct
{
  GPtrArray *values;  /* what occurs, each once, in the order in which the layers bring it */
  guint32 *cells;     /* for each layer, the place of its value in @values, from 1 on; 0 for none. NULL where none has one */
  guint32 *ranks;     /* for each value its place in their order; equal ones have the same */
  gboolean is_number; /* whether all values are numbers */
} LaminaAttributeCells;

/*
 * An attribute by its name; a @folded one by its name in small letters, whichever of those that differ in case it is. @key is
 * what its column is called among others: the name, with @ before it where another column has that.
 */
typedef struct
{
  char *name;
  char *key;
  gboolean folded;
  LaminaAttributeCells *cells;
} LaminaAttribute;

/* Never freed before the run. */
LaminaAttribute            *lamina_attribute_get         (LaminaRun             *run,
                                                          LaminaLayerColumn      column);

/* NULL before it was read. */
const LaminaAttributeCells *lamina_attribute_get_cells   (LaminaAttribute       *self);

/* Takes the cells over; those that are there already stay. */
void                        lamina_attribute_take_cells  (LaminaAttribute       *self,
                                                          LaminaAttributeCells  *cells);

LaminaAttributeCells       *lamina_attribute_cells_new   (guint                  n_layers);

void                        lamina_attribute_cells_free  (LaminaAttributeCells  *self);

/* Puts the values into their order: as numbers when all are, else as texts. FALSE when cancelled. */
gboolean                    lamina_attribute_cells_rank  (LaminaAttributeCells  *self,
                                                          GCancellable          *cancellable);

LaminaLayerColumn           lamina_attribute_find_folded (LaminaRun             *run,
                                                          const char            *name);

/* Whether a value is a number, also one that stands in a text. */
gboolean                    lamina_attribute_get_number  (const LaminaLayerValue *value,
                                                          double                 *number);

/* The value of a layer, NULL for none. */
const LaminaLayerValue     *lamina_attribute_get_value   (const LaminaAttributeCells *cells,
                                                          guint                       layer);

/* What a group has in a column: its one value, or how many there are. */
void                        lamina_attribute_get_group_value (LaminaRun              *run,
                                                              const LaminaLayerGroup *group,
                                                              LaminaLayerColumn       column,
                                                              LaminaLayerValue       *value);

/* The key that sorts a group: by its one value; behind those, groups of several by how many. FALSE where there is none. */
gboolean                    lamina_attribute_get_group_key (LaminaRun              *run,
                                                            const LaminaLayerGroup *group,
                                                            LaminaLayerColumn       column,
                                                            guint64                *key);

/* Keeps the layers for which a term about an attribute or a metric holds. FALSE when cancelled. */
gboolean                    lamina_attributes_keep       (LaminaRun             *run,
                                                          const LaminaTerm      *term,
                                                          guint32               *rows,
                                                          guint                 *n,
                                                          GCancellable          *cancellable);

G_END_DECLS

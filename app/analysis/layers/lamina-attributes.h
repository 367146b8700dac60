/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-value.h"

G_BEGIN_DECLS

/*
 * Attributes of layers as columns of a table. They stand in the file, to be parsed when somebody looks, and reading those
 * of a million layers takes seconds: a column knows nothing until lamina_attributes_read() was called for it, which is
 * work for a thread. What was read stays with the run. All functions may be called in any thread.
 *
 * Attributes are called as in the JSON of `lamina layers`: `stride_h`, or `GROUP.KEY` where they stand under a heading.
 */

/* The first of the columns that lamina_attribute_get_column() makes. */
#define LAMINA_LAYER_COLUMN_ATTRIBUTE (1u << 28)

/* An attribute that layers of a run have. */
typedef struct
{
  char *name;
  guint n_layers;     /* how many layers have it; 0 where not all were looked at, because there are very many */
  gboolean is_number; /* whether it is a number wherever it stands */
} LaminaAttributeKey;

/* Looks for the attributes that the layers of a run have. The answer stays with the run, too. Returns an array of
 * LaminaAttributeKey: the attributes in the order in which the file brings them; NULL when cancelled or when the file is no
 * longer the one that was opened. */
LAMINA_AVAILABLE
const GArray *lamina_attributes_list (LaminaRun     *run,
                                      GCancellable  *cancellable,
                                      GError       **error);

/* An array of LaminaAttributeKey: what lamina_attributes_list() found before, or NULL. */
LAMINA_AVAILABLE
const GArray *lamina_attributes_peek_list (LaminaRun *run);

/* Its column, the same each time. @name: an attribute, whether a layer has it or not. */
LAMINA_AVAILABLE
LaminaLayerColumn lamina_attribute_get_column (LaminaRun  *run,
                                               const char *name);

/* Whether it is that of an attribute. */
LAMINA_AVAILABLE
gboolean lamina_layer_column_is_attribute (LaminaLayerColumn column);

/* The attribute. @column: a column of an attribute. */
LAMINA_AVAILABLE
const char *lamina_attribute_get_name (LaminaRun         *run,
                                       LaminaLayerColumn  column);

/* Reads what was not read yet, in one pass over the layers. A layer whose attributes cannot be parsed has none. Returns FALSE
 * when cancelled or when the file is no longer the one that was opened. @columns: columns; those that are none of attributes are
 * left out. */
LAMINA_AVAILABLE
gboolean lamina_attributes_read (LaminaRun                *run,
                                 const LaminaLayerColumn  *columns,
                                 guint                     n,
                                 GCancellable             *cancellable,
                                 GError                  **error);

/* Whether nothing has to be read to show the column. */
LAMINA_AVAILABLE
gboolean lamina_attribute_is_read (LaminaRun         *run,
                                   LaminaLayerColumn  column);

/* Whether nothing has to be read to filter by it. @text: NULL or the text of a LaminaLayerFilter. */
LAMINA_AVAILABLE
gboolean lamina_attributes_is_filter_read (LaminaRun  *run,
                                           const char *text);

/* Reads what has to be read to filter by a text, and columns with it, in one pass over the layers. Without it
 * lamina_layers_filter() reads itself, but takes what could not be read for absent and says nothing. Returns FALSE when
 * cancelled or when the file is no longer the one that was opened. @text: NULL or the text of a LaminaLayerFilter; @columns:
 * NULL or columns that are wanted besides. */
LAMINA_AVAILABLE
gboolean lamina_attributes_read_filter (LaminaRun     *run,
                                        const char    *text,
                                        const GArray  *columns,
                                        GCancellable  *cancellable,
                                        GError       **error);

/* Whether it is a number wherever it stands, to be aligned at the right; FALSE as long as nothing was read. @column: a column of
 * an attribute. */
gboolean lamina_attribute_is_number (LaminaRun         *run,
                                     LaminaLayerColumn  column);

/* Whether any layer has it. @column: a column of an attribute that was read. */
LAMINA_AVAILABLE
gboolean lamina_attribute_is_known (LaminaRun         *run,
                                    LaminaLayerColumn  column);

/* The most frequent values in the group with how many layers have each, a line for each; NULL where all layers have the same.
 * @group: a group of its layers; @column: a column of an attribute. */
LAMINA_AVAILABLE
char *lamina_attribute_dup_spread (LaminaRun              *run,
                                   const LaminaLayerGroup *group,
                                   LaminaLayerColumn       column);

G_END_DECLS

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

/**
 * LAMINA_LAYER_COLUMN_ATTRIBUTE:
 *
 * The first of the columns that lamina_attribute_get_column() makes.
 */
#define LAMINA_LAYER_COLUMN_ATTRIBUTE (1u << 28)

/**
 * LaminaAttributeKey:
 * @name: the attribute
 * @n_layers: how many layers have it; 0 where not all were looked at, because there are very many
 * @is_number: whether it is a number wherever it stands
 *
 * An attribute that layers of a run have.
 */
typedef struct
{
  char *name;
  guint n_layers;
  gboolean is_number;
} LaminaAttributeKey;

/**
 * lamina_attributes_list: (skip)
 * @run: a run
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Looks for the attributes that the layers of a run have. The answer stays with the run, too.
 *
 * Returns: (transfer none) (element-type LaminaAttributeKey): the attributes in the order in which the file brings them;
 *   %NULL when cancelled or when the file is no longer the one that was opened
 */
LAMINA_AVAILABLE
const GArray *lamina_attributes_list (LaminaRun     *run,
                                      GCancellable  *cancellable,
                                      GError       **error);

/**
 * lamina_attributes_peek_list: (skip)
 * @run: a run
 *
 * Returns: (transfer none) (nullable) (element-type LaminaAttributeKey): what lamina_attributes_list() found before
 */
LAMINA_AVAILABLE
const GArray *lamina_attributes_peek_list (LaminaRun *run);

/**
 * lamina_attribute_get_column:
 * @run: a run
 * @name: an attribute, whether a layer has it or not
 *
 * Returns: its column, the same each time
 */
LAMINA_AVAILABLE
LaminaLayerColumn lamina_attribute_get_column (LaminaRun  *run,
                                               const char *name);

/**
 * lamina_layer_column_is_attribute:
 * @column: a column of any kind
 *
 * Returns: whether it is that of an attribute
 */
LAMINA_AVAILABLE
gboolean lamina_layer_column_is_attribute (LaminaLayerColumn column);

/**
 * lamina_attribute_get_name:
 * @run: a run
 * @column: a column of an attribute
 *
 * Returns: the attribute
 */
LAMINA_AVAILABLE
const char *lamina_attribute_get_name (LaminaRun         *run,
                                       LaminaLayerColumn  column);

/**
 * lamina_attributes_read: (skip)
 * @run: a run
 * @columns: (array length=n): columns; those that are none of attributes are left out
 * @n: how many
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Reads what was not read yet, in one pass over the layers. A layer whose attributes cannot be parsed has none.
 *
 * Returns: %FALSE when cancelled or when the file is no longer the one that was opened
 */
LAMINA_AVAILABLE
gboolean lamina_attributes_read (LaminaRun                *run,
                                 const LaminaLayerColumn  *columns,
                                 guint                     n,
                                 GCancellable             *cancellable,
                                 GError                  **error);

/**
 * lamina_attribute_is_read:
 * @run: a run
 * @column: a column of any kind
 *
 * Returns: whether nothing has to be read to show the column
 */
LAMINA_AVAILABLE
gboolean lamina_attribute_is_read (LaminaRun         *run,
                                   LaminaLayerColumn  column);

/**
 * lamina_attributes_is_filter_read:
 * @run: a run
 * @text: (nullable): the text of a #LaminaLayerFilter
 *
 * Returns: whether nothing has to be read to filter by it
 */
LAMINA_AVAILABLE
gboolean lamina_attributes_is_filter_read (LaminaRun  *run,
                                           const char *text);

/**
 * lamina_attributes_read_filter: (skip)
 * @run: a run
 * @text: (nullable): the text of a #LaminaLayerFilter
 * @columns: (nullable) (element-type LaminaLayerColumn): columns that are wanted besides
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Reads what has to be read to filter by a text, and columns with it, in one pass over the layers. Without it
 * lamina_layers_filter() reads itself, but takes what could not be read for absent and says nothing.
 *
 * Returns: %FALSE when cancelled or when the file is no longer the one that was opened
 */
LAMINA_AVAILABLE
gboolean lamina_attributes_read_filter (LaminaRun     *run,
                                        const char    *text,
                                        const GArray  *columns,
                                        GCancellable  *cancellable,
                                        GError       **error);

/**
 * lamina_attribute_is_number:
 * @run: a run
 * @column: a column of an attribute
 *
 * Returns: whether it is a number wherever it stands, to be aligned at the right; %FALSE as long as nothing was read
 */
gboolean lamina_attribute_is_number (LaminaRun         *run,
                                     LaminaLayerColumn  column);

/**
 * lamina_attribute_is_known:
 * @run: a run
 * @column: a column of an attribute that was read
 *
 * Returns: whether any layer has it
 */
LAMINA_AVAILABLE
gboolean lamina_attribute_is_known (LaminaRun         *run,
                                    LaminaLayerColumn  column);

/**
 * lamina_attribute_dup_spread:
 * @run: a run
 * @group: a group of its layers
 * @column: a column of an attribute
 *
 * Returns: (transfer full) (nullable): the most frequent values in the group with how many layers have each, a line for
 *   each; %NULL where all layers have the same
 */
LAMINA_AVAILABLE
char *lamina_attribute_dup_spread (LaminaRun              *run,
                                   const LaminaLayerGroup *group,
                                   LaminaLayerColumn       column);

G_END_DECLS

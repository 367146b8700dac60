/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"
#include "lamina-table.h"
#include "lamina-tensor-query.h"

G_BEGIN_DECLS

/*
 * The columns of the list of tensors and what stands in their cells: a text, or a bar over the whole run. A column is called as
 * what it sorts by; one draws when a tensor is kept, in place of a text.
 */

#define LAMINA_TENSOR_CELL_ALIVE LAMINA_N_TENSOR_SORTS
#define LAMINA_N_TENSOR_CELLS (LAMINA_N_TENSOR_SORTS + 1)

extern const LaminaTableColumn lamina_tensor_columns[LAMINA_N_TENSOR_CELLS];

/**
 * lamina_tensor_has_column:
 * @run: a run
 * @column: a column
 *
 * Returns: whether any tensor of the run has something to show there
 */
gboolean lamina_tensor_has_column (LaminaRun *run,
                                   guint      column);

/**
 * lamina_tensor_cell_fill:
 * @session: a session
 * @live: the lifetimes of the tensors of its run
 * @column: a column
 * @tensor: a tensor
 * @line: takes what stands in the cell; the name is brought out if a selected layer makes or reads the tensor
 */
void lamina_tensor_cell_fill (LaminaSession  *session,
                              LaminaLiveSet  *live,
                              guint           column,
                              guint32         tensor,
                              LaminaCellText *line);

/**
 * lamina_tensor_cell_dup_hint:
 * @session: a session
 * @live: the lifetimes of the tensors of its run
 * @column: a column
 * @tensor: a tensor
 *
 * Returns: (transfer full): what the tooltip of the cell says
 */
char *lamina_tensor_cell_dup_hint (LaminaSession *session,
                                   LaminaLiveSet *live,
                                   guint          column,
                                   guint32        tensor);

/**
 * lamina_tensor_cell_draw_life:
 * @session: a session
 * @live: the lifetimes of the tensors of its run
 * @tensor: a tensor
 * @cell: where it is drawn
 * @snapshot: takes the bar
 *
 * Draws when the tensor is kept.
 */
void lamina_tensor_cell_draw_life (LaminaSession *session,
                                   LaminaLiveSet *live,
                                   guint32        tensor,
                                   GtkWidget     *cell,
                                   GtkSnapshot   *snapshot);

G_END_DECLS

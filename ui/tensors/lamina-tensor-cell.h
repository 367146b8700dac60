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

#define LAMINA_TENSOR_CELL_ALIVE LAMINA_N_TENSOR_COLUMNS

void lamina_tensor_cell_append_columns (LaminaTable *table);

/* Those that the run has something for. */
void lamina_tensor_cell_show_columns (LaminaTable *table,
                                      LaminaRun   *run);

/* Gives the columns the room that they take, when what stands in them has changed. */
void lamina_tensor_cell_fit_columns (LaminaTable *table);

/* What stands in a cell; a name is brought out if a selected layer makes or reads the tensor. */
void lamina_tensor_cell_fill (LaminaSession  *session,
                              LaminaLiveSet  *live,
                              guint           column,
                              guint32         tensor,
                              LaminaCellText *line);

/* What the tooltip of a cell says. */
char *lamina_tensor_cell_dup_hint (LaminaSession *session,
                                   LaminaLiveSet *live,
                                   guint          column,
                                   guint32        tensor);

/* Draws when a tensor is kept. */
void lamina_tensor_cell_draw_life (LaminaSession *session,
                                   LaminaLiveSet *live,
                                   guint32        tensor,
                                   GtkWidget     *cell,
                                   GtkSnapshot   *snapshot);

G_END_DECLS

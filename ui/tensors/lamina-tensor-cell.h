/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"
#include "lamina-tensor-query.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LaminaTensorField:
 * @title: its heading, not translated yet
 * @sort: what a click on its heading sorts by
 * @width: its width in pixels at first; of numbers also later, where there is room
 * @xalign: 0 for left, 1 for right
 * @is_bar: whether it draws when the tensor is kept, in place of a text
 *
 * A column of the list of tensors.
 */
typedef struct
{
  const char *title;
  LaminaTensorColumn sort;
  int width;
  float xalign;
  gboolean is_bar;
} LaminaTensorField;

const LaminaTensorField *lamina_tensor_list_fields (guint *n);

/**
 * lamina_tensor_has_field:
 * @run: a run
 * @field: a column
 *
 * Returns: whether any tensor of the run has something to show there
 */
gboolean lamina_tensor_has_field (LaminaRun               *run,
                                  const LaminaTensorField *field);

/**
 * lamina_tensor_field_dup_text:
 * @field: a column
 * @run: a run
 * @live: the lifetimes of its tensors
 * @timebase: the offsets in force
 * @tensor: a tensor
 * @estimated: (out): whether Lamina worked it out
 *
 * Returns: (transfer full): what stands there; "—" for what is not known
 */
char *lamina_tensor_field_dup_text (const LaminaTensorField *field,
                                    LaminaRun               *run,
                                    LaminaLiveSet           *live,
                                    LaminaTimebase          *timebase,
                                    guint32                  tensor,
                                    gboolean                *estimated);

#define LAMINA_TYPE_TENSOR_CELL (lamina_tensor_cell_get_type ())

/**
 * LaminaTensorCell:
 *
 * One cell of the list of tensors: a text, or a bar over the whole run.
 */
G_DECLARE_FINAL_TYPE (LaminaTensorCell, lamina_tensor_cell, LAMINA, TENSOR_CELL, GtkWidget)

GtkWidget *lamina_tensor_cell_new (const LaminaTensorField *field);

/**
 * lamina_tensor_cell_bind:
 * @self: a cell
 * @session: (nullable): a session, or %NULL for an empty cell
 * @live: (nullable): the lifetimes of the tensors of its run
 * @tensor: a tensor
 */
void lamina_tensor_cell_bind (LaminaTensorCell *self,
                              LaminaSession    *session,
                              LaminaLiveSet    *live,
                              guint32           tensor);

/**
 * lamina_tensor_cell_update_mark:
 * @self: a cell
 *
 * Brings out the tensor if a selected layer makes or reads it.
 */
void lamina_tensor_cell_update_mark (LaminaTensorCell *self);

/**
 * lamina_tensor_cell_is_marked:
 * @self: a cell
 *
 * Returns: whether the name of the tensor is brought out
 */
gboolean lamina_tensor_cell_is_marked (LaminaTensorCell *self);

/**
 * lamina_tensor_cell_get_text:
 * @self: a cell
 *
 * Returns: what stands in it
 */
const char *lamina_tensor_cell_get_text (LaminaTensorCell *self);

/**
 * lamina_tensor_cell_get_whole_width:
 * @self: a cell that is bound to a tensor; it need not be in a table
 * @context: with the font of the table
 *
 * Returns: the pixels that its text takes
 */
int lamina_tensor_cell_get_whole_width (LaminaTensorCell *self,
                                        PangoContext     *context);

/**
 * lamina_tensor_cell_get_field:
 * @self: a cell
 *
 * Returns: (transfer none): its column
 */
const LaminaTensorField *lamina_tensor_cell_get_field (LaminaTensorCell *self);

/**
 * lamina_tensor_cell_get_layout:
 * @self: a cell that is bound to a tensor
 *
 * Returns: (transfer none): how its text is laid out; good until it is bound anew
 */
PangoLayout *lamina_tensor_cell_get_layout (LaminaTensorCell *self);

G_END_DECLS

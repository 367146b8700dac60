/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-canvas.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SANDWICH_PANE (lamina_sandwich_pane_get_type ())

/**
 * LaminaSandwichPane:
 *
 * All names of a flame tree in a table, with what they take themselves and with all that they call, and of one of them
 * the callers and callees. What takes longer than a frame is done in a thread; what was shown stays until then.
 *
 * The property `name` is the name in the middle, %NULL before there is any.
 */
G_DECLARE_FINAL_TYPE (LaminaSandwichPane, lamina_sandwich_pane, LAMINA, SANDWICH_PANE, GtkWidget)

void lamina_sandwich_pane_set_session (LaminaSandwichPane *self,
                                       LaminaSession      *session);

/**
 * lamina_sandwich_pane_set_tree:
 * @self: a pane
 * @tree: (nullable): a tree of the run of the session
 *
 * Shows the names of a tree. The name in the middle stays where the tree has it.
 */
void lamina_sandwich_pane_set_tree (LaminaSandwichPane *self,
                                    LaminaFlameTree    *tree);

/**
 * lamina_sandwich_pane_show_selection:
 * @self: a pane
 * @name: (nullable): the name to show; %NULL for that of what is selected
 * @later: whether to wait for the next tree
 *
 * Puts a name into the middle, as soon as the names are known.
 */
void lamina_sandwich_pane_show_selection (LaminaSandwichPane *self,
                                          const char         *name,
                                          gboolean            later);

const char *lamina_sandwich_pane_get_name (LaminaSandwichPane *self);

LaminaFlameCanvas *lamina_sandwich_pane_get_canvas (LaminaSandwichPane *self);

/**
 * lamina_sandwich_pane_dup_text:
 * @self: a pane
 * @position: a row of the table
 * @column: 0 for the name, 1 for what it takes itself, 2 for the total, 3 for its calls
 *
 * Returns: (transfer full): what stands there
 */
char *lamina_sandwich_pane_dup_text (LaminaSandwichPane *self,
                                     guint               position,
                                     guint               column);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-canvas.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SANDWICH_PANE (lamina_sandwich_pane_get_type ())

/*
 * All names of a flame tree in a table, with what they take themselves and with all that they call, and of one of them
 * the callers and callees. What takes longer than a frame is done in a thread; what was shown stays until then.
 *
 * The signal `named` says that another name is in the middle.
 */
G_DECLARE_FINAL_TYPE (LaminaSandwichPane, lamina_sandwich_pane, LAMINA, SANDWICH_PANE, GtkWidget)

void lamina_sandwich_pane_set_session (LaminaSandwichPane *self,
                                       LaminaSession      *session);

/* Shows the names of a tree of the run of the session, or none. The name in the middle stays where the tree has it. */
void lamina_sandwich_pane_set_tree (LaminaSandwichPane *self,
                                    LaminaFlameTree    *tree);

/* Puts a name into the middle, that of what is selected for NULL, as soon as the names are known: those of the next tree if
 * @later. @name: (transfer full) (nullable) */
void lamina_sandwich_pane_show_selection (LaminaSandwichPane *self,
                                          char               *name,
                                          gboolean            later);

const char *lamina_sandwich_pane_get_name (LaminaSandwichPane *self);

LaminaFlameCanvas *lamina_sandwich_pane_get_canvas (LaminaSandwichPane *self);

G_END_DECLS

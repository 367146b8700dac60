/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-flame-marks.h"
#include "lamina-flame.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_FLAME_CANVAS (lamina_flame_canvas_get_type ())

/**
 * LaminaFlameCanvas:
 *
 * Draws a flame graph. It is as high as all its rows; of them, those in sight of the adjustment are laid out.
 *
 * Click: selects all layers of a node and below it. Double click, F, Enter: makes the node as wide as the view. Escape,
 * Backspace: one step back. Arrows: parent, first child, siblings. C: what calls it and what it calls.
 *
 * What matches the search of the session stands out, else what is selected; the rest is dimmed.
 *
 * Properties: `root`, `node`: the node that is as wide as the view, and the one that was chosen, %LAMINA_NONE for none.
 */
G_DECLARE_FINAL_TYPE (LaminaFlameCanvas, lamina_flame_canvas, LAMINA, FLAME_CANVAS, LaminaCanvas)

void lamina_flame_canvas_set_session (LaminaFlameCanvas *self,
                                      LaminaSession     *session);

LaminaFlameTree *lamina_flame_canvas_get_tree (LaminaFlameCanvas *self);

/**
 * lamina_flame_canvas_set_tree:
 * @self: a canvas
 * @tree: (nullable): a tree of the run of the session
 *
 * Shows a tree. Where it has a node with the same path as the root of the tree before, that is the root, also when there was
 * no tree for a while.
 */
void lamina_flame_canvas_set_tree (LaminaFlameCanvas *self,
                                   LaminaFlameTree   *tree);

guint32 lamina_flame_canvas_get_root (LaminaFlameCanvas *self);

void lamina_flame_canvas_set_root (LaminaFlameCanvas *self,
                                   guint32            root);

guint32 lamina_flame_canvas_get_node (LaminaFlameCanvas *self);

/**
 * lamina_flame_canvas_choose:
 * @self: a canvas
 * @node: a node, or %LAMINA_NONE
 *
 * Chooses a node, brings it into sight and selects all layers of it and below it.
 */
void lamina_flame_canvas_choose (LaminaFlameCanvas *self,
                                 guint32            node);

/**
 * lamina_flame_canvas_get_marks:
 * @self: a canvas
 *
 * Returns: (transfer none): which nodes of the tree stand out, as those of tree 0
 */
LaminaFlameMarks *lamina_flame_canvas_get_marks (LaminaFlameCanvas *self);

/**
 * lamina_flame_canvas_find:
 * @self: a canvas
 * @forward: whether to the next node that matches what is searched for, else to the one before
 *
 * Chooses a node that matches, row by row. Behind the last one the first one follows. While a search goes on it is still
 * the one before that counts.
 *
 * Returns: whether there is one
 */
gboolean lamina_flame_canvas_find (LaminaFlameCanvas *self,
                                   gboolean           forward);

/**
 * lamina_flame_canvas_dup_tooltip:
 * @self: a canvas
 * @x: a place
 * @y: a place
 *
 * Returns: (transfer full) (nullable): markup that says what is there
 */
char *lamina_flame_canvas_dup_tooltip (LaminaFlameCanvas *self,
                                       double             x,
                                       double             y);

G_END_DECLS

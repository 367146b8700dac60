/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-flame-marks.h"
#include "lamina-flame.h"
#include "lamina-sandwich.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_FLAME_CANVAS (lamina_flame_canvas_get_type ())

/**
 * LaminaFlameCanvas:
 *
 * Draws trees whose nodes lie below each other, each as wide as its part of the one around it: a flame graph, which is one
 * tree; or, as a sandwich, the two halves of a name, what calls it above it and what it calls below it. It is as high as all
 * its rows; of them, those in sight of the adjustment are laid out.
 *
 * Click: selects all layers of a node and below it. Arrows: away from the outermost node and back to it, siblings; Home: the
 * outermost one.
 *
 * In a flame graph, double click, F, Enter: makes the node as wide as the view. Escape, Backspace: one step back. C: what
 * calls it and what it calls. In a sandwich, double click, Enter, C: puts that name into the middle. Escape clears the
 * selection.
 *
 * What matches the search of the session stands out, else what is selected; the rest is dimmed.
 *
 * Properties: `sandwich`, whether it is one; `root`, `node`: the node that is as wide as the view, and the one that was
 * chosen, %LAMINA_NONE for none. The signal `name-activated` tells which name is to be in the middle, as a number of the
 * sandwich.
 */
G_DECLARE_FINAL_TYPE (LaminaFlameCanvas, lamina_flame_canvas, LAMINA, FLAME_CANVAS, LaminaCanvas)

void lamina_flame_canvas_set_session (LaminaFlameCanvas *self,
                                      LaminaSession     *session);

/**
 * lamina_flame_canvas_set_adjustment:
 * @self: a canvas
 * @adjustment: (nullable): what it is scrolled by
 */
void lamina_flame_canvas_set_adjustment (LaminaFlameCanvas *self,
                                         GtkAdjustment     *adjustment);

/**
 * lamina_flame_canvas_set_tree:
 * @self: a flame graph
 * @tree: (nullable): a tree of the run of the session
 *
 * Shows a tree. Where it has a node with the same path as the root of the tree before, that is the root, also when there was
 * no tree for a while.
 */
void lamina_flame_canvas_set_tree (LaminaFlameCanvas *self,
                                   LaminaFlameTree   *tree);

/**
 * lamina_flame_canvas_set_halves:
 * @self: a sandwich
 * @sandwich: (nullable): what the halves were made of; %NULL to show nothing
 * @callees: (nullable): what the name calls
 * @callers: (nullable): what calls it
 *
 * Shows a name, with its row in the middle of what is seen.
 */
void lamina_flame_canvas_set_halves (LaminaFlameCanvas *self,
                                     LaminaSandwich    *sandwich,
                                     LaminaFlameTree   *callees,
                                     LaminaFlameTree   *callers);

/**
 * lamina_flame_canvas_get_tree:
 * @self: a canvas
 * @half: a half of a sandwich; %LAMINA_SANDWICH_CALLEES for the tree of a flame graph
 *
 * Returns: (transfer none) (nullable): its tree
 */
LaminaFlameTree *lamina_flame_canvas_get_tree (LaminaFlameCanvas  *self,
                                               LaminaSandwichHalf  half);

guint32 lamina_flame_canvas_get_root (LaminaFlameCanvas *self);

void lamina_flame_canvas_set_root (LaminaFlameCanvas *self,
                                   guint32            root);

/**
 * lamina_flame_canvas_get_node:
 * @self: a canvas
 * @half: (out): the half that it is of
 *
 * Returns: the node that was chosen, or %LAMINA_NONE
 */
guint32 lamina_flame_canvas_get_node (LaminaFlameCanvas  *self,
                                      LaminaSandwichHalf *half);

/**
 * lamina_flame_canvas_choose:
 * @self: a canvas
 * @half: a half of a sandwich; %LAMINA_SANDWICH_CALLEES in a flame graph
 * @node: a node of it, or %LAMINA_NONE
 *
 * Chooses a node, brings it into sight and selects all layers of it and below it.
 */
void lamina_flame_canvas_choose (LaminaFlameCanvas  *self,
                                 LaminaSandwichHalf  half,
                                 guint32             node);

/**
 * lamina_flame_canvas_get_row_height:
 * @self: a canvas
 *
 * Returns: how high a row is: few rows divide the room among them, so that more of their names can be read
 */
int lamina_flame_canvas_get_row_height (LaminaFlameCanvas *self);

/**
 * lamina_flame_canvas_get_marks:
 * @self: a canvas
 *
 * Returns: (transfer none): which nodes of its trees stand out
 */
LaminaFlameMarks *lamina_flame_canvas_get_marks (LaminaFlameCanvas *self);

/**
 * lamina_flame_canvas_find:
 * @self: a canvas
 * @forward: whether to the next node that matches what is searched for, else to the one before
 *
 * Chooses a node that matches, row by row, of the callees before the callers. Behind the last one the first one follows.
 * While a search goes on it is still the one before that counts.
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

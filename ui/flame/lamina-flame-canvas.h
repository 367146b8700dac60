/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-flame-marks.h"
#include "lamina-flame.h"
#include "lamina-sandwich.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_FLAME_CANVAS (lamina_flame_canvas_get_type ())

/*
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
 * Property: `sandwich`, whether it is one. Signals: `root-changed`, `node-changed`: the node that is as wide as the view, or
 * the one that was chosen, is another one; `name-activated` tells which name is to be in the middle, as a number of the
 * sandwich.
 */
G_DECLARE_FINAL_TYPE (LaminaFlameCanvas, lamina_flame_canvas, LAMINA, FLAME_CANVAS, LaminaCanvas)

void lamina_flame_canvas_set_session (LaminaFlameCanvas *self,
                                      LaminaSession     *session);

/* What it is scrolled by, or NULL. */
void lamina_flame_canvas_set_adjustment (LaminaFlameCanvas *self,
                                         GtkAdjustment     *adjustment);

/* Shows a tree of the run of the session, or none for NULL. Where it has a node with the same path as the root of the tree
 * before, that is the root, also when there was no tree for a while. */
void lamina_flame_canvas_set_tree (LaminaFlameCanvas *self,
                                   LaminaFlameTree   *tree);

/* Shows a name of a sandwich, with its row in the middle of what is seen; nothing for NULL. */
void lamina_flame_canvas_set_halves (LaminaFlameCanvas *self,
                                     LaminaSandwich    *sandwich,
                                     LaminaFlameTree   *callees,
                                     LaminaFlameTree   *callers);

/* The tree of a half, LAMINA_SANDWICH_CALLEES in a flame graph; or NULL. */
LaminaFlameTree *lamina_flame_canvas_get_tree (LaminaFlameCanvas  *self,
                                               LaminaSandwichHalf  half);

guint32 lamina_flame_canvas_get_root (LaminaFlameCanvas *self);

void lamina_flame_canvas_set_root (LaminaFlameCanvas *self,
                                   guint32            root);

/* The node that was chosen, or LAMINA_NONE, and the half that it is of. */
guint32 lamina_flame_canvas_get_node (LaminaFlameCanvas  *self,
                                      LaminaSandwichHalf *half);

/* Chooses a node of a half or none, brings it into sight and selects all layers of it and below it. */
void lamina_flame_canvas_choose (LaminaFlameCanvas  *self,
                                 LaminaSandwichHalf  half,
                                 guint32             node);

/* Which nodes of its trees stand out. */
LaminaFlameMarks *lamina_flame_canvas_get_marks (LaminaFlameCanvas *self);

/* Chooses the next or last node that matches what is searched for, row by row, of the callees before the callers. Behind the
 * last one the first one follows. While a search goes on it is still the one before that counts. Returns whether there is
 * one. */
gboolean lamina_flame_canvas_find (LaminaFlameCanvas *self,
                                   gboolean           forward);

G_END_DECLS

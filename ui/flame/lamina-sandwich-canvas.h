/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-flame-marks.h"
#include "lamina-sandwich-layout.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SANDWICH_CANVAS (lamina_sandwich_canvas_get_type ())

/**
 * LaminaSandwichCanvas:
 *
 * Draws what calls a name above it, and what it calls below it. It is as high as all its rows; of them, those in sight of
 * the adjustment are laid out.
 *
 * Click: selects all layers of a node. Double click, Enter, C: puts that name into the middle. Arrows: away from the name
 * and back to it, siblings; Home: the name. Escape clears the selection.
 *
 * What matches the search of the session stands out, else what is selected; the rest is dimmed.
 *
 * The signal `name-activated` tells which name is to be in the middle, as a number of the sandwich. The property `node` is
 * the node that was chosen, of the half that lamina_sandwich_canvas_get_half() says; %LAMINA_NONE for none.
 */
G_DECLARE_FINAL_TYPE (LaminaSandwichCanvas, lamina_sandwich_canvas, LAMINA, SANDWICH_CANVAS, LaminaCanvas)

void lamina_sandwich_canvas_set_session (LaminaSandwichCanvas *self,
                                         LaminaSession        *session);

void lamina_sandwich_canvas_set_adjustment (LaminaSandwichCanvas *self,
                                            GtkAdjustment        *adjustment);

/**
 * lamina_sandwich_canvas_set_halves:
 * @self: a canvas
 * @sandwich: (nullable): what the halves were made of; %NULL to show nothing
 * @callees: (nullable): what the name calls
 * @callers: (nullable): what calls it
 *
 * Shows a name, with its row in the middle of what is seen.
 */
void lamina_sandwich_canvas_set_halves (LaminaSandwichCanvas *self,
                                        LaminaSandwich       *sandwich,
                                        LaminaFlameTree      *callees,
                                        LaminaFlameTree      *callers);

/**
 * lamina_sandwich_canvas_get_half:
 * @self: a canvas
 * @half: a half
 *
 * Returns: (transfer none) (nullable): its tree
 */
LaminaFlameTree *lamina_sandwich_canvas_get_half (LaminaSandwichCanvas *self,
                                                  LaminaSandwichHalf    half);

/**
 * lamina_sandwich_canvas_get_node:
 * @self: a canvas
 * @half: (out): the half that it is of
 *
 * Returns: the node that was chosen, or %LAMINA_NONE
 */
guint32 lamina_sandwich_canvas_get_node (LaminaSandwichCanvas *self,
                                         LaminaSandwichHalf   *half);

/**
 * lamina_sandwich_canvas_choose:
 * @self: a canvas
 * @half: a half
 * @node: a node of it, or %LAMINA_NONE
 *
 * Chooses a node, brings it into sight and selects its layers.
 */
void lamina_sandwich_canvas_choose (LaminaSandwichCanvas *self,
                                    LaminaSandwichHalf    half,
                                    guint32               node);

/**
 * lamina_sandwich_canvas_get_marks:
 * @self: a canvas
 *
 * Returns: (transfer none): which nodes of the halves stand out
 */
LaminaFlameMarks *lamina_sandwich_canvas_get_marks (LaminaSandwichCanvas *self);

/**
 * lamina_sandwich_canvas_find:
 * @self: a canvas
 * @forward: whether to the next node that matches what is searched for, else to the one before
 *
 * While a search goes on it is still the one before that counts.
 *
 * Returns: whether there is one
 */
gboolean lamina_sandwich_canvas_find (LaminaSandwichCanvas *self,
                                      gboolean              forward);

/**
 * lamina_sandwich_canvas_dup_tooltip:
 * @self: a canvas
 * @x: a place
 * @y: a place
 *
 * Returns: (transfer full) (nullable): markup that says what is there
 */
char *lamina_sandwich_canvas_dup_tooltip (LaminaSandwichCanvas *self,
                                          double                x,
                                          double                y);

G_END_DECLS

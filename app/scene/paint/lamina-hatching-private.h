/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

#include <cairo.h>

G_BEGIN_DECLS

#define LAMINA_HATCHING_WIDTH 1.6
#define LAMINA_HATCHING_COARSE_WIDTH 3.4

/* Adds the lines of a pattern to the path, counted from the corner of the box; whoever strokes them clips to the box. */
void lamina_hatching_add_to_box (cairo_t              *cr,
                                 const LaminaSceneBox *box,
                                 LaminaStrokes         strokes);

/* Adds the lines of a texture over all that is clipped to, counted from the corner of the scene, and sets their width. */
void lamina_hatching_add_texture (cairo_t       *cr,
                                  LaminaStrokes  strokes);

G_END_DECLS

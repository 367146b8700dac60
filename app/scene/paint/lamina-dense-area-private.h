/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

#include <cairo.h>

G_BEGIN_DECLS

/*
 * Whether the line of an area goes in steps and up and down so often that there is nothing to see of it but which pixels
 * of each column it passes. As rectangles these are filled far faster than the line is stroked.
 */
gboolean lamina_dense_area_is (const LaminaSceneArea  *area,
                               const LaminaScenePoint *points);

/* Adds rectangles of whole pixels to the path: those that the line passes, or those below it. */
void lamina_dense_area_add_line (cairo_t                *cr,
                                 const LaminaSceneArea  *area,
                                 const LaminaScenePoint *points);

void lamina_dense_area_add_ground (cairo_t                *cr,
                                   const LaminaSceneArea  *area,
                                   const LaminaScenePoint *points);

G_END_DECLS

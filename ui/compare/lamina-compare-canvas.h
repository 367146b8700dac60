/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-comparison-layout.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_COMPARE_CANVAS (lamina_compare_canvas_get_type ())

/*
 * Draws a picture of a comparison: where the difference comes from, or both sides on one scale with bands between layers that
 * correspond. The latter can be zoomed: with Ctrl and the wheel, + and -, drawn aside with the pointer and the arrows, and
 * shown whole again by 0 and a double click.
 *
 * Signal `picked` (row): a type was chosen, or a pair.
 */
G_DECLARE_FINAL_TYPE (LaminaCompareCanvas, lamina_compare_canvas, LAMINA, COMPARE_CANVAS, LaminaCanvas)

/* Whether it shows ties, else the waterfall. */
void lamina_compare_canvas_set_ties (LaminaCompareCanvas *self,
                                     gboolean             ties);

void lamina_compare_canvas_set_comparison (LaminaCompareCanvas *self,
                                           LaminaComparison    *comparison);

/* The type or the pair to bring out, or LAMINA_NONE. */
void lamina_compare_canvas_set_row (LaminaCompareCanvas *self,
                                    guint32              row);

G_END_DECLS

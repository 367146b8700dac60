/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-compare-canvas.h"

G_BEGIN_DECLS

/* Left and right of a picture. */
#define LAMINA_COMPARE_MARGIN 14

/* @start and @end are what of the ties is seen, in nanoseconds; @end is 0 for all. */
struct _LaminaCompareCanvas
{
  LaminaCanvas parent_instance;

  gboolean ties;
  LaminaComparison *comparison;
  guint32 row;
  double start;
  double end;
  double drag_start;
  double drag_end;
};

/* lamina-compare-canvas.c */

/* The nanoseconds of the longer side, and the pixels that there are for them. */
double              _lamina_compare_canvas_get_whole   (LaminaCompareCanvas *self);
int                 _lamina_compare_canvas_get_room    (LaminaCompareCanvas *self);

/* What stands at a place of the widget; NULL for nothing. */
const LaminaTarget *_lamina_compare_canvas_pick        (LaminaCompareCanvas *self,
                                                        double               x,
                                                        double               y);

void                _lamina_compare_canvas_emit_picked (LaminaCompareCanvas *self,
                                                        guint32              row);

/* lamina-compare-canvas-input.c: pointer and keys */

void                _lamina_compare_canvas_press       (LaminaCanvas        *canvas,
                                                        int                  n_press,
                                                        double               x,
                                                        double               y,
                                                        GdkModifierType      state);
gboolean            _lamina_compare_canvas_press_key   (LaminaCanvas        *canvas,
                                                        guint                keyval,
                                                        GdkModifierType      state);

/* Drags and the wheel. */
void                _lamina_compare_canvas_add_input   (LaminaCompareCanvas *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-canvas.h"

G_BEGIN_DECLS

/*
 * The canvas in three files: -canvas.c holds state, -canvas-input.c has pointer and keys, -draw.c draws what lies above the
 * scenes.
 *
 * 1. The scene is what the data asks for at the size of the widget. What stands out are the rows that stand for the
 *    selected layers, of which @marks tells each row. It is NULL until it is needed, is dropped when what it depends on
 *    changes, and stays NULL while no row stands for what is selected.
 * 2. @row is the row that the keys go on from, or LAMINA_NONE.
 */
struct _LaminaChartCanvas
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  LaminaChartData *data;
  guint row;

  guint8 *marks;
  gboolean marks_known;
  gboolean own_change;
};

/* The rows at a place; FALSE when it is free. */
gboolean lamina_chart_canvas_pick (LaminaChartCanvas *self,
                                   double             x,
                                   double             y,
                                   LaminaTarget      *target);

/* The mark that stands for a row. */
gboolean lamina_chart_canvas_find_box (LaminaChartCanvas *self,
                                       guint              row,
                                       LaminaSceneBox    *box);

/* Selects what rows stand for; the keys go on from the first of them. */
void lamina_chart_canvas_choose (LaminaChartCanvas *self,
                                 guint              row,
                                 guint              n_rows,
                                 gboolean           keep);

void lamina_chart_canvas_ask_for_more (LaminaChartCanvas *self);

void lamina_chart_canvas_ask_for_menu (LaminaChartCanvas *self,
                                       double             x,
                                       double             y);

void     lamina_chart_canvas_press           (LaminaCanvas    *canvas,
                                              int              n_press,
                                              double           x,
                                              double           y,
                                              GdkModifierType  state);
void     lamina_chart_canvas_press_secondary (LaminaCanvas    *canvas,
                                              GtkGesture      *gesture,
                                              double           x,
                                              double           y);
gboolean lamina_chart_canvas_press_key       (LaminaCanvas    *canvas,
                                              guint            keyval,
                                              GdkModifierType  state);

void lamina_chart_canvas_draw_places (LaminaCanvas *canvas,
                                      GtkSnapshot  *snapshot);

G_END_DECLS

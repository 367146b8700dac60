/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sandwich-canvas.h"

G_BEGIN_DECLS

/*
 * The canvas in three files: -canvas.c holds state and input, -draw.c draws what lies above the scenes, -text.c says what
 * is at a place.
 *
 * The scene is what halves, width and scrolling ask for. @marks says for each half what stands out. @colors are the fills of
 * the nodes; NULL where they are those of families, and until they are needed.
 */
struct _LaminaSandwichCanvas
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  GtkAdjustment *adjustment;
  LaminaSandwich *sandwich;
  LaminaFlameTree *halves[LAMINA_N_SANDWICH_HALVES];
  LaminaSandwichHalf half;
  guint32 node;

  LaminaFlameMarks *marks;
  guint8 *colors[LAMINA_N_SANDWICH_HALVES];
  /* Whether the row of the name is still to be brought to the middle. */
  gboolean center;
};

LaminaSandwichView lamina_sandwich_canvas_get_view (LaminaSandwichCanvas *self);

/* The nodes at a place, none when it is free. */
gboolean lamina_sandwich_canvas_pick (LaminaSandwichCanvas *self,
                                      double                x,
                                      double                y,
                                      LaminaTarget         *target);

void lamina_sandwich_canvas_draw_places (LaminaCanvas *canvas,
                                         GtkSnapshot  *snapshot);

gboolean lamina_sandwich_canvas_query_tooltip (GtkWidget  *widget,
                                               int         x,
                                               int         y,
                                               gboolean    keyboard,
                                               GtkTooltip *tooltip);

G_END_DECLS

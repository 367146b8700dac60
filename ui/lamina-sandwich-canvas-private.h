/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-render-cache.h"
#include "lamina-sandwich-canvas.h"

G_BEGIN_DECLS

/*
 * The canvas in three files: -canvas.c holds state and input, -draw.c the snapshot, -text.c says what is at a place.
 *
 * @scene is what halves, width and scrolling ask for; @marked is the same of nothing but what stands out, as @marks says
 * for each half. They are NULL until they are needed, and dropped when what they depend on changes.
 */
struct _LaminaSandwichCanvas
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkAdjustment *adjustment;
  LaminaSandwich *sandwich;
  LaminaFlameTree *halves[LAMINA_N_SANDWICH_HALVES];
  LaminaSandwichHalf half;
  guint32 node;

  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaScene *marked;
  guint8 *marks[LAMINA_N_SANDWICH_HALVES];
  gboolean marks_known;
  LaminaPainter *plain;
  LaminaPainter *dimmed;
  LaminaRenderCache *plain_cache;
  LaminaRenderCache *dimmed_cache;

  /* Whether the row of the name is still to be brought to the middle. */
  gboolean centre;
  gboolean has_pointer;
  double pointer_x;
  double pointer_y;
};

LaminaSandwichView lamina_sandwich_canvas_get_view (LaminaSandwichCanvas *self);

/* Makes the scenes if need be; FALSE when there is nothing to show. */
gboolean lamina_sandwich_canvas_ensure (LaminaSandwichCanvas *self);

/* The nodes at a place, none when it is free. */
gboolean lamina_sandwich_canvas_pick (LaminaSandwichCanvas *self,
                                      double                x,
                                      double                y,
                                      LaminaTarget         *target);

void lamina_sandwich_canvas_snapshot (GtkWidget   *widget,
                                      GtkSnapshot *snapshot);

gboolean lamina_sandwich_canvas_query_tooltip (GtkWidget  *widget,
                                               int         x,
                                               int         y,
                                               gboolean    keyboard,
                                               GtkTooltip *tooltip);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-canvas.h"
#include "lamina-render-cache.h"

G_BEGIN_DECLS

/*
 * The canvas in three files: -canvas.c holds state and input, -draw.c the snapshot, -text.c says what is at a place.
 *
 * 1. @scene is what tree, root, width and scrolling ask for; @marked is the same of nothing but the nodes that stand for
 *    the selected layers, @marks. All three are NULL until they are needed, and dropped when what they depend on changes.
 * 2. @dimmed is what all is drawn with while @marks says that something is selected; @plain what the rest is.
 */
struct _LaminaFlameCanvas
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkAdjustment *adjustment;
  LaminaFlameTree *tree;
  guint32 root;
  guint32 node;

  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaScene *marked;
  guint8 *marks;
  gboolean marks_known;
  LaminaPainter *plain;
  LaminaPainter *dimmed;
  LaminaRenderCache *plain_cache;
  LaminaRenderCache *dimmed_cache;

  gboolean has_pointer;
  double pointer_x;
  double pointer_y;
};

/* What is in sight. */
LaminaFlameView lamina_flame_canvas_get_view (LaminaFlameCanvas *self);

/* Makes the scenes if need be; FALSE when there is nothing to show. */
gboolean lamina_flame_canvas_ensure (LaminaFlameCanvas *self);

/* The nodes at a place, none when it is free. */
gboolean lamina_flame_canvas_pick (LaminaFlameCanvas *self,
                                   double             x,
                                   double             y,
                                   LaminaTarget      *target);

void lamina_flame_canvas_snapshot (GtkWidget   *widget,
                                   GtkSnapshot *snapshot);

gboolean lamina_flame_canvas_query_tooltip (GtkWidget  *widget,
                                            int         x,
                                            int         y,
                                            gboolean    keyboard,
                                            GtkTooltip *tooltip);

G_END_DECLS

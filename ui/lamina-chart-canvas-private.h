/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-canvas.h"
#include "lamina-painter.h"
#include "lamina-render-cache.h"

G_BEGIN_DECLS

/*
 * The canvas in two files: -canvas.c holds state and input, -draw.c the snapshot.
 *
 * 1. @scene is what the data asks for at the size of the widget; @marked the same of nothing but the rows that stand for
 *    the selected layers, of which @marks tells each row. All are NULL until they are needed, and dropped when what they
 *    depend on changes; @marks stays NULL while no row stands for what is selected.
 * 2. @dimmed is what all is drawn with while @marks says that something is selected; @plain what the rest is.
 * 3. @row is the row that the keys go on from, or LAMINA_NONE.
 */
struct _LaminaChartCanvas
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaChartData *data;
  guint row;

  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaScene *marked;
  guint8 *marks;
  gboolean marks_known;
  LaminaPainter *plain;
  LaminaPainter *dimmed;
  LaminaRenderCache *plain_cache;
  LaminaRenderCache *dimmed_cache;

  gboolean own_change;
  gboolean has_pointer;
  double pointer_x;
  double pointer_y;
};

/* Makes scenes and marks if need be; FALSE when there is nothing to show. */
gboolean lamina_chart_canvas_ensure (LaminaChartCanvas *self);

/* The rows at a place; FALSE when it is free. */
gboolean lamina_chart_canvas_pick (LaminaChartCanvas *self,
                                   double             x,
                                   double             y,
                                   LaminaTarget      *target);

/* The mark that stands for a row. */
gboolean lamina_chart_canvas_find_box (LaminaChartCanvas *self,
                                       guint              row,
                                       LaminaSceneBox    *box);

void lamina_chart_canvas_snapshot (GtkWidget   *widget,
                                   GtkSnapshot *snapshot);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-canvas-private.h"

#include "lamina-theme.h"

static void
draw_outline (GtkSnapshot          *snapshot,
              const LaminaSceneBox *box,
              gboolean              strong)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  int thickness = strong && MIN (box->width, box->height) >= 6 ? 2 : 1;
  float half = (float) thickness / 2;
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) box->x - half, (float) box->y - half,
                                             (float) box->width + 2 * half, (float) box->height + 2 * half);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { thickness, thickness, thickness, thickness },
                              (GdkRGBA[4]) { color, color, color, color });
}

/* What the keys go on from, and what the pointer is at. */
void
lamina_chart_canvas_draw_places (LaminaCanvas *canvas,
                                 GtkSnapshot  *snapshot)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (canvas);
  LaminaSceneBox box;
  LaminaTarget target;
  double x, y;

  if (self->row != LAMINA_NONE && lamina_chart_canvas_find_box (self, self->row, &box))
    draw_outline (snapshot, &box, TRUE);
  if (lamina_canvas_get_pointer (canvas, &x, &y) && lamina_chart_canvas_pick (self, x, y, &target)
      && lamina_chart_canvas_find_box (self, target.first, &box))
    draw_outline (snapshot, &box, FALSE);
}

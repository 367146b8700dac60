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

static void
draw_scene (LaminaChartCanvas *self,
            GtkSnapshot       *snapshot,
            LaminaScene       *scene,
            gboolean           dim)
{
  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    lamina_render_cache_append (dim ? self->dimmed_cache : self->plain_cache, snapshot, dim ? self->dimmed : self->plain,
                                scene, i);
}

/* What the keys go on from, and what the pointer is at. */
static void
draw_places (LaminaChartCanvas *self,
             GtkSnapshot       *snapshot)
{
  LaminaSceneBox box;
  LaminaTarget target;

  if (self->row != LAMINA_NONE && lamina_chart_canvas_find_box (self, self->row, &box))
    draw_outline (snapshot, &box, TRUE);
  if (self->has_pointer && lamina_chart_canvas_pick (self, self->pointer_x, self->pointer_y, &target)
      && lamina_chart_canvas_find_box (self, target.first, &box))
    draw_outline (snapshot, &box, FALSE);
}

void
lamina_chart_canvas_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  LaminaChartCanvas *self = LAMINA_CHART_CANVAS (widget);

  if (!lamina_chart_canvas_ensure (self))
    return;
  lamina_render_cache_begin (self->plain_cache);
  lamina_render_cache_begin (self->dimmed_cache);
  draw_scene (self, snapshot, self->scene, self->marked != NULL);
  if (self->marked)
    draw_scene (self, snapshot, self->marked, FALSE);
  draw_places (self, snapshot);
  lamina_render_cache_end (self->plain_cache);
  lamina_render_cache_end (self->dimmed_cache);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-theme.h"

/* Below this an outline would hide what it is around. */
#define SLIM 6

static void
draw_outline (GtkSnapshot *snapshot,
              int          x,
              int          y,
              int          width,
              int          thickness,
              LaminaInk    ink)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (ink));
  float half = (float) thickness / 2;
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) x - half, (float) y - half, (float) width + 2 * half,
                                             LAMINA_FLAME_ROW_HEIGHT - 1 + 2 * half);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { thickness, thickness, thickness, thickness },
                              (GdkRGBA[4]) { color, color, color, color });
}

/* Of marked nodes below each other the uppermost has the outline. */
static gboolean
is_topmost (LaminaFlameCanvas  *self,
            const LaminaTarget *target)
{
  guint32 parent = lamina_flame_tree_get_nodes (self->tree)->parent[target->first];

  return target->first == self->root || parent == LAMINA_NONE || !self->marks[parent];
}

static void
draw_marked (LaminaFlameCanvas *self,
             GtkSnapshot       *snapshot)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->marked, &n);

  for (guint i = 0; i < lamina_scene_get_n_groups (self->marked); i++)
    if (lamina_scene_get_group (self->marked, i)->n_boxes > 0)
      lamina_render_cache_append (self->plain_cache, snapshot, self->plain, self->marked, i);
  for (guint i = 0; i < n; i++)
    if (is_topmost (self, &boxes[i].target))
      draw_outline (snapshot, boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].width < SLIM ? 1 : 2, LAMINA_INK_TEXT);
}

/* What the pointer is at, and what the keys go on from. */
static void
draw_places (LaminaFlameCanvas *self,
             GtkSnapshot       *snapshot)
{
  LaminaFlameView view = lamina_flame_canvas_get_view (self);
  int x, y, width;
  LaminaTarget hover;

  if (self->node != LAMINA_NONE && lamina_flame_find_box (self->tree, &view, self->node, &x, &y, &width))
    draw_outline (snapshot, x, y, width, width < SLIM ? 1 : 2, LAMINA_INK_TEXT);
  if (self->has_pointer && lamina_flame_canvas_pick (self, self->pointer_x, self->pointer_y, &hover)
      && lamina_flame_find_box (self->tree, &view, hover.first, &x, &y, &width))
    draw_outline (snapshot, x, y, width, 1, LAMINA_INK_TEXT);
}

void
lamina_flame_canvas_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (widget);
  gboolean dim;

  if (!lamina_flame_canvas_ensure (self))
    return;
  dim = self->marked != NULL;
  lamina_render_cache_begin (self->plain_cache);
  lamina_render_cache_begin (self->dimmed_cache);
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    lamina_render_cache_append (dim ? self->dimmed_cache : self->plain_cache, snapshot,
                                dim ? self->dimmed : self->plain, self->scene, i);
  if (self->marked)
    draw_marked (self, snapshot);
  draw_places (self, snapshot);
  lamina_render_cache_end (self->plain_cache);
  lamina_render_cache_end (self->dimmed_cache);
}

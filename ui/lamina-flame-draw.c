/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-flame-marks.h"

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
      lamina_flame_draw_outline (snapshot, boxes[i].x, boxes[i].y, boxes[i].width, TRUE);
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
    lamina_flame_draw_outline (snapshot, x, y, width, TRUE);
  if (self->has_pointer && lamina_flame_canvas_pick (self, self->pointer_x, self->pointer_y, &hover)
      && lamina_flame_find_box (self->tree, &view, hover.first, &x, &y, &width))
    lamina_flame_draw_outline (snapshot, x, y, width, FALSE);
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

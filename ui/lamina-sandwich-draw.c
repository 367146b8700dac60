/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich-canvas-private.h"

#include "lamina-flame-marks.h"

/* Of marked nodes in a line away from the name, the nearest has the outline. */
static gboolean
is_nearest (LaminaSandwichCanvas *self,
            const LaminaTarget   *target)
{
  LaminaSandwichHalf half = target->track;
  guint32 parent = lamina_flame_tree_get_nodes (self->halves[half])->parent[target->first];

  return parent == LAMINA_NONE || !self->marks[half] || !self->marks[half][parent];
}

static void
draw_marked (LaminaSandwichCanvas *self,
             GtkSnapshot          *snapshot)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (self->marked, &n);

  for (guint i = 0; i < lamina_scene_get_n_groups (self->marked); i++)
    if (lamina_scene_get_group (self->marked, i)->n_boxes > 0)
      lamina_render_cache_append (self->plain_cache, snapshot, self->plain, self->marked, i);
  for (guint i = 0; i < n; i++)
    if (is_nearest (self, &boxes[i].target))
      lamina_flame_draw_outline (snapshot, boxes[i].x, boxes[i].y, boxes[i].width, TRUE);
}

static void
draw_place (LaminaSandwichCanvas *self,
            GtkSnapshot          *snapshot,
            LaminaSandwichHalf    half,
            guint32               node,
            gboolean              strong)
{
  LaminaSandwichView view = lamina_sandwich_canvas_get_view (self);
  int x, y, width;

  lamina_sandwich_find_box (&view, self->metrics, half, node, &x, &y, &width);
  lamina_flame_draw_outline (snapshot, x, y, width, strong);
}

void
lamina_sandwich_canvas_snapshot (GtkWidget   *widget,
                                 GtkSnapshot *snapshot)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (widget);
  LaminaTarget hover;
  gboolean dim;

  if (!lamina_sandwich_canvas_ensure (self))
    return;
  dim = self->marked != NULL;
  lamina_render_cache_begin (self->plain_cache);
  lamina_render_cache_begin (self->dimmed_cache);
  for (guint i = 0; i < lamina_scene_get_n_groups (self->scene); i++)
    lamina_render_cache_append (dim ? self->dimmed_cache : self->plain_cache, snapshot,
                                dim ? self->dimmed : self->plain, self->scene, i);
  if (self->marked)
    draw_marked (self, snapshot);
  if (self->node != LAMINA_NONE)
    draw_place (self, snapshot, self->half, self->node, TRUE);
  if (self->has_pointer && lamina_sandwich_canvas_pick (self, self->pointer_x, self->pointer_y, &hover))
    draw_place (self, snapshot, hover.track, hover.first, FALSE);
  lamina_render_cache_end (self->plain_cache);
  lamina_render_cache_end (self->dimmed_cache);
}

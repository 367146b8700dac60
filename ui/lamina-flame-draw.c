/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-flame-outline.h"

/* Of marked nodes below each other the uppermost has the outline. */
static gboolean
is_topmost (LaminaFlameCanvas  *self,
            const guint8       *marks,
            const LaminaTarget *target)
{
  guint32 parent = lamina_flame_tree_get_nodes (self->tree)->parent[target->first];

  return target->first == self->root || parent == LAMINA_NONE || !marks[parent];
}

static void
draw_outlines (LaminaFlameCanvas *self,
               GtkSnapshot       *snapshot,
               LaminaScene       *marked)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (marked, &n);
  const guint8 *marks = lamina_flame_marks_get (self->marks, 0);

  for (guint i = 0; marks != NULL && i < n; i++)
    if (is_topmost (self, marks, &boxes[i].target))
      lamina_flame_draw_outline (snapshot, boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height + 1, TRUE);
}

/* What stands out, what the keys go on from, and what the pointer is at. */
void
lamina_flame_canvas_draw_places (LaminaCanvas *canvas,
                                 GtkSnapshot  *snapshot)
{
  LaminaFlameCanvas *self = LAMINA_FLAME_CANVAS (canvas);
  LaminaFlameView view = lamina_flame_canvas_get_view (self);
  double pointer_x, pointer_y;
  int x, y, width;
  LaminaTarget hover;

  if (lamina_canvas_get_marked (canvas))
    draw_outlines (self, snapshot, lamina_canvas_get_marked (canvas));
  if (self->node != LAMINA_NONE && lamina_flame_find_box (self->tree, &view, self->node, &x, &y, &width))
    lamina_flame_draw_outline (snapshot, x, y, width, view.row_height, TRUE);
  if (lamina_canvas_get_pointer (canvas, &pointer_x, &pointer_y)
      && lamina_flame_canvas_pick (self, pointer_x, pointer_y, &hover)
      && lamina_flame_find_box (self->tree, &view, hover.first, &x, &y, &width))
    lamina_flame_draw_outline (snapshot, x, y, width, view.row_height, FALSE);
}

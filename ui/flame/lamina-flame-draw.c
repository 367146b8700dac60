/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-canvas-private.h"

#include "lamina-flame-outline.h"

/* Of marked nodes below each other the uppermost has the outline. */
static gboolean
is_topmost (const LaminaTarget *target,
            gpointer            data)
{
  LaminaFlameCanvas *self = data;
  const guint8 *marks = lamina_flame_marks_get (self->marks, 0);
  guint32 parent = lamina_flame_tree_get_nodes (self->tree)->parent[target->first];

  return target->first == self->root || parent == LAMINA_NONE || !marks || !marks[parent];
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
    lamina_flame_draw_outlines (snapshot, lamina_canvas_get_marked (canvas), is_topmost, self);
  if (self->node != LAMINA_NONE && lamina_flame_find_box (self->tree, &view, self->node, &x, &y, &width))
    lamina_flame_draw_outline (snapshot, x, y, width, view.row_height, TRUE);
  if (lamina_canvas_get_pointer (canvas, &pointer_x, &pointer_y)
      && lamina_flame_canvas_pick (self, pointer_x, pointer_y, &hover)
      && lamina_flame_find_box (self->tree, &view, hover.first, &x, &y, &width))
    lamina_flame_draw_outline (snapshot, x, y, width, view.row_height, FALSE);
}

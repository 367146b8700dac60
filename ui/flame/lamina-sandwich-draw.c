/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich-canvas-private.h"

#include "lamina-flame-outline.h"

/* Of marked nodes in a line away from the name, the nearest has the outline. */
static gboolean
is_nearest (const LaminaTarget *target,
            gpointer            data)
{
  LaminaSandwichCanvas *self = data;
  const guint8 *marks = lamina_flame_marks_get (self->marks, target->track);
  LaminaSandwichHalf half = target->track;
  guint32 parent = lamina_flame_tree_get_nodes (self->halves[half])->parent[target->first];

  return parent == LAMINA_NONE || !marks || !marks[parent];
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

  lamina_sandwich_find_box (&view, lamina_canvas_get_metrics (LAMINA_CANVAS (self)), half, node, &x, &y, &width);
  lamina_flame_draw_outline (snapshot, x, y, width, LAMINA_FLAME_ROW_HEIGHT, strong);
}

/* What stands out, what the keys go on from, and what the pointer is at. */
void
lamina_sandwich_canvas_draw_places (LaminaCanvas *canvas,
                                    GtkSnapshot  *snapshot)
{
  LaminaSandwichCanvas *self = LAMINA_SANDWICH_CANVAS (canvas);
  double pointer_x, pointer_y;
  LaminaTarget hover;

  if (lamina_canvas_get_marked (canvas))
    lamina_flame_draw_outlines (snapshot, lamina_canvas_get_marked (canvas), is_nearest, self);
  if (self->node != LAMINA_NONE)
    draw_place (self, snapshot, self->half, self->node, TRUE);
  if (lamina_canvas_get_pointer (canvas, &pointer_x, &pointer_y)
      && lamina_sandwich_canvas_pick (self, pointer_x, pointer_y, &hover))
    draw_place (self, snapshot, hover.track, hover.first, FALSE);
}

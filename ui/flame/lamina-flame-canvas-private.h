/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-canvas.h"

G_BEGIN_DECLS

/*
 * The canvas in three files: -canvas.c holds state and input, -draw.c draws what lies above the scenes, -text.c says what
 * is at a place.
 *
 * The scene is what tree, root, width and scrolling ask for. What stands out are the nodes in @marks. @colors are the fills
 * of the nodes; NULL where they are those of families, and until they are needed.
 */
struct _LaminaFlameCanvas
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  LaminaFlameTree *tree;
  guint32 root;
  guint32 node;
  char **path; /* names down to the root of the tree that is shown or was last; NULL for the whole tree */
  LaminaFlameBy path_by;

  LaminaFlameMarks *marks;
  guint8 *colors;
};

/* What is in sight. */
LaminaFlameView lamina_flame_canvas_get_view (LaminaFlameCanvas *self);

/* The nodes at a place, none when it is free. */
gboolean lamina_flame_canvas_pick (LaminaFlameCanvas *self,
                                   double             x,
                                   double             y,
                                   LaminaTarget      *target);

void lamina_flame_canvas_draw_places (LaminaCanvas *canvas,
                                      GtkSnapshot  *snapshot);

gboolean lamina_flame_canvas_query_tooltip (GtkWidget  *widget,
                                            int         x,
                                            int         y,
                                            gboolean    keyboard,
                                            GtkTooltip *tooltip);

G_END_DECLS

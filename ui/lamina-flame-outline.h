/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* An outline around a box of a row: how the canvases of flame graphs show what is chosen and what the pointer is at. */
void lamina_flame_draw_outline (GtkSnapshot *snapshot,
                                int          x,
                                int          y,
                                int          width,
                                int          row_height,
                                gboolean     strong);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Outlines around boxes of rows: how the canvases of flame graphs show what is found, chosen, or under the pointer. */

void lamina_flame_draw_outline (GtkSnapshot *snapshot,
                                int          x,
                                int          y,
                                int          width,
                                int          row_height,
                                gboolean     strong);

/* Whether the node @target of the canvas @data has one of its own. */
typedef gboolean (*LaminaFlameHasOutline) (const LaminaTarget *target,
                                           gpointer            data);

/* Around what stands out, of a scene that holds nothing else. Slim neighbors have one together: one each would hide them. */
void lamina_flame_draw_outlines (GtkSnapshot           *snapshot,
                                 LaminaScene           *marked,
                                 LaminaFlameHasOutline  has_outline,
                                 gpointer               data);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-outline.h"

#include "lamina-theme.h"

/* Below this a strong outline would hide what it is around. */
#define SLIM 6

void
lamina_flame_draw_outline (GtkSnapshot *snapshot,
                           int          x,
                           int          y,
                           int          width,
                           int          row_height,
                           gboolean     strong)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  int thickness = strong && width >= SLIM ? 2 : 1;
  float half = (float) thickness / 2;
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) x - half, (float) y - half, (float) width + 2 * half,
                                             (float) row_height - 1 + 2 * half);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { thickness, thickness, thickness, thickness },
                              (GdkRGBA[4]) { color, color, color, color });
}

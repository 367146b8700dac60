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

static gboolean
is_beside (const GdkRectangle   *run,
           const LaminaSceneBox *box)
{
  return box->y == run->y && box->x >= run->x && box->x <= run->x + run->width + 1;
}

static void
draw_run (GtkSnapshot        *snapshot,
          const GdkRectangle *run)
{
  if (run->width > 0)
    lamina_flame_draw_outline (snapshot, run->x, run->y, run->width, run->height + 1, TRUE);
}

void
lamina_flame_draw_outlines (GtkSnapshot           *snapshot,
                            LaminaScene           *marked,
                            LaminaFlameHasOutline  has_outline,
                            gpointer               data)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (marked, &n);
  GdkRectangle run = { 0 };
  gboolean is_slim = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const LaminaSceneBox *box = &boxes[i];

      if (!has_outline (&box->target, data))
        continue;
      if (is_slim && box->width < SLIM && is_beside (&run, box))
        {
          run.width = MAX (run.width, box->x + box->width - run.x);
          continue;
        }
      draw_run (snapshot, &run);
      run = (GdkRectangle) { box->x, box->y, box->width, box->height };
      is_slim = box->width < SLIM;
    }
  draw_run (snapshot, &run);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-ties-private.h"

#include "lamina-gettext.h"

/* On one scale little is seen of a side that is far shorter than the other: below both it is shown once more, as wide. */

#define LEAST_FACTOR 2.5
#define GAP 12
#define HEIGHT (GAP + LAMINA_TIES_HEAD + LAMINA_TIES_LANE + 4 + LAMINA_TIES_AXIS)

/* How many times longer the other side is than the short one. */
static double
find_short (LaminaComparison *comparison,
            guint            *side)
{
  gint64 a = lamina_comparison_get_length (comparison, FALSE), b = lamina_comparison_get_length (comparison, TRUE);

  *side = b < a ? 1 : 0;
  return MIN (a, b) > 0 ? (double) MAX (a, b) / (double) MIN (a, b) : 1;
}

int
lamina_ties_get_height (LaminaComparison *comparison)
{
  guint side;

  g_return_val_if_fail (comparison != NULL, 0);

  return LAMINA_TIES_HEIGHT + (find_short (comparison, &side) >= LEAST_FACTOR ? HEIGHT : 0);
}

int
lamina_frame_add_magnified (const LaminaFrame *frame)
{
  LaminaFrame own = *frame;
  LaminaTies self;
  guint side;
  double factor = find_short (frame->comparison, &side);
  g_autofree char *number = lamina_figure_dup_real (factor, LAMINA_UNIT_NONE);
  g_autofree char *head = NULL;

  if (factor < LEAST_FACTOR || frame->height < LAMINA_TIES_HEIGHT + HEIGHT)
    return 0;
  /* Translators: one side of a comparison, drawn so many times wider than above. */
  head = g_strdup_printf (side == 1 ? _("B alone, %s times as wide") : _("A alone, %s times as wide"), number);
  own.height = HEIGHT - GAP;
  own.y += frame->height - own.height;
  lamina_scene_open_group (own.scene, "magnified", own.x, own.y, own.width, LAMINA_TIES_HEAD);
  lamina_scene_add_words (own.scene, own.x, own.y + LAMINA_TIES_HEAD / 2.0 - 1, own.width, LAMINA_ALIGN_START,
                          LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, head);
  lamina_scene_close_group (own.scene);
  lamina_ties_init (&self, &own, 0, lamina_comparison_get_length (frame->comparison, side == 1));
  self.lane_y[side] = own.y + LAMINA_TIES_HEAD;
  lamina_ties_add_lane (&self, side);
  lamina_ties_add_axis (&self);
  return HEIGHT;
}

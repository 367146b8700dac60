/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-hatching-private.h"

#include <math.h>

#define HATCHING_PERIOD 5.0
#define COARSE_PERIOD 8.0
#define HATCHING_WIDTH LAMINA_HATCHING_WIDTH

/* Lines at 45° through a box, counted from its corner so that they move with it. */
static void
add_slanted (cairo_t              *cr,
             const LaminaSceneBox *box,
             gboolean              falling)
{
  const double distance = HATCHING_PERIOD * G_SQRT2;
  double left = falling ? box->x + box->width : box->x;
  double right = falling ? -1 : 1;

  for (double sum = distance / 2; sum < box->width + box->height + distance; sum += distance)
    {
      double from = MAX (sum - box->height, 0) - HATCHING_WIDTH;
      double to = MIN (sum, box->width) + HATCHING_WIDTH;

      cairo_move_to (cr, left + right * from, box->y + sum - from);
      cairo_line_to (cr, left + right * to, box->y + sum - to);
    }
}

void
lamina_hatching_add_to_box (cairo_t              *cr,
                            const LaminaSceneBox *box,
                            LaminaStrokes         strokes)
{
  if (strokes & LAMINA_STROKES_RISING)
    add_slanted (cr, box, FALSE);
  if (strokes & LAMINA_STROKES_FALLING)
    add_slanted (cr, box, TRUE);
  for (double y = HATCHING_PERIOD / 2; strokes & LAMINA_STROKES_LEVEL && y < box->height; y += HATCHING_PERIOD)
    {
      cairo_move_to (cr, box->x, box->y + y);
      cairo_line_to (cr, box->x + box->width, box->y + y);
    }
  for (double x = HATCHING_PERIOD / 2; strokes & LAMINA_STROKES_UPRIGHT && x < box->width; x += HATCHING_PERIOD)
    {
      cairo_move_to (cr, box->x + x, box->y);
      cairo_line_to (cr, box->x + x, box->y + box->height);
    }
}

static void
add_slanted_texture (cairo_t  *cr,
                     double    period,
                     gboolean  falling)
{
  double distance = period * G_SQRT2, left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  for (double at = floor ((falling ? left - bottom : left + top) / distance) * distance;
       at < (falling ? right - top : right + bottom) + distance; at += distance)
    {
      cairo_move_to (cr, falling ? at + top : at - top, top);
      cairo_line_to (cr, falling ? at + bottom : at - bottom, bottom);
    }
}

void
lamina_hatching_add_texture (cairo_t       *cr,
                             LaminaStrokes  strokes)
{
  double period = strokes & LAMINA_STROKES_COARSE ? COARSE_PERIOD : HATCHING_PERIOD;
  double left, top, right, bottom;

  cairo_clip_extents (cr, &left, &top, &right, &bottom);
  cairo_set_line_width (cr, strokes & LAMINA_STROKES_COARSE ? LAMINA_HATCHING_COARSE_WIDTH : HATCHING_WIDTH);
  if (strokes & LAMINA_STROKES_RISING)
    add_slanted_texture (cr, period, FALSE);
  if (strokes & LAMINA_STROKES_FALLING)
    add_slanted_texture (cr, period, TRUE);
  for (double y = floor (top / period) * period; strokes & LAMINA_STROKES_LEVEL && y < bottom + period; y += period)
    {
      cairo_move_to (cr, left, y);
      cairo_line_to (cr, right, y);
    }
}

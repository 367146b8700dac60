/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-private.h"

#include <math.h>

static gint64
to_integer (double value)
{
  if (!(value < 9.2e18))
    return G_MAXINT64;
  return value > -9.2e18 ? (gint64) value : G_MININT64;
}

LaminaTimeView
lamina_time_view_init (gint64 start,
                       double per_px,
                       int    width)
{
  LaminaTimeView view = { .start = start, .per_px = per_px, .width = MAX (width, 1) };

  if (!(per_px > 0) || isinf (per_px))
    view.per_px = 1;
  view.end = lamina_time_view_get_time (&view, view.width);
  return view;
}

LaminaTimeView
lamina_time_view_on_clock (const LaminaTimeView *view,
                           gint64                offset)
{
  LaminaTimeView result = *view;

  result.start = lamina_subtract_saturating (view->start, offset);
  result.end = lamina_subtract_saturating (view->end, offset);
  return result;
}

int
lamina_time_view_get_x (const LaminaTimeView *view,
                        gint64                time)
{
  double x = (double) lamina_subtract_saturating (time, view->start) / view->per_px;

  if (!(x >= 0))
    return -1;
  return x < view->width ? (int) x : view->width;
}

gint64
lamina_time_view_get_time (const LaminaTimeView *view,
                           int                   x)
{
  return lamina_add_saturating (view->start, to_integer (ceil (x * view->per_px)));
}

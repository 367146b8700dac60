/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-private.h"

#include <math.h>

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

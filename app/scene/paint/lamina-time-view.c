/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-time-view.h"

#include <math.h>

#define TEXT_MARGIN 14
#define MAX_TICKS 1024

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

/* The first multiple of the step at or after the left edge. */
static gint64
get_first (gint64 from,
           gint64 step)
{
  gint64 rest = from % step;

  if (rest > 0)
    rest -= step;
  return from > G_MAXINT64 - step ? from : from - rest;
}

LaminaTicks
lamina_ticks_init (const LaminaTimeView *view,
                   LaminaAxisUnit        unit,
                   gint64                origin,
                   int                   least,
                   LaminaMetrics        *metrics)
{
  LaminaTicks ticks = { .unit = unit, .origin = origin };
  gint64 from = lamina_subtract_saturating (view->start, origin);
  gint64 to = lamina_subtract_saturating (view->end, origin);
  double distance = least;
  g_autofree char *text = NULL;

  ticks.largest = MAX (ABS (MAX (from, -G_MAXINT64)), ABS (MAX (to, -G_MAXINT64)));
  ticks.step = lamina_axis_get_step (unit, view->per_px, distance);
  text = lamina_axis_dup_tick_text (unit, ticks.largest, ticks.step, ticks.largest);
  distance = MAX (distance, lamina_metrics_get_width (metrics, LAMINA_FONT_RULER, text) + TEXT_MARGIN);
  ticks.step = lamina_axis_get_step (unit, view->per_px, distance);
  ticks.first = get_first (from, ticks.step);
  if (ticks.first < to)
    ticks.n = (guint) MIN (((guint64) to - (guint64) ticks.first - 1) / (guint64) ticks.step + 1, MAX_TICKS);
  return ticks;
}

int
lamina_ticks_get_x (const LaminaTicks    *ticks,
                    const LaminaTimeView *view,
                    guint                 i)
{
  return lamina_time_view_get_x (view, ticks->origin + ticks->first + ticks->step * i);
}

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-axis.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/*
 * A range of the axis, or of a clock, on so many pixels. Differences are taken in integers before anything becomes a
 * double.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  double per_px;
  int width;
} LaminaTimeView;

LaminaTimeView lamina_time_view_init (gint64 start,
                                      double per_px,
                                      int    width);

/* The same range on a clock with an offset to the axis. */
LaminaTimeView lamina_time_view_on_clock (const LaminaTimeView *view,
                                          gint64                offset);

/* The pixel that holds a time, from -1 (left of the view) to the width (right of it). */
static inline int
lamina_time_view_get_x (const LaminaTimeView *view,
                        gint64                time)
{
  double x = (double) lamina_subtract_saturating (time, view->start) / view->per_px;

  if (!(x >= 0))
    return -1;
  return x < view->width ? (int) x : view->width;
}

/* The first time at or after the left edge of a pixel. */
static inline gint64
lamina_time_view_get_time (const LaminaTimeView *view,
                           int                   x)
{
  double offset = x * view->per_px;
  gint64 whole;

  if (!(ABS (offset) < 9.2e18))
    return lamina_add_saturating (view->start, offset < 0 ? G_MININT64 : G_MAXINT64);
  whole = (gint64) offset;
  return lamina_add_saturating (view->start, whole + ((double) whole < offset));
}

/*
 * Where ticks stand. @step is a number of the ladder; ticks are at least @least pixels apart, and their texts fit
 * between them.
 */
typedef struct
{
  LaminaAxisUnit unit;
  gint64 origin;
  gint64 step;
  gint64 largest;
  gint64 first;
  guint n;
} LaminaTicks;

LaminaTicks lamina_ticks_init (const LaminaTimeView *view,
                               LaminaAxisUnit        unit,
                               gint64                origin,
                               int                   least,
                               LaminaMetrics        *metrics);

/* Where the i-th tick stands in the view. */
int lamina_ticks_get_x (const LaminaTicks    *ticks,
                        const LaminaTimeView *view,
                        guint                 i);

G_END_DECLS

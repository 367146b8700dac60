/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-dense-area-private.h"

#include <math.h>

/* A line with a step at each pixel has as many. */
#define MOST_POINTS_PER_PX 2

/* Both corners below the line. */
#define N_CORNERS 2

typedef void (*ColumnFunc) (cairo_t *cr,
                            double   x,
                            double   width,
                            double   top,
                            double   bottom,
                            double   base);

static gboolean
goes_in_steps (const LaminaSceneArea  *area,
               const LaminaScenePoint *points)
{
  for (guint i = 1; i < area->n_line; i++)
    if (points[i].x < points[i - 1].x || (points[i].x > points[i - 1].x && fabsf (points[i].y - points[i - 1].y) > 0))
      return FALSE;
  return TRUE;
}

gboolean
lamina_dense_area_is (const LaminaSceneArea  *area,
                      const LaminaScenePoint *points)
{
  if (area->n_line < 2 || area->n != area->n_line + N_CORNERS)
    return FALSE;
  return area->n_line > MOST_POINTS_PER_PX * (points[area->n_line - 1].x - points[0].x) + MOST_POINTS_PER_PX
         && goes_in_steps (area, points);
}

static void
add_line (cairo_t *cr,
          double   x,
          double   width,
          double   top,
          double   bottom,
          double   base)
{
  cairo_rectangle (cr, x, top, width, bottom + 1 - top);
}

static void
add_ground (cairo_t *cr,
            double   x,
            double   width,
            double   top,
            double   bottom,
            double   base)
{
  if (bottom + 1 < base)
    cairo_rectangle (cr, x, bottom + 1, width, base - bottom - 1);
}

/*
 * A column of one pixel for each place where the line goes up or down, also where it ends with one, and a wide one for each way
 * to the next.
 */
static void
add_columns (cairo_t                *cr,
             const LaminaSceneArea  *area,
             const LaminaScenePoint *points,
             ColumnFunc              add)
{
  double base = points[area->n - 1].y;
  double x = floor (points[0].x);
  double top = floor (points[0].y);
  double bottom = top;

  for (guint i = 1; i < area->n_line; i++)
    {
      double next = floor (points[i].x);
      double y = floor (points[i].y);

      if (next > x)
        {
          add (cr, x, 1, top, bottom, base);
          if (next > x + 1)
            add (cr, x + 1, next - x - 1, y, y, base);
          x = next;
          top = bottom = y;
        }
      top = MIN (top, y);
      bottom = MAX (bottom, y);
    }
  if (bottom > top)
    add (cr, x, 1, top, bottom, base);
}

void
lamina_dense_area_add_line (cairo_t                *cr,
                            const LaminaSceneArea  *area,
                            const LaminaScenePoint *points)
{
  add_columns (cr, area, points, add_line);
}

void
lamina_dense_area_add_ground (cairo_t                *cr,
                              const LaminaSceneArea  *area,
                              const LaminaScenePoint *points)
{
  add_columns (cr, area, points, add_ground);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scatter-private.h"

#include <math.h>

/* Roofs: lines across a scatter plot, and their labels. */

#define SLOPE_DISTANCE 13
#define LABEL_HEIGHT 14.0

/* The highest of the level roofs: the slopes end there. */
static double
get_level (const LaminaPlot    *self,
           const LaminaScatter *scatter)
{
  double level = INFINITY;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (!mark->is_slope && mark->column == scatter->y_column)
        level = isinf (level) ? mark->value : fmax (level, mark->value);
    }
  return level;
}

static double
get_slope (const LaminaPlot *self)
{
  double slope = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    if (lamina_chart_data_get_mark (self->data, i)->is_slope)
      slope = fmax (slope, lamina_chart_data_get_mark (self->data, i)->value);
  return slope;
}

static void
add_roof_line (const LaminaPlot *self,
               LaminaScatter    *scatter,
               double            x1,
               double            y1,
               double            x2,
               double            y2)
{
  LaminaSceneLine line = { (float) x1, (float) y1, (float) x2, (float) y2, LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 1.3f };
  guint n = (guint) (hypot (x2 - x1, y2 - y1) / 5) + 1;

  lamina_scene_add_line (self->scene, &line);
  for (guint i = 0; i < n; i++)
    {
      double x = x1 + (x2 - x1) * i / n, y = y1 + (y2 - y1) * i / n;

      lamina_scatter_take (scatter, x - 2, y - 2, x + 2, y + 2);
    }
}

static void
add_level (const LaminaPlot      *self,
           LaminaScatter         *scatter,
           const LaminaChartMark *mark)
{
  double y = round (lamina_scale_get_place (&scatter->y, mark->value)) + 0.5;
  double slope = get_slope (self);
  double left = slope > 0 ? lamina_scale_get_place (&scatter->x, mark->value / slope) : scatter->area.left;

  left = CLAMP (left, scatter->area.left, scatter->area.right);
  add_roof_line (self, scatter, left, y, scatter->area.right, y);
}

typedef gboolean (*FreeFunc) (const LaminaScatter   *scatter,
                              const LaminaRectangle *wanted);

/* The place nearest to a point that is free; FALSE when there is none. */
static gboolean
find_nearest (const LaminaScatter *scatter,
              double               width,
              double               x,
              double               y,
              FreeFunc             is_free,
              LaminaRectangle     *place)
{
  const LaminaRectangle *area = &scatter->area;
  double least = INFINITY;

  for (double top = area->top - LABEL_HEIGHT / 2; top + LABEL_HEIGHT < area->bottom; top += LABEL_HEIGHT / 2)
    for (double left = area->left + 4; left + width <= area->right; left += 9)
      {
        LaminaRectangle wanted = { left, top, left + width, top + LABEL_HEIGHT };
        double distance = hypot (left + width / 2 - x, top + LABEL_HEIGHT / 2 - y);

        if (distance >= least || !is_free (scatter, &wanted))
          continue;
        least = distance;
        *place = wanted;
      }
  return !isinf (least);
}

/*
 * As near to a point as nothing is. Where the plot is too full, dots and lines may be below, for a roof without a name says
 * nothing; but no label stands on another.
 */
static void
add_nearest (const LaminaPlot *self,
             LaminaScatter    *scatter,
             double            x,
             double            y,
             const char       *label)
{
  double left = scatter->area.left + 4, top = scatter->area.top + 2;
  g_autofree char *shown = lamina_plot_dup_shortened (self, LAMINA_FONT_NAME_BOLD, label, scatter->area.right - left);
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, shown);
  LaminaRectangle place = { left, top, left + width, top + LABEL_HEIGHT };

  if (!find_nearest (scatter, width, x, y, lamina_scatter_is_free, &place))
    find_nearest (scatter, width, x, y, lamina_scatter_has_no_label, &place);
  lamina_plot_add_text (self, place.left, place.top + LABEL_HEIGHT / 2, 0, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD,
                        LAMINA_INK_TEXT, shown);
  lamina_scatter_take_label (scatter, &place);
}

/* Above the line or below it, as far to the right as nothing is there, else where there is room. */
static void
add_level_label (const LaminaPlot      *self,
                 LaminaScatter         *scatter,
                 const LaminaChartMark *mark)
{
  static const double distances[] = { -11, 11 };
  double y = round (lamina_scale_get_place (&scatter->y, mark->value)) + 0.5;
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, mark->label);

  for (guint i = 0; i < G_N_ELEMENTS (distances); i++)
    for (double right = scatter->area.right; right - width > scatter->area.left + 8; right -= 12)
      {
        double middle = y + distances[i];
        LaminaRectangle wanted = { right - width, middle - LABEL_HEIGHT / 2 - 1, right, middle + LABEL_HEIGHT / 2 - 1 };

        if (!lamina_scatter_is_free (scatter, &wanted))
          continue;
        lamina_plot_add_text (self, right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                              mark->label);
        lamina_scatter_take_label (scatter, &wanted);
        return;
      }
  add_nearest (self, scatter, scatter->area.right - width / 2, y, mark->label);
}

/* A roof that rises, between the edges of the plot. */
typedef struct
{
  double x1;
  double y1;
  double x2;
  double y2;
} Slope;

/* Takes the place of a text that is turned, or only asks whether it is free. */
static gboolean
use_turned (LaminaScatter *scatter,
            double         x,
            double         y,
            double         angle,
            double         width,
            gboolean       take_it)
{
  for (double at = -width / 2; at <= width / 2; at += 5)
    {
      double cx = x + at * cos (angle), cy = y - at * sin (angle);
      LaminaRectangle piece = { cx - 4, cy - 5, cx + 4, cy + 5 };

      if (take_it)
        lamina_scatter_take_label (scatter, &piece);
      else if (!lamina_scatter_is_free (scatter, &piece))
        return FALSE;
    }
  return TRUE;
}

/* Along the line, on the side and at the height where nothing is; FALSE when there is no such place. */
static gboolean
add_turned_label (const LaminaPlot *self,
                  LaminaScatter    *scatter,
                  const Slope      *slope,
                  const char       *label)
{
  static const double places[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8 };
  double angle = atan2 (slope->y1 - slope->y2, slope->x2 - slope->x1);
  double length = hypot (slope->x2 - slope->x1, slope->y2 - slope->y1);
  double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, label);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (places); i++)
    {
      double at = places[i % G_N_ELEMENTS (places)];
      double away = i < G_N_ELEMENTS (places) ? SLOPE_DISTANCE : -SLOPE_DISTANCE;
      double x = slope->x1 + (slope->x2 - slope->x1) * at - away * sin (angle);
      double y = slope->y1 + (slope->y2 - slope->y1) * at - away * cos (angle);
      LaminaSceneText text = { (float) x, (float) y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_NAME_BOLD,
                               LAMINA_FILL (LAMINA_INK_TEXT), label, (float) (angle * 180 / G_PI) };

      if (width / 2 > MIN (at, 1 - at) * length || !use_turned (scatter, x, y, angle, width, FALSE))
        continue;
      lamina_scene_add_text (self->scene, &text);
      use_turned (scatter, x, y, angle, width, TRUE);
      return TRUE;
    }
  return FALSE;
}

static gboolean
get_slope_line (const LaminaPlot      *self,
                const LaminaScatter   *scatter,
                const LaminaChartMark *mark,
                Slope                 *slope)
{
  double level = get_level (self, scatter);
  double from = fmax (scatter->x.low, scatter->y.low / mark->value);
  double to = fmin (fmin (scatter->x.high, scatter->y.high / mark->value), level / mark->value);

  if (!(to > from))
    return FALSE;
  *slope = (Slope) { lamina_scale_get_place (&scatter->x, from), lamina_scale_get_place (&scatter->y, from * mark->value),
                     lamina_scale_get_place (&scatter->x, to), lamina_scale_get_place (&scatter->y, to * mark->value) };
  return TRUE;
}

void
lamina_scatter_add_roofs (const LaminaPlot *self,
                          LaminaScatter    *scatter)
{
  Slope slope;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (!mark->is_slope && mark->column == scatter->y_column)
        add_level (self, scatter, mark);
      else if (mark->is_slope && get_slope_line (self, scatter, mark, &slope))
        add_roof_line (self, scatter, slope.x1, slope.y1, slope.x2, slope.y2);
    }
}

void
lamina_scatter_add_roof_labels (const LaminaPlot *self,
                                LaminaScatter    *scatter)
{
  Slope slope;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (!mark->is_slope && mark->column == scatter->y_column)
        add_level_label (self, scatter, mark);
      else if (mark->is_slope && get_slope_line (self, scatter, mark, &slope)
               && !add_turned_label (self, scatter, &slope, mark->label))
        add_nearest (self, scatter, (slope.x1 + slope.x2) / 2, (slope.y1 + slope.y2) / 2, mark->label);
    }
}

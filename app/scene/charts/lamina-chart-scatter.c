/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-scatter-private.h"

#include <math.h>

/* Dots on two logarithmic axes: the frame, and the order in which its parts are drawn. */

#define RIGHT 12
#define AXIS_TITLE 16

/* What all numbers of a column and the marks at it lie between; FALSE without any above 0. */
static gboolean
get_range (const LaminaPlot *self,
           guint             column,
           double           *low,
           double           *high)
{
  *low = INFINITY;
  *high = 0;
  for (guint row = 0; row < lamina_chart_data_get_n_rows (self->data); row++)
    {
      double number = lamina_chart_data_get_number (self->data, row, column);

      if (!(number > 0) || isinf (number))
        continue;
      *low = fmin (*low, number);
      *high = fmax (*high, number);
    }
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (mark->column == column && !mark->is_slope && *high > 0)
        *high = fmax (*high, mark->value);
    }
  return *high > 0;
}

/* Room around the numbers, and at least two powers of ten. */
static void
widen (double *low,
       double *high,
       double  by)
{
  double missing = 2 - log10 (*high * by / (*low / by));

  *low /= by;
  *high *= by;
  if (missing <= 0)
    return;
  *low *= pow (10, -missing / 2);
  *high *= pow (10, missing / 2);
}

/* Where the roofs meet has to be seen, too. */
static void
include_ridge (const LaminaPlot    *self,
               const LaminaScatter *scatter,
               double              *low,
               double              *high)
{
  double level = 0, slope = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->data, i);

      if (mark->is_slope)
        slope = fmax (slope, mark->value);
      else if (mark->column == scatter->y_column)
        level = fmax (level, mark->value);
    }
  if (!(level > 0) || !(slope > 0))
    return;
  *low = fmin (*low, level / slope / 4);
  *high = fmax (*high, level / slope * 2);
}

static double
get_widest_tick (const LaminaPlot  *self,
                 const LaminaScale *scale)
{
  double widest = 0;

  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      widest = fmax (widest, lamina_plot_get_text_width (self, LAMINA_FONT_RULER, text));
    }
  return widest;
}

static gboolean
place (const LaminaPlot *self,
       LaminaScatter    *scatter)
{
  const LaminaChartColumn *x = lamina_chart_data_get_column (self->data, scatter->x_column);
  const LaminaChartColumn *y = lamina_chart_data_get_column (self->data, scatter->y_column);
  double x_low, x_high, y_low, y_high;

  if (!get_range (self, scatter->x_column, &x_low, &x_high) || !get_range (self, scatter->y_column, &y_low, &y_high))
    return FALSE;
  include_ridge (self, scatter, &x_low, &x_high);
  widen (&x_low, &x_high, 1.7);
  widen (&y_low, &y_high, 1.9);
  scatter->area.top = self->y + LAMINA_SCATTER_TOP;
  scatter->area.bottom = fmax (self->y + self->height - LAMINA_CHART_AXIS - AXIS_TITLE, scatter->area.top + 1);
  scatter->y = lamina_scale_init_log (y->kind, y->unit, y_low, y_high, scatter->area.bottom, scatter->area.top);
  scatter->area.left = self->x + ceil (get_widest_tick (self, &scatter->y)) + LAMINA_CHART_GAP;
  scatter->area.right = fmax (self->x + self->width - RIGHT, scatter->area.left + 1);
  scatter->x = lamina_scale_init_log (x->kind, x->unit, x_low, x_high, scatter->area.left, scatter->area.right);
  return TRUE;
}

static void
add_grid (const LaminaPlot    *self,
          const LaminaScatter *scatter)
{
  const LaminaRectangle *area = &scatter->area;
  int left = (int) area->left, top = (int) area->top;
  int width = (int) area->right - left, height = (int) area->bottom - top;
  LaminaSceneText title = { (float) area->left, self->y + 7.0f, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER,
                            LAMINA_FILL (LAMINA_INK_QUIET),
                            lamina_chart_data_get_column (self->data, scatter->y_column)->title, 0 };

  lamina_scene_open_group (self->scene, "axes", self->x, self->y, self->width, self->height);
  for (guint i = 0; i < scatter->y.n_ticks; i++)
    {
      double y = round (lamina_scale_get_place (&scatter->y, scatter->y.ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (&scatter->y, i);

      lamina_scene_add_rect (self->scene, left, (int) y, width, 1, LAMINA_FILL (LAMINA_INK_GRID));
      lamina_plot_add_text (self, area->left - LAMINA_CHART_GAP, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                            LAMINA_INK_QUIET, text);
    }
  for (guint i = 0; i < scatter->x.n_ticks; i++)
    {
      double x = round (lamina_scale_get_place (&scatter->x, scatter->x.ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (&scatter->x, i);

      lamina_scene_add_rect (self->scene, (int) x, top, 1, height, LAMINA_FILL (LAMINA_INK_GRID));
      lamina_plot_add_text (self, x, area->bottom + LAMINA_CHART_AXIS / 2.0 + 2, 0, LAMINA_ALIGN_CENTER,
                            LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
  lamina_scene_add_rect (self->scene, left, top, 1, height, LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_add_rect (self->scene, left, (int) area->bottom, width, 1, LAMINA_FILL (LAMINA_INK_QUIET));
  lamina_scene_add_text (self->scene, &title);
  lamina_plot_add_text (self, area->right, area->bottom + LAMINA_CHART_AXIS + 7, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                        LAMINA_INK_QUIET, lamina_chart_data_get_column (self->data, scatter->x_column)->title);
  lamina_scene_close_group (self->scene);
}

void
lamina_plot_add_scatter (const LaminaPlot *self)
{
  LaminaScatter scatter = {
    .x_column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_X),
    .y_column = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_Y),
    .value = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_VALUE),
    .share = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_SHARE),
  };

  if (scatter.x_column == LAMINA_NONE || scatter.y_column == LAMINA_NONE || !place (self, &scatter))
    return;
  scatter.prefix = lamina_plot_dup_prefix (self);
  scatter.taken = g_array_new (FALSE, FALSE, sizeof (LaminaRectangle));
  scatter.labels = g_array_new (FALSE, FALSE, sizeof (LaminaRectangle));
  lamina_scatter_find_dots (self, &scatter);
  add_grid (self, &scatter);
  lamina_scene_open_group (self->scene, "dots", self->x, self->y, self->width, self->height);
  lamina_scatter_add_roofs (self, &scatter);
  lamina_scatter_add_dots (self, &scatter);
  lamina_scatter_add_roof_labels (self, &scatter);
  lamina_scatter_add_labels (self, &scatter);
  lamina_scene_close_group (self->scene);
  g_array_unref (scatter.dots);
  g_array_unref (scatter.taken);
  g_array_unref (scatter.labels);
  g_free (scatter.prefix);
}

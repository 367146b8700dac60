/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include <math.h>

/* A column for each row, in the order of the rows; a panel for each value. */

#define STRIP 5
#define STRIP_GAP 3
#define MOST_COLUMNS 1500
#define MOST_WIDTH 120
#define BREAK_GAP 3

/* Columns that have no more room than this are drawn like lines. */
#define MOST_HAIR 2

/* Columns that have more room than this leave a part of it free. */
#define ROOMY 24

/* So much of the width may be taken by words beside the plot. */
#define MOST_MARGIN 0.4

void
lamina_columns_get_place (const LaminaColumns *self,
                          guint                column,
                          int                 *x,
                          int                 *width)
{
  int left = lamina_columns_get_x (self, column);
  int room = lamina_columns_get_x (self, column + 1) - left;

  *width = MAX (room - (room >= 3), 1);
  if (room > ROOMY)
    *width = MIN (room - 1 - (room - ROOMY) / 4, MOST_WIDTH);
  *x = room > ROOMY ? left + (room - *width) / 2 : left;
}

LaminaColumn *
lamina_columns_list (const LaminaColumns *self,
                     const LaminaPlot    *plot,
                     guint                value)
{
  LaminaColumn *columns = g_new0 (LaminaColumn, self->n_columns);

  for (guint i = 0; i < self->n_columns; i++)
    {
      guint end = (guint) ((guint64) (i + 1) * self->n_rows / self->n_columns);
      LaminaColumn *column = &columns[i];

      column->tallest = column->first = (guint) ((guint64) i * self->n_rows / self->n_columns);
      column->n = end - column->first;
      column->number = NAN;
      for (guint row = column->first; row < end; row++)
        {
          double number = lamina_chart_data_get_number (plot->data, row, value);

          if (isnan (number) || number <= column->number)
            continue;
          column->number = number;
          column->tallest = row;
        }
    }
  return columns;
}

static double
get_widest_tick (const LaminaColumns *self,
                 const LaminaPlot    *plot)
{
  double widest = 0;

  for (guint panel = 0; panel < self->n_panels; panel++)
    {
      LaminaScale scale = lamina_columns_get_scale (self, plot, panel);

      for (guint i = 0; i < scale.n_ticks; i++)
        {
          g_autofree char *text = lamina_scale_dup_tick (&scale, i);

          widest = MAX (widest, lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, text));
        }
    }
  return widest;
}

static guint
count_lines (LaminaChartData *data)
{
  guint n = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (data); i++)
    n += !lamina_chart_data_get_mark (data, i)->is_slope;
  return n;
}

/* Several lines in one panel are averages. */
static void
place_margin (LaminaColumns    *self,
              const LaminaPlot *plot)
{
  double margin = lamina_columns_get_margin (self, plot);

  self->right = MAX (plot->x + plot->width, self->left + 1);
  self->has_margin = self->n_panels == 1 && count_lines (plot->data) > 1
                     && margin <= MOST_MARGIN * (self->right - self->left);
  if (self->has_margin)
    self->right = MAX (self->right - (int) margin, self->left + 1);
}

static void
place (LaminaColumns    *self,
       const LaminaPlot *plot)
{
  gboolean has_strip = self->n_classes > 0;
  gboolean has_legend = self->n_classes > 0 || self->n_parts > 0;
  int bottom = plot->y + plot->height - LAMINA_CHART_AXIS - (has_strip ? STRIP + STRIP_GAP : 0);

  self->top = plot->y + (has_legend ? LAMINA_COLUMNS_LEGEND : 8);
  self->panel_height = (bottom - self->top - (int) (self->n_panels - 1) * LAMINA_COLUMNS_GAP) / (int) self->n_panels;
  self->panel_height = MAX (self->panel_height, 10);
  self->left = plot->x + (int) ceil (get_widest_tick (self, plot)) + LAMINA_CHART_GAP;
  place_margin (self, plot);
  self->n_columns = MIN (self->n_rows, (guint) MIN (self->right - self->left, MOST_COLUMNS));
  self->is_named = self->n_panels == 1 && lamina_columns_can_name (self, plot);
}

static void
add_grid (const LaminaColumns *self,
          const LaminaPlot    *plot,
          const LaminaScale   *scale)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double y = round (lamina_scale_get_place (scale, scale->ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      lamina_scene_add_rect (plot->scene, self->left, (int) y, MAX (self->right - self->left, 1), 1,
                             LAMINA_FILL (i == 0 ? LAMINA_INK_QUIET : LAMINA_INK_GRID));
      lamina_plot_add_text (plot, self->left - LAMINA_CHART_GAP, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                            LAMINA_INK_QUIET, text);
    }
}

static void
add_column (const LaminaColumns *self,
            const LaminaPlot    *plot,
            const LaminaScale   *scale,
            const LaminaColumn  *column,
            guint                i)
{
  int x, width, bottom = (int) scale->from;
  int height = isnan (column->number) ? 0 : bottom - (int) round (lamina_columns_get_y (scale, column->number));
  LaminaSceneBox box = { .height = MAX (height, column->number > 0),
                         .fill = LAMINA_FILL_FAMILY (lamina_chart_data_get_family (plot->data, column->tallest)),
                         .target = lamina_plot_target (column->first, column->n) };

  lamina_columns_get_place (self, i, &x, &width);
  if (self->has_kinds && !lamina_columns_has_numbers_inside (self, plot))
    box.fill.pattern = LAMINA_PATTERN_TEXTURE;
  /* A hair of a pale fill would hardly be seen; all are of one width but for a pixel. */
  if (self->right - self->left <= MOST_HAIR * (int) self->n_columns)
    box.fill.ink = LAMINA_INK_FAMILY_LINE;
  box.x = x;
  box.width = width;
  box.y = bottom - box.height;
  if (self->n_parts > 0)
    lamina_columns_add_parts (self, plot, scale, column, x, width);
  else if (box.height > 0)
    lamina_scene_add_box (plot->scene, &box);
}

/* A gap near the top of those that go on above. */
static void
add_break (const LaminaColumns *self,
           const LaminaPlot    *plot,
           const LaminaScale   *scale,
           const LaminaColumn  *column,
           guint                i)
{
  int x, width;

  lamina_columns_get_place (self, i, &x, &width);
  if (lamina_columns_is_above (scale, column->number))
    lamina_scene_add_rect (plot->scene, x, (int) scale->to + BREAK_GAP, width, BREAK_GAP, LAMINA_FILL (LAMINA_INK_VIEW));
}

/* Where columns leave gaps, averages stand behind them. */
static void
add_averages (const LaminaColumns *self,
              const LaminaPlot    *plot,
              const LaminaScale   *scale,
              guint                value)
{
  lamina_scene_open_group (plot->scene, "averages", plot->x, self->top, plot->width, self->panel_height);
  lamina_columns_add_bands (self, plot, scale, value);
  lamina_columns_add_lines (self, plot, scale, value);
  lamina_scene_close_group (plot->scene);
}

static void
add_panel (const LaminaColumns *self,
           const LaminaPlot    *plot,
           guint                panel)
{
  guint value = self->values[panel];
  LaminaScale scale = lamina_columns_get_scale (self, plot, panel);
  g_autofree LaminaColumn *columns = lamina_columns_list (self, plot, value);
  const LaminaChartColumn *field = lamina_chart_data_get_column (plot->data, value);
  int bottom = (int) scale.from;
  int top = self->top + (int) panel * (self->panel_height + LAMINA_COLUMNS_GAP);

  if (self->has_margin && self->is_named)
    add_averages (self, plot, &scale, value);
  lamina_scene_open_group (plot->scene, field->key, plot->x, top - 8, plot->width, bottom - top + 16);
  if (self->n_panels > 1)
    lamina_plot_add_text (plot, self->left, top + LAMINA_COLUMNS_TITLE / 2.0 - 2, self->right - self->left,
                          LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, field->title);
  add_grid (self, plot, &scale);
  if (!self->is_named)
    lamina_columns_add_bands (self, plot, &scale, value);
  for (guint i = 0; i < self->n_columns; i++)
    add_column (self, plot, &scale, &columns[i], i);
  for (guint i = 0; i < self->n_columns; i++)
    add_break (self, plot, &scale, &columns[i], i);
  if (!(self->has_margin && self->is_named))
    lamina_columns_add_lines (self, plot, &scale, value);
  lamina_columns_add_labels (self, plot, &scale, value, columns);
  lamina_scene_close_group (plot->scene);
}

void
lamina_plot_add_columns (const LaminaPlot *plot)
{
  LaminaColumns self = { .n_rows = lamina_chart_data_get_n_rows (plot->data) };

  for (guint i = 0; i < lamina_chart_data_get_n_columns (plot->data) && self.n_panels < LAMINA_COLUMNS_PANELS; i++)
    if (lamina_chart_data_get_column (plot->data, i)->use == LAMINA_CHART_USE_VALUE)
      self.values[self.n_panels++] = i;
  if (self.n_panels == 0)
    return;
  self.prefix = lamina_plot_dup_prefix (plot);
  self.has_kinds = lamina_plot_has_kinds (plot->data);
  lamina_columns_find_classes (&self, plot);
  lamina_columns_find_parts (&self, plot);
  place (&self, plot);
  if (self.n_parts > 0)
    lamina_columns_add_part_legend (&self, plot);
  else if (self.n_classes > 0)
    lamina_columns_add_class_legend (&self, plot);
  for (guint panel = 0; panel < self.n_panels; panel++)
    add_panel (&self, plot, panel);
  if (self.n_classes > 0)
    lamina_columns_add_strip (&self, plot,
                              self.top + (int) self.n_panels * (self.panel_height + LAMINA_COLUMNS_GAP)
                                - LAMINA_COLUMNS_GAP + STRIP_GAP, STRIP);
  lamina_columns_add_order (&self, plot);
  g_free (self.prefix);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include <math.h>

#define MOST_LABELS 3
#define MOST_LABEL_WIDTH 180
#define LABEL_GAP 12
#define FIGURE_HEIGHT 18

/* The tallest column that was not tried yet. */
static LaminaColumn *
find_tallest (LaminaColumn *columns,
              guint         n)
{
  LaminaColumn *tallest = NULL;

  for (guint i = 0; i < n; i++)
    if (!columns[i].is_labeled && columns[i].number > (tallest != NULL ? tallest->number : 0))
      tallest = &columns[i];
  return tallest;
}

/* Whether a name above a column would stand on taller ones. */
static gboolean
is_hidden (const LaminaColumns *self,
           const LaminaColumn  *columns,
           const LaminaColumn  *column,
           double               left,
           double               right)
{
  for (guint i = 0; i < self->n_columns; i++)
    if (lamina_columns_get_x (self, i + 1) > left && lamina_columns_get_x (self, i) < right
        && columns[i].number > column->number)
      return TRUE;
  return FALSE;
}

/* Whether a name that ends at @right would stand on a line or on its words, which may stand at the right. */
static gboolean
covers_line (const LaminaColumns *self,
             const LaminaPlot    *plot,
             const LaminaScale   *scale,
             guint                value,
             double               y,
             double               right)
{
  for (guint i = 0; i < lamina_chart_data_get_n_marks (plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (plot->data, i);
      double width = lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, mark->label);
      double line = lamina_columns_get_y (scale, mark->value);

      if (mark->column != value || mark->is_slope)
        continue;
      if (fabs (y - line) < 7 || (!self->has_margin && fabs (y - (line - 9)) < 14 && right > self->right - width - 4))
        return TRUE;
    }
  return FALSE;
}

/* What the heading of a panel takes of the line above the plot. */
static double
get_heading_width (const LaminaColumns *self,
                   const LaminaPlot    *plot,
                   guint                value)
{
  const char *title = lamina_chart_data_get_column (plot->data, value)->title;

  return self->n_panels > 1 ? lamina_plot_get_text_width (plot, LAMINA_FONT_NAME_BOLD, title) + LABEL_GAP : 0;
}

/* A column that goes on above the plot says how far. */
static char *
dup_name (const LaminaColumns *self,
          const LaminaPlot    *plot,
          const LaminaScale   *scale,
          guint                value,
          const LaminaColumn  *column)
{
  g_autofree char *name = lamina_plot_dup_label (plot, column->tallest, self->prefix);
  g_auto (LaminaLayerValue) number = { 0 };
  g_autofree char *text = NULL;

  if (!lamina_columns_is_above (scale, column->number))
    return g_steal_pointer (&name);
  lamina_chart_data_get_value (plot->data, column->tallest, value, &number);
  text = lamina_layer_value_dup_text (&number);
  return g_strconcat (name, " ", text, NULL);
}

static void
add_names (const LaminaColumns *self,
           const LaminaPlot    *plot,
           const LaminaScale   *scale,
           guint                value,
           LaminaColumn        *columns)
{
  double from[MOST_LABELS], to[MOST_LABELS];
  LaminaColumn *column;
  guint n = 0;

  for (guint tries = 0; tries < 8 * MOST_LABELS && n < MOST_LABELS
                        && (column = find_tallest (columns, self->n_columns)) != NULL; tries++)
    {
      guint i = (guint) (column - columns);
      double middle = (lamina_columns_get_x (self, i) + lamina_columns_get_x (self, i + 1)) / 2.0;
      g_autofree char *name = dup_name (self, plot, scale, value, column);
      g_autofree char *shown = lamina_plot_dup_shortened (plot, LAMINA_FONT_CAPTION, name, MOST_LABEL_WIDTH);
      double width = lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, shown);
      double y = lamina_columns_get_y (scale, column->number) - 8;
      double first = self->left + (y < scale->to ? get_heading_width (self, plot, value) : 0) + 2;
      double left = fmax (fmin (middle - width / 2, self->right - width), first);
      gboolean is_free = !(lamina_columns_is_above (scale, column->number) && n > 0)
                         && !is_hidden (self, columns, column, left, left + width)
                         && !covers_line (self, plot, scale, value, y, left + width);

      column->is_labeled = TRUE;
      for (guint k = 0; k < n; k++)
        is_free = is_free && (left > to[k] + LABEL_GAP || left + width + LABEL_GAP < from[k]);
      if (!is_free)
        continue;
      from[n] = left;
      to[n++] = left + width;
      lamina_plot_add_text (plot, left, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, shown);
    }
}

/* The number of a whole column above it, on a ground that hides the lines there. */
static void
add_number_above (const LaminaPlot  *plot,
                  const LaminaScale *scale,
                  double             number,
                  double             middle,
                  const char        *text)
{
  double y = lamina_columns_get_y (scale, number) - FIGURE_HEIGHT / 2.0;
  int width = (int) ceil (lamina_plot_get_text_width (plot, LAMINA_FONT_LABEL, text)) + 6;

  if (lamina_chart_data_get_n_marks (plot->data) > 0)
    lamina_scene_add_rect (plot->scene, (int) (middle - width / 2.0), (int) (y - FIGURE_HEIGHT / 2.0) + 2, width,
                           FIGURE_HEIGHT - 3, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_plot_add_text (plot, middle, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_LABEL, LAMINA_INK_TEXT, text);
}

gboolean
lamina_columns_has_numbers_inside (const LaminaColumns *self,
                                   const LaminaPlot    *plot)
{
  return self->is_named && self->n_parts == 0 && lamina_chart_data_get_n_marks (plot->data) > 0;
}

/*
 * Numbers stand at the foot of the columns where lines run near the upper ends; but in a column with parts it would be taken
 * for that of its lowest part.
 */
static void
add_figures (const LaminaColumns *self,
             const LaminaPlot    *plot,
             const LaminaScale   *scale,
             guint                value,
             const LaminaColumn  *columns)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_auto (LaminaLayerValue) number = { 0 };
      g_autofree char *text = NULL;
      int x, width;

      lamina_columns_get_place (self, i, &x, &width);
      lamina_chart_data_get_value (plot->data, columns[i].tallest, value, &number);
      text = lamina_layer_value_dup_text (&number);
      if (isnan (columns[i].number) || lamina_plot_get_text_width (plot, LAMINA_FONT_LABEL, text) > width - 4)
        continue;
      if (!lamina_columns_has_numbers_inside (self, plot))
        add_number_above (plot, scale, columns[i].number, x + width / 2.0, text);
      else if (scale->from - lamina_columns_get_y (scale, columns[i].number) >= FIGURE_HEIGHT)
        lamina_plot_add_text (plot, x + width / 2.0, scale->from - FIGURE_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                              LAMINA_FONT_LABEL, LAMINA_INK_LABEL, text);
    }
}

void
lamina_columns_add_labels (const LaminaColumns *self,
                           const LaminaPlot    *plot,
                           const LaminaScale   *scale,
                           guint                value,
                           LaminaColumn        *columns)
{
  if (self->is_named)
    add_figures (self, plot, scale, value, columns);
  else
    add_names (self, plot, scale, value, columns);
}

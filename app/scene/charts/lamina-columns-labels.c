/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-columns-private.h"

#include "lamina-gettext.h"

#include <math.h>

/*
 * Lines across columns: a limit, whose words stand above its right end; or averages, which lie close to each other, so that
 * their words stand beside the plot, one below the other, each with a stroke to its line.
 */

#define LINE_DISTANCE 15
#define STROKE 12
#define BAND_ALPHA 26

static gboolean
is_line (const LaminaChartMark *mark,
         guint                  value)
{
  return mark->column == value && !mark->is_slope;
}

double
lamina_columns_get_margin (const LaminaColumns *self)
{
  double widest = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    widest = fmax (widest, lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION,
                                                     lamina_chart_data_get_mark (self->plot->data, i)->label));
  return ceil (widest) + STROKE + 4;
}

static void
add_stroke (const LaminaColumns *self,
            double               y,
            gboolean             solid)
{
  LaminaSceneLine line = { (float) self->left, (float) round (y) + 0.5f, (float) self->right, (float) round (y) + 0.5f,
                           LAMINA_FILL (LAMINA_INK_TEXT), !solid, 1.3f };

  lamina_scene_add_line (self->plot->scene, &line);
}

/* With its words at the right end. */
static void
add_limit (const LaminaColumns   *self,
           const LaminaScale     *scale,
           const LaminaChartMark *mark)
{
  double y = round (lamina_columns_get_y (scale, mark->value)) + 0.5;
  gboolean is_above = lamina_columns_is_above (scale, mark->value);
  g_autofree char *above = g_strdup_printf (_("%s, far above"), mark->label);

  if (!is_above)
    add_stroke (self, y - 0.5, FALSE);
  lamina_scene_add_words (self->plot->scene, self->right, y - (is_above ? 0 : 9), 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                          LAMINA_INK_TEXT, is_above ? above : mark->label);
}

void
lamina_columns_add_bands (const LaminaColumns *self,
                          const LaminaScale   *scale,
                          guint                value)
{
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);

  fill.alpha = BAND_ALPHA;
  for (guint i = 0; self->has_margin && i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);
      int top, bottom;

      if (!is_line (mark, value) || !(mark->spread > 0))
        continue;
      top = (int) round (lamina_columns_get_y (scale, mark->value + mark->spread));
      bottom = (int) round (lamina_columns_get_y (scale, fmax (mark->value - mark->spread, 0)));
      if (bottom > top)
        lamina_scene_add_rect (self->plot->scene, self->left, top, self->right - self->left, bottom - top, fill);
    }
}

static int
compare_marks (gconstpointer a,
               gconstpointer b)
{
  const LaminaChartMark *left = *(const LaminaChartMark *const *) a, *right = *(const LaminaChartMark *const *) b;

  return (left->value < right->value) - (left->value > right->value);
}

/* The middles of the words of lines that stand from above to below: as near to their lines as the others let them. */
static void
place_words (const LaminaScale *scale,
             GPtrArray         *marks,
             double            *places)
{
  double bottom = scale->from - LINE_DISTANCE / 2.0;

  for (guint i = 0; i < marks->len; i++)
    {
      double y = lamina_columns_get_y (scale, ((const LaminaChartMark *) marks->pdata[i])->value);
      double shift = i > 0 && y - places[i - 1] < LINE_DISTANCE ? LINE_DISTANCE - (y - places[i - 1]) : 0;

      /* Two that are too close make room for each other. */
      for (guint k = 0; k < i && shift > 0; k++)
        places[k] -= shift / 2;
      places[i] = y + shift / 2;
    }
  for (guint i = marks->len; i-- > 0; bottom = places[i] - LINE_DISTANCE)
    places[i] = fmin (places[i], bottom);
}

static void
add_averages (const LaminaColumns *self,
              const LaminaScale   *scale,
              GPtrArray           *marks)
{
  g_autofree double *places = g_new0 (double, marks->len + 1);

  g_ptr_array_sort (marks, compare_marks);
  place_words (scale, marks, places);
  for (guint i = 0; i < marks->len; i++)
    {
      const LaminaChartMark *mark = marks->pdata[i];
      double y = round (lamina_columns_get_y (scale, mark->value));
      LaminaSceneLine stroke = { (float) self->right, (float) y + 0.5f, (float) self->right + STROKE - 3,
                                 (float) round (places[i]) + 0.5f, LAMINA_FILL (LAMINA_INK_QUIET), FALSE, 0 };

      add_stroke (self, y, mark->spread > 0);
      lamina_scene_add_line (self->plot->scene, &stroke);
      lamina_scene_add_words (self->plot->scene, self->right + STROKE, places[i], 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                              LAMINA_INK_TEXT, mark->label);
    }
}

void
lamina_columns_add_lines (const LaminaColumns *self,
                          const LaminaScale   *scale,
                          guint                value)
{
  g_autoptr (GPtrArray) marks = g_ptr_array_new ();

  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    if (is_line (lamina_chart_data_get_mark (self->plot->data, i), value))
      g_ptr_array_add (marks, (gpointer) lamina_chart_data_get_mark (self->plot->data, i));
  if (self->has_margin)
    add_averages (self, scale, marks);
  else
    for (guint i = 0; i < marks->len; i++)
      add_limit (self, scale, marks->pdata[i]);
}

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
             const LaminaScale   *scale,
             guint                value,
             double               y,
             double               right)
{
  for (guint i = 0; i < lamina_chart_data_get_n_marks (self->plot->data); i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (self->plot->data, i);
      double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, mark->label);
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
                   guint                value)
{
  const char *title = lamina_chart_data_get_column (self->plot->data, value)->title;

  return self->n_panels > 1 ? lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME_BOLD, title) + LABEL_GAP : 0;
}

/* A column that goes on above the plot says how far. */
static char *
dup_name (const LaminaColumns *self,
          const LaminaScale   *scale,
          guint                value,
          const LaminaColumn  *column)
{
  g_autofree char *name = lamina_plot_dup_label (self->plot, column->tallest, self->prefix);
  g_autofree char *text = NULL;

  if (!lamina_columns_is_above (scale, column->number))
    return g_steal_pointer (&name);
  text = lamina_plot_dup_figure (self->plot, column->tallest, value);
  return g_strconcat (name, " ", text, NULL);
}

static void
add_names (const LaminaColumns *self,
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
      g_autofree char *name = dup_name (self, scale, value, column);
      g_autofree char *shown = lamina_plot_dup_shortened (self->plot, LAMINA_FONT_CAPTION, name, MOST_LABEL_WIDTH);
      double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_CAPTION, shown);
      double y = lamina_columns_get_y (scale, column->number) - 8;
      double first = self->left + (y < scale->to ? get_heading_width (self, value) : 0) + 2;
      double left = fmax (fmin (middle - width / 2, self->right - width), first);
      gboolean is_free = !(lamina_columns_is_above (scale, column->number) && n > 0)
                         && !is_hidden (self, columns, column, left, left + width)
                         && !covers_line (self, scale, value, y, left + width);

      column->is_labeled = TRUE;
      for (guint k = 0; k < n; k++)
        is_free = is_free && (left > to[k] + LABEL_GAP || left + width + LABEL_GAP < from[k]);
      if (!is_free)
        continue;
      from[n] = left;
      to[n++] = left + width;
      lamina_scene_add_words (self->plot->scene, left, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, shown);
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
  int width = (int) ceil (lamina_metrics_get_width (plot->metrics, LAMINA_FONT_LABEL, text)) + 6;

  if (lamina_chart_data_get_n_marks (plot->data) > 0)
    lamina_scene_add_rect (plot->scene, (int) (middle - width / 2.0), (int) (y - FIGURE_HEIGHT / 2.0) + 2, width,
                           FIGURE_HEIGHT - 3, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_words (plot->scene, middle, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_LABEL, LAMINA_INK_TEXT, text);
}

gboolean
lamina_columns_has_numbers_inside (const LaminaColumns *self)
{
  return self->is_named && self->n_parts == 0 && lamina_chart_data_get_n_marks (self->plot->data) > 0;
}

/*
 * Numbers stand at the foot of the columns where lines run near the upper ends; but in a column with parts it would be taken
 * for that of its lowest part.
 */
static void
add_figures (const LaminaColumns *self,
             const LaminaScale   *scale,
             guint                value,
             const LaminaColumn  *columns)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_autofree char *text = lamina_plot_dup_figure (self->plot, columns[i].tallest, value);
      int x, width;

      lamina_columns_get_place (self, i, &x, &width);
      if (isnan (columns[i].number) || lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_LABEL, text) > width - 4)
        continue;
      if (!lamina_columns_has_numbers_inside (self))
        add_number_above (self->plot, scale, columns[i].number, x + width / 2.0, text);
      else if (scale->from - lamina_columns_get_y (scale, columns[i].number) >= FIGURE_HEIGHT)
        lamina_scene_add_words (self->plot->scene, x + width / 2.0, scale->from - FIGURE_HEIGHT / 2.0, 0, LAMINA_ALIGN_CENTER,
                                LAMINA_FONT_LABEL, LAMINA_INK_LABEL, text);
    }
}

void
lamina_columns_add_labels (const LaminaColumns *self,
                           const LaminaScale   *scale,
                           guint                value,
                           LaminaColumn        *columns)
{
  if (self->is_named)
    add_figures (self, scale, value, columns);
  /* Where columns stand at places of the axis, these are their names, which the axis tells. */
  else if (lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_X) == LAMINA_NONE)
    add_names (self, scale, value, columns);
}

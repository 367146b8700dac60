/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-bar-columns-private.h"

#include <math.h>
#include <string.h>

/* Where the columns of a picture of bars stand: names, bars, values, shares. */

#define LEAST_BAR 60
#define MOST_NAME_SHARE 0.46

/* Lists of shapes are worth more room than that, for a shape that is left out can't be guessed. */
#define LEAST_BAR_SHARE 0.25

/* About so many pixels, where no fonts are known, are a letter, and values and shares beside the bars. */
#define LETTER 6.5
#define FIGURES 130

/* What belongs to no other part leaves half of the room to these. */
#define MOST_OUTSIDE 2

/* A bar that is this many times as long as another, which has nothing between them, would leave nothing to see of that. */
#define MOST_TIMES 100

static double
get_widest (const LaminaPlot *self,
            GArray           *lines,
            guint             column)
{
  double widest = 0;

  for (guint i = 0; column != LAMINA_NONE && i < lines->len; i++)
    {
      g_autofree char *text = lamina_bar_line_dup_figure (self, &g_array_index (lines, LaminaBarLine, i), column);

      widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_NAME, text));
    }
  return ceil (widest);
}

static gboolean
has_shapes (const LaminaPlot *self,
            GArray           *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *name = lamina_bar_line_dup_name (self, &g_array_index (lines, LaminaBarLine, i), NULL);

      if (strstr (name, "×") != NULL)
        return TRUE;
    }
  return FALSE;
}

/* The width of the words or of the shapes below them. */
static double
get_wrapped_width (const LaminaPlot *self,
                   const char       *text)
{
  const char *shapes = lamina_plot_find_shapes (text);
  g_autofree char *words = shapes != NULL ? g_strndup (text, (gsize) (shapes - text)) : g_strdup (text);

  return fmax (lamina_plot_get_text_width (self, LAMINA_FONT_NAME, words),
               shapes != NULL ? lamina_plot_get_text_width (self, LAMINA_FONT_NAME, shapes + 1) : 0);
}

static double
get_widest_name (const LaminaPlot       *self,
                 GArray                 *lines,
                 const LaminaBarColumns *columns,
                 int                     most)
{
  double widest = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *text = lamina_bar_line_dup_name (self, &g_array_index (lines, LaminaBarLine, i), columns->prefix);
      double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME, text);

      widest = fmax (widest, columns->wraps && width > most ? get_wrapped_width (self, text) : width);
    }
  return ceil (widest);
}

gboolean
lamina_bar_columns_guess_wraps (LaminaChartData *data,
                                guint            n,
                                int              width)
{
  guint label = lamina_chart_data_find_column (data, LAMINA_CHART_USE_LABEL);
  double room = width * (1 - LEAST_BAR_SHARE) - FIGURES;

  for (guint row = 0; label != LAMINA_NONE && row < n; row++)
    {
      const char *text = lamina_chart_data_get_text (data, row, label);

      if (lamina_plot_find_shapes (text) != NULL && (double) g_utf8_strlen (text, -1) * LETTER > room)
        return TRUE;
    }
  return FALSE;
}

static int
compare_falling (gconstpointer a,
                 gconstpointer b)
{
  double left = *(const double *) a, right = *(const double *) b;

  return left > right ? -1 : left < right;
}

/* Bars that would leave others no wider than a hair are cut short: the largest of those others, or @largest. */
static double
cut_short (GArray *values,
           double  largest)
{
  g_array_sort (values, compare_falling);
  for (guint i = 1; i < values->len; i++)
    {
      double value = g_array_index (values, double, i);

      if (value > 0 && value * MOST_TIMES < g_array_index (values, double, i - 1))
        return MOST_OUTSIDE * value;
    }
  return largest;
}

/*
 * The largest value. Rows that are shown as one would dwarf the others, and so would what belongs to no part where it is
 * many times the parts, and divided bars that are very many times as long as others.
 */
static double
get_largest (const LaminaPlot       *self,
             GArray                 *lines,
             const LaminaBarColumns *columns)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  double largest = 0, largest_inside = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const LaminaBarLine *line = &g_array_index (lines, LaminaBarLine, i);
      double value = lamina_bar_line_get_sum (self, line, columns->value);
      double outside = lamina_bar_line_get_sum (self, line, columns->outside);

      if (line->n > 1)
        continue;
      largest = fmax (largest, value);
      g_array_append_val (values, value);
      largest_inside = fmax (largest_inside, outside > 0 ? value - outside : value);
      largest_inside = fmax (largest_inside, lamina_bar_line_get_sum (self, line, columns->tick));
    }
  if (columns->n_parts > 0 && columns->share == LAMINA_NONE && columns->outside == LAMINA_NONE)
    return cut_short (values, largest);
  return largest_inside > 0 ? fmin (largest, MOST_OUTSIDE * largest_inside) : largest;
}

gboolean
lamina_bar_columns_place (const LaminaPlot *self,
                          GArray           *lines,
                          LaminaBarColumns *columns)
{
  int value = (int) get_widest (self, lines, columns->value);
  int share = (int) get_widest (self, lines, columns->share);
  int most = (int) (self->width * MOST_NAME_SHARE);
  int rest = self->width - value - share - 3 * LAMINA_CHART_GAP, widest;
  gboolean shapes = has_shapes (self, lines);

  if (shapes)
    most = MAX (most, rest - (int) (self->width * LEAST_BAR_SHARE));

  widest = (int) get_widest_name (self, lines, columns, most);
  columns->name_width = MIN (widest, most);
  columns->right = self->x + self->width;
  columns->value_right = columns->right - (share > 0 ? share + LAMINA_CHART_GAP : 0);
  columns->bar_x = self->x + columns->name_width + LAMINA_CHART_GAP;
  columns->bar_width = MAX (columns->value_right - value - LAMINA_CHART_GAP - columns->bar_x, LEAST_BAR);
  columns->largest = get_largest (self, lines, columns);
  return !shapes || widest <= most;
}

int
lamina_bar_columns_scale (const LaminaBarColumns *columns,
                          double                  value)
{
  if (!(value > 0) || !(columns->largest > 0))
    return 0;
  return (int) round (fmin (value / columns->largest, 1) * columns->bar_width);
}

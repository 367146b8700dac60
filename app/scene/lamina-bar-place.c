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

/* What belongs to no other part leaves half of the room to these. */
#define MOST_OUTSIDE 2

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

static double
get_widest_name (const LaminaPlot *self,
                 GArray           *lines,
                 const char       *prefix)
{
  double widest = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      g_autofree char *text = lamina_bar_line_dup_name (self, &g_array_index (lines, LaminaBarLine, i), prefix);

      widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_NAME, text));
    }
  return ceil (widest);
}

/*
 * The largest value. Rows that are shown as one would dwarf the others, and so would what belongs to no part where it is
 * many times the parts.
 */
static double
get_largest (const LaminaPlot       *self,
             GArray                 *lines,
             const LaminaBarColumns *columns)
{
  double largest = 0, largest_inside = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const LaminaBarLine *line = &g_array_index (lines, LaminaBarLine, i);
      double value = lamina_bar_line_get_sum (self, line, columns->value);
      double outside = lamina_bar_line_get_sum (self, line, columns->outside);

      if (line->n > 1)
        continue;
      largest = fmax (largest, value);
      largest_inside = fmax (largest_inside, outside > 0 ? value - outside : value);
      largest_inside = fmax (largest_inside, lamina_bar_line_get_sum (self, line, columns->tick));
    }
  return largest_inside > 0 ? fmin (largest, MOST_OUTSIDE * largest_inside) : largest;
}

void
lamina_bar_columns_place (const LaminaPlot *self,
                          GArray           *lines,
                          LaminaBarColumns *columns)
{
  int value = (int) get_widest (self, lines, columns->value);
  int share = (int) get_widest (self, lines, columns->share);
  int most = (int) (self->width * MOST_NAME_SHARE);
  int rest = self->width - value - share - 3 * LAMINA_CHART_GAP;

  if (has_shapes (self, lines))
    most = MAX (most, rest - (int) (self->width * LEAST_BAR_SHARE));

  columns->name_width = MIN ((int) get_widest_name (self, lines, columns->prefix), most);
  columns->right = self->x + self->width;
  columns->value_right = columns->right - (share > 0 ? share + LAMINA_CHART_GAP : 0);
  columns->bar_x = self->x + columns->name_width + LAMINA_CHART_GAP;
  columns->bar_width = MAX (columns->value_right - value - LAMINA_CHART_GAP - columns->bar_x, LEAST_BAR);
  columns->largest = get_largest (self, lines, columns);
}

int
lamina_bar_columns_scale (const LaminaBarColumns *columns,
                          double                  value)
{
  if (!(value > 0) || !(columns->largest > 0))
    return 0;
  return (int) round (fmin (value / columns->largest, 1) * columns->bar_width);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-histogram-private.h"

#include <math.h>

/*
 * How many fall into which range: columns side by side, on an axis that need not begin at 0. The last range may be longer
 * than the others: its column is as wide as theirs.
 */

#define TICK_DISTANCE 34

/* The column of a single duration takes so much of the width at either side of its middle. */
#define SINGLE 12

int
lamina_histogram_get_x (const LaminaHistogram *self,
                        double                 number)
{
  double part = self->is_single ? 0.5 : (number - self->low) / (self->high - self->low);

  return self->left + (int) round (fmin (part, 1) * self->width);
}

gboolean
lamina_histogram_is_open (const LaminaPlot      *plot,
                          const LaminaHistogram *self)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);

  return lamina_chart_data_get_number (plot->data, n - 1, self->to) > self->high;
}

void
lamina_histogram_get_place (const LaminaPlot      *plot,
                            const LaminaHistogram *self,
                            guint                  row,
                            int                   *left,
                            int                   *right)
{
  *left = lamina_histogram_get_x (self, lamina_chart_data_get_number (plot->data, row, self->from));
  *right = lamina_histogram_get_x (self, lamina_chart_data_get_number (plot->data, row, self->to));
  if (!self->is_single)
    return;
  *left -= self->width / SINGLE;
  *right += self->width / SINGLE;
}

static double
get_largest (const LaminaPlot      *plot,
             const LaminaHistogram *self)
{
  double largest = 1;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (plot->data); row++)
    largest = fmax (largest, lamina_chart_data_get_number (plot->data, row, self->value));
  return largest;
}

static void
add_counts (const LaminaPlot      *plot,
            const LaminaHistogram *self,
            const LaminaScale     *scale)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      int y = (int) round (lamina_scale_get_place (scale, scale->ticks[i]));
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      /* Layers come whole. */
      if (scale->ticks[i] != floor (scale->ticks[i]))
        continue;
      lamina_scene_add_rect (plot->scene, self->left, y, self->width, 1,
                             LAMINA_FILL (i == 0 ? LAMINA_INK_QUIET : LAMINA_INK_GRID));
      lamina_plot_add_text (plot, self->left - LAMINA_CHART_GAP, y, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                            LAMINA_INK_QUIET, text);
    }
}

static char *
dup_number (const LaminaPlot      *plot,
            const LaminaHistogram *self,
            guint                  row)
{
  return g_strdup_printf ("%.0f", lamina_chart_data_get_number (plot->data, row, self->value));
}

/* In the middle above its column, moved aside where it would leave the plot. */
static LaminaHistogramNumber
place_number (const LaminaPlot      *plot,
              const LaminaHistogram *self,
              const LaminaScale     *scale,
              guint                  row)
{
  g_autofree char *text = dup_number (plot, self, row);
  double width = lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, text);
  double value = lamina_chart_data_get_number (plot->data, row, self->value);
  LaminaHistogramNumber number = { 0 };
  int left, right;

  lamina_histogram_get_place (plot, self, row, &left, &right);
  number.top = MIN ((int) round (lamina_scale_get_place (scale, value)), self->bottom - 1) - LAMINA_HISTOGRAM_NUMBER;
  number.left = CLAMP ((left + right - width) / 2, self->left, MAX (self->left + self->width - width, self->left));
  number.right = number.left + width;
  number.is_shown = value > 0 && width <= right - left - 2;
  return number;
}

/* Numbers stand above the columns that are as wide as they are, and above the tallest in any case: its neighbors make room. */
static void
place_numbers (const LaminaPlot  *plot,
               LaminaHistogram   *self,
               const LaminaScale *scale)
{
  guint n = lamina_chart_data_get_n_rows (plot->data), tallest = 0;
  LaminaHistogramNumber *first;

  self->numbers = g_new (LaminaHistogramNumber, n);
  for (guint row = 0; row < n; row++)
    {
      self->numbers[row] = place_number (plot, self, scale, row);
      if (lamina_chart_data_get_number (plot->data, row, self->value)
          > lamina_chart_data_get_number (plot->data, tallest, self->value))
        tallest = row;
    }
  first = &self->numbers[tallest];
  first->is_shown = lamina_chart_data_get_number (plot->data, tallest, self->value) > 0;
  for (guint row = 0; row < n; row++)
    if (row != tallest && self->numbers[row].left < first->right + 2 && self->numbers[row].right > first->left - 2
        && self->numbers[row].top < first->top + LAMINA_HISTOGRAM_NUMBER)
      self->numbers[row].is_shown = FALSE;
}

static void
add_column (const LaminaPlot      *plot,
            const LaminaHistogram *self,
            const LaminaScale     *scale,
            guint                  row)
{
  double value = lamina_chart_data_get_number (plot->data, row, self->value);
  const LaminaHistogramNumber *number = &self->numbers[row];
  int top = (int) round (lamina_scale_get_place (scale, value)), x, end;
  g_autofree char *text = dup_number (plot, self, row);

  if (value <= 0)
    return;
  lamina_histogram_get_place (plot, self, row, &x, &end);
  lamina_scene_add_box (plot->scene, &(LaminaSceneBox) {
    x + 1, MIN (top, self->bottom - 1), MAX (end - x - 1, 1), MAX (self->bottom - top, 1),
    LAMINA_FILL_FAMILY (lamina_chart_data_get_family (plot->data, row)), lamina_plot_target (row, 1) });
  if (number->is_shown)
    lamina_plot_add_text (plot, (number->left + number->right) / 2, number->top + LAMINA_HISTOGRAM_NUMBER / 2.0, 0,
                          LAMINA_ALIGN_CENTER, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, text);
}

/* The two columns that say where a range begins and ends. */
static void
find_columns (const LaminaPlot *plot,
              LaminaHistogram  *self)
{
  self->from = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_X);
  self->to = self->from + 1;
  self->value = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_VALUE);
}

void
lamina_plot_add_histogram (const LaminaPlot *plot)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);
  LaminaHistogram self = { 0 };
  LaminaScale scale;
  double widest = 0, room;

  find_columns (plot, &self);
  self.low = lamina_chart_data_get_number (plot->data, 0, self.from);
  self.high = self.low + n * fmax (lamina_chart_data_get_number (plot->data, 0, self.to) - self.low, 1);
  self.is_single = n == 1 && !(lamina_chart_data_get_number (plot->data, 0, self.to) > self.low);
  self.top = plot->y + LAMINA_HISTOGRAM_HEAD;
  self.bottom = MAX (plot->y + plot->height - LAMINA_CHART_AXIS, self.top + 10);
  /* The number above the tallest column stands below the words at lines. */
  room = fmax (1.12, 1 + (LAMINA_HISTOGRAM_NUMBER + 2.0) / (self.bottom - self.top));
  scale = lamina_scale_init_linear (LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, get_largest (plot, &self) * room,
                                    self.bottom, self.top, TICK_DISTANCE);
  for (guint i = 0; i < scale.n_ticks; i++)
    {
      g_autofree char *text = lamina_scale_dup_tick (&scale, i);

      widest = fmax (widest, lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, text));
    }
  self.left = plot->x + (int) ceil (widest) + LAMINA_CHART_GAP;
  self.width = MAX (plot->x + plot->width - self.left - 4, 1);
  /* Behind the columns, which they end above: what lies on top is what can be hit. */
  place_numbers (plot, &self, &scale);
  lamina_histogram_add_marks (plot, &self);
  lamina_scene_open_group (plot->scene, "columns", plot->x, self.top - 4, plot->width, self.bottom - self.top + 10);
  add_counts (plot, &self, &scale);
  for (guint row = 0; row < n; row++)
    add_column (plot, &self, &scale, row);
  lamina_scene_close_group (plot->scene);
  lamina_histogram_add_axis (plot, &self);
  g_free (self.numbers);
}

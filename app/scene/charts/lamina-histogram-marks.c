/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-histogram-private.h"

#include <math.h>

/* Lines across a histogram, at its median and p95. */

#define LABEL_GAP 8

/* Within the last range, which may be longer than its column is wide, as far as the number is within it. */
static float
get_mark_x (const LaminaPlot      *plot,
            const LaminaHistogram *self,
            double                 number)
{
  guint last = lamina_chart_data_get_n_rows (plot->data) - 1;
  double from = lamina_chart_data_get_number (plot->data, last, self->from);
  double to = lamina_chart_data_get_number (plot->data, last, self->to);
  int left = lamina_histogram_get_x (self, from);

  if (!lamina_histogram_is_open (plot, self) || number < from)
    return (float) lamina_histogram_get_x (self, number) + 0.5f;
  return (float) (left + (int) round ((number - from) / (to - from) * (lamina_histogram_get_x (self, to) - 1 - left))) + 0.5f;
}

/* Down to the column or the number that it meets. */
static float
get_end (const LaminaPlot      *plot,
         const LaminaHistogram *self,
         float                  x)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);
  int end = self->bottom;

  for (guint row = 0; row < n; row++)
    {
      const LaminaHistogramNumber *number = &self->numbers[row];
      int left, right;

      lamina_histogram_get_place (plot, self, row, &left, &right);
      if (number->is_shown && x > number->left - 2 && x < number->right + 2)
        end = MIN (end, number->top);
      if (x >= left && (x < right || row + 1 == n) && lamina_chart_data_get_number (plot->data, row, self->value) > 0)
        end = MIN (end, number->is_shown ? number->top : number->top + LAMINA_HISTOGRAM_NUMBER - 1);
    }
  return (float) end;
}

/* The left edges of the labels: in the middle above their lines where they neither run into each other nor stick out. */
static void
place_labels (const LaminaPlot      *plot,
              const LaminaHistogram *self,
              double                *lefts)
{
  guint n = lamina_chart_data_get_n_marks (plot->data);
  double taken = self->left, limit = plot->x + plot->width;

  for (guint i = 0; i < n; i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (plot->data, i);
      double width = lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, mark->label);

      lefts[i] = fmax ((double) get_mark_x (plot, self, mark->value) - width / 2, taken);
      taken = lefts[i] + width + LABEL_GAP;
    }
  for (guint i = n; i-- > 0; limit = lefts[i] - LABEL_GAP)
    lefts[i] = fmin (lefts[i], limit - lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION,
                                                                   lamina_chart_data_get_mark (plot->data, i)->label));
}

void
lamina_histogram_add_marks (const LaminaPlot      *plot,
                            const LaminaHistogram *self)
{
  guint n = lamina_chart_data_get_n_marks (plot->data);
  g_autofree double *lefts = g_new (double, MAX (n, 1));

  place_labels (plot, self, lefts);
  lamina_scene_open_group (plot->scene, "marks", plot->x, plot->y, plot->width, self->bottom - plot->y);
  for (guint i = 0; i < n; i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (plot->data, i);
      float x = get_mark_x (plot, self, mark->value);
      float top = (float) plot->y + LAMINA_HISTOGRAM_HEAD - 2;
      LaminaSceneLine line = { x, top, x, fmaxf (get_end (plot, self, x), top + 4),
                               LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 0 };

      lamina_scene_add_line (plot->scene, &line);
      lamina_plot_add_text (plot, lefts[i], plot->y + LAMINA_HISTOGRAM_HEAD / 2.0, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_TEXT, mark->label);
    }
  lamina_scene_close_group (plot->scene);
}

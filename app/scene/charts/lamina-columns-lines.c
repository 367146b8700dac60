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
lamina_columns_get_margin (const LaminaColumns *self,
                           const LaminaPlot    *plot)
{
  double widest = 0;

  for (guint i = 0; i < lamina_chart_data_get_n_marks (plot->data); i++)
    widest = fmax (widest, lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION,
                                                       lamina_chart_data_get_mark (plot->data, i)->label));
  return ceil (widest) + STROKE + 4;
}

static void
add_stroke (const LaminaColumns *self,
            const LaminaPlot    *plot,
            double               y,
            gboolean             solid)
{
  LaminaSceneLine line = { (float) self->left, (float) round (y) + 0.5f, (float) self->right, (float) round (y) + 0.5f,
                           LAMINA_FILL (LAMINA_INK_TEXT), !solid, 1.3f };

  lamina_scene_add_line (plot->scene, &line);
}

/* With its words at the right end. */
static void
add_limit (const LaminaColumns   *self,
           const LaminaPlot      *plot,
           const LaminaScale     *scale,
           const LaminaChartMark *mark)
{
  double y = round (lamina_columns_get_y (scale, mark->value)) + 0.5;
  gboolean is_above = lamina_columns_is_above (scale, mark->value);
  g_autofree char *above = g_strdup_printf (_("%s, far above"), mark->label);

  if (!is_above)
    add_stroke (self, plot, y - 0.5, FALSE);
  lamina_plot_add_text (plot, self->right, y - (is_above ? 0 : 9), 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                        LAMINA_INK_TEXT, is_above ? above : mark->label);
}

static void
add_band (const LaminaColumns   *self,
          const LaminaPlot      *plot,
          const LaminaScale     *scale,
          const LaminaChartMark *mark)
{
  int top = (int) round (lamina_columns_get_y (scale, mark->value + mark->spread));
  int bottom = (int) round (lamina_columns_get_y (scale, fmax (mark->value - mark->spread, 0)));
  LaminaFill fill = LAMINA_FILL (LAMINA_INK_TEXT);

  fill.alpha = BAND_ALPHA;
  if (mark->spread > 0 && bottom > top)
    lamina_scene_add_rect (plot->scene, self->left, top, self->right - self->left, bottom - top, fill);
}

void
lamina_columns_add_bands (const LaminaColumns *self,
                          const LaminaPlot    *plot,
                          const LaminaScale   *scale,
                          guint                value)
{
  for (guint i = 0; self->has_margin && i < lamina_chart_data_get_n_marks (plot->data); i++)
    if (is_line (lamina_chart_data_get_mark (plot->data, i), value))
      add_band (self, plot, scale, lamina_chart_data_get_mark (plot->data, i));
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
              const LaminaPlot    *plot,
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

      add_stroke (self, plot, y, mark->spread > 0);
      lamina_scene_add_line (plot->scene, &stroke);
      lamina_plot_add_text (plot, self->right + STROKE, places[i], 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_TEXT, mark->label);
    }
}

void
lamina_columns_add_lines (const LaminaColumns *self,
                          const LaminaPlot    *plot,
                          const LaminaScale   *scale,
                          guint                value)
{
  g_autoptr (GPtrArray) marks = g_ptr_array_new ();

  for (guint i = 0; i < lamina_chart_data_get_n_marks (plot->data); i++)
    if (is_line (lamina_chart_data_get_mark (plot->data, i), value))
      g_ptr_array_add (marks, (gpointer) lamina_chart_data_get_mark (plot->data, i));
  if (self->has_margin)
    add_averages (self, plot, scale, marks);
  else
    for (guint i = 0; i < marks->len; i++)
      add_limit (self, plot, scale, marks->pdata[i]);
}

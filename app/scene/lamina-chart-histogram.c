/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-layout-private.h"
#include "lamina-scale-private.h"

#include <math.h>

/*
 * How many fall into which range: columns side by side, on an axis that need not begin at 0. The last range may be longer
 * than the others: its column is as wide as theirs.
 */

#define TICK_DISTANCE 34
#define TICK_WIDTH 76
#define HEAD 18
#define LABEL_GAP 8

typedef struct
{
  guint from;
  guint to;
  guint value;
  double low;
  double high;
  int left;
  int width;
  int top;
  int bottom;
} Histogram;

/* The edge of a range; the end of the last one is the right edge, wherever it lies. */
static int
get_x (const Histogram *self,
       double           number)
{
  double part = (number - self->low) / (self->high - self->low);

  return self->left + (int) round (fmin (part, 1) * self->width);
}

static double
get_largest (const LaminaPlot *plot,
             const Histogram  *self)
{
  double largest = 1;

  for (guint row = 0; row < lamina_chart_data_get_n_rows (plot->data); row++)
    largest = fmax (largest, lamina_chart_data_get_number (plot->data, row, self->value));
  return largest;
}

static void
add_counts (const LaminaPlot  *plot,
            const Histogram   *self,
            const LaminaScale *scale)
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

static void
add_column (const LaminaPlot  *plot,
            const Histogram   *self,
            const LaminaScale *scale,
            guint              row)
{
  double number = lamina_chart_data_get_number (plot->data, row, self->value);
  int x = get_x (self, lamina_chart_data_get_number (plot->data, row, self->from));
  int end = get_x (self, lamina_chart_data_get_number (plot->data, row, self->to));
  int top = (int) round (lamina_scale_get_place (scale, number));
  LaminaSceneBox box = { x + 1, MIN (top, self->bottom - 1), MAX (end - x - 1, 1), MAX (self->bottom - top, 1),
                         LAMINA_FILL_FAMILY (lamina_chart_data_get_family (plot->data, row)),
                         lamina_plot_target (row, 1) };
  g_autofree char *text = NULL;

  if (number <= 0)
    return;
  lamina_scene_add_box (plot->scene, &box);
  text = g_strdup_printf ("%.0f", number);
  if (lamina_plot_get_text_width (plot, LAMINA_FONT_CAPTION, text) <= end - x - 2)
    lamina_plot_add_text (plot, (x + end) / 2.0, box.y - 8, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, text);
}

/* Whether the last range holds all that is longer: its end is no edge on this axis. */
static gboolean
is_open (const LaminaPlot *plot,
         const Histogram  *self)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);

  return lamina_chart_data_get_number (plot->data, n - 1, self->to) > self->high;
}

static char *
dup_edge (const Histogram *self,
          double           number,
          gint64           step,
          gboolean         is_least)
{
  g_autofree char *text = lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, (gint64) number, MAX (step, 1),
                                                     (gint64) self->high);

  return is_least ? g_strconcat ("≥ ", text, NULL) : g_steal_pointer (&text);
}

/* In the middle below its edge, unless it would stick out of the picture. */
static void
add_edge (const LaminaPlot *plot,
          const Histogram  *self,
          int               x,
          const char       *text)
{
  double width = lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, text);
  double left = fmax (fmin (x - width / 2, plot->x + plot->width - width), plot->x);

  lamina_plot_add_text (plot, left, self->bottom + 12, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
}

/* At edges of the ranges, as many as have room; that of a range that is open is always told. */
static void
add_axis (const LaminaPlot *plot,
          const Histogram  *self)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);
  gboolean open = is_open (plot, self);
  guint each = MAX ((guint) ceil ((double) n * TICK_WIDTH / MAX (self->width, 1)), 1);
  gint64 step = (gint64) (lamina_chart_data_get_number (plot->data, 0, self->to) - self->low);

  lamina_scene_open_group (plot->scene, "ranges", plot->x, self->bottom + 1, plot->width, LAMINA_CHART_AXIS);
  for (guint row = 0; row <= n; row += each)
    {
      gboolean is_last = open && row + each >= n;
      double number;
      g_autofree char *text = NULL;
      int x;

      if (is_last)
        row = n - 1;
      number = row < n ? lamina_chart_data_get_number (plot->data, row, self->from) : self->high;
      x = get_x (self, number);
      text = dup_edge (self, number, step, is_last);
      lamina_scene_add_rect (plot->scene, MIN (x, self->left + self->width - 1), self->bottom + 1, 1, 4,
                             LAMINA_FILL (LAMINA_INK_QUIET));
      add_edge (plot, self, x, text);
      if (is_last)
        break;
    }
  lamina_scene_close_group (plot->scene);
}

/* Within the last range, which may be longer than its column is wide, as far as the number is within it. */
static float
get_mark_x (const LaminaPlot *plot,
            const Histogram  *self,
            double            number)
{
  guint last = lamina_chart_data_get_n_rows (plot->data) - 1;
  double from = lamina_chart_data_get_number (plot->data, last, self->from);
  double to = lamina_chart_data_get_number (plot->data, last, self->to);
  int left = get_x (self, from);

  if (!is_open (plot, self) || number < from)
    return (float) get_x (self, number) + 0.5f;
  return (float) (left + (int) round ((number - from) / (to - from) * (get_x (self, to) - 1 - left))) + 0.5f;
}

/* Down to the number above the column that it meets. */
static float
get_end (const LaminaPlot  *plot,
         const Histogram   *self,
         const LaminaScale *scale,
         double             value)
{
  for (guint row = 0; row < lamina_chart_data_get_n_rows (plot->data); row++)
    if (value < lamina_chart_data_get_number (plot->data, row, self->to))
      {
        double number = lamina_chart_data_get_number (plot->data, row, self->value);

        return number > 0 ? (float) lamina_scale_get_place (scale, number) - 16 : (float) self->bottom;
      }
  return (float) self->bottom;
}

/* The left edges of the labels: in the middle above their lines where they neither run into each other nor stick out. */
static void
place_labels (const LaminaPlot *plot,
              const Histogram  *self,
              double           *lefts)
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

static void
add_marks (const LaminaPlot  *plot,
           const Histogram   *self,
           const LaminaScale *scale)
{
  guint n = lamina_chart_data_get_n_marks (plot->data);
  g_autofree double *lefts = g_new (double, MAX (n, 1));

  place_labels (plot, self, lefts);
  lamina_scene_open_group (plot->scene, "marks", plot->x, plot->y, plot->width, self->bottom - plot->y);
  for (guint i = 0; i < n; i++)
    {
      const LaminaChartMark *mark = lamina_chart_data_get_mark (plot->data, i);
      float x = get_mark_x (plot, self, mark->value);
      float top = (float) plot->y + HEAD - 2;
      LaminaSceneLine line = { x, top, x, fmaxf (get_end (plot, self, scale, mark->value), top + 4),
                               LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 0 };

      lamina_scene_add_line (plot->scene, &line);
      lamina_plot_add_text (plot, lefts[i], plot->y + HEAD / 2.0, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_TEXT, mark->label);
    }
  lamina_scene_close_group (plot->scene);
}

/* The two columns that say where a range begins and ends. */
static void
find_columns (const LaminaPlot *plot,
              Histogram        *self)
{
  self->from = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_X);
  self->to = self->from + 1;
  self->value = lamina_chart_data_find_column (plot->data, LAMINA_CHART_USE_VALUE);
}

void
lamina_plot_add_histogram (const LaminaPlot *plot)
{
  guint n = lamina_chart_data_get_n_rows (plot->data);
  Histogram self = { 0 };
  LaminaScale scale;
  double widest = 0;

  find_columns (plot, &self);
  self.low = lamina_chart_data_get_number (plot->data, 0, self.from);
  self.high = self.low + n * fmax (lamina_chart_data_get_number (plot->data, 0, self.to) - self.low, 1);
  self.top = plot->y + HEAD;
  self.bottom = MAX (plot->y + plot->height - LAMINA_CHART_AXIS, self.top + 10);
  scale = lamina_scale_init_linear (LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, get_largest (plot, &self) * 1.12,
                                    self.bottom, self.top, TICK_DISTANCE);
  for (guint i = 0; i < scale.n_ticks; i++)
    {
      g_autofree char *text = lamina_scale_dup_tick (&scale, i);

      widest = fmax (widest, lamina_plot_get_text_width (plot, LAMINA_FONT_RULER, text));
    }
  self.left = plot->x + (int) ceil (widest) + LAMINA_CHART_GAP;
  self.width = MAX (plot->x + plot->width - self.left - 4, 1);
  /* Behind the columns, which they end above: what lies on top is what can be hit. */
  add_marks (plot, &self, &scale);
  lamina_scene_open_group (plot->scene, "columns", plot->x, self.top - 4, plot->width, self.bottom - self.top + 10);
  add_counts (plot, &self, &scale);
  for (guint row = 0; row < n; row++)
    add_column (plot, &self, &scale, row);
  lamina_scene_close_group (plot->scene);
  add_axis (plot, &self);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-plot.h"
#include "lamina-scale.h"
#include "lamina-text.h"

#include <math.h>

#define BAR 13
#define DOT 2.6f
#define MOST_NAME_SHARE 0.42
#define TICK_DISTANCE 60
#define LEAST_FIGURES_WIDTH 640
#define NBSP "\u00a0"

/* The largest rows, and where they stand. */
typedef struct
{
  const LaminaPlot *plot;
  guint value;
  guint share;
  guint cumulative;
  guint wait;
  guint n;
  char **labels;
  int name_width;
  int plot_x;
  int plot_right;
  int value_right;
  int top;
  int bottom;
  gboolean has_figures;
  LaminaScale values;
  LaminaScale shares;
} Ranking;

static int
get_widest (const Ranking *self,
            guint          column)
{
  double widest = 0;

  for (guint i = 0; i < self->n; i++)
    {
      g_autofree char *text = column == LAMINA_NONE ? g_strdup (self->labels[i]) : lamina_plot_dup_figure (self->plot, i, column);

      widest = MAX (widest, lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME, text));
    }
  return (int) ceil (widest);
}

static void
place (Ranking *self)
{
  int room = self->plot->height - 2 * LAMINA_CHART_AXIS;
  g_autofree char *prefix = lamina_plot_dup_prefix (self->plot);
  int value_width, share_width;

  self->value = lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_VALUE);
  self->share = lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_SHARE);
  self->cumulative = lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_CUMULATIVE);
  self->wait = lamina_chart_data_find_column (self->plot->data, LAMINA_CHART_USE_WAIT);
  self->n = MIN (lamina_chart_data_get_n_rows (self->plot->data), (guint) MAX (room / LAMINA_CHART_ROW, 1));
  self->labels = lamina_plot_dup_labels (self->plot, self->n, prefix);
  self->has_figures = self->plot->width >= LEAST_FIGURES_WIDTH;
  value_width = self->has_figures ? get_widest (self, self->value) + LAMINA_CHART_GAP : 0;
  share_width = self->has_figures ? get_widest (self, self->share) + LAMINA_CHART_GAP : 0;
  self->name_width = MIN (get_widest (self, LAMINA_NONE), (int) (self->plot->width * MOST_NAME_SHARE));
  self->plot_x = self->plot->x + self->name_width + LAMINA_CHART_GAP;
  self->value_right = self->plot->x + self->plot->width - share_width;
  /* Half of the last number of the axes stands out. */
  self->plot_right = MAX (self->value_right - value_width - 22, self->plot_x + 1);
  self->top = self->plot->y + LAMINA_CHART_AXIS;
  self->bottom = self->top + (int) self->n * LAMINA_CHART_ROW;
}

static void
set_scales (Ranking *self)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->plot->data, self->value);
  double largest = lamina_chart_data_get_number (self->plot->data, 0, self->value);

  self->shares = lamina_scale_init_linear (LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE, 1, self->plot_x,
                                           self->plot_right, TICK_DISTANCE - 14);
  /* The longest bar ends before the plot does, so that its end is seen. */
  self->values = lamina_scale_init_linear (column->kind, column->unit, largest * 1.04, self->plot_x,
                                           self->plot_right, TICK_DISTANCE);
  self->values = lamina_scale_init_linear (column->kind, column->unit, largest * 1.04, self->plot_x,
                                           self->plot_right, MAX (lamina_plot_get_tick_width (self->plot, &self->values)
                                                + LAMINA_CHART_GAP, TICK_DISTANCE));
}

static void
add_ticks (const Ranking     *self,
           const LaminaScale *scale,
           double             y,
           gboolean           grid)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double x = lamina_scale_get_place (scale, scale->ticks[i]);
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      if (grid)
        lamina_scene_add_rect (self->plot->scene, (int) x, self->top, 1, self->bottom - self->top,
                               LAMINA_FILL (LAMINA_INK_GRID));
      lamina_scene_add_words (self->plot->scene, x, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
}

static void
add_row (const Ranking *self,
         guint          row)
{
  int y = self->top + (int) row * LAMINA_CHART_ROW;
  double middle = y + LAMINA_CHART_ROW / 2.0;
  double value = lamina_chart_data_get_number (self->plot->data, row, self->value);
  double wait = lamina_chart_data_get_number (self->plot->data, row, self->wait);
  g_autofree char *shown = lamina_plot_dup_shortened (self->plot, LAMINA_FONT_NAME, self->labels[row], self->name_width);
  LaminaSceneBox box = { self->plot->x, y, self->plot->width, LAMINA_CHART_ROW, LAMINA_FILL (LAMINA_INK_NONE),
                         lamina_plot_target (row, 1) };

  lamina_scene_add_box (self->plot->scene, &box);
  box = (LaminaSceneBox) { self->plot_x, y + (LAMINA_CHART_ROW - BAR) / 2,
                           (int) round (lamina_scale_get_place (&self->values, value)) - self->plot_x, BAR,
                           LAMINA_FILL_FAMILY (lamina_chart_data_get_family (self->plot->data, row)),
                           lamina_plot_target (row, 1) };
  box.width = MAX (box.width, value > 0);
  if (box.width > 0)
    lamina_scene_add_box (self->plot->scene, &box);
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  if (wait > 0)
    {
      box.width = MIN (box.width, (int) round (lamina_scale_get_place (&self->values, wait)) - self->plot_x);
      if (box.width > 2)
        lamina_scene_add_box (self->plot->scene, &box);
    }
  lamina_scene_add_words (self->plot->scene, self->plot_x - LAMINA_CHART_GAP, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                          LAMINA_INK_TEXT, shown);
}

static void
add_figures (const Ranking *self,
             guint          row)
{
  double middle = self->top + (int) row * LAMINA_CHART_ROW + LAMINA_CHART_ROW / 2.0;
  g_autofree char *value = lamina_plot_dup_figure (self->plot, row, self->value);
  g_autofree char *share = lamina_plot_dup_figure (self->plot, row, self->share);

  lamina_scene_add_words (self->plot->scene, self->value_right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT,
                          value);
  lamina_scene_add_words (self->plot->scene, self->plot->x + self->plot->width, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                          LAMINA_INK_QUIET, share);
}

static LaminaScenePoint
get_point (const Ranking *self,
           guint          row)
{
  double share = lamina_chart_data_get_number (self->plot->data, row, self->cumulative);

  return (LaminaScenePoint) { (float) lamina_scale_get_place (&self->shares, isnan (share) ? 0 : share),
                              (float) (self->top + (int) row * LAMINA_CHART_ROW + LAMINA_CHART_ROW / 2.0) };
}

/* Where the caption of the curve may begin: left of the last point or right of it, where no bar is; else in the bar. */
static gboolean
find_caption_place (const Ranking    *self,
                    LaminaScenePoint  point,
                    double            bar,
                    double            width,
                    double           *left)
{
  double end = self->plot_right + 22;

  if (point.x - 10 - width > bar + 6)
    *left = point.x - 10 - width;
  else if (fmax (point.x, bar) + 10 + width < end)
    *left = fmax (point.x, bar) + 10;
  else if (point.x + 14 + width < bar - 4)
    *left = point.x + 10;
  else
    return FALSE;
  return TRUE;
}

/* How many layers the first @n rows stand for. */
static guint
count_layers (const Ranking *self,
              guint          n)
{
  guint sum = 0, behind;

  for (guint i = 0; i < n; i++, sum += behind)
    lamina_chart_data_get_layers (self->plot->data, i, &behind);
  return sum;
}

/* "12 of 84 layers: 78 %", or the share alone where there is less room. */
static void
add_curve_label (const Ranking *self)
{
  guint last = self->n - 1;
  LaminaScenePoint point = get_point (self, last);
  guint n = lamina_chart_data_get_n_rows (self->plot->data);
  g_autofree char *share = lamina_plot_dup_figure (self->plot, last, self->cumulative);
  guint n_layers = count_layers (self, n);
  g_autofree char *count = lamina_chart_data_dup_layers (self->plot->data, n_layers);
  /* Translators: a number, of how many layers, and their share: “12 of 84 layers: 78 %” */
  g_autofree char *text = lamina_text_dup (_("%u of %s: %s"), count_layers (self, self->n), count, share);
  const char *const texts[] = { text, share };
  double bar = lamina_scale_get_place (&self->values,
                                       lamina_chart_data_get_number (self->plot->data, last, self->value));

  for (guint i = 0; self->n < n && i < G_N_ELEMENTS (texts); i++)
    {
      double width = lamina_metrics_get_width (self->plot->metrics, LAMINA_FONT_NAME_BOLD, texts[i]), left;

      if (!find_caption_place (self, point, bar, width, &left))
        continue;
      /* What stands in a bar has a ground of its own. */
      if (left < bar)
        lamina_scene_add_rect (self->plot->scene, (int) left - 4, (int) point.y - LAMINA_CHART_ROW / 2 + 2,
                               (int) ceil (width) + 8, LAMINA_CHART_ROW - 4, LAMINA_FILL (LAMINA_INK_VIEW));
      lamina_scene_add_words (self->plot->scene, left, point.y, 0, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                              texts[i]);
      return;
    }
}

static void
add_curve (const Ranking *self)
{
  g_autofree LaminaScenePoint *points = g_new (LaminaScenePoint, self->n + 1);
  LaminaSceneArea area = { .n_line = self->n + 1, .fill = LAMINA_FILL (LAMINA_INK_NONE),
                           .line = LAMINA_FILL (LAMINA_INK_TEXT) };

  points[0] = (LaminaScenePoint) { (float) self->plot_x, (float) self->top };
  for (guint i = 0; i < self->n; i++)
    points[i + 1] = get_point (self, i);
  lamina_scene_add_area (self->plot->scene, &area, points, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      LaminaSceneDot dot = { points[i + 1].x, points[i + 1].y, DOT, LAMINA_FILL (LAMINA_INK_VIEW),
                             LAMINA_FILL (LAMINA_INK_TEXT), lamina_plot_target (i, 1) };

      lamina_scene_add_dot (self->plot->scene, &dot);
    }
  add_curve_label (self);
}

void
lamina_plot_add_ranking (const LaminaPlot *plot)
{
  Ranking self = { .plot = plot };

  place (&self);
  set_scales (&self);
  lamina_scene_open_group (plot->scene, "axes", plot->x, plot->y, plot->width, plot->height);
  add_ticks (&self, &self.shares, plot->y + LAMINA_CHART_AXIS / 2.0 - 2, FALSE);
  add_ticks (&self, &self.values, self.bottom + LAMINA_CHART_AXIS / 2.0 + 2, TRUE);
  lamina_scene_close_group (plot->scene);
  lamina_scene_open_group (plot->scene, "bars", plot->x, self.top, plot->width, self.bottom - self.top);
  for (guint i = 0; i < self.n; i++)
    {
      add_row (&self, i);
      if (self.has_figures)
        add_figures (&self, i);
    }
  add_curve (&self);
  lamina_scene_close_group (plot->scene);
  g_strfreev (self.labels);
}

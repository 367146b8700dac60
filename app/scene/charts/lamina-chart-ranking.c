/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-plot.h"
#include "lamina-scale.h"

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

static char *
dup_value (const LaminaPlot *self,
           guint             row,
           guint             column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  lamina_chart_data_get_value (self->data, row, column, &value);
  return lamina_layer_value_dup_text (&value);
}

static int
get_widest (const LaminaPlot *self,
            const Ranking    *ranking,
            guint             column)
{
  double widest = 0;

  for (guint i = 0; i < ranking->n; i++)
    {
      g_autofree char *text = column == LAMINA_NONE ? g_strdup (ranking->labels[i]) : dup_value (self, i, column);

      widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_NAME, text));
    }
  return (int) ceil (widest);
}

static void
place (const LaminaPlot *self,
       Ranking          *ranking)
{
  int room = self->height - 2 * LAMINA_CHART_AXIS;
  g_autofree char *prefix = lamina_plot_dup_prefix (self);
  int value_width, share_width;

  ranking->value = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_VALUE);
  ranking->share = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_SHARE);
  ranking->cumulative = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_CUMULATIVE);
  ranking->wait = lamina_chart_data_find_column (self->data, LAMINA_CHART_USE_WAIT);
  ranking->n = MIN (lamina_chart_data_get_n_rows (self->data), (guint) MAX (room / LAMINA_CHART_ROW, 1));
  ranking->labels = lamina_plot_dup_labels (self, ranking->n, prefix);
  ranking->has_figures = self->width >= LEAST_FIGURES_WIDTH;
  value_width = ranking->has_figures ? get_widest (self, ranking, ranking->value) + LAMINA_CHART_GAP : 0;
  share_width = ranking->has_figures ? get_widest (self, ranking, ranking->share) + LAMINA_CHART_GAP : 0;
  ranking->name_width = MIN (get_widest (self, ranking, LAMINA_NONE), (int) (self->width * MOST_NAME_SHARE));
  ranking->plot_x = self->x + ranking->name_width + LAMINA_CHART_GAP;
  ranking->value_right = self->x + self->width - share_width;
  /* Half of the last number of the axes stands out. */
  ranking->plot_right = MAX (ranking->value_right - value_width - 22, ranking->plot_x + 1);
  ranking->top = self->y + LAMINA_CHART_AXIS;
  ranking->bottom = ranking->top + (int) ranking->n * LAMINA_CHART_ROW;
}

/* Numbers with long units stand farther apart. */
static double
get_tick_distance (const LaminaPlot  *self,
                   const LaminaScale *scale)
{
  double widest = 0;

  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      widest = MAX (widest, lamina_plot_get_text_width (self, LAMINA_FONT_RULER, text));
    }
  return MAX (widest + LAMINA_CHART_GAP, TICK_DISTANCE);
}

static void
set_scales (const LaminaPlot *self,
            Ranking          *ranking)
{
  const LaminaChartColumn *column = lamina_chart_data_get_column (self->data, ranking->value);
  double largest = lamina_chart_data_get_number (self->data, 0, ranking->value);

  ranking->shares = lamina_scale_init_linear (LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE, 1, ranking->plot_x,
                                              ranking->plot_right, TICK_DISTANCE - 14);
  /* The longest bar ends before the plot does, so that its end is seen. */
  ranking->values = lamina_scale_init_linear (column->kind, column->unit, largest * 1.04, ranking->plot_x,
                                              ranking->plot_right, TICK_DISTANCE);
  ranking->values = lamina_scale_init_linear (column->kind, column->unit, largest * 1.04, ranking->plot_x,
                                              ranking->plot_right, get_tick_distance (self, &ranking->values));
}

static void
add_ticks (const LaminaPlot  *self,
           const Ranking     *ranking,
           const LaminaScale *scale,
           double             y,
           gboolean           grid)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double x = lamina_scale_get_place (scale, scale->ticks[i]);
      g_autofree char *text = lamina_scale_dup_tick (scale, i);

      if (grid)
        lamina_scene_add_rect (self->scene, (int) x, ranking->top, 1, ranking->bottom - ranking->top,
                               LAMINA_FILL (LAMINA_INK_GRID));
      lamina_plot_add_text (self, x, y, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
}

static void
add_axes (const LaminaPlot *self,
          const Ranking    *ranking)
{
  lamina_scene_open_group (self->scene, "axes", self->x, self->y, self->width, self->height);
  add_ticks (self, ranking, &ranking->shares, self->y + LAMINA_CHART_AXIS / 2.0 - 2, FALSE);
  add_ticks (self, ranking, &ranking->values, ranking->bottom + LAMINA_CHART_AXIS / 2.0 + 2, TRUE);
  lamina_scene_close_group (self->scene);
}

static void
add_row (const LaminaPlot *self,
         const Ranking    *ranking,
         guint             row)
{
  int y = ranking->top + (int) row * LAMINA_CHART_ROW;
  double middle = y + LAMINA_CHART_ROW / 2.0;
  double value = lamina_chart_data_get_number (self->data, row, ranking->value);
  double wait = lamina_chart_data_get_number (self->data, row, ranking->wait);
  g_autofree char *shown = lamina_plot_dup_shortened (self, LAMINA_FONT_NAME, ranking->labels[row], ranking->name_width);
  LaminaSceneBox box = { self->x, y, self->width, LAMINA_CHART_ROW, LAMINA_FILL (LAMINA_INK_NONE),
                         lamina_plot_target (row, 1) };

  lamina_scene_add_box (self->scene, &box);
  box = (LaminaSceneBox) { ranking->plot_x, y + (LAMINA_CHART_ROW - BAR) / 2,
                           (int) round (lamina_scale_get_place (&ranking->values, value)) - ranking->plot_x, BAR,
                           LAMINA_FILL_FAMILY (lamina_chart_data_get_family (self->data, row)),
                           lamina_plot_target (row, 1) };
  box.width = MAX (box.width, value > 0);
  if (box.width > 0)
    lamina_scene_add_box (self->scene, &box);
  box.fill.pattern = LAMINA_PATTERN_WAIT;
  if (wait > 0)
    {
      box.width = MIN (box.width, (int) round (lamina_scale_get_place (&ranking->values, wait)) - ranking->plot_x);
      if (box.width > 2)
        lamina_scene_add_box (self->scene, &box);
    }
  lamina_plot_add_text (self, ranking->plot_x - LAMINA_CHART_GAP, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
                        LAMINA_INK_TEXT, shown);
}

static void
add_figures (const LaminaPlot *self,
             const Ranking    *ranking,
             guint             row)
{
  double middle = ranking->top + (int) row * LAMINA_CHART_ROW + LAMINA_CHART_ROW / 2.0;
  g_autofree char *value = dup_value (self, row, ranking->value);
  g_autofree char *share = dup_value (self, row, ranking->share);

  lamina_plot_add_text (self, ranking->value_right, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, value);
  lamina_plot_add_text (self, self->x + self->width, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET,
                        share);
}

static LaminaScenePoint
get_point (const LaminaPlot *self,
           const Ranking    *ranking,
           guint             row)
{
  double share = lamina_chart_data_get_number (self->data, row, ranking->cumulative);

  return (LaminaScenePoint) { (float) lamina_scale_get_place (&ranking->shares, isnan (share) ? 0 : share),
                              (float) (ranking->top + (int) row * LAMINA_CHART_ROW + LAMINA_CHART_ROW / 2.0) };
}

/* Where the caption of the curve may begin: left of the last point or right of it, where no bar is; else in the bar. */
static gboolean
find_caption_place (const Ranking    *ranking,
                    LaminaScenePoint  point,
                    double            bar,
                    double            width,
                    double           *left)
{
  double end = ranking->plot_right + 22;

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

/* A caption that stands in a bar has a ground of its own. */
static void
add_caption (const LaminaPlot *self,
             double            left,
             double            y,
             double            bar,
             double            width,
             const char       *text)
{
  if (left < bar)
    lamina_scene_add_rect (self->scene, (int) left - 4, (int) y - LAMINA_CHART_ROW / 2 + 2, (int) ceil (width) + 8,
                           LAMINA_CHART_ROW - 4, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_plot_add_text (self, left, y, 0, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, text);
}

/* "12 of 84 layers: 78 %", or the share alone where there is less room. */
static void
add_curve_label (const LaminaPlot *self,
                 const Ranking    *ranking)
{
  guint last = ranking->n - 1;
  LaminaScenePoint point = get_point (self, ranking, last);
  guint n = lamina_chart_data_get_n_rows (self->data);
  g_autofree char *share = dup_value (self, last, ranking->cumulative);
  g_autofree char *text = g_strdup_printf (ngettext ("%u of %u layer: %s", "%u of %u layers: %s", n), ranking->n, n, share);
  const char *const texts[] = { text, share };
  double bar = lamina_scale_get_place (&ranking->values,
                                       lamina_chart_data_get_number (self->data, last, ranking->value));

  for (guint i = 0; ranking->n < n && i < G_N_ELEMENTS (texts); i++)
    {
      double width = lamina_plot_get_text_width (self, LAMINA_FONT_NAME_BOLD, texts[i]), left;

      if (!find_caption_place (ranking, point, bar, width, &left))
        continue;
      add_caption (self, left, point.y, bar, width, texts[i]);
      return;
    }
}

static void
add_curve (const LaminaPlot *self,
           const Ranking    *ranking)
{
  g_autofree LaminaScenePoint *points = g_new (LaminaScenePoint, ranking->n + 1);
  LaminaSceneArea area = { .n_line = ranking->n + 1, .fill = LAMINA_FILL (LAMINA_INK_NONE),
                           .line = LAMINA_FILL (LAMINA_INK_TEXT) };

  points[0] = (LaminaScenePoint) { (float) ranking->plot_x, (float) ranking->top };
  for (guint i = 0; i < ranking->n; i++)
    points[i + 1] = get_point (self, ranking, i);
  lamina_scene_add_area (self->scene, &area, points, ranking->n + 1);
  for (guint i = 0; i < ranking->n; i++)
    {
      LaminaSceneDot dot = { points[i + 1].x, points[i + 1].y, DOT, LAMINA_FILL (LAMINA_INK_VIEW),
                             LAMINA_FILL (LAMINA_INK_TEXT), lamina_plot_target (i, 1) };

      lamina_scene_add_dot (self->scene, &dot);
    }
  add_curve_label (self, ranking);
}

void
lamina_plot_add_ranking (const LaminaPlot *self)
{
  Ranking ranking;

  place (self, &ranking);
  set_scales (self, &ranking);
  add_axes (self, &ranking);
  lamina_scene_open_group (self->scene, "bars", self->x, ranking.top, self->width, ranking.bottom - ranking.top);
  for (guint i = 0; i < ranking.n; i++)
    {
      add_row (self, &ranking, i);
      if (ranking.has_figures)
        add_figures (self, &ranking, i);
    }
  add_curve (self, &ranking);
  lamina_scene_close_group (self->scene);
  g_strfreev (ranking.labels);
}

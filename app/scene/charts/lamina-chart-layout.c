/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plot.h"

#include <math.h>
#include <string.h>

#define LEAST_SIDE 40
#define MOST_ROWS 25
#define SCATTER_HEIGHT 360
#define COLUMNS_HEIGHT 280

double
lamina_plot_get_text_width (const LaminaPlot *self,
                            LaminaFont        font,
                            const char       *text)
{
  return lamina_metrics_get_width (self->metrics, font, text);
}

void
lamina_plot_add_text (const LaminaPlot *self,
                      double            x,
                      double            y,
                      double            width,
                      LaminaAlign       align,
                      LaminaFont        font,
                      LaminaInk         ink,
                      const char       *text)
{
  lamina_scene_add_words (self->scene, x, y, width, align, font, ink, text);
}

LaminaPattern
lamina_plot_get_pattern (const LaminaChartColumn *column)
{
  static const LaminaPattern idle[LAMINA_N_FAMILIES] = {
    [LAMINA_FAMILY_COMMUNICATION] = LAMINA_PATTERN_FALLING,
    [LAMINA_FAMILY_COPY] = LAMINA_PATTERN_LEVEL,
    [LAMINA_FAMILY_INDEX] = LAMINA_PATTERN_UPRIGHT,
    [LAMINA_FAMILY_OTHER] = LAMINA_PATTERN_CROSSED,
    /* Five kinds of lines for more causes: neighbors of those above and of each other differ. */
    [LAMINA_FAMILY_ATTENTION] = LAMINA_PATTERN_FALLING,
    [LAMINA_FAMILY_OPTIMIZER] = LAMINA_PATTERN_CROSSED,
    [LAMINA_FAMILY_LAYOUT] = LAMINA_PATTERN_LEVEL,
  };

  if (column->use == LAMINA_CHART_USE_IDLE)
    return idle[column->family] != LAMINA_PATTERN_SOLID ? idle[column->family] : LAMINA_PATTERN_WAIT;
  if (column->use != LAMINA_CHART_USE_PART)
    return LAMINA_PATTERN_WAIT;
  return column->family == LAMINA_FAMILY_COPY            ? LAMINA_PATTERN_STRIPED
         : column->family == LAMINA_FAMILY_COMMUNICATION ? LAMINA_PATTERN_BARRED
                                                         : LAMINA_PATTERN_TEXTURE;
}

gboolean
lamina_plot_has_kinds (LaminaChartData *data)
{
  guint n = lamina_chart_data_get_n_rows (data);

  for (guint row = 1; row < n; row++)
    if (lamina_chart_data_get_family (data, row) != lamina_chart_data_get_family (data, 0))
      return TRUE;
  return FALSE;
}

/* Why there is nothing, in the middle. */
static void
add_reason (const LaminaPlot *self)
{
  lamina_scene_open_group (self->scene, "empty", self->x, self->y, self->width, self->height);
  lamina_plot_add_text (self, self->x + self->width / 2.0, self->y + self->height / 2.0, self->width,
                        LAMINA_ALIGN_CENTER, LAMINA_FONT_NAME, LAMINA_INK_QUIET,
                        lamina_chart_data_get_reason (self->data));
  lamina_scene_close_group (self->scene);
}

void
lamina_plot_add (const LaminaPlot *self)
{
  if (lamina_chart_data_get_reason (self->data) != NULL)
    {
      add_reason (self);
      return;
    }
  switch (lamina_chart_data_get_form (self->data))
    {
    case LAMINA_CHART_RANKING:
      lamina_plot_add_ranking (self);
      break;
    case LAMINA_CHART_SCATTER:
      lamina_plot_add_scatter (self);
      break;
    case LAMINA_CHART_COLUMNS:
      lamina_plot_add_columns (self);
      break;
    case LAMINA_CHART_HISTOGRAM:
      lamina_plot_add_histogram (self);
      break;
    case LAMINA_CHART_MATRIX:
      lamina_plot_add_matrix (self);
      break;
    case LAMINA_CHART_MEMORY:
      lamina_plot_add_memory (self);
      break;
    case LAMINA_CHART_BARS:
    default:
      lamina_plot_add_bars (self);
      break;
    }
}

LaminaScene *
lamina_chart_layout (LaminaChartData *data,
                     int              width,
                     int              height,
                     LaminaMetrics   *metrics)
{
  LaminaScene *scene;

  g_return_val_if_fail (data != NULL && metrics != NULL, NULL);

  width = MAX (width, LEAST_SIDE);
  height = height > 0 ? MAX (height, LEAST_SIDE) : lamina_chart_get_height (data, width);
  scene = lamina_scene_new (width, height);
  lamina_plot_add (&(LaminaPlot) { data, scene, metrics, 0, 0, width, height });
  return scene;
}

int
lamina_chart_get_height (LaminaChartData *data,
                         int              width)
{
  guint n;

  g_return_val_if_fail (data != NULL, LEAST_SIDE);

  n = MIN (lamina_chart_data_get_n_rows (data), MOST_ROWS);
  if (n == 0)
    return 4 * LAMINA_CHART_ROW;
  switch (lamina_chart_data_get_form (data))
    {
    case LAMINA_CHART_SCATTER:
      return SCATTER_HEIGHT;
    case LAMINA_CHART_COLUMNS:
    case LAMINA_CHART_HISTOGRAM:
    case LAMINA_CHART_MEMORY:
      return COLUMNS_HEIGHT;
    case LAMINA_CHART_MATRIX:
      return lamina_matrix_get_height (n);
    case LAMINA_CHART_RANKING:
      return (int) n * LAMINA_CHART_ROW + 2 * LAMINA_CHART_AXIS;
    case LAMINA_CHART_BARS:
    default:
      return lamina_bars_get_height (data, n, width);
    }
}

/* Which rows of a chart are chosen: one byte for each. */
typedef struct
{
  const guint8 *rows;
  guint n;
} Choice;

static gboolean
is_chosen (const LaminaTarget *target,
           gpointer            user_data)
{
  const Choice *choice = user_data;

  if (target->kind != LAMINA_TARGET_ROWS || target->first >= choice->n)
    return FALSE;
  return memchr (choice->rows + target->first, TRUE, MIN (target->n, choice->n - target->first)) != NULL;
}

LaminaScene *
lamina_chart_highlight_rows (LaminaScene     *scene,
                             LaminaChartData *data,
                             const guint8    *rows)
{
  Choice choice = { .rows = rows };

  g_return_val_if_fail (scene != NULL && data != NULL && rows != NULL, NULL);

  choice.n = lamina_chart_data_get_n_rows (data);
  return lamina_scene_extract (scene, is_chosen, &choice, NULL);
}

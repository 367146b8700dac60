/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-live-chart.h"
#include "lamina-plot.h"

#include <math.h>
#include <string.h>

/* Below a chart: which kind of work looks how, for charts that stand on no page with a legend. */

#define LINE 20
#define SWATCH 20
#define SWATCH_HEIGHT 12
#define DOT 4.5f
#define SIGN_GAP 6
#define ENTRY_GAP 18

typedef struct
{
  LaminaFamily family;
  double sum;
} Kind;

static int
compare_kinds (gconstpointer a,
               gconstpointer b)
{
  const Kind *left = a, *right = b;

  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  return (left->family > right->family) - (left->family < right->family);
}

/* Whether the rows of a chart are told apart by family alone: bars have names, parts a legend of their own. */
static gboolean
needs_legend (LaminaChartData *data)
{
  LaminaChartForm form = lamina_chart_data_get_form (data);
  gboolean has_parts = lamina_chart_data_find_column (data, LAMINA_CHART_USE_PART) != LAMINA_NONE;

  return lamina_chart_data_get_reason (data) == NULL
         && (form == LAMINA_CHART_SCATTER || (form == LAMINA_CHART_COLUMNS && !has_parts));
}

/* The kinds that are seen, those that have most first; none where all are of one. */
static guint
list_kinds (LaminaChartData *data,
            Kind            *kinds)
{
  guint n = 0;

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    kinds[i] = (Kind) { i, fmax (lamina_chart_data_get_family_sum (data, i), -1) };
  qsort (kinds, LAMINA_N_FAMILIES, sizeof *kinds, compare_kinds);
  while (n < LAMINA_N_FAMILIES && kinds[n].sum >= 0)
    n++;
  return n > 1 ? n : 0;
}

static void
add_sign (LaminaScene     *scene,
          LaminaChartForm  form,
          LaminaFamily     family,
          double           x,
          double           middle)
{
  LaminaSceneDot dot = { (float) x + SWATCH / 2.0f, (float) middle, DOT, LAMINA_FILL_FAMILY ((guint8) family),
                         LAMINA_FILL_FAMILY ((guint8) family), { .kind = LAMINA_TARGET_NONE } };

  dot.fill.pattern = LAMINA_PATTERN_TEXTURE;
  dot.line.ink = LAMINA_INK_FAMILY_LINE;
  if (form == LAMINA_CHART_SCATTER)
    lamina_scene_add_dot (scene, &dot);
  else
    lamina_scene_add_rect (scene, (int) x, (int) middle - SWATCH_HEIGHT / 2, SWATCH, SWATCH_HEIGHT, dot.fill);
}

/* Side by side on as many lines as they need; draws them unless @scene is NULL. Returns the height. */
static int
place_kinds (LaminaScene     *scene,
             LaminaMetrics   *metrics,
             LaminaChartForm  form,
             const Kind      *kinds,
             guint            n,
             int              width,
             int              y)
{
  double x = 0, top = y;

  for (guint i = 0; i < n; i++)
    {
      const char *name = _(lamina_family_get_title (kinds[i].family));
      double room = SWATCH + SIGN_GAP + lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, name);

      if (x > 0 && x + room > width)
        {
          x = 0;
          top += LINE;
        }
      if (scene != NULL)
        {
          add_sign (scene, form, kinds[i].family, x, top + LINE / 2.0);
          lamina_scene_add_words (scene, x + SWATCH + SIGN_GAP, top + LINE / 2.0, 0, LAMINA_ALIGN_START,
                                  LAMINA_FONT_CAPTION, LAMINA_INK_TEXT, name);
        }
      x += room + ENTRY_GAP;
    }
  return n > 0 ? (int) top + LINE - y : 0;
}

LaminaScene *
lamina_chart_layout_explained (LaminaChartData *data,
                               int              width,
                               int              height,
                               LaminaMetrics   *metrics)
{
  Kind kinds[LAMINA_N_FAMILIES];
  LaminaChartForm form;
  LaminaScene *scene;
  guint n;
  int legend;

  g_return_val_if_fail (data != NULL && metrics != NULL && width > 0 && height > 0, NULL);

  form = lamina_chart_data_get_form (data);
  n = needs_legend (data) ? list_kinds (data, kinds) : 0;
  legend = place_kinds (NULL, metrics, form, kinds, n, width, 0);
  scene = lamina_scene_new (width, height + legend);
  lamina_plot_add (&(LaminaPlot) { data, scene, metrics, 0, 0, width, height });
  if (n == 0)
    return scene;
  lamina_scene_open_group (scene, "kinds of work", 0, height, width, legend);
  place_kinds (scene, metrics, form, kinds, n, width, height);
  lamina_scene_close_group (scene);
  return scene;
}

/* Memory over time: the chart of live memory, with what to hit: the step that each column of pixels shows. */

static void
add_moment (const LaminaPlot      *plot,
            const LaminaLiveChart *chart,
            guint                  step,
            int                    x,
            int                    end)
{
  LaminaSceneBox box = { plot->x + x, plot->y + chart->y, end - x, chart->height, LAMINA_FILL (LAMINA_INK_NONE),
                         lamina_plot_target (step, 1) };

  if (step != LAMINA_NONE)
    lamina_scene_add_box (plot->scene, &box);
}

static void
add_memory (const LaminaPlot *plot)
{
  LaminaTimebase *timebase = NULL;
  LaminaLiveSet *live = lamina_chart_data_get_live (plot->data, &timebase);
  LaminaRun *run = lamina_document_get_run (lamina_chart_data_get_document (plot->data),
                                            lamina_chart_data_get_run (plot->data));
  LaminaLiveChart chart;
  guint step = LAMINA_NONE;
  int begin;

  lamina_live_chart_init (&chart, live, timebase, plot->width, plot->height, plot->metrics);
  lamina_live_chart_add (&chart, plot->scene, live, run, plot->metrics, plot->x, plot->y);
  lamina_scene_open_group (plot->scene, "moments", plot->x + chart.x, plot->y + chart.y, chart.width, chart.height);
  begin = chart.x;
  for (int x = chart.x; x < chart.x + chart.width; x++)
    {
      guint here = lamina_live_set_find_step (live, lamina_live_chart_get_position (&chart, live, x));

      if (here == step)
        continue;
      add_moment (plot, &chart, step, begin, x);
      step = here;
      begin = x;
    }
  add_moment (plot, &chart, step, begin, chart.x + chart.width);
  lamina_scene_close_group (plot->scene);
}

#define LEAST_SIDE 40
#define MOST_ROWS 25
#define SCATTER_HEIGHT 360
#define COLUMNS_HEIGHT 280

void
lamina_plot_add (const LaminaPlot *self)
{
  if (lamina_chart_data_get_reason (self->data) != NULL)
    {
      lamina_scene_open_group (self->scene, "empty", self->x, self->y, self->width, self->height);
      lamina_scene_add_words (self->scene, self->x + self->width / 2.0, self->y + self->height / 2.0, self->width,
                              LAMINA_ALIGN_CENTER, LAMINA_FONT_NAME, LAMINA_INK_QUIET,
                              lamina_chart_data_get_reason (self->data));
      lamina_scene_close_group (self->scene);
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
      add_memory (self);
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

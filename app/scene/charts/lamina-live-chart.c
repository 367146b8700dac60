/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-live-chart.h"

#include "lamina-live-bands.h"
#include "lamina-live-legend.h"
#include "lamina-time-view.h"

#include <math.h>

#define AXIS_HEIGHT 22
#define RIGHT 14
#define TICK_DISTANCE 80
#define LEAST_LEVEL 26

static gint64
get_peak (LaminaLiveSet *live)
{
  guint peak = lamina_live_set_get_peak (live);

  return peak == LAMINA_NONE ? 0 : lamina_live_set_get_steps (live)->total[peak];
}

static LaminaTimeView
get_view (const LaminaLiveChart *self)
{
  double length = (double) ((guint64) self->end - (guint64) self->start);

  return lamina_time_view_init (self->start, MAX (length / self->width, 1e-9), self->width);
}

int
lamina_live_chart_get_x (const LaminaLiveChart *self,
                         gint64                 position)
{
  LaminaTimeView view = get_view (self);

  return self->x + CLAMP (lamina_time_view_get_x (&view, position), 0, self->width - 1);
}

gint64
lamina_live_chart_get_position (const LaminaLiveChart *self,
                                LaminaLiveSet         *live,
                                double                 x)
{
  LaminaTimeView view = get_view (self);
  int column = CLAMP ((int) floor (x) - self->x, 0, self->width - 1);
  gint64 begin = lamina_live_bands_get_edge (&view, column);
  guint step = lamina_live_set_find_most (live, begin, lamina_live_bands_get_edge (&view, column + 1));
  gint64 position = step == LAMINA_NONE ? begin : MAX (lamina_live_set_get_steps (live)->position[step], begin);

  return CLAMP (position, self->start, self->end);
}

/* A chart while it is put into a scene, at a corner. */
typedef struct
{
  const LaminaLiveChart *chart;
  LaminaScene *scene;
  LaminaLiveSet *live;
  LaminaRun *run;
  LaminaMetrics *metrics;
  int x;
  int y;
} Drawing;

static void
add_memory (const Drawing *self)
{
  const LaminaLiveChart *chart = self->chart;
  LaminaTimeView view = get_view (chart);

  lamina_live_bands_lay_out (self->scene, self->live, &view, chart->largest, self->x + chart->x,
                             self->y + chart->y + chart->height, chart->height, FALSE);
}

/* Lines at round numbers of bytes, with the numbers at the left. */
static void
add_levels (const Drawing *self)
{
  const LaminaLiveChart *chart = self->chart;
  gint64 step = lamina_axis_get_step (LAMINA_AXIS_BYTES, (double) chart->largest / chart->height, LEAST_LEVEL);

  for (gint64 level = 0; level <= chart->largest; level += step)
    {
      int at = self->y + chart->y + chart->height - (int) ((double) level / (double) chart->largest * chart->height);
      g_autofree char *text = lamina_axis_dup_tick_text (LAMINA_AXIS_BYTES, level, step, chart->largest);

      lamina_scene_add_rect (self->scene, self->x + chart->x, MIN (at, self->y + chart->y + chart->height - 1), chart->width, 1,
                             LAMINA_FILL (LAMINA_INK_GRID));
      lamina_scene_add_words (self->scene, self->x + chart->x - 8, at, 0, LAMINA_ALIGN_END, LAMINA_FONT_RULER,
                              LAMINA_INK_QUIET, text);
      if (level > chart->largest - step)
        break;
    }
}

static void
add_axis (const Drawing *self)
{
  const LaminaLiveChart *chart = self->chart;
  LaminaAxisUnit unit = lamina_run_get_unit (self->run);
  LaminaTimeView view = get_view (chart);
  LaminaTicks ticks = lamina_ticks_init (&view, unit, chart->start, TICK_DISTANCE, self->metrics);
  int bottom = self->y + chart->y + chart->height;

  lamina_scene_add_rect (self->scene, self->x + chart->x, bottom, chart->width, 1, LAMINA_FILL (LAMINA_INK_QUIET));
  for (guint i = 0; i < ticks.n; i++)
    {
      int at = self->x + chart->x + lamina_ticks_get_x (&ticks, &view, i);
      g_autofree char *text = lamina_axis_dup_tick_text (unit, ticks.first + ticks.step * i, ticks.step, ticks.largest);

      lamina_scene_add_rect (self->scene, at, bottom, 1, 5, LAMINA_FILL (LAMINA_INK_QUIET));
      lamina_scene_add_words (self->scene, at + 0.5, bottom + 13, 0, i == 0 ? LAMINA_ALIGN_START : LAMINA_ALIGN_CENTER,
                              LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
}

/* A line at each moment that is noted: there, memory ran out. */
static void
add_marks (const Drawing *self)
{
  const LaminaLiveChart *chart = self->chart;
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (self->run, &n);
  int last = -1;

  for (guint i = 0; i < n; i++)
    {
      gint64 time = lamina_add_saturating (marks[i].time, lamina_timebase_get_offset (chart->timebase, marks[i].clock));
      int x = self->x + lamina_live_chart_get_x (chart, time);

      if (!lamina_live_set_has_mark (self->live, &marks[i]) || time < chart->start || time > chart->end || x == last)
        continue;
      last = x;
      lamina_scene_add_line (self->scene, &(LaminaSceneLine) { (float) x + 0.5f, (float) (self->y + chart->y), (float) x + 0.5f,
                                                               (float) (self->y + chart->y + chart->height),
                                                               LAMINA_FILL (LAMINA_INK_TEXT), TRUE, 0 });
    }
}

void
lamina_live_chart_init (LaminaLiveChart *self,
                        LaminaLiveSet   *live,
                        LaminaTimebase  *timebase,
                        int              width,
                        int              height,
                        LaminaMetrics   *metrics)
{
  gint64 peak = MAX (get_peak (live), 1);
  g_autofree char *text = lamina_figure_dup (peak, LAMINA_UNIT_BYTES);

  self->start = lamina_timebase_get_start (timebase);
  self->end = MAX (lamina_timebase_get_end (timebase), self->start < G_MAXINT64 ? self->start + 1 : self->start);
  self->largest = peak;
  self->timebase = timebase;
  self->x = (int) ceil (lamina_metrics_get_width (metrics, LAMINA_FONT_RULER, text)) + 24;
  self->width = MAX (width - self->x - RIGHT, 1);
  self->y = lamina_live_legend_add (NULL, live, self->start, self->end, metrics, self->x, self->x + self->width, 0);
  self->height = MAX (height - self->y - AXIS_HEIGHT, 1);
}

void
lamina_live_chart_add (const LaminaLiveChart *self,
                       LaminaScene           *scene,
                       LaminaLiveSet         *live,
                       LaminaRun             *run,
                       LaminaMetrics         *metrics,
                       int                    x,
                       int                    y)
{
  const Drawing drawing = { self, scene, live, run, metrics, x, y };
  int width = self->x + self->width + RIGHT, height = self->y + self->height;

  lamina_scene_open_group (scene, "legend", x, y, width, self->y);
  lamina_live_legend_add (scene, live, self->start, self->end, metrics, x + self->x, x + self->x + self->width, y);
  lamina_scene_close_group (scene);
  lamina_scene_open_group (scene, "levels", x, y, width, height + AXIS_HEIGHT);
  add_levels (&drawing);
  lamina_scene_close_group (scene);
  lamina_scene_open_group (scene, "memory", x + self->x, y + self->y, self->width, self->height);
  add_memory (&drawing);
  add_marks (&drawing);
  lamina_scene_close_group (scene);
  lamina_scene_open_group (scene, "axis", x, y + height, width, AXIS_HEIGHT);
  add_axis (&drawing);
  lamina_scene_close_group (scene);
}

LaminaScene *
lamina_live_chart_layout (const LaminaLiveChart *self,
                          LaminaLiveSet         *live,
                          LaminaRun             *run,
                          LaminaMetrics         *metrics)
{
  LaminaScene *scene;

  g_return_val_if_fail (self != NULL && live != NULL && run != NULL && metrics != NULL, NULL);

  scene = lamina_scene_new (self->x + self->width + RIGHT, self->y + self->height + AXIS_HEIGHT);
  lamina_live_chart_add (self, scene, live, run, metrics, 0, 0);
  return scene;
}

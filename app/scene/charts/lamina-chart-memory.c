/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-plot.h"
#include "lamina-live-chart.h"

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

void
lamina_plot_add_memory (const LaminaPlot *plot)
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

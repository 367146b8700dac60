/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gettext.h"
#include "lamina-timeline-rows.h"

#define TICK_HEIGHT 5

static const struct
{
  const char *word;
  LaminaInk ink;
} badges[] = {
  [LAMINA_TIMING_MEASURED] = { N_("Measured"), LAMINA_INK_MEASURED },
  [LAMINA_TIMING_END_TO_END] = { N_("Laid end to end"), LAMINA_INK_END_TO_END },
  [LAMINA_TIMING_ORDER] = { N_("Order only"), LAMINA_INK_ORDER },
};

/* How the positions came about, and how much of the axis is seen. */
static void
add_badge (LaminaScene                 *scene,
           LaminaRun                   *run,
           const LaminaTimeView        *view,
           const LaminaTimelineOptions *options)
{
  double middle = options->ruler_height / 2.0;
  LaminaTiming timing = lamina_run_get_timing (run);
  gint64 length = lamina_subtract_saturating (view->end, view->start);
  g_autofree char *text = lamina_axis_dup_length_text (lamina_run_get_unit (run), length);

  lamina_scene_open_group (scene, "ruler/name", 0, 0, options->names_width, options->ruler_height);
  lamina_scene_add_rect (scene, 0, 0, options->names_width, options->ruler_height, LAMINA_FILL (LAMINA_INK_BAND));
  lamina_scene_add_rect (scene, 0, options->ruler_height - 1, options->names_width, 1,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_rect (scene, options->names_width - 1, 0, 1, options->ruler_height,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  if (!options->without_badge)
    {
      lamina_scene_add_rect (scene, 10, (int) middle - 2, 5, 5, LAMINA_FILL (badges[timing].ink));
      lamina_scene_add_words (scene, 20, middle, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, badges[timing].ink,
                              _(badges[timing].word));
    }
  lamina_scene_add_words (scene, options->names_width - 9, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                          LAMINA_INK_QUIET, text);
  lamina_scene_close_group (scene);
}

void
lamina_ruler_lay_out (LaminaScene                 *scene,
                      LaminaRun                   *run,
                      const LaminaTimeView        *view,
                      const LaminaTimelineOptions *options,
                      const LaminaTicks           *ticks,
                      LaminaMetrics               *metrics)
{
  int x = options->names_width, end = x + view->width;
  int height = options->ruler_height;
  LaminaSceneBox ground = { x, 0, view->width, height, LAMINA_FILL (LAMINA_INK_BAND), { .kind = LAMINA_TARGET_RULER } };

  lamina_scene_open_group (scene, "ruler", x, 0, view->width, height);
  lamina_scene_add_box (scene, &ground);
  lamina_scene_add_rect (scene, x, height - 1, view->width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  for (guint i = 0; i < ticks->n; i++)
    {
      int tick = x + lamina_ticks_get_x (ticks, view, i);
      g_autofree char *text = lamina_axis_dup_tick_text (ticks->unit, ticks->first + ticks->step * i, ticks->step,
                                                         ticks->largest);

      lamina_scene_add_rect (scene, tick, height - TICK_HEIGHT, 1, TICK_HEIGHT, LAMINA_FILL (LAMINA_INK_QUIET));
      if (tick + 4 + lamina_metrics_get_width (metrics, LAMINA_FONT_RULER, text) <= end)
        lamina_scene_add_words (scene, tick + 4, height / 2.0 - 1, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER,
                                LAMINA_INK_QUIET, text);
    }
  lamina_scene_close_group (scene);
  if (options->names_width > 0)
    add_badge (scene, run, view, options);
}

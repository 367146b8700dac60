/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a timeline of a million threads takes of the thread that draws it: nothing of it may be felt.
 */

#include "bench.h"

#include "lamina-timeline.h"

#include <math.h>

#define N_THREADS 1000000
#define WIDTH 1600
#define HEIGHT 900
#define N_FRAMES 25
#define STAND_BUDGET_MS 100.0
#define FRAME_BUDGET_MS 16.6

static LaminaDocument *
create_threads (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "threads", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 host, name = lamina_builder_intern (builder, "work", -1);

  lamina_builder_add_clock (builder, run, "host");
  host = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_autofree char *title = g_strdup_printf ("thread %u", i);

      bench_add_slice (builder, run, lamina_builder_add_track (builder, run, host, title, 0), LAMINA_NONE, name, 10 * i, 100);
    }
  return bench_freeze (builder);
}

/* The longest that a frame takes while all tracks are scrolled, once they are placed. */
static double
measure_frames (LaminaRun             *run,
                LaminaTimebase        *timebase,
                LaminaTimelineOptions *options,
                LaminaMetrics         *metrics)
{
  int height = lamina_timeline_get_height (run, options, HEIGHT);
  double longest = 0;

  for (int i = 0; i < N_FRAMES; i++)
    {
      LaminaViewport viewport = { .width = WIDTH - options->names_width, .height = HEIGHT };
      double since = bench_thread_now ();

      viewport.per_px = 10.0 * N_THREADS / viewport.width;
      viewport.scroll = (height - HEIGHT) / (N_FRAMES - 1) * i;
      lamina_scene_unref (lamina_timeline_layout (run, timebase, &viewport, options, metrics));
      longest = MAX (longest, 1000 * (bench_thread_now () - since));
    }
  return longest;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (LaminaDocument) document = create_threads ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  LaminaMetrics *metrics = lamina_metrics_new (&style);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  g_autoptr (LaminaTimelinePlaces) places = NULL;
  g_autofree guint32 *depths = NULL;
  g_autoptr (LaminaScene) overview = NULL;
  guint n;
  double since = bench_thread_now ();

  lamina_timeline_prepare (run);
  bench_report ("rows of a million threads listed, by whoever loads them", 1000 * (bench_thread_now () - since), "ms",
                (double) NAN);
  options.arrangement = lamina_arrangement_attach_shown (run);
  since = bench_thread_now ();
  options.names_width = lamina_timeline_get_names_width (run, options.arrangement, metrics);
  bench_report ("names of a million threads measured", 1000 * (bench_thread_now () - since), "ms", STAND_BUDGET_MS);
  since = bench_thread_now ();
  options.places = places = lamina_timeline_places_get (run, &options, HEIGHT);
  bench_report ("rows of a million threads placed", 1000 * (bench_thread_now () - since), "ms", STAND_BUDGET_MS);
  since = bench_thread_now ();
  depths = lamina_timeline_find_depths (run, timebase, 0, 1000, &n);
  bench_report ("depths of a million threads", 1000 * (bench_thread_now () - since), "ms", STAND_BUDGET_MS);
  since = bench_thread_now ();
  overview = lamina_overview_layout (run, timebase, options.arrangement, NULL, WIDTH, 80);
  bench_report ("overview of a million threads", 1000 * (bench_thread_now () - since), "ms", STAND_BUDGET_MS);
  bench_report ("frame of a million threads, longest of 25", measure_frames (run, timebase, &options, metrics), "ms",
                FRAME_BUDGET_MS);
  lamina_metrics_free (metrics);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* How long it takes from a position of the pointer to the words of its tooltip. */

#include "bench.h"

#include "lamina-timeline.h"

#define WIDTH 1600
#define HEIGHT 900
#define N_POSITIONS 2000
#define BUDGET_MS 3.0

/* What the window shows of a slice: its name, its times, its layer with type and shapes. */
static void
describe_slice (LaminaRun   *run,
                LaminaTrack *track,
                guint        slice)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 layer = lamina_column_row (slices->layer, slice);

  g_free (lamina_slice_dup_label (lamina_run_get_string (run, slices->name[slice])));
  g_free (lamina_figure_dup (slices->duration[slice], LAMINA_UNIT_NANOSECONDS));
  if (layer == LAMINA_NONE)
    return;
  for (guint i = layers->first_input ? layers->first_input[layer] : 0;
       layers->first_input && i < layers->first_input[layer + 1]; i++)
    g_free (lamina_run_dup_shape_text (run, lamina_column_id (tensors->shape, layers->inputs[i])));
}

static double
hover (LaminaRun   *run,
       LaminaScene *scene,
       double       x,
       double       y)
{
  double since = bench_now ();
  const LaminaTarget *target = lamina_scene_pick (scene, x, y, 3);

  if (target != NULL && target->kind == LAMINA_TARGET_SLICES)
    describe_slice (run, lamina_run_get_track (run, target->track), target->first);
  return 1000 * (bench_now () - since);
}

static void
bench_trace (guint64 n_slices)
{
  g_autoptr (LaminaDocument) document = bench_trace_new (n_slices);
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new (&style);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { .width = WIDTH - options.names_width, .height = HEIGHT };
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree double *samples = g_new (double, N_POSITIONS);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree char *name = g_strdup_printf ("hover over %" G_GUINT64_FORMAT " slices, 95 %% within", n_slices);

  viewport.start = lamina_timebase_get_start (timebase);
  viewport.per_px = (double) (lamina_timebase_get_end (timebase) - viewport.start) / viewport.width;
  scene = lamina_timeline_layout (run, timebase, &viewport, &options, metrics);
  for (guint i = 0; i < N_POSITIONS; i++)
    samples[i] = hover (run, scene, g_rand_double_range (random, 0, WIDTH), g_rand_double_range (random, 0, HEIGHT));
  bench_report (name, bench_percentile (samples, N_POSITIONS, 0.95), "ms", BUDGET_MS);
}

int
main (void)
{
  bench_trace (10000);
  bench_trace (1000000);
  return 0;
}

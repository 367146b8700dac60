/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a frame takes while a trace is moved and zoomed: layout, and painting on an image of the size of the window,
 * in time of the processor.
 */

#include "bench.h"

#include "lamina-painter.h"
#include "lamina-timeline.h"

#include <math.h>

#define WIDTH 1600
#define HEIGHT 900
#define N_FRAMES 120
#define FRAME_BUDGET_MS 16.6
#define LAYOUT_BUDGET_MS 3.0
#define RATIO_BUDGET 1.2

typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaMetrics *metrics;
  LaminaPainter *painter;
  cairo_t *cr;
  double layouts[N_FRAMES];
  double frames[N_FRAMES];
} Bench;

typedef struct
{
  double frame;
  double layout;
} Result;

static void
draw_frame (Bench  *self,
            guint   i,
            double  start,
            double  per_px,
            int     scroll)
{
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = {
    .start = lamina_timebase_get_start (self->timebase) + (gint64) start,
    .per_px = per_px,
    .width = WIDTH - options.names_width,
    .height = HEIGHT,
    .scroll = scroll,
  };
  double since = bench_thread_now ();
  g_autoptr (LaminaScene) scene = lamina_timeline_layout (self->run, self->timebase, &viewport, &options,
                                                          self->metrics);

  self->layouts[i] = 1000 * (bench_thread_now () - since);
  lamina_painter_paint (self->painter, self->cr, scene);
  cairo_surface_flush (cairo_get_target (self->cr));
  self->frames[i] = 1000 * (bench_thread_now () - since);
}

static Result
finish (Bench      *self,
        const char *what,
        guint64     n_slices)
{
  g_autofree char *frame = g_strdup_printf ("frame of %" G_GUINT64_FORMAT " slices, %s, 95 %% within", n_slices, what);
  g_autofree char *layout = g_strdup_printf ("layout of it, 95 %% within");
  Result result = {
    .frame = bench_percentile (self->frames, N_FRAMES, 0.95),
    .layout = bench_percentile (self->layouts, N_FRAMES, 0.95),
  };

  bench_report (frame, result.frame, "ms", FRAME_BUDGET_MS);
  bench_report (layout, result.layout, "ms", LAYOUT_BUDGET_MS);
  return result;
}

/* Moves a part of the run by eleven pixels for each frame. */
static Result
pan (Bench      *self,
     guint64     n_slices,
     const char *what,
     double      part)
{
  double span = (double) (lamina_timebase_get_end (self->timebase) - lamina_timebase_get_start (self->timebase));
  double per_px = span * part / (WIDTH - 150);

  for (guint i = 0; i < N_FRAMES; i++)
    draw_frame (self, i, span * 0.3 + 11 * per_px * i, per_px, 0);
  return finish (self, what, n_slices);
}

/* From the whole run down to a hundred-thousandth of it, around one place. */
static Result
zoom (Bench   *self,
      guint64  n_slices)
{
  double span = (double) (lamina_timebase_get_end (self->timebase) - lamina_timebase_get_start (self->timebase));

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double part = pow (10, -5.0 * i / (N_FRAMES - 1));

      draw_frame (self, i, span * 0.4 * (1 - part), span * part / (WIDTH - 150), 0);
    }
  return finish (self, "zoom", n_slices);
}

/* The worst frame of all movements. */
static double
bench_trace (guint64 n_slices)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaDocument) document = bench_trace_new (n_slices);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (lamina_document_get_run (document, 0), TRUE);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new (&style);
  g_autoptr (LaminaPainter) painter = lamina_painter_new (&style);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  Bench self = { lamina_document_get_run (document, 0), timebase, metrics, painter, cairo_create (surface), { 0 },
                 { 0 } };
  double worst = 0;

  worst = fmax (worst, pan (&self, n_slices, "pan of the whole run", 1).frame);
  worst = fmax (worst, pan (&self, n_slices, "pan of a hundredth", 0.01).frame);
  worst = fmax (worst, pan (&self, n_slices, "pan of a ten-thousandth", 0.0001).frame);
  worst = fmax (worst, zoom (&self, n_slices).frame);
  cairo_destroy (self.cr);
  cairo_surface_destroy (surface);
  return worst;
}

int
main (int    argc,
      char **argv)
{
  guint64 most = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  double small = bench_trace (10000);
  double worst = small;

  for (guint64 n = 1000000; n <= most; n *= 10)
    worst = bench_trace (n);
  bench_report ("worst frame of the largest trace, compared with 10000 slices", worst / small, "×", RATIO_BUDGET);
  return 0;
}

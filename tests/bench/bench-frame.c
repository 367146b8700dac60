/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long a frame takes while a trace is moved and zoomed: layout, and painting on an image of the size of the window,
 * in time of the processor.
 *
 * usage: bench-frame [SLICES]
 *
 * A small trace of 10 000 slices and a large one, of 10 M if nothing else is asked for, take turns, move by move, in
 * several rounds. A frame takes the median of its rounds; a move takes what 95 of 100 of its frames keep. Two figures
 * are held against the budget of the large trace by the small one:
 *
 *   over all        the worst move over each of the traces, from all of it down to a hundred-thousandth. The large one
 *                   has more to show: where all slices of the small one are seen, it fills more of the picture.
 *   the same boxes  the worst move over that part of the large trace that is the small one, slice by slice, at the same
 *                   scale: every frame has the same boxes and texts in both, and what differs is what it owes to the
 *                   millions of slices around it.
 */

#include "bench.h"

#include "lamina-painter.h"
#include "lamina-timeline.h"

#include <math.h>

#define WIDTH 1600
#define HEIGHT 900
#define N_FRAMES 120
#define N_ROUNDS 5
#define N_SMALL 10000
#define PAN_PX 11
#define FRAME_BUDGET_MS 16.6
#define LAYOUT_BUDGET_MS 3.0
#define RATIO_BUDGET 1.2

/*
 * What is done to a trace.
 * part    how much of it is seen while it is moved; 0 to zoom from all of it to a hundred-thousandth
 * common  of the part that both traces have
 */
static const struct
{
  const char *what;
  double part;
  gboolean common;
} moves[] = {
  { "pan of a half", 0.5, FALSE },
  { "pan of a hundredth", 0.01, FALSE },
  { "pan of a ten-thousandth", 0.0001, FALSE },
  { "zoom", 0, FALSE },
  { "pan of a half of the same boxes", 0.5, TRUE },
  { "pan of a tenth of the same boxes", 0.1, TRUE },
  { "zoom into the same boxes", 0, TRUE },
};

typedef struct
{
  double frames[N_ROUNDS][N_FRAMES];
  double layouts[N_ROUNDS][N_FRAMES];
  double boxes[N_FRAMES];
  double texts[N_FRAMES];
} Times;

typedef struct
{
  guint64 n_slices;
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  gint64 start;
  double span;
  Times times[G_N_ELEMENTS (moves)];
} Trace;

typedef struct
{
  LaminaMetrics *metrics;
  LaminaPainter *painter;
  cairo_t *cr;
} Screen;

static Trace *
trace_new (guint64 n_slices)
{
  Trace *self = g_new0 (Trace, 1);

  self->n_slices = n_slices;
  self->document = bench_trace_new (n_slices);
  self->run = lamina_document_get_run (self->document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
  self->start = lamina_timebase_get_start (self->timebase);
  self->span = (double) (lamina_timebase_get_end (self->timebase) - self->start);
  return self;
}

static void
trace_free (Trace *self)
{
  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
  g_free (self);
}

static void
screen_init (Screen *self)
{
  const LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);

  self->metrics = lamina_metrics_new (&style);
  self->painter = lamina_painter_new (&style);
  self->cr = cairo_create (surface);
  cairo_surface_destroy (surface);
}

static void
screen_clear (Screen *self)
{
  cairo_destroy (self->cr);
  lamina_painter_free (self->painter);
  lamina_metrics_free (self->metrics);
}

/* Where frame @i of a move over @span begins, and how much it shows. A move stays inside. */
static double
get_place (guint   move,
           guint   i,
           double  span,
           double *shown)
{
  double part = moves[move].part > 0 ? moves[move].part : pow (10, -5.0 * i / (N_FRAMES - 1));
  double step = fmin (part * PAN_PX / WIDTH, 0.7 * (1 - part) / N_FRAMES);

  *shown = span * part;
  return moves[move].part > 0 ? span * (0.3 * (1 - part) + step * i) : span * 0.4 * (1 - part);
}

static void
draw_frame (Screen *screen,
            Trace  *trace,
            guint   move,
            double  span,
            guint   round,
            guint   i)
{
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { .width = WIDTH - options.names_width, .height = HEIGHT };
  Times *times = &trace->times[move];
  g_autoptr (LaminaScene) scene = NULL;
  double shown, since;
  guint n;

  viewport.start = trace->start + (gint64) get_place (move, i, span, &shown);
  viewport.per_px = shown / viewport.width;
  since = bench_thread_now ();
  scene = lamina_timeline_layout (trace->run, trace->timebase, &viewport, &options, screen->metrics);
  times->layouts[round][i] = 1000 * (bench_thread_now () - since);
  lamina_painter_paint (screen->painter, screen->cr, scene);
  cairo_surface_flush (cairo_get_target (screen->cr));
  times->frames[round][i] = 1000 * (bench_thread_now () - since);
  lamina_scene_get_boxes (scene, &n);
  times->boxes[i] = n;
  lamina_scene_get_texts (scene, &n);
  times->texts[i] = n;
}

/* The small trace first. */
static void
run_round (Screen *screen,
           Trace  *pair[2],
           double  common,
           guint   round)
{
  for (guint move = 0; move < G_N_ELEMENTS (moves); move++)
    for (guint side = 0; side < 2; side++)
      for (guint i = 0; i < N_FRAMES; i++)
        draw_frame (screen, pair[side], move, moves[move].common ? common : pair[side]->span, round, i);
}

/* Returns what the frames keep. */
static double
report_move (Trace *trace,
             guint  move)
{
  Times *times = &trace->times[move];
  double frame = bench_percentile_of_rounds (times->frames[0], N_ROUNDS, N_FRAMES, 0.95);
  double layout = bench_percentile_of_rounds (times->layouts[0], N_ROUNDS, N_FRAMES, 0.95);
  g_autofree char *name = g_strdup_printf ("frame of %" G_GUINT64_FORMAT " slices, %s, 95 %% within", trace->n_slices,
                                           moves[move].what);

  bench_report (name, frame, "ms", FRAME_BUDGET_MS);
  bench_report ("  layout of it, 95 % within", layout, "ms", LAYOUT_BUDGET_MS);
  bench_report ("  boxes in it, median", bench_percentile (times->boxes, N_FRAMES, 0.5), "", NAN);
  bench_report ("  texts in it, median", bench_percentile (times->texts, N_FRAMES, 0.5), "", NAN);
  return frame;
}

static void
report (Trace *pair[2])
{
  double worst[2][2] = { { 0 } };

  for (guint move = 0; move < G_N_ELEMENTS (moves); move++)
    for (guint side = 0; side < 2; side++)
      {
        double *most = &worst[moves[move].common ? 1 : 0][side];

        *most = fmax (*most, report_move (pair[side], move));
      }
  bench_report ("worst frame of the large trace by that of the small one, over all", worst[0][1] / worst[0][0], "×",
                RATIO_BUDGET);
  bench_report ("worst frame of the large trace by that of the small one, the same boxes", worst[1][1] / worst[1][0],
                "×", RATIO_BUDGET);
}

int
main (int    argc,
      char **argv)
{
  Trace *pair[] = { trace_new (N_SMALL), trace_new (argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000) };
  double common = (double) bench_trace_find_common (pair[0]->document);
  Screen screen;

  screen_init (&screen);
  /* Fonts and pages are touched for the first time in a round that is drawn again. */
  run_round (&screen, pair, common, 0);
  for (guint round = 0; round < N_ROUNDS; round++)
    run_round (&screen, pair, common, round);
  report (pair);
  screen_clear (&screen);
  trace_free (pair[0]);
  trace_free (pair[1]);
  return 0;
}

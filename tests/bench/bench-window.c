/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the main thread works on a frame of the real timeline, 1600×900, while it is moved, zoomed and hovered, in
 * time of the processor: bare, and with everything over it that a user can ask for.
 *
 * usage: bench-window [SLICES [overlays]]
 *
 * A small trace of 10 000 slices and a large one, of 10 M if nothing else is asked for, take turns, move by move, in
 * several rounds. A frame takes the median of its rounds; a move takes what 95 of 100 of its frames keep. What is held
 * against the budget of the large trace by the small one is the same as in bench-frame: the worst move over each of the
 * traces, and the worst one over the part that both have, where the frames have the same boxes.
 */

#include "config.h"

#include "bench.h"

#include "lamina-application.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-span.h"
#include "lamina-timeline-view.h"

#include <math.h>

#define WIDTH 1600
#define HEIGHT 900
#define N_FRAMES 60
#define N_ROUNDS 5
#define N_ROUNDS_OVERLAID 3
#define N_SMALL 10000
#define N_SELECTED 300
#define N_WORKS 6
#define FRAME_BUDGET_MS 16.6
#define HOVER_BUDGET_MS 3.0
#define RATIO_BUDGET 1.2

typedef struct _Bench Bench;
typedef void (*Move) (Bench *self,
                      guint  i);

struct _Bench
{
  guint64 n_slices;
  LaminaDocument *document;
  LaminaSession *session;
  LaminaTimelineView *view;
  GtkWidget *window;
  LaminaRange bounds;
  double span; /* what is moved over, from the start on */
  Move move;
  guint i;
  double since;
  double *frames; /* of the round that runs */
  double times[N_WORKS][N_ROUNDS][N_FRAMES];
};

static void
show_part (Bench *self,
           double from,
           double part)
{
  gint64 start = self->bounds.start + (gint64) (self->span * from);

  lamina_session_set_range (self->session, start, start + (gint64) (self->span * part));
}

/* Eleven pixels for each frame. */
static void
pan (Bench  *self,
     guint   i,
     double  part)
{
  show_part (self, 0.3 * (1 - part) + part * 11 * i / WIDTH, part);
}

/* As much as a small trace draws at most: where half of it is in view. */
static void
pan_half (Bench *self,
          guint  i)
{
  pan (self, i / 2, 0.5);
}

static void
pan_hundredth (Bench *self,
               guint  i)
{
  pan (self, i, 0.01);
}

static void
zoom (Bench *self,
      guint  i)
{
  double part = pow (10, -5.0 * i / (N_FRAMES - 1));

  show_part (self, 0.4 * (1 - part), part);
}

static void
hover (Bench *self,
       guint  i)
{
  GtkWidget *canvas = GTK_WIDGET (lamina_timeline_view_get_canvas (self->view));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (canvas);

  for (guint c = 0; c < g_list_model_get_n_items (controllers); c++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, c);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", 200.0 + 7 * i, 100.0 + 4 * i);
    }
}

/* The change and all that GTK does for it until the frame is drawn. */
static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  Bench *self = user_data;

  if (self->i >= N_FRAMES)
    return G_SOURCE_REMOVE;
  self->since = bench_thread_now ();
  self->move (self, self->i);
  gtk_widget_queue_draw (GTK_WIDGET (lamina_timeline_view_get_canvas (self->view)));
  return G_SOURCE_CONTINUE;
}

static void
on_after_paint (GdkFrameClock *clock,
                Bench         *self)
{
  if (self->since > 0 && self->i < N_FRAMES)
    self->frames[self->i++] = 1000 * (bench_thread_now () - self->since);
  self->since = 0;
}

static void
run (Bench  *self,
     Move    move,
     double  span,
     double *frames)
{
  self->move = move;
  self->span = span;
  self->frames = frames;
  self->i = 0;
  show_part (self, 0.3, 0.01);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick, self, NULL);
  while (self->i < N_FRAMES)
    g_main_context_iteration (NULL, TRUE);
}

static Bench *
bench_open (guint64 n_slices)
{
  Bench *self = g_new0 (Bench, 1);

  self->n_slices = n_slices;
  self->document = bench_trace_new (n_slices);
  self->session = lamina_session_new (self->document);
  self->view = g_object_new (LAMINA_TYPE_TIMELINE_VIEW, NULL);
  self->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (self->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (self->window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  lamina_timeline_view_set_session (self->view, self->session);
  lamina_session_get_bounds (self->session, &self->bounds);
  gtk_window_present (GTK_WINDOW (self->window));
  while (!lamina_session_get_range (self->session))
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (gtk_widget_get_frame_clock (self->window), "after-paint", G_CALLBACK (on_after_paint), self);
  return self;
}

static void
bench_close (Bench *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->session);
  lamina_document_unref (self->document);
  g_free (self);
}

static gint64
get_place (Bench  *self,
           double  part)
{
  return self->bounds.start + (gint64) ((double) lamina_span_get (&self->bounds) * part);
}

/* A marked range, rulers and a note, matches of a search, many selected layers: all at once, where the frames look. */
static void
add_overlays (Bench *self)
{
  LaminaSessionRulers *rulers = lamina_session_get_rulers (self->session);
  LaminaSessionSearch *search = lamina_session_get_search (self->session);
  guint n_layers = lamina_run_get_layers (lamina_session_get_run (self->session))->n;
  guint32 selected[N_SELECTED];

  for (guint i = 0; i < N_SELECTED; i++)
    selected[i] = (guint32) ((guint64) i * n_layers / N_SELECTED);
  lamina_session_select_layers (self->session, selected, N_SELECTED, selected[N_SELECTED / 3]);
  lamina_session_set_marked_range (self->session, get_place (self, 0.302), get_place (self, 0.307));
  for (guint i = 0; i < 4; i++)
    lamina_session_rulers_add (rulers, get_place (self, 0.301 + 0.002 * i), get_place (self, 0.302 + 0.002 * i), TRUE);
  lamina_session_rulers_add_note (rulers, get_place (self, 0.305), "a note");
  lamina_session_search_set_text (search, "conv");
  while (lamina_session_search_is_busy (search))
    g_main_context_iteration (NULL, TRUE);
}

/* What is done to the timeline. */
static const struct
{
  const char *what;
  Move move;
  double budget;
  gboolean common; /* over the part that both traces have */
} works[N_WORKS] = {
  { "pan of a half", pan_half, FRAME_BUDGET_MS, FALSE },
  { "pan of a hundredth", pan_hundredth, FRAME_BUDGET_MS, FALSE },
  { "zoom", zoom, FRAME_BUDGET_MS, FALSE },
  { "hover", hover, HOVER_BUDGET_MS, FALSE },
  { "pan of a half of the same boxes", pan_half, FRAME_BUDGET_MS, TRUE },
  { "zoom into the same boxes", zoom, FRAME_BUDGET_MS, TRUE },
};

/* The small trace first. */
static void
run_round (Bench  *pair[2],
           double  common,
           guint   round)
{
  for (guint w = 0; w < N_WORKS; w++)
    for (guint i = 0; i < 2; i++)
      run (pair[i], works[w].move, works[w].common ? common : (double) lamina_span_get (&pair[i]->bounds),
           pair[i]->times[w][round]);
}

static void
report_pair (Bench      *pair[2],
             guint       n_rounds,
             const char *how)
{
  double worst[2][2] = { { 0 } };

  for (guint w = 0; w < N_WORKS; w++)
    for (guint i = 0; i < 2; i++)
      {
        double *most = &worst[works[w].common ? 1 : 0][i];
        double time = bench_percentile_of_rounds (pair[i]->times[w][0], n_rounds, N_FRAMES, 0.95);
        g_autofree char *name = g_strdup_printf ("window of %" G_GUINT64_FORMAT " slices%s, %s, 95 %% within",
                                                 pair[i]->n_slices, how, works[w].what);

        bench_report (name, time, "ms", works[w].budget);
        if (works[w].move != hover)
          *most = fmax (*most, time);
      }
  if (*how != '\0')
    return;
  bench_report ("worst frame of the large trace in the window by that of the small one, over all",
                worst[0][1] / worst[0][0], "×", RATIO_BUDGET);
  bench_report ("worst frame of the large trace in the window by that of the small one, the same boxes",
                worst[1][1] / worst[1][0], "×", RATIO_BUDGET);
}

static void
bench_pair (Bench      *pair[2],
            guint       n_rounds,
            const char *how)
{
  double common = (double) bench_trace_find_common (pair[0]->document);

  /* Fonts and pages are touched for the first time in a round that is drawn again. */
  run_round (pair, common, 0);
  for (guint round = 0; round < n_rounds; round++)
    run_round (pair, common, round);
  report_pair (pair, n_rounds, how);
}

int
main (int    argc,
      char **argv)
{
  guint64 most = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  g_autoptr (LaminaApplication) application = NULL;
  Bench *pair[2];

  if (!gtk_init_check ())
    return 0;
  application = lamina_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  pair[0] = bench_open (N_SMALL);
  pair[1] = bench_open (most);
  if (argc < 3)
    bench_pair (pair, N_ROUNDS, "");
  add_overlays (pair[0]);
  add_overlays (pair[1]);
  bench_pair (pair, N_ROUNDS_OVERLAID, " with every overlay");
  bench_close (pair[0]);
  bench_close (pair[1]);
  return 0;
}

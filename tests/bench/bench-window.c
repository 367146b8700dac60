/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the main thread works on a frame of the real timeline, 1600×900, while it is moved, zoomed and hovered, in
 * time of the processor: bare, and with everything over it that a user can ask for. A small and a large trace take turns in one run, so that both see
 * the same machine.
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
#define N_FRAMES 120
#define N_ROUNDS 3
#define N_SMALL 10000
#define N_SELECTED 300
#define FRAME_BUDGET_MS 16.6
#define HOVER_BUDGET_MS 3.0

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
  Move move;
  guint i;
  double since;
  double frames[N_FRAMES];
};

/* What is done to the timeline, and the best of its rounds in both traces, which other programs disturbed least. */
typedef struct
{
  const char *what;
  Move move;
  double budget;
  double best[2];
} Work;

static void
show_part (Bench *self,
           double from,
           double part)
{
  double span = (double) lamina_span_get (&self->bounds);
  gint64 start = self->bounds.start + (gint64) (span * from);

  lamina_session_set_range (self->session, start, start + (gint64) (span * part));
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

/* Milliseconds that 95 of 100 frames keep. */
static double
run (Bench *self,
     Move   move)
{
  self->move = move;
  self->i = 0;
  show_part (self, 0.3, 0.01);
  gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick, self, NULL);
  while (self->i < N_FRAMES)
    g_main_context_iteration (NULL, TRUE);
  return bench_percentile (self->frames, N_FRAMES, 0.95);
}

static void
bench_open (Bench   *self,
            guint64  n_slices)
{
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
}

static void
bench_close (Bench *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_unref (self->session);
  lamina_document_unref (self->document);
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

static void
run_pair (Bench *pair,
          Work  *works,
          guint  n_works)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint w = 0; w < n_works; w++)
      for (guint i = 0; i < 2; i++)
        works[w].best[i] = fmin (works[w].best[i], run (&pair[i], works[w].move));
}

static void
report_pair (const Bench *pair,
             const Work  *works,
             guint        n_works,
             const char  *how)
{
  double worst[2] = { 0, 0 };

  for (guint w = 0; w < n_works; w++)
    for (guint i = 0; i < 2; i++)
      {
        g_autofree char *name = g_strdup_printf ("window of %" G_GUINT64_FORMAT " slices%s, %s, 95 %% within",
                                                 pair[i].n_slices, how, works[w].what);

        bench_report (name, works[w].best[i], "ms", works[w].budget);
        if (works[w].budget > HOVER_BUDGET_MS)
          worst[i] = fmax (worst[i], works[w].best[i]);
      }
  if (*how == '\0')
    bench_report ("worst frame of the large trace in the window, compared with the small one", worst[1] / worst[0], "×", 1.2);
}

static void
bench_pair (Bench      *pair,
            const char *how)
{
  Work works[] = {
    { "pan of a half", pan_half, FRAME_BUDGET_MS, { HUGE_VAL, HUGE_VAL } },
    { "pan of a hundredth", pan_hundredth, FRAME_BUDGET_MS, { HUGE_VAL, HUGE_VAL } },
    { "zoom", zoom, FRAME_BUDGET_MS, { HUGE_VAL, HUGE_VAL } },
    { "hover", hover, HOVER_BUDGET_MS, { HUGE_VAL, HUGE_VAL } },
  };

  run_pair (pair, works, G_N_ELEMENTS (works));
  report_pair (pair, works, G_N_ELEMENTS (works), how);
}

int
main (int    argc,
      char **argv)
{
  guint64 most = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  g_autoptr (LaminaApplication) application = NULL;
  Bench pair[2] = { 0 };

  if (!gtk_init_check ())
    return 0;
  application = lamina_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  bench_open (&pair[0], N_SMALL);
  bench_open (&pair[1], most);
  if (argc < 3)
    bench_pair (pair, "");
  add_overlays (&pair[0]);
  add_overlays (&pair[1]);
  bench_pair (pair, " with every overlay");
  bench_close (&pair[0]);
  bench_close (&pair[1]);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* How long the main thread works on a frame of the real timeline, 1600×900, while it is moved, zoomed and hovered. */

#include "config.h"

#include "bench.h"

#include "lamina-application.h"
#include "lamina-span.h"
#include "lamina-timeline-view.h"

#include <math.h>

#define WIDTH 1600
#define HEIGHT 900
#define N_FRAMES 120
#define FRAME_BUDGET_MS 16.6
#define HOVER_BUDGET_MS 3.0

typedef struct _Bench Bench;
typedef void (*Move) (Bench *self,
                      guint  i);

struct _Bench
{
  LaminaSession *session;
  LaminaTimelineView *view;
  LaminaRange bounds;
  Move move;
  guint i;
  double since;
  double frames[N_FRAMES];
};

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
pan (Bench *self,
     guint  i)
{
  show_part (self, 0.3 + 0.01 * 11 * i / WIDTH, 0.01);
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
  self->since = bench_now ();
  self->move (self, self->i);
  gtk_widget_queue_draw (GTK_WIDGET (lamina_timeline_view_get_canvas (self->view)));
  return G_SOURCE_CONTINUE;
}

static void
on_after_paint (GdkFrameClock *clock,
                Bench         *self)
{
  if (self->since > 0 && self->i < N_FRAMES)
    self->frames[self->i++] = 1000 * (bench_now () - self->since);
  self->since = 0;
}

static double
run (Bench      *self,
     Move        move,
     const char *what,
     guint64     n_slices,
     double      budget)
{
  g_autofree char *name = g_strdup_printf ("window of %" G_GUINT64_FORMAT " slices, %s, 95 %% within", n_slices, what);
  double worst;

  self->move = move;
  self->i = 0;
  gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick, self, NULL);
  while (self->i < N_FRAMES)
    g_main_context_iteration (NULL, TRUE);
  worst = bench_percentile (self->frames, N_FRAMES, 0.95);
  bench_report (name, worst, "ms", budget);
  return worst;
}

static double
bench_view (guint64 n_slices)
{
  g_autoptr (LaminaDocument) document = bench_trace_new (n_slices);
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  GtkWidget *window = gtk_window_new ();
  Bench self = { .session = session, .view = g_object_new (LAMINA_TYPE_TIMELINE_VIEW, NULL) };
  double worst;

  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (self.view));
  lamina_timeline_view_set_session (self.view, session);
  lamina_session_get_bounds (session, &self.bounds);
  gtk_window_present (GTK_WINDOW (window));
  while (!lamina_session_get_range (session))
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_after_paint), &self);
  worst = run (&self, pan, "pan of a hundredth", n_slices, FRAME_BUDGET_MS);
  worst = fmax (worst, run (&self, zoom, "zoom", n_slices, FRAME_BUDGET_MS));
  show_part (&self, 0.3, 0.01);
  run (&self, hover, "hover", n_slices, HOVER_BUDGET_MS);
  gtk_window_destroy (GTK_WINDOW (window));
  return worst;
}

int
main (int    argc,
      char **argv)
{
  guint64 most = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  g_autoptr (LaminaApplication) application = NULL;
  double small, worst;

  if (!gtk_init_check ())
    return 0;
  application = lamina_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  worst = small = bench_view (10000);
  for (guint64 n = 1000000; n <= most; n *= 10)
    worst = bench_view (n);
  bench_report ("worst frame of the largest trace in the window, compared with 10000 slices", worst / small, "×", 1.2);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A walk through the real window with a large trace, as a user takes it: how long the main thread works without a pause
 * at each step, what frames of pans, zooms and hovers take, and how soon a load that is cancelled, or a tab that is closed,
 * has given its memory back. All in time of the processor, but the last.
 *
 * usage: bench-tour [--hard] [MEGABYTES|FILE]
 *
 * A trace of so many megabytes, 1000 if nothing else is asked for, is written to the folder for temporary files and
 * removed again.
 */

#include "config.h"

#include "bench.h"
#include "tour.h"
#include "trace-maker.h"

#include "lamina-application.h"
#include "lamina-engine.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define WIDTH 1600
#define HEIGHT 900
#define BEAT_MS 1
#define STALL_BUDGET_MS 50
#define FRAME_BUDGET_MS 16.6
#define HOVER_BUDGET_MS 3.0
#define GONE_BUDGET_MS 100
/* A step is over when all threads together have worked less than this share of that many seconds. */
#define QUIET_SECONDS 0.4
#define QUIET_SHARE 0.2
#define MOST_SECONDS 60
/* How long memory is waited for, and how much more than before may be left. */
#define GONE_SECONDS 5
#define LEFT_BYTES (32 << 20)

static double
get_process_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static gboolean
on_beat (gpointer user_data)
{
  Tour *self = user_data;
  double thread = bench_thread_now ();

  self->longest_thread = fmax (self->longest_thread, thread - self->last_thread);
  self->last_thread = thread;
  return G_SOURCE_CONTINUE;
}

/* Until nothing is at work any more. */
static void
settle (void)
{
  double end = bench_now () + MOST_SECONDS;
  double since, before;

  do
    {
      since = bench_now ();
      before = get_process_time ();
      while (bench_now () < since + QUIET_SECONDS)
        g_main_context_iteration (NULL, TRUE);
    }
  while (get_process_time () - before > QUIET_SHARE * QUIET_SECONDS && bench_now () < end);
}

static void
report_longest (Tour       *self,
                const char *what,
                double      all)
{
  g_autofree char *name = g_strdup_printf ("longest stand of the window: %s", what);

  bench_report (name, 1000 * self->longest_thread, "ms", STALL_BUDGET_MS);
  g_print ("  %.4g ms of work of the thread in all, all threads %.4g ms\n", 1000 * (bench_thread_now () - self->last),
           1000 * (get_process_time () - all));
}

static void
begin (Tour *self)
{
  self->last = self->last_thread = bench_thread_now ();
  self->longest_thread = 0;
}

static void
run_step (Tour            *self,
          const BenchStep *one)
{
  double all = get_process_time ();

  begin (self);
  one->work (&self->place, one->argument);
  on_beat (self);
  settle ();
  report_longest (self, one->what, all);
}

static TourWork moving;
static const char *moving_with;

static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  Tour *self = user_data;

  if (self->n_frames >= TOUR_FRAMES)
    return G_SOURCE_REMOVE;
  self->since = bench_thread_now ();
  moving (self, moving_with);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

static void
on_after_paint (GdkFrameClock *clock,
                Tour          *self)
{
  if (self->since > 0 && self->n_frames < TOUR_FRAMES)
    self->frames[self->n_frames++] = 1000 * (bench_thread_now () - self->since);
  self->since = 0;
}

static void
run_move (Tour           *self,
          const TourMove *one)
{
  g_autofree char *name = g_strdup_printf ("frames of the window, %s, 95 %% within", one->what);

  moving = one->work;
  moving_with = one->argument;
  self->n_frames = 0;
  gtk_widget_add_tick_callback (GTK_WIDGET (lamina_tab_get_view (self->tab)), on_tick, self, NULL);
  while (self->n_frames < TOUR_FRAMES)
    g_main_context_iteration (NULL, TRUE);
  bench_report (name, bench_percentile (self->frames, TOUR_FRAMES, 0.95), "ms",
                one->work == tour_hover ? HOVER_BUDGET_MS : FRAME_BUDGET_MS);
  g_print ("  median %.3g ms, longest %.3g ms\n", self->frames[TOUR_FRAMES / 2], self->frames[TOUR_FRAMES - 1]);
  settle ();
}

/* Anonymous memory, until it has fallen to nearly what it was before. */
static void
wait_until_gone (const char *what,
                 gsize       before,
                 double      since)
{
  gsize most = bench_anonymous_bytes ();
  gsize left = most;
  double end = since + GONE_SECONDS;

  while (left > before + LEFT_BYTES && bench_now () < end)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (500);
      left = bench_anonymous_bytes ();
    }
  bench_report (what, 1000 * (bench_now () - since), "ms", GONE_BUDGET_MS);
  g_print ("  from %.4g MB to %.4g MB, %.4g MB before\n", 1e-6 * (double) most, 1e-6 * (double) left, 1e-6 * (double) before);
}

static LaminaTab *
open_file (Tour  *self,
           GFile *file)
{
  self->tab = lamina_window_open (self->window, file);
  return self->tab;
}

static void
wait_for_document (Tour *self)
{
  while (lamina_tab_is_loading (self->tab))
    g_main_context_iteration (NULL, TRUE);
  self->place.view = lamina_tab_get_view (self->tab);
  self->place.session = lamina_tab_get_session (self->tab);
  if (!self->place.session)
    {
      g_autofree char *title = lamina_tab_dup_title (self->tab);

      g_printerr ("bench-tour: %s can't be opened: `lamina info` tells why\n", title);
      exit (1);
    }
  lamina_session_get_bounds (self->place.session, &self->bounds);
}

/* Given up after @seconds of loading, by @how. */
static void
run_cancel (Tour       *self,
            GFile      *file,
            double      seconds,
            const char *how)
{
  g_autofree char *what = g_strdup_printf ("memory is back after %s at %.1f s of loading", how, seconds);
  gsize before = bench_anonymous_bytes ();
  double end, since;

  open_file (self, file);
  for (end = bench_now () + seconds; bench_now () < end && lamina_tab_is_loading (self->tab);)
    g_main_context_iteration (NULL, TRUE);
  if (!lamina_tab_is_loading (self->tab))
    g_print ("  loading was over\n");
  begin (self);
  since = bench_now ();
  if (g_str_equal (how, "tab.cancel"))
    gtk_widget_activate_action (GTK_WIDGET (lamina_tab_get_view (self->tab)), how, NULL);
  else
    adw_tab_view_close_page (lamina_window_get_tab_view (self->window),
                             adw_tab_view_get_page (lamina_window_get_tab_view (self->window), GTK_WIDGET (self->tab)));
  on_beat (self);
  wait_until_gone (what, before, since);
  settle ();
  report_longest (self, how, get_process_time ());
}

static void
run_close (Tour  *self,
           gsize  before)
{
  double since;

  begin (self);
  since = bench_now ();
  adw_tab_view_close_page (lamina_window_get_tab_view (self->window),
                           adw_tab_view_get_page (lamina_window_get_tab_view (self->window), GTK_WIDGET (self->tab)));
  on_beat (self);
  self->place.session = NULL;
  wait_until_gone ("memory is back after the tab is closed", before, since);
  report_longest (self, "closing the tab", get_process_time ());
}

static void
close_dialogs (Tour *self)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (windows); i-- > 0;)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (self->window))
        gtk_window_destroy (window);
    }
}

static void
run_tour (Tour  *self,
          GFile *file)
{
  double all, since;
  gsize before;
  static const double moments[] = { 0.3, 1.0, 2.5, 4 };

  settle ();
  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    run_cancel (self, file, moments[i], i % 2 == 0 ? "tab.cancel" : "closing the tab");
  begin (self);
  before = bench_anonymous_bytes ();
  all = get_process_time ();
  since = bench_now ();
  open_file (self, file);
  wait_for_document (self);
  g_print ("opened in %.3g s\n", bench_now () - since);
  settle ();
  report_longest (self, "opening the file", all);
  g_print ("%" G_GUINT64_FORMAT " slices, %u layers, %.4g MB anonymous\n",
           lamina_run_get_totals (lamina_session_get_run (self->place.session))->n_slices,
           lamina_run_get_layers (lamina_session_get_run (self->place.session))->n, 1e-6 * (double) bench_anonymous_bytes ());
  g_signal_connect (gtk_widget_get_frame_clock (GTK_WIDGET (self->window)), "after-paint", G_CALLBACK (on_after_paint), self);
  for (const TourMove *move = tour_moves; move->what; move++)
    run_move (self, move);
  for (const BenchStep *step = tour_steps; step->what; step++)
    run_step (self, step);
  close_dialogs (self);
  settle ();
  g_print ("%.4g MB anonymous after all\n", 1e-6 * (double) bench_anonymous_bytes ());
  run_close (self, before);
}

static char *made;

/* Nobody else removes the trace when the program is ended from outside. */
static void
on_end (int number)
{
  unlink (made);
  raise (number);
}

static void
remove_at_end (const char *path)
{
  static const int numbers[] = { SIGHUP, SIGINT, SIGTERM };
  struct sigaction action = { .sa_handler = on_end, .sa_flags = (int) SA_RESETHAND };

  made = g_strdup (path);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    sigaction (numbers[i], &action, NULL);
}

static GFile *
make_trace (TraceKind kind,
            double    megabytes)
{
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  GFile *file = g_file_new_tmp ("lamina-XXXXXX.pt.trace.json", &stream, &error);
  TraceCounts counts;
  FILE *text;

  if (!file)
    g_error ("no file for the trace: %s", error->message);
  remove_at_end (g_file_peek_path (file));
  text = fopen (g_file_peek_path (file), "w");
  if (!text)
    g_error ("%s: %s", g_file_peek_path (file), g_strerror (errno));
  trace_maker_write (text, kind, (guint64) (megabytes * 1e6), &counts);
  if (fclose (text) != 0)
    g_error ("%s: %s", g_file_peek_path (file), g_strerror (errno));
  return file;
}

static gboolean
has_formats (void)
{
  g_auto (GStrv) formats = lamina_engine_list_formats (lamina_engine_get_default ());

  return formats[0] != NULL;
}

int
main (int    argc,
      char **argv)
{
  TraceKind kind = argc > 1 && g_str_equal (argv[1], "--hard") ? TRACE_HARD : TRACE_REAL;
  const char *argument = argv[kind == TRACE_HARD ? 2 : 1] ? argv[kind == TRACE_HARD ? 2 : 1] : "1000";
  gboolean given = g_file_test (argument, G_FILE_TEST_EXISTS);
  g_autoptr (LaminaApplication) application = NULL;
  g_autoptr (GFile) file = NULL;
  Tour tour = { 0 };
  guint beat;

  if (!gtk_init_check ())
    return 0;
  if (!has_formats ())
    {
      g_printerr ("bench-tour: no format is known: LAMINA_PLUGIN_PATH must name the folder `plugins` of the build\n");
      return 1;
    }
  file = given ? g_file_new_for_commandline_arg (argument) : make_trace (kind, g_ascii_strtod (argument, NULL));
  application = lamina_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  tour.window = lamina_window_new (GTK_APPLICATION (application));
  gtk_window_set_default_size (GTK_WINDOW (tour.window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (tour.window));
  beat = g_timeout_add_full (G_PRIORITY_HIGH, BEAT_MS, on_beat, &tour, NULL);
  run_tour (&tour, file);
  g_source_remove (beat);
  gtk_window_destroy (GTK_WINDOW (tour.window));
  if (!given)
    g_file_delete (file, NULL, NULL);
  return 0;
}

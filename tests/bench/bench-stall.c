/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the main thread of the window stands still while a large document is looked at: the most that it works between
 * two beats of its main loop, for everything that asks every slice or every layer. Drawing a frame is part of it. What
 * counts is the time of the thread alone: how long it waited for a processor depends on what else runs.
 */

#include "config.h"

#include "bench.h"
#include "bench-steps.h"

#include "lamina-application.h"
#include "lamina-layer-table.h"
#include "lamina-trace-page.h"

#define WIDTH 1600
#define HEIGHT 900
#define BEAT_MS 1
#define SETTLE_SECONDS 1.2
#define BUDGET_MS 50

typedef struct
{
  BenchPlace place; /* stands first: a step that needs more of the bench finds it there */
  LaminaDocument *document;
  GtkWidget *window;
  double last;
  double last_thread;
  double longest;
  double longest_thread;
} Bench;

static void
note_beat (Bench *self)
{
  double now = bench_now (), thread = bench_thread_now ();

  if (thread - self->last_thread > self->longest_thread)
    {
      self->longest = now - self->last;
      self->longest_thread = thread - self->last_thread;
    }
  self->last = now;
  self->last_thread = thread;
}

static gboolean
on_beat (gpointer user_data)
{
  note_beat (user_data);
  return G_SOURCE_CONTINUE;
}

static void
run_for (double seconds)
{
  double end = bench_now () + seconds;

  while (bench_now () < end)
    g_main_context_iteration (NULL, TRUE);
}

/* As Page Down does; each page is a frame of its own. */
static void
page_down (BenchPlace *self,
           const char *pages)
{
  GtkWidget *page = lamina_document_view_get_page (self->view, "trace", TRUE);
  GObject *layers = gtk_widget_get_template_child (page, LAMINA_TYPE_TRACE_PAGE, "table");
  GtkColumnView *table = lamina_layer_table_get_view (LAMINA_LAYER_TABLE (layers));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));

  for (guint64 i = g_ascii_strtoull (pages, NULL, 10); i > 0; i--)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment));
      run_for (0.05);
    }
}

static void
show_document (BenchPlace *self,
               const char *unused)
{
  self->session = lamina_session_new (((Bench *) self)->document);
  lamina_document_view_set_session (self->view, self->session);
}

static const BenchStep steps[] = {
  { "opening the document", show_document, NULL },
  { "searching by name", bench_step_search, "conv" },
  { "searching for what nearly all have", bench_step_search, "e" },
  { "searching by a shape", bench_step_search, "10×70×*" },
  { "the next match", bench_step_go, "+" },
  { "searching for nothing", bench_step_search, "" },
  { "marking the whole run", bench_step_mark, "100" },
  { "clearing the range", bench_step_activate, "view.clear-range" },
  { "filtering the layers", bench_step_filter, "conv" },
  { "listing all layers again", bench_step_filter, "" },
  { "sorting the layers by duration", bench_step_sort_by, "Duration" },
  { "paging down the layers", page_down, "10" },
  { "grouping by type", bench_step_activate, "view.group-layers::type" },
  { "grouping by shape", bench_step_activate, "view.group-layers::shape" },
  { "grouping by name", bench_step_activate, "view.group-layers::name" },
  { "grouping by family", bench_step_activate, "view.group-layers::family" },
  { "grouping by device", bench_step_activate, "view.group-layers::device" },
  { "opening all groups", bench_step_activate, "view.open-groups" },
  { "paging down open groups", page_down, "10" },
  { "closing all groups", bench_step_activate, "view.close-groups" },
  { "listing layers one by one", bench_step_activate, "view.group-layers::instance" },
  { "selecting a layer", bench_step_select_layer, "0" },
  { "selecting all of its name", bench_step_activate, "view.select-same-name" },
  { "selecting all of its type", bench_step_activate, "view.select-same-type" },
  { "selecting all layers", bench_step_activate, "view.select-all-layers" },
  { "clearing the selection", bench_step_activate, "view.clear" },
  { "the flame graph", bench_step_activate, "view.page::flame" },
  { "the flame graph by types", bench_step_activate, "view.flame-by::types" },
  { "the flame graph of calls", bench_step_activate, "view.flame-weight::calls" },
  { "selecting a node of the flame graph", bench_step_choose_node, "1" },
  { "selecting all of the flame graph", bench_step_choose_node, "0" },
  { "the tensors", bench_step_activate, "view.page::tensors" },
  { "the trace again", bench_step_activate, "view.page::trace" },
};

static void
run_step (Bench           *self,
          const BenchStep *one)
{
  g_autofree char *name = g_strdup_printf ("longest stand of the window: %s", one->what);
  double before = bench_thread_now ();

  self->last = bench_now ();
  self->last_thread = before;
  self->longest = self->longest_thread = 0;
  one->work (&self->place, one->argument);
  note_beat (self);
  run_for (SETTLE_SECONDS);
  bench_report (name, 1000 * self->longest_thread, "ms", BUDGET_MS);
  g_print ("  %.4g ms of work of the thread in all\n", 1000 * (bench_thread_now () - before));
  if (self->longest_thread < 0.8 * self->longest)
    g_print ("  of %.4g ms in which it may have waited for a processor\n", 1000 * self->longest);
}

static void
bench_document (LaminaDocument *document)
{
  Bench bench = { .document = document };
  LaminaRun *run = lamina_document_get_run (document, 0);
  guint beat;

  g_print ("%" G_GUINT64_FORMAT " slices, %u layers\n", lamina_run_get_totals (run)->n_slices,
           lamina_run_get_layers (run)->n);
  bench.place.view = g_object_new (LAMINA_TYPE_DOCUMENT_VIEW, NULL);
  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (bench.window), GTK_WIDGET (bench.place.view));
  gtk_widget_insert_action_group (GTK_WIDGET (bench.place.view), "view",
                                  G_ACTION_GROUP (lamina_document_view_get_actions (bench.place.view)));
  gtk_window_present (GTK_WINDOW (bench.window));
  run_for (1);
  beat = g_timeout_add_full (G_PRIORITY_HIGH, BEAT_MS, on_beat, &bench, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    run_step (&bench, &steps[i]);
  g_source_remove (beat);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.place.session);
}

int
main (int    argc,
      char **argv)
{
  guint64 n_slices = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  guint n_layers = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 2000000;
  g_autoptr (LaminaApplication) application = NULL;
  g_autoptr (LaminaDocument) trace = NULL;
  g_autoptr (LaminaDocument) layers = NULL;

  if (!gtk_init_check ())
    return 0;
  application = lamina_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  trace = bench_trace_new (n_slices);
  bench_document (trace);
  g_clear_pointer (&trace, lamina_document_unref);
  layers = bench_layers_new (n_layers);
  bench_document (layers);
  return 0;
}

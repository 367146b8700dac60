/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the main thread of the window stands still while a large document is looked at: the most that it works between
 * two beats of its main loop, for everything that asks every slice or every layer. Drawing a frame is part of it. What
 * counts is the time of the thread alone: how long it waited for a processor depends on what else runs.
 */

#include "config.h"

#include "bench.h"

#include "lamina-application.h"
#include "lamina-document-view.h"
#include "lamina-flame-page.h"
#include "lamina-layer-table.h"
#include "lamina-session-search.h"
#include "lamina-session-steps.h"

#include <math.h>

#define WIDTH 1600
#define HEIGHT 900
#define BEAT_MS 1
#define SETTLE_SECONDS 1.2
#define BUDGET_MS 50

typedef struct
{
  LaminaDocument *document;
  LaminaSession *session;
  LaminaDocumentView *view;
  GtkWidget *window;
  guint32 number;
  double last;
  double last_thread;
  double longest;
  double longest_thread;
} Bench;

typedef void (*Work) (Bench      *self,
                      const char *argument);

/* What a user does, and what it is told with. */
typedef struct
{
  const char *what;
  Work work;
  const char *argument;
} Step;

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
activate (Bench      *self,
          const char *action)
{
  g_autoptr (GVariant) target = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  g_action_parse_detailed_name (action, &name, &target, &error);
  g_assert_no_error (error);
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (self->view), name, target));
}

static void
search (Bench      *self,
        const char *text)
{
  lamina_session_search_set_text (lamina_session_get_search (self->session), text);
}

static void
step (Bench      *self,
      const char *unused)
{
  lamina_session_search_go (lamina_session_get_search (self->session), TRUE);
}

static void
filter (Bench      *self,
        const char *text)
{
  lamina_session_set_filter (self->session, text);
}

static void
mark_all (Bench      *self,
          const char *unused)
{
  LaminaRange bounds;

  lamina_session_get_bounds (self->session, &bounds);
  lamina_session_set_marked_range (self->session, bounds.start, bounds.end);
}

static void
select_first (Bench      *self,
              const char *unused)
{
  lamina_session_select_layer (self->session, 0);
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found)
        return found;
    }
  return NULL;
}

/* The node around all stands for every layer. */
static void
choose_node (Bench      *self,
             const char *node)
{
  LaminaFlamePage *page = LAMINA_FLAME_PAGE (find_widget (GTK_WIDGET (self->view), LAMINA_TYPE_FLAME_PAGE));

  lamina_flame_canvas_choose (lamina_flame_page_get_canvas (page), (guint32) g_ascii_strtoull (node, NULL, 10));
}

static void
run_for (Bench  *self,
         double  seconds)
{
  double end = bench_now () + seconds;

  while (bench_now () < end)
    g_main_context_iteration (NULL, TRUE);
}

static GtkColumnView *
get_table (Bench *self)
{
  return lamina_layer_table_get_view (LAMINA_LAYER_TABLE (find_widget (GTK_WIDGET (self->view), LAMINA_TYPE_LAYER_TABLE)));
}

/* As Page Down does; each page is a frame of its own. */
static void
page_down (Bench      *self,
           const char *pages)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (get_table (self)));

  for (guint64 i = g_ascii_strtoull (pages, NULL, 10); i > 0; i--)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment));
      run_for (self, 0.05);
    }
}

static void
sort_by (Bench      *self,
         const char *title)
{
  GtkColumnView *view = get_table (self);
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        gtk_column_view_sort_by_column (view, column, GTK_SORT_DESCENDING);
    }
}

static void
show_document (Bench      *self,
               const char *unused)
{
  self->session = lamina_session_new (self->document);
  lamina_document_view_set_session (self->view, self->session);
}

static const Step steps[] = {
  { "opening the document", show_document, NULL },
  { "searching by name", search, "conv" },
  { "searching for what nearly all have", search, "e" },
  { "searching by a shape", search, "10×70×*" },
  { "the next match", step, NULL },
  { "searching for nothing", search, "" },
  { "marking the whole run", mark_all, NULL },
  { "clearing the range", activate, "view.clear-range" },
  { "filtering the layers", filter, "conv" },
  { "listing all layers again", filter, "" },
  { "sorting the layers by duration", sort_by, "Duration" },
  { "paging down the layers", page_down, "10" },
  { "grouping by type", activate, "view.group-layers::type" },
  { "grouping by shape", activate, "view.group-layers::shape" },
  { "grouping by name", activate, "view.group-layers::name" },
  { "grouping by family", activate, "view.group-layers::family" },
  { "grouping by device", activate, "view.group-layers::device" },
  { "opening all groups", activate, "view.open-groups" },
  { "paging down open groups", page_down, "10" },
  { "closing all groups", activate, "view.close-groups" },
  { "listing layers one by one", activate, "view.group-layers::instance" },
  { "selecting a layer", select_first, NULL },
  { "selecting all of its name", activate, "view.select-same-name" },
  { "selecting all of its type", activate, "view.select-same-type" },
  { "selecting all layers", activate, "view.select-all-layers" },
  { "clearing the selection", activate, "view.clear" },
  { "the flame graph", activate, "view.page::flame" },
  { "the flame graph by types", activate, "view.flame-by::types" },
  { "the flame graph of calls", activate, "view.flame-weight::calls" },
  { "selecting a node of the flame graph", choose_node, "1" },
  { "selecting all of the flame graph", choose_node, "0" },
  { "the tensors", activate, "view.page::tensors" },
  { "the trace again", activate, "view.page::trace" },
};

static void
run_step (Bench      *self,
          const Step *one)
{
  g_autofree char *name = g_strdup_printf ("longest stand of the window: %s", one->what);
  double before = bench_thread_now ();

  self->last = bench_now ();
  self->last_thread = before;
  self->longest = self->longest_thread = 0;
  one->work (self, one->argument);
  note_beat (self);
  run_for (self, SETTLE_SECONDS);
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
  bench.view = g_object_new (LAMINA_TYPE_DOCUMENT_VIEW, NULL);
  bench.window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (bench.window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (bench.window), GTK_WIDGET (bench.view));
  gtk_widget_insert_action_group (GTK_WIDGET (bench.view), "view",
                                  G_ACTION_GROUP (lamina_document_view_get_actions (bench.view)));
  gtk_window_present (GTK_WINDOW (bench.window));
  run_for (&bench, 1);
  beat = g_timeout_add_full (G_PRIORITY_HIGH, BEAT_MS, on_beat, &bench, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    run_step (&bench, &steps[i]);
  g_source_remove (beat);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (bench.session);
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-column-chooser.h"
#include "lamina-inspector.h"
#include "lamina-layer-pane.h"
#include "lamina-layers-pane.h"
#include "lamina-sandwich-pane.h"
#include "lamina-search-list.h"
#include "lamina-session-search.h"
#include "lamina-table-cell.h"
#include "lamina-table-twin.h"
#include "lamina-timeline-target.h"
#include "lamina-ui-test.h"

#include <glib/gstdio.h>
#include <string.h>

/* A name and arguments of some megabytes: they are cut wherever they are shown, copied whole, and read in threads. */

#define LENGTH (5 << 20)

/* No widget has more bytes of a text, and a sign. */
#define MOST_SHOWN 20003

typedef struct
{
  char *path;
  LaminaWindow *window;
  LaminaSession *session;
} Long;

static gboolean
is_shown (gpointer data)
{
  Long *self = data;

  self->session = lamina_ui_test_get_session (self->window);
  return self->session && lamina_session_get_range (self->session);
}

static void
open_text (Long       *self,
           const char *text)
{
  int file = g_file_open_tmp ("lamina-long-XXXXXX.json", &self->path, NULL);

  g_assert_cmpint (file, >=, 0);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (self->path, text, -1, NULL));
  self->window = lamina_ui_test_open (self->path);
  lamina_ui_test_wait (is_shown, self);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
}

/* A trace of one slice. */
static void
set_up (Long          *self,
        gconstpointer  data)
{
  g_autofree char *name = g_strnfill (LENGTH, 'n');
  g_autofree char *argument = g_strnfill (LENGTH, 'a');
  g_autofree char *text = g_strdup_printf ("[{\"ph\": \"X\", \"name\": \"%s\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 5, "
                                           "\"args\": {\"note\": \"%s\"}}]\n", name, argument);

  open_text (self, text);
}

/* A profile of two operators, whose arguments differ at their ends. */
static void
set_up_two (Long          *self,
            gconstpointer  data)
{
  static const char node[] = "{\"cat\": \"Node\", \"pid\": 7, \"tid\": 7, \"dur\": 9, \"ts\": %u, \"ph\": \"X\", "
                             "\"name\": \"%s_kernel_time\", \"args\": {\"provider\": \"CPUExecutionProvider\", "
                             "\"node_index\": \"%u\", \"op_name\": \"Conv\", \"note\": \"%s%s\"}}";
  g_autofree char *name = g_strnfill (LENGTH, 'n');
  g_autofree char *argument = g_strnfill (LENGTH, 'a');
  g_autoptr (GString) text = g_string_new ("[");

  g_string_append_printf (text, node, 10, name, 0, argument, "Left");
  g_string_append (text, ",\n");
  g_string_append_printf (text, node, 30, name, 1, argument, "Right");
  g_string_append (text, "]\n");
  open_text (self, text->str);
}

static void
tear_down (Long          *self,
           gconstpointer  data)
{
  lamina_ui_test_close (self->window);
  g_unlink (self->path);
  g_free (self->path);
}

/* The longest text of a label or a cell below a widget. */
static gsize
find_longest_text (GtkWidget *widget)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget))
                     : LAMINA_IS_TABLE_CELL (widget) ? lamina_table_cell_get_text (LAMINA_TABLE_CELL (widget)) : NULL;
  gsize longest = text ? strlen (text) : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      gsize below = find_longest_text (child);

      longest = MAX (longest, below);
    }
  return longest;
}

static gboolean
has_long_text (gpointer widget)
{
  return find_longest_text (widget) > 500;
}

/* What the file says of a slice comes from a thread, once it is read; no label is longer than can be drawn. */
static void
test_inspector (Long          *self,
                gconstpointer  data)
{
  GtkWidget *pane, *section;

  lamina_session_select_slice (self->session, &(LaminaSliceRef) { 0, 0 });
  pane = lamina_ui_test_find (GTK_WIDGET (self->window), LAMINA_TYPE_LAYER_PANE);
  section = lamina_ui_test_child (pane, "attributes");
  lamina_ui_test_wait (has_long_text, section);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  g_assert_cmpuint (find_longest_text (GTK_WIDGET (self->window)), <=, MOST_SHOWN);
  /* One that is given up leaves nothing behind. */
  lamina_session_select_slice (self->session, NULL);
  lamina_session_select_slice (self->session, &(LaminaSliceRef) { 0, 0 });
  lamina_session_select_slice (self->session, NULL);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
}

static gboolean
has_text (GtkWidget  *widget,
          const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (has_text (child, text))
      return TRUE;
  return FALSE;
}

static gboolean
has_both_ends (gpointer widget)
{
  return has_text (widget, "aLeft") && has_text (widget, "aRight");
}

/* Two layers that differ behind megabytes: beside the pinned one, and where both are selected, it is seen how. */
static void
test_differences (Long          *self,
                  gconstpointer  data)
{
  const guint32 both[] = { 0, 1 };
  GtkWidget *inspector;

  lamina_session_select_layer (self->session, 0);
  lamina_ui_test_activate (self->window, "view.pin-layer", NULL);
  lamina_session_select_layer (self->session, 1);
  inspector = lamina_ui_test_find (GTK_WIDGET (self->window), LAMINA_TYPE_INSPECTOR);
  lamina_ui_test_wait (has_both_ends, lamina_ui_test_child (inspector, "compare"));
  g_assert_cmpuint (find_longest_text (lamina_ui_test_child (inspector, "compare")), <=, 2000);
  lamina_ui_test_activate (self->window, "view.pin-layer", NULL);
  lamina_session_select_layers (self->session, both, 2, 0);
  lamina_ui_test_wait (has_both_ends, lamina_ui_test_find (GTK_WIDGET (self->window), LAMINA_TYPE_LAYERS_PANE));
  g_assert_cmpuint (find_longest_text (inspector), <=, MOST_SHOWN);
  /* What a thread is still to find when its box has gone is given up. */
  lamina_ui_test_activate (self->window, "view.pin-layer", NULL);
  lamina_session_select_layer (self->session, 1);
  lamina_session_select_layer (self->session, 0);
  lamina_session_select_layer (self->session, 1);
}

/* A tip has the beginning of the name, and once. */
static void
test_tip (Long          *self,
          gconstpointer  data)
{
  const LaminaTarget target = { .kind = LAMINA_TARGET_SLICES, .track = 0, .first = 0, .n = 1 };
  g_autofree char *text = lamina_timeline_target_dup_text (self->session, &target, 0);
  guint n = 0;

  for (const char *at = text; *at; at++)
    n += *at == 'n';
  g_assert_cmpuint (n, >, 200);
  g_assert_cmpuint (n, <, 400);
}

/* The matches of a search, the charts and the timeline as a table show the beginning of the name, and nobody copies more. */
static void
test_tables (Long          *self,
             gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (self->window), *list, *twin;

  lamina_ui_test_activate (self->window, "view.find", NULL);
  lamina_session_search_set_text (lamina_session_get_search (self->session), "nnn");
  list = lamina_ui_test_find (window, LAMINA_TYPE_SEARCH_LIST);
  lamina_ui_test_wait (has_long_text, list);
  g_assert_cmpuint (find_longest_text (list), <=, MOST_SHOWN);
  lamina_ui_test_activate (self->window, "view.page", g_variant_new_string ("charts"));
  lamina_ui_test_settle (window);
  g_assert_cmpuint (find_longest_text (window), <=, MOST_SHOWN);
  twin = lamina_table_twin_new (self->session);
  gtk_window_present (GTK_WINDOW (twin));
  lamina_ui_test_wait (has_long_text, twin);
  g_assert_cmpuint (find_longest_text (twin), <=, MOST_SHOWN);
  gtk_window_destroy (GTK_WINDOW (twin));
}

/* Waits for a text to be copied, and returns it. */
static char *
wait_for_copy (Long       *self,
               const char *action)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self->window));
  GdkContentProvider *content;

  gdk_clipboard_set_text (clipboard, "before");
  content = gdk_clipboard_get_content (clipboard);
  lamina_ui_test_activate (self->window, action, NULL);
  while (gdk_clipboard_get_content (clipboard) == content)
    g_main_context_iteration (NULL, TRUE);
  return lamina_ui_test_dup_copied (GTK_WIDGET (self->window));
}

/* All of the name, and all that is known. What was copied last is what is there. */
static void
test_copy (Long          *self,
           gconstpointer  data)
{
  g_autofree char *name = NULL;
  g_autofree char *details = NULL;
  g_autofree char *again = NULL;

  lamina_session_select_slice (self->session, &(LaminaSliceRef) { 0, 0 });
  name = wait_for_copy (self, "view.copy-name");
  g_assert_cmpuint (strlen (name), ==, LENGTH);
  g_assert_cmpuint (strspn (name, "n"), ==, LENGTH);
  details = wait_for_copy (self, "view.copy-details");
  g_assert_cmpuint (strlen (details), >, 2 * LENGTH);
  g_assert_cmpuint (strspn (details, "n"), ==, LENGTH);
  g_assert_cmpuint (strspn (strstr (details, "note: ") + strlen ("note: "), "a"), ==, LENGTH);
  lamina_ui_test_activate (self->window, "view.copy-details", NULL);
  again = wait_for_copy (self, "view.copy-name");
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  g_assert_cmpuint (strlen (again), ==, LENGTH);
}

static gboolean
has_columns (gpointer window)
{
  GtkWidget *chooser = lamina_ui_test_find (window, LAMINA_TYPE_COLUMN_CHOOSER);

  return !gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (chooser, LAMINA_TYPE_COLUMN_CHOOSER, "busy")));
}

static gboolean
has_name (gpointer sandwich)
{
  return lamina_sandwich_pane_get_name (sandwich) != NULL;
}

/* Threads read which attributes there are, copy rows, gather callers, and find out what the colors mean. */
static void
test_threads (Long          *self,
              gconstpointer  data)
{
  GtkWidget *window = GTK_WIDGET (self->window), *sandwich;
  g_autofree char *rows = NULL;

  lamina_ui_test_activate (self->window, "view.layer-columns", NULL);
  g_assert_false (has_columns (window));
  lamina_ui_test_wait (has_columns, window);
  gtk_popover_popdown (GTK_POPOVER (lamina_ui_test_find (window, LAMINA_TYPE_COLUMN_CHOOSER)));
  lamina_session_select_layer (self->session, 0);
  rows = wait_for_copy (self, "view.copy-layers-csv");
  g_assert_nonnull (strstr (rows, "\r\n"));
  g_assert_cmpuint (strlen (rows), >, LENGTH);
  g_assert_cmpuint (strspn (strchr (rows, 'n') ? strstr (rows, "nnn") : "", "n"), ==, LENGTH);
  lamina_ui_test_activate (self->window, "view.page", g_variant_new_string ("flame"));
  lamina_ui_test_activate (self->window, "view.flame-view", g_variant_new_string ("sandwich"));
  sandwich = lamina_ui_test_find (window, LAMINA_TYPE_SANDWICH_PANE);
  lamina_ui_test_wait (has_name, sandwich);
  g_assert_cmpuint (strlen (lamina_sandwich_pane_get_name (LAMINA_SANDWICH_PANE (sandwich))), ==, LENGTH);
  lamina_ui_test_wait (has_long_text, sandwich);
  g_assert_cmpuint (find_longest_text (window), <=, MOST_SHOWN);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add ("/long/inspector", Long, NULL, set_up, test_inspector, tear_down);
  g_test_add ("/long/differences", Long, NULL, set_up_two, test_differences, tear_down);
  g_test_add ("/long/tip", Long, NULL, set_up, test_tip, tear_down);
  g_test_add ("/long/tables", Long, NULL, set_up, test_tables, tear_down);
  g_test_add ("/long/copy", Long, NULL, set_up, test_copy, tear_down);
  g_test_add ("/long/threads", Long, NULL, set_up_two, test_threads, tear_down);
  return g_test_run ();
}

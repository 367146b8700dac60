/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-dialog.h"
#include "lamina-export-form.h"
#include "lamina-ui-test.h"

#include <adwaita.h>

#include <glib/gstdio.h>
#include <string.h>

/*
 * Text of a file that would do something where it is shown: wherever the window shows it, it is seen instead. That is about
 * what GTK shows; cells and canvases have tests of their own.
 */

/* Escape, and what turns the order of letters around. */
#define NAME "a\\u001b[31m b\\u202egpj.exe"
#define SEEN "b\\u202egpj.exe"

static const char trace[] =
  "[{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"tid\": 1, \"args\": {\"name\": \"process " NAME "\"}},\n"
  "{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": 1, \"tid\": 1, \"args\": {\"name\": \"thread " NAME "\"}},\n"
  "{\"ph\": \"X\", \"name\": \"slice " NAME "\", \"cat\": \"type " NAME "\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"dur\": 5, "
  "\"args\": {\"key " NAME "\": \"value " NAME "\"}},\n"
  "{\"ph\": \"C\", \"name\": \"counter " NAME "\", \"pid\": 1, \"tid\": 1, \"ts\": 1, \"args\": {\"series " NAME "\": 4}},\n"
  "{\"ph\": \"X\", \"name\": \"other\", \"pid\": 1, \"tid\": 2, \"ts\": 1, \"dur\": 5}]\n";

static gboolean
is_shown (gpointer window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);

  return session && lamina_session_get_range (session);
}

/* Counts what is seen of the name. */
static void
check_text (const char *text,
            guint      *n_seen)
{
  for (const char *p = text ? text : ""; *p != '\0'; p = g_utf8_next_char (p))
    if (*p != '\n' && lamina_visible_has_effect (g_utf8_get_char (p)))
      g_error ("U+%04X of “%s” is shown as it is", g_utf8_get_char (p), text);
  *n_seen += text && strstr (text, SEEN) != NULL;
}

static void
check_list (GListModel *model,
            guint      *n_seen)
{
  for (guint i = 0; model && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      if (GTK_IS_STRING_OBJECT (item))
        check_text (gtk_string_object_get_string (GTK_STRING_OBJECT (item)), n_seen);
    }
}

static void
check_widget (GtkWidget *widget,
              guint     *n_seen)
{
  if (GTK_IS_LABEL (widget))
    check_text (gtk_label_get_text (GTK_LABEL (widget)), n_seen);
  else if (GTK_IS_DROP_DOWN (widget))
    check_list (gtk_drop_down_get_model (GTK_DROP_DOWN (widget)), n_seen);
  check_text (gtk_widget_get_tooltip_text (widget), n_seen);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    check_widget (child, n_seen);
}

/* In all windows that are open; returns how often the name is seen. */
static guint
check_windows (LaminaWindow *window)
{
  g_autoptr (GList) windows = NULL;
  guint n_seen = 0;

  lamina_ui_test_settle (GTK_WIDGET (window));
  windows = gtk_window_list_toplevels ();
  for (GList *each = windows; each; each = each->next)
    check_widget (each->data, &n_seen);
  return n_seen;
}

/* The dialog lists tracks when some of them are to be chosen. */
static void
list_tracks (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *each = windows; each; each = each->next)
    if (LAMINA_IS_EXPORT_DIALOG (each->data))
      {
        GtkWidget *form = lamina_ui_test_find (each->data, LAMINA_TYPE_EXPORT_FORM);

        adw_combo_row_set_selected (lamina_ui_test_child (form, "tracks_row"), LAMINA_EXPORT_CHOSEN_TRACKS);
      }
}

static void
test_pages (void)
{
  static const char *const pages[] = { "trace", "flame", "tensors", "charts", "compare" };
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("lamina-strangers-XXXXXX.json", &path, NULL);
  LaminaWindow *window;
  guint n_seen;

  g_assert_cmpint (file, >=, 0);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (path, trace, -1, NULL));
  window = lamina_ui_test_open (path);
  lamina_ui_test_wait (is_shown, window);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      lamina_ui_test_activate (window, "view.page", g_variant_new_string (pages[i]));
      lamina_session_select_layer (lamina_ui_test_get_session (window), LAMINA_NONE);
      check_windows (window);
      lamina_session_select_layer (lamina_ui_test_get_session (window), 0);
      g_assert_cmpuint (check_windows (window), >, 0);
    }
  lamina_ui_test_activate (window, "view.page", g_variant_new_string ("trace"));
  n_seen = check_windows (window);
  lamina_ui_test_activate (window, "win.export", NULL);
  lamina_ui_test_settle (GTK_WIDGET (window));
  list_tracks ();
  g_assert_cmpuint (check_windows (window), >, n_seen);
  lamina_ui_test_close (window);
  g_unlink (path);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/strangers/pages", test_pages);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "frame-fixture.h"
#include "lamina-file-row.h"
#include "lamina-recent.h"
#include "lamina-samples.h"
#include "lamina-settings.h"

/* What the welcome page offers: files that were open, and samples. */

static guint
count_rows (GtkListBox *box)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (box, (int) n))
    n++;
  return n;
}

static gpointer
get_welcome_child (LaminaWindow *window,
                   const char   *name)
{
  GtkWidget *page = lamina_ui_test_find (GTK_WIDGET (lamina_window_get_tab (window)), LAMINA_TYPE_WELCOME_PAGE);

  return gtk_widget_get_template_child (page, LAMINA_TYPE_WELCOME_PAGE, name);
}

static GtkListBox *
get_box (LaminaRecentList *list)
{
  return GTK_LIST_BOX (lamina_ui_test_find (GTK_WIDGET (list), GTK_TYPE_LIST_BOX));
}

static LaminaRecentList *
get_recent (LaminaWindow *window)
{
  return get_welcome_child (window, "recent");
}

typedef struct
{
  LaminaRecentList *list;
  guint length;
} Length;

static gboolean
has_length (gpointer user_data)
{
  Length *length = user_data;
  guint n;

  g_object_get (length->list, "length", &n, NULL);
  return n == length->length;
}

static void
wait_for_length (LaminaRecentList *list,
                 guint             n)
{
  Length length = { list, n };

  lamina_ui_test_wait (has_length, &length);
  g_assert_cmpuint (count_rows (get_box (list)), ==, n);
}

/* What was opened stands on the welcome page, says what it is, opens again, and can be forgotten. */
static void
test_recent (FrameFiles    *files,
             gconstpointer  data)
{
  LaminaWindow *window;
  LaminaRecentList *list;
  const char *subtitle;
  g_autoptr (GtkWidget) row = NULL;

  if (!lamina_ui_test_use_recent_files ())
    return;
  window = frame_open_window ();
  list = get_recent (window);
  lamina_ui_test_activate (window, "win.clear-recent", NULL);
  wait_for_length (list, 0);
  frame_open_tab (window, files->one);
  frame_open_tab (window, files->two);
  lamina_ui_test_activate (window, "win.new-tab", NULL);
  list = get_recent (window);
  wait_for_length (list, 2);
  row = GTK_WIDGET (g_object_ref (gtk_list_box_get_row_at_index (get_box (list), 0)));
  subtitle = gtk_label_get_text (GTK_LABEL (gtk_widget_get_template_child (row, LAMINA_TYPE_FILE_ROW, "subtitle")));
  g_assert_nonnull (strstr (subtitle, "MegEngine"));
  g_assert_nonnull (strstr (subtitle, "operators"));
  g_assert_nonnull (strstr (subtitle, files->folder));
  gtk_widget_activate (row);
  g_assert_cmpint (frame_count_tabs (window), ==, 3);
  g_assert_nonnull (lamina_ui_test_get_session (window));

  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  wait_for_length (list, 0);
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES);
  wait_for_length (list, 2);
  lamina_ui_test_activate (window, "win.clear-recent", NULL);
  wait_for_length (list, 0);
  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  lamina_ui_test_close (window);
}

static void
test_samples (FrameFiles    *files,
              gconstpointer  data)
{
  LaminaWindow *window = frame_open_window ();
  GtkListBox *box = get_welcome_child (window, "samples");
  guint n;
  const LaminaSample *samples = lamina_samples_get (&n);

  g_assert_cmpuint (count_rows (box), ==, n);
  lamina_ui_test_close (window);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = NULL;

      window = frame_open_window ();
      box = get_welcome_child (window, "samples");
      gtk_widget_activate (GTK_WIDGET (gtk_list_box_get_row_at_index (box, (int) i)));
      lamina_ui_test_wait (frame_is_loaded, lamina_window_get_tab (window));
      g_assert_nonnull (lamina_ui_test_get_session (window));
      g_object_get (lamina_window_get_tab (window), "title", &name, NULL);
      g_assert_cmpstr (name, ==, samples[i].name);
      lamina_ui_test_close (window);
    }
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  FRAME_ADD ("/welcome/recent", test_recent);
  FRAME_ADD ("/welcome/samples", test_samples);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "charts-fixture.h"
#include "lamina-export-dialog.h"
#include "lamina-ui-test.h"

/* Choosers of files are on the screen while the window or the tab that they were asked for goes. */

static guint
count_windows (GType type)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n_found = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      n_found += g_type_is_a (G_OBJECT_TYPE (window), type) && gtk_widget_get_mapped (window);
    }
  return n_found;
}

static gboolean
has_chooser (gpointer user_data)
{
  return count_windows (GTK_TYPE_FILE_CHOOSER) > 0;
}

static gboolean
has_no_chooser (gpointer user_data)
{
  return !has_chooser (NULL);
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* Where a picture is exported, the dialog asks for the file once it has drawn it. */
static gboolean
choose_in_dialog (gpointer user_data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (LAMINA_IS_EXPORT_DIALOG (window))
        gtk_widget_activate_action (window, "export.choose", NULL);
    }
  return has_chooser (NULL);
}

static const struct
{
  const char *action;
  const char *parameter;
  gboolean by_tab; /* whether it goes with the tab, too */
} asking[] = {
  { "win.open", NULL, FALSE },
  { "win.open-folder", NULL, FALSE },
  { "view.export-report", NULL, TRUE },
  { "view.export-table", NULL, TRUE },
  { "view.export-charts", NULL, TRUE },
  { "view.export", "timeline", FALSE },
};

static void
ask (LaminaWindow *window,
     guint         i)
{
  const char *parameter = asking[i].parameter;

  lamina_ui_test_activate (window, asking[i].action, parameter ? g_variant_new_string (parameter) : NULL);
  lamina_ui_test_wait (parameter ? choose_in_dialog : has_chooser, NULL);
  /* While it is there, who asks again is not shown another. */
  if (!parameter)
    lamina_ui_test_activate (window, asking[i].action, NULL);
  lamina_ui_test_settle (GTK_WIDGET (window));
  g_assert_cmpuint (count_windows (GTK_TYPE_FILE_CHOOSER), ==, 1);
}

static void
check (gboolean by_tab)
{
  for (guint i = 0; i < G_N_ELEMENTS (asking); i++)
    {
      LaminaWindow *window;
      gpointer session;

      if (by_tab && !asking[i].by_tab)
        continue;
      window = charts_open (CHARTS_TVM);
      session = lamina_ui_test_get_session (window);
      ask (window, i);
      g_object_add_weak_pointer (session, &session);
      if (by_tab)
        lamina_ui_test_activate (window, "win.close-tab", NULL);
      else
        lamina_ui_test_close (window);
      lamina_ui_test_wait (has_no_chooser, NULL);
      lamina_ui_test_wait (is_gone, &session);
      if (by_tab)
        lamina_ui_test_close (window);
    }
}

static void
test_window (void)
{
  check (FALSE);
}

static void
test_tab (void)
{
  check (TRUE);
}

/* Asked by LeakSanitizer: GTK 4.8 loses some names of files that it still asks about when their chooser is hidden. */
int __lsan_is_turned_off (void);

int
__lsan_is_turned_off (void)
{
  return 1;
}

/* GTK 4.8 says that of buttons in its own chooser that come while this is drawn for the first time. */
static GLogWriterOutput
leave_out_buttons (GLogLevelFlags   level,
                   const GLogField *fields,
                   gsize            n_fields,
                   gpointer         data)
{
  for (gsize i = 0; i < n_fields; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0 && g_str_has_prefix (fields[i].value, "Trying to snapshot GtkButton "))
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, data);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_log_set_writer_func (leave_out_buttons, NULL, NULL);
  g_test_add_func ("/given-up/window", test_window);
  g_test_add_func ("/given-up/tab", test_tab);
  return g_test_run ();
}

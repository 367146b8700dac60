/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-ui-test.h"

#include "lamina-application.h"
#include "lamina-session-history.h"
#include "lamina-settings.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAVE_LEAK_CHECK
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_LEAK_CHECK
#endif
#endif

#ifdef HAVE_LEAK_CHECK
#include <link.h>
#include <sanitizer/lsan_interface.h>
#include <string.h>

/* As in sanitizer/allocator_interface.h, which Debian's GCC leaves out. */
int __sanitizer_get_ownership (const volatile void *block);
size_t __sanitizer_get_allocated_size (const volatile void *block);
#endif

/* GLib's QUARK_BLOCK_SIZE. */
#define N_FIRST_QUARKS 2048

#define BOUND_USEC (30 * G_USEC_PER_SEC)

static GtkApplication *application;

#ifdef HAVE_LEAK_CHECK
static gboolean
is_quark_table (gpointer block)
{
  return __sanitizer_get_ownership (block) && __sanitizer_get_allocated_size (block) == N_FIRST_QUARKS * sizeof (char *)
         && ((const char **) block)[1] == g_quark_to_string (1);
}

static int
ignore_quark_table (struct dl_phdr_info *info,
                    gsize                size,
                    gpointer             data)
{
  if (strstr (info->dlpi_name, "libglib-2.0") == NULL)
    return 0;
  for (guint i = 0; i < info->dlpi_phnum; i++)
    {
      gpointer *from = (gpointer *) (info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
      gsize n = info->dlpi_phdr[i].p_memsz / sizeof (gpointer);

      if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_W))
        continue;
      for (gsize j = 0; j < n; j++)
        if (is_quark_table (from[j]))
          __lsan_ignore_object (from[j]);
    }
  return 1;
}

/*
 * When there are more quarks than fit into its table, GLib makes a larger one and lets go of the first, so that readers
 * need no lock (glib/gquark.c says so). A window with all its actions comes that far. The block was allocated before
 * anything of the program ran, without a stack by which the leak could be told from others; so it is looked for where
 * GLib keeps it.
 */
static void
expect_leak_of_quarks (void)
{
  dl_iterate_phdr (ignore_quark_table, NULL);
}
#else
static void
expect_leak_of_quarks (void)
{
}
#endif

gboolean
lamina_ui_test_init (int    *argc,
                     char ***argv)
{
  g_autoptr (GError) error = NULL;

  g_test_init (argc, argv, NULL);
  expect_leak_of_quarks ();
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no screen\n");
      return FALSE;
    }
  application = GTK_APPLICATION (lamina_application_new ());
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  g_settings_set_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES, FALSE);
  return TRUE;
}

gboolean
lamina_ui_test_use_recent_files (void)
{
#ifdef HAVE_LEAK_CHECK
  g_test_skip ("GTK 4.8 leaks the time of each change of its list of recent files");
  return FALSE;
#else
  g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES);
  return TRUE;
#endif
}

GtkApplication *
lamina_ui_test_get_application (void)
{
  return application;
}

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
lamina_ui_test_wait (LaminaCondition condition,
                     gpointer        user_data)
{
  gint64 end = g_get_monotonic_time () + BOUND_USEC;
  guint source = g_timeout_add (20, wake_up, NULL);

  while (!condition (user_data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (source);
}

static gboolean
count_frame (GtkWidget     *widget,
             GdkFrameClock *clock,
             gpointer       user_data)
{
  int *frames = user_data;

  return --*frames > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean
is_zero (gpointer user_data)
{
  return *(int *) user_data <= 0;
}

void
lamina_ui_test_settle (GtkWidget *widget)
{
  int frames = 3;

  gtk_widget_add_tick_callback (widget, count_frame, &frames, NULL);
  lamina_ui_test_wait (is_zero, &frames);
}

char *
lamina_ui_test_dup_path (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "..", name, NULL);
}

LaminaWindow *
lamina_ui_test_open (const char *path)
{
  LaminaWindow *window = lamina_window_new (application);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_window_present (GTK_WINDOW (window));
  lamina_window_open (window, file);
  return window;
}

gboolean
lamina_ui_test_has_session (gpointer window)
{
  return lamina_ui_test_get_session (window) != NULL;
}

gboolean
lamina_ui_test_has_range (gpointer window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);

  return session && lamina_session_get_range (session);
}

LaminaWindow *
lamina_ui_test_open_shown (const char *name)
{
  g_autofree char *path = lamina_ui_test_dup_path (name);
  LaminaWindow *window = lamina_ui_test_open (path);

  lamina_ui_test_wait (lamina_ui_test_has_range, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  return window;
}

LaminaWindow *
lamina_ui_test_open_sample (void)
{
  return lamina_ui_test_open_shown ("data/samples/resnet50-megengine.json");
}

static gboolean
is_joined (gpointer user_data)
{
  LaminaSession *session = lamina_ui_test_get_session (user_data);

  return lamina_ui_test_has_range (user_data)
         && lamina_sources_get_n (lamina_document_get_sources (lamina_session_get_document (session))) == 2;
}

LaminaWindow *
lamina_ui_test_open_joined (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "memory-snapshot", "recorded.pickle.gz", NULL);
  LaminaWindow *window = lamina_ui_test_open (path);

  lamina_ui_test_wait (lamina_ui_test_has_range, window);
  lamina_ui_test_activate (window, "win.join", NULL);
  lamina_ui_test_wait (is_joined, window);
  lamina_ui_test_settle (GTK_WIDGET (window));
  return window;
}

void
lamina_ui_test_show_part (LaminaWindow *window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);
  LaminaRange bounds;
  gint64 tenth;

  lamina_session_get_bounds (session, &bounds);
  tenth = (bounds.end - bounds.start) / 10;
  lamina_session_history_adjust_range (lamina_session_get_history (session),
                                       &(LaminaRange) { bounds.start + 5 * tenth, bounds.start + 6 * tenth });
  lamina_ui_test_settle (GTK_WIDGET (window));
}

void
lamina_ui_test_close (LaminaWindow *window)
{
  gpointer pointer = window;

  g_object_add_weak_pointer (G_OBJECT (window), &pointer);
  gtk_window_close (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (pointer);
}

void
lamina_ui_test_activate (LaminaWindow *window,
                         const char   *action,
                         GVariant     *parameter)
{
  g_autoptr (GVariant) owned = parameter ? g_variant_ref_sink (parameter) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (window), action, owned));
}

LaminaSession *
lamina_ui_test_get_session (LaminaWindow *window)
{
  return lamina_tab_get_session (lamina_window_get_tab (window));
}

void
lamina_ui_test_toggle (LaminaSession          *session,
                       LaminaTargetKind        kind,
                       guint                   index,
                       LaminaArrangementFlags  flag)
{
  const LaminaArrangementChange change = { .kind = LAMINA_CHANGE_TOGGLE, .item = { .kind = kind, .track = index }, .flag = flag };

  lamina_session_arrange (session, &change);
}

LaminaTimelineCanvas *
lamina_ui_test_get_canvas (LaminaWindow *window)
{
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (window));

  return LAMINA_TIMELINE_CANVAS (lamina_ui_test_find (GTK_WIDGET (view), LAMINA_TYPE_TIMELINE_CANVAS));
}

LaminaLayerTable *
lamina_ui_test_get_table (LaminaWindow *window)
{
  return lamina_ui_test_child (lamina_document_view_get_page (lamina_tab_get_view (lamina_window_get_tab (window)), "trace", TRUE),
                               "table");
}

GtkWidget *
lamina_ui_test_find (GtkWidget *widget,
                     GType      type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = lamina_ui_test_find (child, type);
  return found;
}

gpointer
lamina_ui_test_child (gpointer    widget,
                      const char *name)
{
  return gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), name);
}

PangoLayout *
lamina_ui_test_get_layout (LaminaTableCell *cell)
{
  return lamina_cell_text_get_layout (lamina_table_cell_get_line (cell), GTK_WIDGET (cell));
}

GtkEventController *
lamina_ui_test_find_controller (GtkWidget *widget,
                                GType      type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      /* What waits for the secondary button opens a menu. */
      if (GTK_IS_GESTURE_SINGLE (controller)
          && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) == GDK_BUTTON_SECONDARY)
        continue;
      /* The widget keeps it. */
      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  g_assert_not_reached ();
}

/* The shortcut of a widget that a key triggers. */
static gboolean
activate_shortcut (GtkWidget       *widget,
                   guint            keyval,
                   GdkModifierType  state)
{
  GtkEventController *controller = lamina_ui_test_find_controller (widget, GTK_TYPE_SHORTCUT_CONTROLLER);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (controller)); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), i);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

      if (GTK_IS_KEYVAL_TRIGGER (trigger)
          && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == keyval
          && gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == state)
        return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE, widget,
                                             gtk_shortcut_get_arguments (shortcut));
    }
  return FALSE;
}

void
lamina_ui_test_press_with (GtkWidget       *widget,
                           guint            keyval,
                           GdkModifierType  state)
{
  GtkEventController *keys = lamina_ui_test_find_controller (widget, GTK_TYPE_EVENT_CONTROLLER_KEY);
  gboolean handled = FALSE;

  g_signal_emit_by_name (keys, "key-pressed", keyval, 0, state, &handled);
  g_signal_emit_by_name (keys, "key-released", keyval, 0, state);
  g_assert_true (handled || activate_shortcut (widget, keyval, state));
}

void
lamina_ui_test_press (GtkWidget *widget,
                      guint      keyval)
{
  lamina_ui_test_press_with (widget, keyval, 0);
}

void
lamina_ui_test_click (GtkWidget *widget,
                      int        n_press,
                      double     x,
                      double     y)
{
  GtkEventController *click = lamina_ui_test_find_controller (widget, GTK_TYPE_GESTURE_CLICK);

  for (int i = 1; i <= n_press; i++)
    {
      g_signal_emit_by_name (click, "pressed", i, x, y);
      g_signal_emit_by_name (click, "released", i, x, y);
    }
}

static void
read_text (GObject      *clipboard,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static gboolean
is_set (gpointer user_data)
{
  return *(char **) user_data != NULL;
}

char *
lamina_ui_test_dup_copied (GtkWidget *widget)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, read_text, &text);
  lamina_ui_test_wait (is_set, &text);
  return text;
}

guint32
lamina_ui_test_find_layer (LaminaRun  *run,
                           const char *type)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = 0; i < layers->n; i++)
    if (strcmp (lamina_run_get_string (run, lamina_column_id (layers->type, i)), type) == 0)
      return i;
  return LAMINA_NONE;
}

char *
lamina_ui_test_dup_tooltip (GtkWidget *canvas,
                            double     x,
                            double     y)
{
  GdkRectangle area;

  return LAMINA_CANVAS_GET_CLASS (canvas)->dup_tooltip (LAMINA_CANVAS (canvas), FALSE, x, y, &area);
}

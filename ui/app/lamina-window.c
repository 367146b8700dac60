/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window-private.h"

#include "lamina-action-table.h"
#include "lamina-combo-text.h"
#include "lamina-compare-page.h"
#include "lamina-digit-keys.h"
#include "lamina-file-choice.h"
#include "lamina-format-menu.h"
#include "lamina-recent.h"
#include "lamina-run-list.h"
#include "lamina-settings.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (LaminaWindow, lamina_window, ADW_TYPE_APPLICATION_WINDOW)

/* What of a long name is shown at least: the switcher gives up the words beside its icons for it. */
#define LEAST_CHARS 23

/* How long the text of a chooser beside it may be without costing it room, and how long with. */
#define CHOOSER_CHARS 9
#define MOST_CHOOSER_CHARS 16

static int
get_room_for (GtkDropDown *chooser)
{
  gpointer item = gtk_widget_get_visible (GTK_WIDGET (chooser)) ? gtk_drop_down_get_selected_item (chooser) : NULL;
  glong length = item ? g_utf8_strlen (gtk_string_object_get_string (item), -1) : 0;

  return (int) CLAMP (length, CHOOSER_CHARS, MOST_CHOOSER_CHARS) - CHOOSER_CHARS;
}

/* A title that is not shown would still keep the room of its length in the middle of the header bar. */
static void
update_title (LaminaWindow *self)
{
  LaminaTab *tab = lamina_window_get_tab (self);
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *whole = NULL;
  int least = LEAST_CHARS - get_room_for (self->runs) - get_room_for (self->sections);
  const char *name;
  gboolean has_switcher;

  if (tab && lamina_tab_get_file (tab))
    {
      g_autofree char *said = NULL;

      g_object_get (tab, "title", &said, "subtitle", &subtitle, NULL);
      title = lamina_widget_dup_visible (said);
    }
  name = title ? title : "";
  lamina_widget_set_text (self->file_name, name);
  /* The whole of it stands in the tooltip, too. */
  lamina_widget_set_tip (GTK_WIDGET (self->file_name), name);
  gtk_label_set_width_chars (self->file_name, MIN ((int) g_utf8_strlen (name, -1), least));
  has_switcher = adw_view_switcher_title_get_view_switcher_enabled (self->title);
  adw_view_switcher_title_set_title (self->title, has_switcher ? "" : title ? title : "Lamina");
  adw_view_switcher_title_set_subtitle (self->title, has_switcher || !subtitle ? "" : subtitle);
  whole = title ? g_strdup_printf ("%s – Lamina", title) : g_strdup ("Lamina");
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

static void
hold_children (GtkWidget *widget,
               GPtrArray *held)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    {
      g_ptr_array_add (held, g_object_ref (child));
      hold_children (child, held);
    }
}

/*
 * Buttons of switchers go before their children while these are held. Children that go with their button may take away what it is
 * about to tell of its end: their bindings to it, which libadwaita 1.2 and GTK 4.8 then look up all the same.
 */
static GPtrArray *
hold_switchers (LaminaWindow *self)
{
  GPtrArray *held = g_ptr_array_new_with_free_func (g_object_unref);

  hold_children (GTK_WIDGET (self->title), held);
  hold_children (GTK_WIDGET (self->switcher_bar), held);
  return held;
}

static void
set_switched (LaminaWindow *self,
              AdwViewStack *stack)
{
  g_autoptr (GPtrArray) held = NULL;

  if (stack == adw_view_switcher_title_get_stack (self->title))
    return;
  held = hold_switchers (self);
  adw_view_switcher_title_set_stack (self->title, stack);
  adw_view_switcher_bar_set_stack (self->switcher_bar, stack);
}

/* Where the title leaves no room for it, too. */
static void
reveal_bottom_switcher (LaminaWindow *self)
{
  LaminaTab *tab = lamina_window_get_tab (self);

  adw_view_switcher_bar_set_reveal (self->switcher_bar,
                                    tab && lamina_tab_get_session (tab) && adw_view_switcher_title_get_title_visible (self->title));
}

/*
 * A switcher without pages would only take room. It takes the place of the title; then the tabs say what is open, or, where there
 * is only one, the name at the left. Where it is narrow it stands at the bottom. It keeps its buttons while a file is loaded anew.
 */
void
_lamina_window_update_header (LaminaWindow *self)
{
  LaminaTab *tab = lamina_window_get_tab (self);
  LaminaSession *session = tab ? lamina_tab_get_session (tab) : NULL;
  AdwViewStack *stack = session || (tab && lamina_tab_is_loading (tab)) ? lamina_document_view_get_stack (lamina_tab_get_view (tab))
                                                                      : NULL;
  gboolean narrow = lamina_width_bin_is_narrow (self->bin);

  g_signal_group_set_target (self->page_signals, stack);
  /* The charts list the runs themselves, with their times. */
  gtk_widget_set_visible (GTK_WIDGET (self->runs),
                          session && lamina_document_get_n_runs (lamina_session_get_document (session)) > 1
                          && g_strcmp0 (adw_view_stack_get_visible_child_name (stack), "charts") != 0);
  set_switched (self, stack);
  adw_view_switcher_title_set_view_switcher_enabled (self->title, session && !narrow);
  reveal_bottom_switcher (self);
  gtk_widget_set_visible (GTK_WIDGET (self->file_name),
                          session && !narrow && adw_tab_view_get_n_pages (self->tab_view) == 1);
  update_title (self);
}

/*
 * With words beside its icons where these have room, and below them elsewhere, the switcher changed its form with every file and
 * page that brings a menu of runs. It keeps the narrow form.
 */
static void
keep_switcher_narrow (LaminaWindow *self)
{
  GtkWidget *squeezer = gtk_widget_get_first_child (GTK_WIDGET (self->title));

  for (GtkWidget *child = gtk_widget_get_first_child (squeezer); child; child = gtk_widget_get_next_sibling (child))
    if (ADW_IS_VIEW_SWITCHER (child))
      adw_view_switcher_set_policy (ADW_VIEW_SWITCHER (child), ADW_VIEW_SWITCHER_POLICY_NARROW);
}

static void
on_chosen (GtkWidget      *window,
           GtkFileChooser *chooser,
           gpointer        data)
{
  g_autoptr (GListModel) files = gtk_file_chooser_get_files (chooser);

  if (files)
    lamina_window_open_files (LAMINA_WINDOW (window), files);
}

/* Who looks at a file most often opens its neighbor next. */
static void
choose (LaminaWindow         *self,
        const char           *title,
        GtkFileChooserAction  action,
        gboolean              several,
        LaminaFileChosen      chosen)
{
  GFile *file = lamina_tab_get_file (lamina_window_get_tab (self));
  g_autoptr (GFile) folder = file ? g_file_get_parent (file) : NULL;
  GtkFileChooserNative *chooser;

  if (lamina_file_choice_is_open (GTK_WIDGET (self)))
    return;
  chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, NULL, NULL);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), several);
  if (folder)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  lamina_file_choice_ask (chooser, GTK_WIDGET (self), chosen, NULL, NULL);
}

static GdkDragAction
on_enter (GtkDropTarget *target,
          double         x,
          double         y,
          LaminaWindow  *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->drop_hint), TRUE);
  return GDK_ACTION_COPY;
}

static void
on_leave (GtkDropTarget *target,
          LaminaWindow  *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->drop_hint), FALSE);
}

static gboolean
on_drop (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         LaminaWindow  *self)
{
  g_autoptr (GListStore) files = g_list_store_new (G_TYPE_FILE);
  g_autoptr (GSList) list = NULL;

  on_leave (target, self);
  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;
  list = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *item = list; item; item = item->next)
    g_list_store_append (files, item->data);
  lamina_window_open_files (self, G_LIST_MODEL (files));
  return TRUE;
}

static void
add_drop_target (LaminaWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

/* Once it is loaded; a failure shows in its own tab. */
static void
on_compared_session (LaminaTab  *tab,
                     GParamSpec *pspec,
                     LaminaTab  *before)
{
  GtkWidget *page = lamina_document_view_get_page (lamina_tab_get_view (before), "compare", TRUE);

  if (!lamina_tab_get_session (tab))
    return;
  g_signal_handlers_disconnect_by_func (tab, (gpointer) (guintptr) on_compared_session, before);
  if (page && lamina_tab_get_session (before))
    lamina_compare_page_set_other (LAMINA_COMPARE_PAGE (page), lamina_tab_get_session (tab));
}

void
_lamina_window_compare_with (LaminaWindow *self,
                             GFile        *file)
{
  LaminaTab *before = lamina_window_get_tab (self);
  AdwTabPage *front = adw_tab_view_get_selected_page (self->tab_view);
  LaminaTab *tab;

  if (!before || !lamina_tab_get_session (before))
    {
      lamina_window_open (self, file);
      return;
    }
  tab = _lamina_window_find_tab (self, file);
  if (tab == before)
    return;
  if (!tab)
    {
      tab = _lamina_window_add_tab (self);
      lamina_tab_open (tab, file);
    }
  adw_tab_view_set_selected_page (self->tab_view, front);
  adw_view_stack_set_visible_child_name (lamina_document_view_get_stack (lamina_tab_get_view (before)), "compare");
  g_signal_connect_object (tab, "notify::session", G_CALLBACK (on_compared_session), before, 0);
  on_compared_session (tab, NULL, before);
}

static void
on_chosen_to_compare (GtkWidget      *window,
                      GtkFileChooser *chooser,
                      gpointer        data)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  if (file)
    _lamina_window_compare_with (LAMINA_WINDOW (window), file);
}

static void
on_chosen_folder (GtkWidget      *window,
                  GtkFileChooser *chooser,
                  gpointer        data)
{
  g_autoptr (GFile) folder = gtk_file_chooser_get_file (chooser);

  if (folder)
    lamina_window_open_folder (LAMINA_WINDOW (window), folder);
}

LAMINA_ACTION (open_files)
{
  choose (LAMINA_WINDOW (user_data), _("Open"), GTK_FILE_CHOOSER_ACTION_OPEN, TRUE, on_chosen);
}

LAMINA_ACTION (open_to_compare)
{
  choose (LAMINA_WINDOW (user_data), _("Compare With"), GTK_FILE_CHOOSER_ACTION_OPEN, FALSE, on_chosen_to_compare);
}

LAMINA_ACTION (open_folder)
{
  choose (LAMINA_WINDOW (user_data), _("Open Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, FALSE, on_chosen_folder);
}

LAMINA_ACTION (open_recent)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  adw_split_button_popdown (self->open_button);
  lamina_window_open (self, file);
}

LAMINA_ACTION (open_as)
{
  lamina_tab_open_as (lamina_window_get_tab (LAMINA_WINDOW (user_data)), g_variant_get_string (parameter, NULL));
}

LAMINA_ACTION (join)
{
  lamina_tab_join (lamina_window_get_tab (LAMINA_WINDOW (user_data)));
}

LAMINA_ACTION (reload)
{
  lamina_tab_reload (lamina_window_get_tab (LAMINA_WINDOW (user_data)));
}

LAMINA_ACTION (clear_recent)
{
  lamina_recent_clear ();
}

/* A picture of the page that is shown; the document has the dialog. */
LAMINA_ACTION (export_picture)
{
  gtk_widget_activate_action (GTK_WIDGET (user_data), "view.export", "s", "");
}

LAMINA_ACTION (toggle_full_screen)
{
  g_object_set (user_data, "fullscreened", !gtk_window_is_fullscreen (GTK_WINDOW (user_data)), NULL);
}

LAMINA_ACTION (new_tab)
{
  gtk_widget_grab_focus (GTK_WIDGET (_lamina_window_add_tab (LAMINA_WINDOW (user_data))));
}

LAMINA_ACTION (close_tab)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);

  adw_tab_view_close_page (self->tab_view, _lamina_window_get_meant_page (self));
}

LAMINA_ACTION (close_other_tabs)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);

  adw_tab_view_close_other_pages (self->tab_view, _lamina_window_get_meant_page (self));
}

LAMINA_ACTION (reopen_tab)
{
  _lamina_window_reopen_tab (LAMINA_WINDOW (user_data));
}

/* Around the ends, as people know it from their browser. */
static void
step (LaminaWindow *self,
      int           by)
{
  int n = adw_tab_view_get_n_pages (self->tab_view);
  int position = adw_tab_view_get_page_position (self->tab_view, adw_tab_view_get_selected_page (self->tab_view));
  int next = (position + by + n) % n;

  adw_tab_view_set_selected_page (self->tab_view, adw_tab_view_get_nth_page (self->tab_view, next));
}

LAMINA_ACTION (next_tab)
{
  step (LAMINA_WINDOW (user_data), 1);
}

LAMINA_ACTION (previous_tab)
{
  step (LAMINA_WINDOW (user_data), -1);
}

/* The first tab is the rightmost one where lines run from right to left. */
static void
move_tab (LaminaWindow *self,
          gboolean      to_left)
{
  AdwTabPage *page = _lamina_window_get_meant_page (self);

  if (to_left == (gtk_widget_get_direction (GTK_WIDGET (self->tab_view)) != GTK_TEXT_DIR_RTL))
    adw_tab_view_reorder_backward (self->tab_view, page);
  else
    adw_tab_view_reorder_forward (self->tab_view, page);
}

LAMINA_ACTION (move_tab_left)
{
  move_tab (LAMINA_WINDOW (user_data), TRUE);
}

LAMINA_ACTION (move_tab_right)
{
  move_tab (LAMINA_WINDOW (user_data), FALSE);
}

LAMINA_ACTION (move_tab_to_new_window)
{
  LaminaWindow *self = LAMINA_WINDOW (user_data);
  AdwTabPage *page = _lamina_window_get_meant_page (self);
  AdwTabView *other = NULL;

  g_signal_emit_by_name (self->tab_view, "create-window", &other);
  adw_tab_view_transfer_page (self->tab_view, page, other, 0);
}

static const GActionEntry entries[] = {
  { "open", open_files, NULL, NULL, NULL, { 0 } },
  { "open-folder", open_folder, NULL, NULL, NULL, { 0 } },
  { "open-to-compare", open_to_compare, NULL, NULL, NULL, { 0 } },
  { "open-as", open_as, "s", NULL, NULL, { 0 } },
  { "reload", reload, NULL, NULL, NULL, { 0 } },
  { "join", join, NULL, NULL, NULL, { 0 } },
  { "open-recent", open_recent, "s", NULL, NULL, { 0 } },
  { "clear-recent", clear_recent, NULL, NULL, NULL, { 0 } },
  { "export", export_picture, NULL, NULL, NULL, { 0 } },
  { "full-screen", toggle_full_screen, NULL, NULL, NULL, { 0 } },
  { "new-tab", new_tab, NULL, NULL, NULL, { 0 } },
  { "close-tab", close_tab, NULL, NULL, NULL, { 0 } },
  { "close-other-tabs", close_other_tabs, NULL, NULL, NULL, { 0 } },
  { "reopen-tab", reopen_tab, NULL, NULL, NULL, { 0 } },
  { "next-tab", next_tab, NULL, NULL, NULL, { 0 } },
  { "previous-tab", previous_tab, NULL, NULL, NULL, { 0 } },
  { "move-tab-left", move_tab_left, NULL, NULL, NULL, { 0 } },
  { "move-tab-right", move_tab_right, NULL, NULL, NULL, { 0 } },
  { "move-tab-to-new-window", move_tab_to_new_window, NULL, NULL, NULL, { 0 } },
};

/* Whatever has a use of its own for the key has been asked before. */
static gboolean
on_key (LaminaWindow *self,
        guint         key)
{
  if (key != GDK_KEY_Escape || !gtk_window_is_fullscreen (GTK_WINDOW (self)))
    return GDK_EVENT_PROPAGATE;
  gtk_window_unfullscreen (GTK_WINDOW (self));
  return GDK_EVENT_STOP;
}

void
_lamina_window_update_actions (LaminaWindow *self)
{
  AdwTabPage *page = _lamina_window_get_meant_page (self);
  LaminaTab *tab = lamina_window_get_tab (self);
  int n = adw_tab_view_get_n_pages (self->tab_view);
  int position = page ? adw_tab_view_get_page_position (self->tab_view, page) : 0;
  GActionMap *actions = G_ACTION_MAP (self);

  lamina_action_enable (actions, "export", tab && lamina_tab_get_session (tab));
  lamina_action_enable (actions, "open-as", tab && lamina_tab_get_file (tab));
  lamina_action_enable (actions, "reload", tab && lamina_tab_get_file (tab));
  lamina_action_enable (actions, "join", tab && lamina_tab_can_join (tab));
  lamina_action_enable (actions, "close-tab", page != NULL);
  lamina_action_enable (actions, "close-other-tabs", n > 1);
  lamina_action_enable (actions, "reopen-tab", !g_queue_is_empty (&self->closed));
  lamina_action_enable (actions, "next-tab", n > 1);
  lamina_action_enable (actions, "previous-tab", n > 1);
  lamina_action_enable (actions, "move-tab-left", position > 0);
  lamina_action_enable (actions, "move-tab-right", position < n - 1);
  lamina_action_enable (actions, "move-tab-to-new-window", n > 1);
}

static void
on_session_changed (LaminaWindow *self)
{
  LaminaTab *tab = lamina_window_get_tab (self);
  LaminaSession *session = tab ? lamina_tab_get_session (tab) : NULL;
  LaminaDocumentView *view = session ? lamina_tab_get_view (tab) : NULL;

  gtk_widget_set_visible (self->inspector_button, session != NULL);
  gtk_widget_set_visible (self->export_button, session != NULL);
  lamina_run_list_bind (self->runs, session);
  lamina_section_list_bind (self->sections, session);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view",
                                  view ? G_ACTION_GROUP (lamina_document_view_get_actions (view)) : NULL);
  _lamina_window_update_header (self);
  _lamina_window_update_actions (self);
}

static void
on_selected_page (LaminaWindow *self)
{
  g_signal_group_set_target (self->tab_signals, lamina_window_get_tab (self));
  on_session_changed (self);
}

static void
restore_size (LaminaWindow *self)
{
  GSettings *settings = lamina_settings_get_default ();
  int width, height;

  g_settings_get (settings, LAMINA_SETTING_WINDOW_SIZE, "(ii)", &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), MAX (width, 360), MAX (height, 300));
  if (g_settings_get_boolean (settings, LAMINA_SETTING_WINDOW_MAXIMIZED))
    gtk_window_maximize (GTK_WINDOW (self));
}

typedef struct {
  GtkWindow    *window;
  GApplication *application;
} Closed;

static void
closed_free (Closed *closed)
{
  g_application_release (closed->application);
  g_object_unref (closed->window);
  g_free (closed);
}

static gboolean
destroy (gpointer user_data)
{
  gtk_window_destroy (((Closed *) user_data)->window);
  return G_SOURCE_REMOVE;
}

/*
 * Out of sight at once, and nothing's window any more: what is opened meanwhile opens another. It is destroyed when all that was
 * meant for it has been done, for two ask for what is gone by then: libadwaita 1.2, in an idle, for the view of a tab whose menu
 * has closed; GTK 4.8 for the surface of a popover that the pointer came upon half a second ago, unless it hears that it left.
 */
static gboolean
lamina_window_close_request (GtkWindow *window)
{
  GSettings *settings = lamina_settings_get_default ();
  int width, height;
  Closed *closed;

  /* It was closed already. */
  if (gtk_window_get_application (window) == NULL)
    return GDK_EVENT_STOP;

  /* The default size is the one that it had last while it was neither maximized nor full screen. */
  gtk_window_get_default_size (window, &width, &height);
  if (width > 0 && height > 0)
    g_settings_set (settings, LAMINA_SETTING_WINDOW_SIZE, "(ii)", width, height);
  g_settings_set_boolean (settings, LAMINA_SETTING_WINDOW_MAXIMIZED, gtk_window_is_maximized (window));

  closed = g_new (Closed, 1);
  *closed = (Closed) { g_object_ref (window), G_APPLICATION (gtk_window_get_application (window)) };
  g_application_hold (closed->application);
  gtk_window_set_application (window, NULL);
  gtk_widget_set_visible (GTK_WIDGET (window), FALSE);
  gdk_display_sync (gtk_widget_get_display (GTK_WIDGET (window)));
  g_idle_add_full (G_PRIORITY_LOW, destroy, closed, (GDestroyNotify) closed_free);
  return GDK_EVENT_STOP;
}

static void
lamina_window_dispose (GObject *object)
{
  LaminaWindow *self = LAMINA_WINDOW (object);
  GPtrArray *held = self->title ? hold_switchers (self) : NULL;

  g_clear_object (&self->tab_signals);
  g_clear_object (&self->page_signals);
  if (self->runs)
    lamina_run_list_bind (self->runs, NULL);
  if (self->sections)
    lamina_section_list_bind (self->sections, NULL);
  if (self->tab_view)
    _lamina_window_forget_tabs (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_WINDOW);
  G_OBJECT_CLASS (lamina_window_parent_class)->dispose (object);
  g_clear_pointer (&held, g_ptr_array_unref);
}

static void
lamina_window_class_init (LaminaWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_window_dispose;
  GTK_WINDOW_CLASS (class)->close_request = lamina_window_close_request;
  g_type_ensure (LAMINA_TYPE_TAB);
  g_type_ensure (LAMINA_TYPE_WIDTH_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, tab_view);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, bin);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, file_name);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, open_as_menu);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, drop_hint);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, tab_menu);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, runs);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, sections);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, inspector_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, export_button);
}

static void
lamina_window_init (LaminaWindow *self)
{
  g_autoptr (GMenuModel) formats = lamina_format_menu_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_queue_init (&self->closed);
  gtk_widget_init_template (GTK_WIDGET (self));
  restore_size (self);
  keep_switcher_narrow (self);
  g_signal_connect_object (self->title, "notify::title-visible", G_CALLBACK (reveal_bottom_switcher), self, G_CONNECT_SWAPPED);
  g_menu_append_section (self->open_as_menu, NULL, formats);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  _lamina_window_init_tabs (self);
  add_drop_target (self);
  lamina_combo_text_show_in_header (self->runs);
  lamina_combo_text_show_in_header (self->sections);
  lamina_digit_keys_add (GTK_WIDGET (self), FALSE);
  self->page_signals = g_signal_group_new (ADW_TYPE_VIEW_STACK);
  g_signal_group_connect_swapped (self->page_signals, "notify::visible-child",
                                  G_CALLBACK (_lamina_window_update_header), self);
  self->tab_signals = g_signal_group_new (LAMINA_TYPE_TAB);
  g_signal_group_connect_swapped (self->tab_signals, "notify::title", G_CALLBACK (update_title), self);
  g_signal_group_connect_swapped (self->tab_signals, "notify::subtitle", G_CALLBACK (update_title), self);
  g_signal_group_connect_swapped (self->tab_signals, "notify::session", G_CALLBACK (on_session_changed), self);
  g_signal_connect_swapped (self->tab_view, "notify::selected-page", G_CALLBACK (on_selected_page), self);
  g_signal_connect_object (self->runs, "notify::selected-item", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->sections, "notify::selected-item", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->bin, "notify::narrow", G_CALLBACK (_lamina_window_update_header), self,
                           G_CONNECT_SWAPPED);
  on_selected_page (self);
}

LaminaWindow *
lamina_window_new (GtkApplication *application)
{
  LaminaWindow *self = g_object_new (LAMINA_TYPE_WINDOW, "application", application, NULL);

  _lamina_window_add_tab (self);
  return self;
}

static void
raise_tab (LaminaTab *tab)
{
  LaminaWindow *window = LAMINA_WINDOW (gtk_widget_get_root (GTK_WIDGET (tab)));

  adw_tab_view_set_selected_page (window->tab_view, adw_tab_view_get_page (window->tab_view, GTK_WIDGET (tab)));
  gtk_window_present (GTK_WINDOW (window));
  if (strcmp (lamina_tab_get_page_name (tab), "failed") == 0)
    lamina_tab_reload (tab);
}

LaminaTab *
lamina_window_open (LaminaWindow *self,
                    GFile        *file)
{
  LaminaTab *tab;

  g_return_val_if_fail (LAMINA_IS_WINDOW (self), NULL);
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  tab = _lamina_window_find_tab (self, file);
  if (tab)
    {
      raise_tab (tab);
      return tab;
    }
  tab = lamina_window_is_empty (self) ? lamina_window_get_tab (self) : _lamina_window_add_tab (self);
  lamina_tab_open (tab, file);
  return tab;
}

/* Two files that nobody looks at yet may be of one run. FALSE when there are others, or not two. */
static gboolean
open_together (LaminaWindow *self,
               GListModel   *files)
{
  g_autoptr (GFile) file = g_list_model_get_item (files, 0), beside = g_list_model_get_item (files, 1);
  LaminaTab *tab;

  if (g_list_model_get_n_items (files) != 2 || g_file_equal (file, beside) || _lamina_window_find_tab (self, file)
      || _lamina_window_find_tab (self, beside))
    return FALSE;
  tab = lamina_window_is_empty (self) ? lamina_window_get_tab (self) : _lamina_window_add_tab (self);
  lamina_tab_open_together (tab, file, beside);
  raise_tab (tab);
  return TRUE;
}

void
lamina_window_open_files (LaminaWindow *self,
                          GListModel   *files)
{
  LaminaTab *first = NULL;

  g_return_if_fail (LAMINA_IS_WINDOW (self));
  g_return_if_fail (G_IS_LIST_MODEL (files));

  if (open_together (self, files))
    return;
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      LaminaTab *tab = lamina_window_open (self, file);

      first = first ? first : tab;
    }
  if (first)
    raise_tab (first);
}

void
lamina_window_open_folder (LaminaWindow *self,
                           GFile        *folder)
{
  LaminaTab *tab;
  g_autofree char *name = NULL;
  g_autoptr (GFile) same = NULL;

  g_return_if_fail (LAMINA_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (folder));

  tab = lamina_window_get_tab (self);
  if (tab && lamina_tab_is_alone (tab))
    name = g_file_get_basename (lamina_tab_get_file (tab));
  same = name ? g_file_get_child (folder, name) : NULL;
  if (same && g_file_query_exists (same, NULL))
    lamina_tab_open (tab, same);
  else
    lamina_window_open (self, folder);
}

gboolean
lamina_window_is_empty (LaminaWindow *self)
{
  const char *page;

  g_return_val_if_fail (LAMINA_IS_WINDOW (self), FALSE);

  if (!lamina_window_get_tab (self))
    return FALSE;
  page = lamina_tab_get_page_name (lamina_window_get_tab (self));
  return strcmp (page, "welcome") == 0 || strcmp (page, "failed") == 0;
}

LaminaTab *
lamina_window_get_tab (LaminaWindow *self)
{
  AdwTabPage *page;

  g_return_val_if_fail (LAMINA_IS_WINDOW (self), NULL);

  page = self->tab_view ? adw_tab_view_get_selected_page (self->tab_view) : NULL;
  return page ? LAMINA_TAB (adw_tab_page_get_child (page)) : NULL;
}

AdwTabView *
lamina_window_get_tab_view (LaminaWindow *self)
{
  g_return_val_if_fail (LAMINA_IS_WINDOW (self), NULL);
  return self->tab_view;
}

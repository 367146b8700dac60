/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window-private.h"

#include "lamina-combo-text.h"
#include "lamina-digit-keys.h"
#include "lamina-format-menu.h"
#include "lamina-run-list.h"
#include "lamina-settings.h"

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

/* The whole of it stands in the tooltip, too. */
static void
show_name (LaminaWindow *self,
           const char   *name)
{
  int least = LEAST_CHARS - get_room_for (self->runs) - get_room_for (self->sections);

  gtk_label_set_text (self->file_name, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->file_name), name);
  gtk_label_set_width_chars (self->file_name, MIN ((int) g_utf8_strlen (name, -1), least));
}

/* A title that is not shown would still keep the room of its length in the middle of the header bar. */
static void
update_title (LaminaWindow *self)
{
  LaminaTab *tab = lamina_window_get_tab (self);
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *whole = NULL;
  gboolean has_switcher;

  if (tab && lamina_tab_get_file (tab))
    g_object_get (tab, "title", &title, "subtitle", &subtitle, NULL);
  show_name (self, title ? title : "");
  has_switcher = adw_view_switcher_title_get_view_switcher_enabled (self->title);
  adw_view_switcher_title_set_title (self->title, has_switcher ? "" : title ? title : "Lamina");
  adw_view_switcher_title_set_subtitle (self->title, has_switcher || !subtitle ? "" : subtitle);
  whole = title ? g_strdup_printf ("%s – Lamina", title) : g_strdup ("Lamina");
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

static gboolean
has_runs (LaminaTab *tab)
{
  LaminaSession *session = tab ? lamina_tab_get_session (tab) : NULL;

  return session && lamina_document_get_n_runs (lamina_session_get_document (session)) > 1;
}

/* The charts list the runs themselves, with their times. */
static gboolean
has_own_runs (AdwViewStack *stack)
{
  return stack && g_strcmp0 (adw_view_stack_get_visible_child_name (stack), "charts") == 0;
}

/*
 * A switcher between one page would only take room. It takes the place of the title; then the tabs say what is open, or,
 * where there is only one, the name at the left. Where it is narrow it stands at the bottom.
 */
void
_lamina_window_update_header (LaminaWindow *self)
{
  LaminaTab *tab = lamina_window_get_tab (self);
  gboolean has_document = tab && lamina_tab_get_session (tab);
  AdwViewStack *stack = has_document ? lamina_document_view_get_stack (lamina_tab_get_view (tab)) : NULL;
  g_autoptr (GtkSelectionModel) pages = stack ? adw_view_stack_get_pages (stack) : NULL;
  gboolean has_choice = pages && g_list_model_get_n_items (G_LIST_MODEL (pages)) > 1;
  gboolean narrow = lamina_width_bin_is_narrow (self->bin);

  g_signal_group_set_target (self->page_signals, stack);
  gtk_widget_set_visible (GTK_WIDGET (self->runs), has_runs (tab) && !has_own_runs (stack));
  adw_view_switcher_title_set_stack (self->title, has_choice ? stack : NULL);
  adw_view_switcher_title_set_view_switcher_enabled (self->title, has_choice && !narrow);
  adw_view_switcher_bar_set_stack (self->switcher_bar, has_choice ? stack : NULL);
  gtk_widget_set_visible (self->new_tab_button, !narrow);
  gtk_widget_set_visible (GTK_WIDGET (self->file_name),
                          has_choice && !narrow && adw_tab_view_get_n_pages (self->tab_view) == 1);
  update_title (self);
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

/* The default size is the one that it had last while it was neither maximized nor full screen. */
static void
save_size (LaminaWindow *self)
{
  GSettings *settings = lamina_settings_get_default ();
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width > 0 && height > 0)
    g_settings_set (settings, LAMINA_SETTING_WINDOW_SIZE, "(ii)", width, height);
  g_settings_set_boolean (settings, LAMINA_SETTING_WINDOW_MAXIMIZED, gtk_window_is_maximized (GTK_WINDOW (self)));
}

static gboolean
lamina_window_close_request (GtkWindow *window)
{
  save_size (LAMINA_WINDOW (window));
  return GTK_WINDOW_CLASS (lamina_window_parent_class)->close_request (window);
}

static void
lamina_window_dispose (GObject *object)
{
  LaminaWindow *self = LAMINA_WINDOW (object);

  if (self->chooser)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
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
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, new_tab_button);
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

  g_queue_init (&self->closed);
  gtk_widget_init_template (GTK_WIDGET (self));
  restore_size (self);
  g_menu_append_section (self->open_as_menu, NULL, formats);
  _lamina_window_add_actions (self);
  _lamina_window_init_tabs (self);
  _lamina_window_add_drop_target (self);
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

void
lamina_window_open_files (LaminaWindow *self,
                          GListModel   *files)
{
  LaminaTab *first = NULL;

  g_return_if_fail (LAMINA_IS_WINDOW (self));
  g_return_if_fail (G_IS_LIST_MODEL (files));

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);
      LaminaTab *tab = lamina_window_open (self, file);

      first = first ? first : tab;
    }
  if (first)
    raise_tab (first);
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

const char *
lamina_window_get_page_name (LaminaWindow *self)
{
  LaminaTab *tab;

  g_return_val_if_fail (LAMINA_IS_WINDOW (self), NULL);

  tab = lamina_window_get_tab (self);
  return !tab || strcmp (lamina_tab_get_page_name (tab), "welcome") == 0 ? "welcome" : "tab";
}

void
lamina_window_say (LaminaWindow *self,
                   const char   *message)
{
  g_autofree char *markup = NULL;

  g_return_if_fail (LAMINA_IS_WINDOW (self));
  g_return_if_fail (message);

  markup = g_markup_escape_text (message, -1);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

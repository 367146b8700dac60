/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window.h"

#include "lamina-export-dialog.h"
#include "lamina-run-list.h"

#include <glib/gi18n.h>

struct _LaminaWindow
{
  AdwApplicationWindow parent_instance;

  GtkFileChooserNative *chooser;

  AdwToastOverlay *toasts;
  AdwViewSwitcherTitle *title;
  AdwViewSwitcherBar *switcher_bar;
  GtkDropDown *runs;
  GtkWidget *inspector_button;
  GtkWidget *export_button;
  GtkStack *stack;
  GtkWidget *welcome_open;
  LaminaTab *tab;
};

G_DEFINE_FINAL_TYPE (LaminaWindow, lamina_window, ADW_TYPE_APPLICATION_WINDOW)

static void
update_title (LaminaWindow *self)
{
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *whole = NULL;

  if (strcmp (gtk_stack_get_visible_child_name (self->stack), "welcome") != 0)
    g_object_get (self->tab, "title", &title, "subtitle", &subtitle, NULL);
  adw_view_switcher_title_set_title (self->title, title ? title : "Lamina");
  adw_view_switcher_title_set_subtitle (self->title, subtitle ? subtitle : "");
  whole = title ? g_strdup_printf ("%s – Lamina", title) : g_strdup ("Lamina");
  gtk_window_set_title (GTK_WINDOW (self), whole);
}

static GActionGroup *
get_actions (LaminaTab *tab)
{
  return G_ACTION_GROUP (lamina_document_view_get_actions (lamina_tab_get_view (tab)));
}

/* A switcher between one page would only take room. */
static void
show_switcher (LaminaWindow *self,
               AdwViewStack *stack)
{
  g_autoptr (GtkSelectionModel) pages = stack ? adw_view_stack_get_pages (stack) : NULL;
  gboolean has_choice = pages && g_list_model_get_n_items (G_LIST_MODEL (pages)) > 1;

  adw_view_switcher_title_set_stack (self->title, has_choice ? stack : NULL);
  adw_view_switcher_title_set_view_switcher_enabled (self->title, has_choice);
  adw_view_switcher_bar_set_stack (self->switcher_bar, has_choice ? stack : NULL);
}

static void
on_session_changed (LaminaWindow *self)
{
  LaminaSession *session = lamina_tab_get_session (self->tab);

  gtk_widget_set_visible (self->inspector_button, session != NULL);
  gtk_widget_set_visible (self->export_button, session != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export", session != NULL);
  lamina_run_list_bind (self->runs, session);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "view", session ? get_actions (self->tab) : NULL);
  show_switcher (self, session ? lamina_document_view_get_stack (lamina_tab_get_view (self->tab)) : NULL);
}

static void
show_page (LaminaWindow *self,
           const char   *name)
{
  gtk_stack_set_visible_child_name (self->stack, name);
  update_title (self);
  if (strcmp (name, "welcome") == 0)
    gtk_widget_grab_focus (self->welcome_open);
}

static void
on_cancelled (LaminaWindow *self)
{
  show_page (self, "welcome");
}

static void
open_files (LaminaWindow *self,
            GListModel   *files)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  guint n = g_list_model_get_n_items (files);
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (array, g_list_model_get_item (files, i));
  if (n > 0 && lamina_window_is_empty (self))
    {
      lamina_window_open (self, array->pdata[0]);
      g_ptr_array_remove_index (array, 0);
    }
  if (array->len > 0 && application)
    g_application_open (G_APPLICATION (application), (GFile **) array->pdata, (int) array->len, "");
}

static void
on_chosen (LaminaWindow *self,
           int           response)
{
  g_autoptr (GListModel) files = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self->chooser));
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  if (files)
    open_files (self, files);
}

static void
choose_file (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LaminaWindow *self = LAMINA_WINDOW (widget);

  if (self->chooser)
    return;
  self->chooser = gtk_file_chooser_native_new (_("Open"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
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

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;
  list = gdk_file_list_get_files (g_value_get_boxed (value));
  for (GSList *item = list; item; item = item->next)
    g_list_store_append (files, item->data);
  open_files (self, G_LIST_MODEL (files));
  return TRUE;
}

static void
on_exported (LaminaWindow *self,
             const char   *message)
{
  g_autofree char *markup = g_markup_escape_text (message, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

static void
export_picture (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  LaminaWindow *self = LAMINA_WINDOW (widget);
  LaminaSession *session = lamina_tab_get_session (self->tab);
  GtkWidget *dialog;

  if (!session)
    return;
  dialog = lamina_export_dialog_new (session);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  g_signal_connect_object (dialog, "done", G_CALLBACK (on_exported), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
toggle_full_screen (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  g_object_set (widget, "fullscreened", !gtk_window_is_fullscreen (GTK_WINDOW (widget)), NULL);
}

static void
add_drop_target (LaminaWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
lamina_window_dispose (GObject *object)
{
  LaminaWindow *self = LAMINA_WINDOW (object);

  if (self->chooser)
    gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self->chooser));
  g_clear_object (&self->chooser);
  if (self->runs)
    lamina_run_list_bind (self->runs, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_WINDOW);
  G_OBJECT_CLASS (lamina_window_parent_class)->dispose (object);
}

static void
lamina_window_class_init (LaminaWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_window_dispose;
  g_type_ensure (LAMINA_TYPE_TAB);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, runs);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, inspector_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, export_button);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, welcome_open);
  gtk_widget_class_bind_template_child (widget_class, LaminaWindow, tab);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, choose_file);
  gtk_widget_class_install_action (widget_class, "win.export", NULL, export_picture);
  gtk_widget_class_install_action (widget_class, "win.full-screen", NULL, toggle_full_screen);
}

static void
lamina_window_init (LaminaWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_drop_target (self);
  g_signal_connect_object (self->tab, "notify::title", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tab, "notify::subtitle", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tab, "notify::session", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tab, "cancelled", G_CALLBACK (on_cancelled), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
  gtk_window_set_focus (GTK_WINDOW (self), self->welcome_open);
}

LaminaWindow *
lamina_window_new (GtkApplication *application)
{
  return g_object_new (LAMINA_TYPE_WINDOW, "application", application, NULL);
}

void
lamina_window_open (LaminaWindow *self,
                    GFile        *file)
{
  g_return_if_fail (LAMINA_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  lamina_tab_open (self->tab, file);
  show_page (self, "tab");
}

gboolean
lamina_window_is_empty (LaminaWindow *self)
{
  g_return_val_if_fail (LAMINA_IS_WINDOW (self), FALSE);
  return strcmp (gtk_stack_get_visible_child_name (self->stack), "welcome") == 0
         || strcmp (lamina_tab_get_page_name (self->tab), "failed") == 0;
}

LaminaTab *
lamina_window_get_tab (LaminaWindow *self)
{
  g_return_val_if_fail (LAMINA_IS_WINDOW (self), NULL);
  return self->tab;
}

const char *
lamina_window_get_page_name (LaminaWindow *self)
{
  g_return_val_if_fail (LAMINA_IS_WINDOW (self), NULL);
  return gtk_stack_get_visible_child_name (self->stack);
}

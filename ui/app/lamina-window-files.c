/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window-private.h"

#include "lamina-file-choice.h"

#include <glib/gi18n.h>

static void
on_chosen (LaminaWindow *self,
           int           response)
{
  g_autoptr (GListModel) files = lamina_file_choice_end (&self->chooser, response);

  if (files)
    lamina_window_open_files (self, files);
}

/* Who looks at a file most often opens its neighbor next. */
void
_lamina_window_choose (LaminaWindow *self,
                       const char   *title,
                       gboolean      several,
                       GCallback     answered)
{
  GFile *file = lamina_tab_get_file (lamina_window_get_tab (self));
  g_autoptr (GFile) folder = file ? g_file_get_parent (file) : NULL;
  GtkFileChooserNative *chooser;

  if (self->chooser)
    return;
  chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (chooser), several);
  if (folder)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  self->chooser = lamina_file_choice_show (chooser, answered, self);
}

void
_lamina_window_choose_files (LaminaWindow *self)
{
  _lamina_window_choose (self, _("Open"), TRUE, G_CALLBACK (on_chosen));
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

void
_lamina_window_add_drop_target (LaminaWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (target, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

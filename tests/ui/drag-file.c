/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <gtk/gtk.h>

/* A window from which files can be dragged, as from a file manager: drag-file PATH…. Ends when they were dropped. */

static GdkContentProvider *
on_prepare (GtkDragSource *source,
            double         x,
            double         y,
            gpointer       user_data)
{
  GSList *list = NULL;
  GdkFileList *files;
  GdkContentProvider *provider;

  for (char **path = user_data; *path; path++)
    list = g_slist_append (list, g_file_new_for_path (*path));
  files = gdk_file_list_new_from_list (list);
  provider = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, files);
  g_boxed_free (GDK_TYPE_FILE_LIST, files);
  g_slist_free_full (list, g_object_unref);
  return provider;
}

static void
on_end (GMainLoop *loop)
{
  g_main_loop_quit (loop);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GtkDragSource *source;
  GtkWidget *window;

  if (argc < 2)
    return 2;
  gtk_init ();
  window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (window), "drag-file");
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_child (GTK_WINDOW (window), gtk_label_new ("drag"));
  gtk_widget_set_size_request (window, 120, 120);
  source = gtk_drag_source_new ();
  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), argv + 1);
  g_signal_connect_swapped (source, "drag-end", G_CALLBACK (on_end), loop);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (source));
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "frame-fixture.h"

#include <glib/gstdio.h>

GFile *
frame_copy_sample (const char *folder,
                   const char *name)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/resnet50-megengine.json");
  g_autofree char *target = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) sample = g_file_new_for_path (path);
  GFile *copy = g_file_new_for_path (target);
  g_autoptr (GError) error = NULL;

  g_file_copy (sample, copy, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return copy;
}

void
frame_files_set_up (FrameFiles    *files,
                    gconstpointer  data)
{
  files->folder = g_dir_make_tmp ("lamina-frame-XXXXXX", NULL);
  g_assert_nonnull (files->folder);
  files->one = frame_copy_sample (files->folder, "one.json");
  files->two = frame_copy_sample (files->folder, "two.json");
}

void
frame_files_tear_down (FrameFiles    *files,
                       gconstpointer  data)
{
  g_file_delete (files->one, NULL, NULL);
  g_file_delete (files->two, NULL, NULL);
  g_rmdir (files->folder);
  g_object_unref (files->one);
  g_object_unref (files->two);
  g_free (files->folder);
}

gboolean
frame_is_loaded (gpointer user_data)
{
  return !lamina_tab_is_loading (user_data);
}

LaminaWindow *
frame_open_window (void)
{
  LaminaWindow *window = lamina_window_new (lamina_ui_test_get_application ());

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

LaminaTab *
frame_open_tab (LaminaWindow *window,
                GFile        *file)
{
  LaminaTab *tab = lamina_window_open (window, file);

  lamina_ui_test_wait (frame_is_loaded, tab);
  return tab;
}

int
frame_count_tabs (LaminaWindow *window)
{
  return adw_tab_view_get_n_pages (lamina_window_get_tab_view (window));
}

gboolean
frame_is_enabled (LaminaWindow *window,
                  const char   *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

gboolean
frame_is_inspector_visible (LaminaWindow *window)
{
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (window));
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (lamina_document_view_get_actions (view)),
                                                                "inspector");

  return g_variant_get_boolean (state);
}

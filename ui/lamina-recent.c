/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-recent.h"

#include "lamina-settings.h"

/* The name that the desktop's list knows the program by. */
#define NAME "Lamina"

static gboolean
is_wanted (void)
{
  return g_settings_get_boolean (lamina_settings_get_default (), LAMINA_SETTING_RECENT_FILES);
}

void
lamina_recent_add (GFile *file)
{
  g_autofree char *uri = NULL;
  g_autofree char *path = NULL;
  g_autofree char *type = NULL;

  g_return_if_fail (G_IS_FILE (file));

  if (!is_wanted ())
    return;
  /* The list can't be written to a folder that is not there. */
  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  uri = g_file_get_uri (file);
  path = g_file_get_path (file);
  type = g_content_type_guess (path ? path : uri, NULL, 0, NULL);
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri,
                               &(GtkRecentData) {
                                 .mime_type = type,
                                 .app_name = (char *) NAME,
                                 .app_exec = (char *) "lamina %f",
                               });
}

static GPtrArray *
list_ours (void)
{
  GPtrArray *ours = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GList *all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());

  for (GList *item = all; item; item = item->next)
    if (gtk_recent_info_has_application (item->data, NAME))
      g_ptr_array_add (ours, gtk_recent_info_ref (item->data));
  g_list_free_full (all, (GDestroyNotify) gtk_recent_info_unref);
  return ours;
}

static GDateTime *
get_time (GtkRecentInfo *info)
{
  GDateTime *stamp = NULL;

  if (!gtk_recent_info_get_application_info (info, NAME, NULL, NULL, &stamp))
    return NULL;
  return stamp;
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  GDateTime *one = get_time (*(GtkRecentInfo *const *) a);
  GDateTime *other = get_time (*(GtkRecentInfo *const *) b);

  return one && other ? -g_date_time_compare (one, other) : (one ? -1 : other != NULL);
}

GPtrArray *
lamina_recent_list (guint most)
{
  g_autoptr (GPtrArray) ours = list_ours ();
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);

  g_ptr_array_sort (ours, compare_times);
  for (guint i = 0; is_wanted () && i < ours->len && list->len < most; i++)
    if (gtk_recent_info_exists (ours->pdata[i]))
      g_ptr_array_add (list, gtk_recent_info_ref (ours->pdata[i]));
  return list;
}

void
lamina_recent_remove (GFile *file)
{
  g_autofree char *uri = NULL;

  g_return_if_fail (G_IS_FILE (file));

  uri = g_file_get_uri (file);
  gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), uri, NULL);
}

void
lamina_recent_clear (void)
{
  g_autoptr (GPtrArray) ours = list_ours ();

  for (guint i = 0; i < ours->len; i++)
    gtk_recent_manager_remove_item (gtk_recent_manager_get_default (), gtk_recent_info_get_uri (ours->pdata[i]), NULL);
}

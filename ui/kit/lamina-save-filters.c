/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-save-filters.h"

#include <string.h>

#define SUFFIX "lamina-suffix"

static const char *
get_suffix (GtkFileFilter *filter)
{
  return filter ? g_object_get_data (G_OBJECT (filter), SUFFIX) : NULL;
}

/* The length of a name without a suffix that is offered; 0 when it has none of them. */
static gsize
find_stem (GtkFileChooser *chooser,
           const char     *name)
{
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);
  g_autofree char *folded = g_ascii_strdown (name, -1);

  for (guint i = 0; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, i);
      const char *suffix = get_suffix (filter);

      if (suffix && g_str_has_suffix (folded, suffix))
        return strlen (name) - strlen (suffix);
    }
  return 0;
}

static void
on_filter (GtkFileChooser *chooser)
{
  const char *suffix = get_suffix (gtk_file_chooser_get_filter (chooser));
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_autofree char *changed = NULL;
  gsize stem;

  if (!suffix || !name || !*name)
    return;
  stem = find_stem (chooser, name);
  name[stem > 0 ? stem : strlen (name)] = '\0';
  changed = g_strconcat (name, suffix, NULL);
  gtk_file_chooser_set_current_name (chooser, changed);
}

void
lamina_save_filters_add (GtkFileChooser *chooser,
                         const char     *title,
                         const char     *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autofree char *pattern = g_strconcat ("*", suffix, NULL);
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);

  g_return_if_fail (GTK_IS_FILE_CHOOSER (chooser));

  gtk_file_filter_set_name (filter, title);
  gtk_file_filter_add_pattern (filter, pattern);
  g_object_set_data_full (G_OBJECT (filter), SUFFIX, g_strdup (suffix), g_free);
  if (g_list_model_get_n_items (filters) == 0)
    g_signal_connect (chooser, "notify::filter", G_CALLBACK (on_filter), NULL);
  gtk_file_chooser_add_filter (chooser, filter);
}

GFile *
lamina_save_filters_get_file (GtkFileChooser *chooser)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);
  const char *suffix = get_suffix (gtk_file_chooser_get_filter (chooser));
  g_autofree char *name = file ? g_file_get_basename (file) : NULL;
  g_autoptr (GFile) folder = file ? g_file_get_parent (file) : NULL;
  g_autofree char *whole = NULL;

  if (!name || !folder || !suffix || find_stem (chooser, name) > 0)
    return g_steal_pointer (&file);
  whole = g_strconcat (name, suffix, NULL);
  return g_file_get_child (folder, whole);
}

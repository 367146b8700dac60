/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-error.h"
#include "lamina-plugin-table-private.h"

void
lamina_plugin_table_fill (GPtrArray *records)
{
  const char *listed = g_getenv ("LAMINA_PLUGIN_PATH");
  g_auto (GStrv) folders = g_strsplit (listed != NULL ? listed : LAMINA_PLUGIN_DIR, G_SEARCHPATH_SEPARATOR_S, -1);
  g_autofree char *user = g_build_filename (g_get_user_data_dir (), "lamina", "plugins", NULL);

  for (guint i = 0; folders[i] != NULL; i++)
    if (*folders[i] != '\0')
      lamina_plugin_scan (folders[i], FALSE, records);
  lamina_plugin_scan (user, TRUE, records);
}

void
lamina_plugin_record_apply (LaminaPluginRecord *record,
                            LaminaChoice        choice)
{
  if (record->info.state == LAMINA_PLUGIN_REFUSED)
    return;
  if (choice == LAMINA_CHOICE_ENABLED || (choice == LAMINA_CHOICE_NONE && !record->info.is_user))
    record->info.state = LAMINA_PLUGIN_ENABLED;
}

void
lamina_plugin_table_refuse_duplicate (GPtrArray *records,
                                      guint      i)
{
  LaminaPluginRecord *record = g_ptr_array_index (records, i);

  for (guint n = 0; n < i; n++)
    {
      LaminaPluginRecord *other = g_ptr_array_index (records, n);

      if (other->info.state != LAMINA_PLUGIN_REFUSED && strcmp (other->info.module, record->info.module) == 0)
        {
          lamina_plugin_record_refuse (record, "another plugin has the same name: %s", other->info.folder);
          return;
        }
    }
}

/* By priority, highest first, then by module and folder. */
static int
compare_records (gconstpointer a,
                 gconstpointer b)
{
  const LaminaPlugin *left = &(*(LaminaPluginRecord *const *) a)->info;
  const LaminaPlugin *right = &(*(LaminaPluginRecord *const *) b)->info;
  int order;

  if (left->priority != right->priority)
    return left->priority > right->priority ? -1 : 1;
  order = strcmp (left->module, right->module);
  return order != 0 ? order : strcmp (left->folder, right->folder);
}

void
lamina_plugin_table_sort (GPtrArray *records)
{
  g_ptr_array_sort (records, compare_records);
}

LaminaPluginRecord *
lamina_plugin_table_find (GPtrArray  *records,
                          const char *module)
{
  LaminaPluginRecord *found = NULL;

  for (guint i = 0; i < records->len; i++)
    {
      LaminaPluginRecord *record = g_ptr_array_index (records, i);

      if (strcmp (record->info.module, module) != 0)
        continue;
      if (record->info.state != LAMINA_PLUGIN_REFUSED)
        return record;
      if (found == NULL)
        found = record;
    }
  return found;
}

gboolean
lamina_plugin_record_check (const LaminaPluginRecord  *record,
                            const char                *module,
                            GError                   **error)
{
  if (record == NULL)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "there is no plugin named %s", module);
  else if (record->info.state == LAMINA_PLUGIN_REFUSED)
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "the plugin %s can't be used: %s", module,
                 record->info.reason);
  else
    return TRUE;
  return FALSE;
}

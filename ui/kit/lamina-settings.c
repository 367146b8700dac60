/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-settings.h"

#include <stdlib.h>

static GSettingsSchema *
find_schema (void)
{
  GSettingsSchemaSource *known = g_settings_schema_source_get_default ();
  GSettingsSchema *schema = known ? g_settings_schema_source_lookup (known, LAMINA_APP_ID, TRUE) : NULL;
  g_autoptr (GSettingsSchemaSource) source = NULL;

  if (schema)
    return schema;
  source = g_settings_schema_source_new_from_directory (LAMINA_SCHEMA_DIR, known, TRUE, NULL);
  return source ? g_settings_schema_source_lookup (source, LAMINA_APP_ID, TRUE) : NULL;
}

GSettings *
lamina_settings_get_default (void)
{
  static GSettings *settings;
  g_autoptr (GSettingsSchema) schema = NULL;

  if (settings)
    return settings;
  schema = find_schema ();
  if (!schema)
    {
      g_printerr ("lamina-window: the settings schema %s is not installed in %s\n", LAMINA_APP_ID, LAMINA_SCHEMA_DIR);
      exit (EXIT_FAILURE);
    }
  settings = g_settings_new_full (schema, NULL, NULL);
  return settings;
}

guint64
lamina_settings_get_memory (void)
{
  return (guint64) g_settings_get_uint (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT) << 20;
}

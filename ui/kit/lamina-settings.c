/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-settings.h"

#include <stdlib.h>

/* What a row of a table takes at most while it is loaded: that of a layer, twice over. */
#define BYTES_PER_ROW 192

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

void
lamina_settings_get_limits (LaminaLimits *limits)
{
  guint64 memory = (guint64) g_settings_get_uint (lamina_settings_get_default (), LAMINA_SETTING_MEMORY_LIMIT) << 20;

  lamina_limits_init (limits);
  if (memory == 0)
    return;
  /* A quarter for inflated text, which can go to the disk instead; the rest for what is made of it. */
  limits->max_memory_text = MIN (limits->max_memory_text, memory / 4);
  limits->max_rows = MIN (limits->max_rows, (memory - memory / 4) / BYTES_PER_ROW);
}

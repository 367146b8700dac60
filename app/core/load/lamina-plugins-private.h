/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-engine.h"

G_BEGIN_DECLS

/**
 * LaminaPluginRecord:
 * @info: what the engine tells others; its texts are interned
 * @type: the registered format once the module is loaded, else %G_TYPE_INVALID
 *
 * A plugin as the engine keeps it.
 */
typedef struct
{
  LaminaPlugin info;
  GType type;
} LaminaPluginRecord;

/*
 * Appends a record for every `.plugin` file in the folders of LAMINA_PLUGIN_PATH, or else in the installed one, and in the
 * folders right inside them; then for those of the user. Nothing of a module is loaded. What stands in a file is checked
 * here, so that a record which is not refused can be handed to libpeas. The user's choices are applied.
 */
void                lamina_plugins_fill             (GPtrArray                 *records);

/* Of plugins with one name the first that can be used counts: refuses record @i when one of those before it does. */
void                lamina_plugins_refuse_duplicate (GPtrArray                 *records,
                                                     guint                      i);
void                lamina_plugins_sort             (GPtrArray                 *records);

/* (nullable): a plugin that was refused may share its name with one that can be used, which comes first then */
LaminaPluginRecord *lamina_plugins_find             (GPtrArray                 *records,
                                                     const char                *module);

/*
 * Stores one choice beside those that another process may have stored since. A file that can't be read is kept with the
 * suffix `.broken`.
 */
gboolean            lamina_plugins_store_choice     (const char                *module,
                                                     gboolean                   enabled,
                                                     GError                   **error);

void                lamina_plugin_record_refuse     (LaminaPluginRecord        *self,
                                                     const char                *format,
                                                     ...) G_GNUC_PRINTF (2, 3);

/* Says why a plugin can't be used; @record may be %NULL. */
gboolean            lamina_plugin_record_check      (const LaminaPluginRecord  *record,
                                                     const char                *module,
                                                     GError                   **error);

G_END_DECLS

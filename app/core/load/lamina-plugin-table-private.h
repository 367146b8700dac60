/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-plugin-choices-private.h"
#include "lamina-plugin-file-private.h"

G_BEGIN_DECLS

/* The plugins that were found, as a list of records. */

/* Appends what lies in the folders of LAMINA_PLUGIN_PATH, or else in the installed one, and then in the user's. */
void                lamina_plugin_table_fill             (GPtrArray                 *records);

/* Of plugins with one name the first that can be used counts: refuses record @i when one of those before it does. */
void                lamina_plugin_table_refuse_duplicate (GPtrArray                 *records,
                                                          guint                      i);
void                lamina_plugin_table_sort             (GPtrArray                 *records);

/* (nullable): a plugin that was refused may share its name with one that can be used, which comes first then */
LaminaPluginRecord *lamina_plugin_table_find             (GPtrArray                 *records,
                                                          const char                *module);

/* Enables what the user enabled, and what nobody disabled outside of the user's own folder. */
void                lamina_plugin_record_apply           (LaminaPluginRecord        *record,
                                                          LaminaChoice               choice);

/* Says why a plugin can't be used; @record may be %NULL. */
gboolean            lamina_plugin_record_check           (const LaminaPluginRecord  *record,
                                                          const char                *module,
                                                          GError                   **error);

G_END_DECLS

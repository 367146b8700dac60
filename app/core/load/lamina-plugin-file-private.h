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
 * Appends a record for every `.plugin` file in @folder and in the folders right inside it, by name. Nothing of a module
 * is loaded. What stands in a file is checked here, so that a record which is not refused can be handed to libpeas.
 */
void lamina_plugin_scan          (const char         *folder,
                                  gboolean            is_user,
                                  GPtrArray          *records);

void lamina_plugin_record_refuse (LaminaPluginRecord *self,
                                  const char         *format,
                                  ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-engine.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PLUGIN_ROW (lamina_plugin_row_get_type ())

/*
 * A row of the preferences: a format plugin and whether it is in use, or why it can't be.
 *
 * Signal: `failed`, with a message, when a choice could not be stored; the switch goes back then.
 */
G_DECLARE_FINAL_TYPE (LaminaPluginRow, lamina_plugin_row, LAMINA, PLUGIN_ROW, AdwActionRow)

/* For one of the plugins of an engine, by its index. */
GtkWidget *lamina_plugin_row_new (LaminaEngine *engine,
                                  guint         index);

G_END_DECLS

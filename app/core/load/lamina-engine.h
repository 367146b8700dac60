/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-format.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_ENGINE (lamina_engine_get_type ())

/**
 * LaminaEngine:
 *
 * Finds the format plugins. There is one in a process.
 *
 * Plugins come from the folders in the environment variable `LAMINA_PLUGIN_PATH`, a list separated by colons, instead
 * of the installed folder when it is set; and from `lamina/plugins` in the user's data folder, where they stay off
 * until enabled once, for they are native code. The ABI number is checked before anything of a module is loaded. A
 * plugin that can't be used is listed with the reason and left out. Which plugins are enabled or disabled is kept in
 * `lamina/plugins.ini` in the user's configuration folder.
 */
LAMINA_AVAILABLE
G_DECLARE_FINAL_TYPE (LaminaEngine, lamina_engine, LAMINA, ENGINE, GObject)

/**
 * LaminaPluginState:
 * @LAMINA_PLUGIN_ENABLED: in use
 * @LAMINA_PLUGIN_DISABLED: found, but not asked about files
 * @LAMINA_PLUGIN_REFUSED: can't be used; the reason says why
 *
 * What became of a plugin that was found.
 */
typedef enum
{
  LAMINA_PLUGIN_ENABLED,
  LAMINA_PLUGIN_DISABLED,
  LAMINA_PLUGIN_REFUSED,
} LaminaPluginState;

/**
 * LaminaPlugin:
 * @module: name of the module, which names the format
 * @name: what to call it
 * @description: one sentence
 * @folder: where it was found
 * @version: its version, or the empty string
 * @is_user: whether it lies in the user's data folder
 * @priority: decides between formats that are equally sure; the higher one wins
 * @state: what became of it
 * @reason: (nullable): why it was refused
 *
 * A plugin that was found. Owned by the engine.
 */
typedef struct
{
  const char *module;
  const char *name;
  const char *description;
  const char *folder;
  const char *version;
  gboolean is_user;
  int priority;
  LaminaPluginState state;
  const char *reason;
} LaminaPlugin;

/**
 * lamina_engine_get_default:
 *
 * Finds the plugins at the first call, which must come from the main thread.
 *
 * Returns: (transfer none): the engine
 */
LAMINA_AVAILABLE
LaminaEngine *lamina_engine_get_default (void);

/**
 * lamina_engine_get_n_plugins:
 * @self: the engine
 *
 * Returns: number of plugins that were found
 */
LAMINA_AVAILABLE
guint lamina_engine_get_n_plugins (LaminaEngine *self);

/**
 * lamina_engine_get_plugin: (skip)
 * @self: the engine
 * @i: which one; plugins are sorted by priority, highest first, then by module name
 *
 * Returns: (transfer none): a plugin
 */
LAMINA_AVAILABLE
const LaminaPlugin *lamina_engine_get_plugin (LaminaEngine *self,
                                              guint         i);

/**
 * lamina_engine_set_enabled:
 * @self: the engine
 * @module: name of a module
 * @enabled: whether it is to be used
 * @error: return location for %LAMINA_ERROR_PLUGIN, %LAMINA_ERROR_CONTENT when the choices made before can't be read,
 *   or an error of the file that keeps them
 *
 * Enables or disables a plugin, now and in future.
 *
 * Returns: %FALSE when there is no such plugin, it was refused, or the choice can't be stored
 */
LAMINA_AVAILABLE
gboolean lamina_engine_set_enabled (LaminaEngine  *self,
                                    const char    *module,
                                    gboolean       enabled,
                                    GError       **error);

/**
 * lamina_engine_create_format:
 * @self: the engine
 * @module: name of an enabled module
 *
 * May be called by any thread.
 *
 * Returns: (transfer full) (nullable): a fresh object of the format, or %NULL when there is none
 */
LAMINA_AVAILABLE
LaminaFormat *lamina_engine_create_format (LaminaEngine *self,
                                           const char   *module);

/**
 * lamina_engine_list_formats:
 * @self: the engine
 *
 * May be called by any thread.
 *
 * Returns: (transfer full): names of the enabled modules in the order in which ties are broken, closed by %NULL
 */
LAMINA_AVAILABLE
char **lamina_engine_list_formats (LaminaEngine *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  LAMINA_CHOICE_NONE,
  LAMINA_CHOICE_ENABLED,
  LAMINA_CHOICE_DISABLED,
} LaminaChoice;

/*
 * What the user chose for plugins, module name → LaminaChoice. A file that is not there is empty; one that can't be
 * read is an error and an empty table.
 */
GHashTable   *lamina_plugin_choices_load  (GError     **error);
LaminaChoice  lamina_plugin_choices_get   (GHashTable  *choices,
                                           const char  *module);

/*
 * Stores one choice beside those that another process may have stored since. A file that can't be read is kept with the
 * suffix `.broken`.
 */
gboolean      lamina_plugin_choices_store (const char  *module,
                                           gboolean     enabled,
                                           GError     **error);

G_END_DECLS

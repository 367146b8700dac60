/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PREFERENCES (lamina_preferences_get_type ())

/* What the user can choose for all windows, and which format plugins are in use. Every choice acts at once. */
G_DECLARE_FINAL_TYPE (LaminaPreferences, lamina_preferences, LAMINA, PREFERENCES, AdwPreferencesWindow)

GtkWidget *lamina_preferences_new (void);

G_END_DECLS

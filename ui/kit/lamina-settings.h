/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-limits.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* The keys of data/io.github.lamina_trace.Lamina.gschema.xml that are read in more than one place. */
#define LAMINA_SETTING_APPEARANCE "appearance"
#define LAMINA_SETTING_COLOR_BY "color-by"
#define LAMINA_SETTING_COLORS "colors"
#define LAMINA_SETTING_KEYS "keys"
#define LAMINA_SETTING_RECENT_FILES "recent-files"
#define LAMINA_SETTING_LIVE_RELOAD "live-reload"
#define LAMINA_SETTING_MEMORY_LIMIT "memory-limit"
#define LAMINA_SETTING_CHART "chart"
#define LAMINA_SETTING_CHART_INSPECTOR "chart-inspector-visible"
#define LAMINA_SETTING_CHART_TABLE "chart-table-visible"
#define LAMINA_SETTING_CHART_TABLE_SHARE "chart-table-share"
#define LAMINA_SETTING_DEVICE "device"
#define LAMINA_SETTING_EXPORT "export"
#define LAMINA_SETTING_INSPECTOR_VISIBLE "inspector-visible"
#define LAMINA_SETTING_INSPECTOR_WIDTH "inspector-width"
#define LAMINA_SETTING_NAMES_WIDTH "names-width"
#define LAMINA_SETTING_OVERVIEW_VISIBLE "overview-visible"
#define LAMINA_SETTING_TABLE_HEIGHT "table-height"
#define LAMINA_SETTING_TABLE_VISIBLE "table-visible"
#define LAMINA_SETTING_WINDOW_MAXIMIZED "window-maximized"
#define LAMINA_SETTING_WINDOW_SIZE "window-size"

/* What the user prefers, for all windows. Works uninstalled, too: where the desktop does not know the schema, it is taken from
 * the folder that Lamina was installed to, else from the build folder that the program lies in. Ends the program with a
 * message when it is nowhere, for then the installation is broken. Main thread only. */
GSettings *lamina_settings_get_default (void);

/* The memory that the user grants one file, in bytes; 0 for the default of lamina_loader_set_max_memory(). */
guint64 lamina_settings_get_memory (void);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A menu of the enabled formats, for a file that was taken for something else. Its items activate `win.open-as` with the name
 * of the module; the first one, with an empty name, lets the content decide. */
GMenuModel *lamina_format_menu_new (void);

G_END_DECLS

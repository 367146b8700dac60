/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lets every list and table that comes onto the screen be one stop of the Tab key: arrows go from row to row, Tab and
 * Shift+Tab to the control after or before the list. GTK 4.8 would go through all rows, be it a million of them. The row with
 * the focus is called by the texts in it; GTK would call it by the name of its class. */
void lamina_lists_install (void);

G_END_DECLS

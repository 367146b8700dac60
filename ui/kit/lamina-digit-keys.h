/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives a widget, a window or a canvas, the keys of the table of actions that have a digit in them, by their place on the
 * keyboard: those that act only in a canvas, or the others. A shortcut of GTK compares what the key types: with Shift that is no
 * digit on most layouts, and on the French one it is a digit only with Shift. What is typed as it stands in the table, GTK's own
 * shortcuts see to first. */
void lamina_digit_keys_add (GtkWidget *widget,
                            gboolean   is_canvas);

G_END_DECLS

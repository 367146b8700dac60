/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Gives every control that shows no text of its own, such as a button with a picture, the name that its tooltip says, whenever
 * one comes onto the screen. GTK takes the tooltip for a description only and would call the button `GtkImage`. A control with
 * an accessible label keeps it. What scrolls runs on after it was let go only where the desktop has animations. */
void lamina_names_install (void);

G_END_DECLS

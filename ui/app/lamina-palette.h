/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PALETTE (lamina_palette_get_type ())

/* A search through all that can be done in a window just now, and through the places that one can go to. Enter does what is
 * chosen, the arrows choose, Escape gives up. What can't be done just now is not offered. */
G_DECLARE_FINAL_TYPE (LaminaPalette, lamina_palette, LAMINA, PALETTE, AdwWindow)

/* A palette that acts upon a window, not shown yet. */
GtkWidget *lamina_palette_new (GtkWindow *window);

G_END_DECLS

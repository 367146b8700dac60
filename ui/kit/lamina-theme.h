/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The fills of families that the user prefers. */
LaminaColors lamina_theme_get_palette (void);

/* Has everything drawn anew after the user chose other fills: who keeps what it has drawn hears of it as of a change between
 * light and dark. */
void lamina_theme_change_palette (void);

/* Has a widget and all in it drawn anew. */
void lamina_theme_redraw (GtkWidget *widget);

/* Fills a style with the light or dark theme in force and the font of the desktop. */
void lamina_theme_init_style (LaminaStyle *style,
                              GtkWidget   *widget);

/* Whether both draw the same. */
gboolean lamina_theme_equal_styles (const LaminaStyle *a,
                                    const LaminaStyle *b);

/* Its color in the theme in force. */
GdkRGBA lamina_theme_get_color (LaminaFill fill);

G_END_DECLS

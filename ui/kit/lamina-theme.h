/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_theme_get_palette:
 *
 * Returns: the fills of families that the user prefers
 */
LaminaColors lamina_theme_get_palette (void);

/**
 * lamina_theme_change_palette:
 *
 * Has everything drawn anew after the user chose other fills: who keeps what it has drawn hears of it as of a change
 * between light and dark.
 */
void lamina_theme_change_palette (void);

/**
 * lamina_theme_redraw:
 * @widget: a widget
 *
 * Has a widget and all in it drawn anew.
 */
void lamina_theme_redraw (GtkWidget *widget);

/**
 * lamina_theme_init_style:
 * @style: (out caller-allocates): takes the style of the screen
 * @widget: whose font is used
 *
 * Fills a style with the light or dark theme in force and the font of the desktop.
 */
void lamina_theme_init_style (LaminaStyle *style,
                              GtkWidget   *widget);

/**
 * lamina_theme_equal_styles:
 * @a: a style
 * @b: a style
 *
 * Returns: whether both draw the same
 */
gboolean lamina_theme_equal_styles (const LaminaStyle *a,
                                    const LaminaStyle *b);

/**
 * lamina_theme_get_color:
 * @fill: what is to be colored
 *
 * Returns: its color in the theme in force
 */
GdkRGBA lamina_theme_get_color (LaminaFill fill);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_text_size_get_scale:
 *
 * What changes with it watches `gtk-xft-dpi` of the #GtkSettings.
 *
 * Returns: how large the text of the desktop is, as a part of the usual size
 */
double lamina_text_size_get_scale (void);

/**
 * lamina_text_size_get_length:
 * @length: pixels at the usual size of text
 *
 * Returns: pixels at the size of the desktop's text
 */
int lamina_text_size_get_length (int length);

/**
 * lamina_text_size_get_usual_length:
 * @length: pixels at the size of the desktop's text
 *
 * Returns: pixels at the usual size of text
 */
int lamina_text_size_get_usual_length (int length);

/**
 * lamina_text_size_set_length:
 * @object: (type GObject.Object): a widget, or what lays one out
 * @property: one of its properties that holds pixels
 * @length: pixels at the usual size of text
 *
 * Sets the property, which follows the size of the desktop's text from then on.
 */
void lamina_text_size_set_length (gpointer    object,
                                  const char *property,
                                  int         length);

/**
 * lamina_text_size_set_window_size:
 * @window: a window
 * @width: its width in pixels at the usual size of text
 * @height: its height
 *
 * Sets the size that it has at first, which is as much more as the text is larger. GTK gives it no more than the screen has.
 */
void lamina_text_size_set_window_size (GtkWindow *window,
                                       int        width,
                                       int        height);

/**
 * lamina_text_size_set_column_width:
 * @column: a column
 * @width: its width in pixels at the usual size of text
 *
 * Sets its fixed width, which follows the size of the desktop's text from then on.
 */
void lamina_text_size_set_column_width (GtkColumnViewColumn *column,
                                        int                  width);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How large the text of the desktop is, as a part of the usual size. What changes with it watches `gtk-xft-dpi` of the
 * GtkSettings. */
double lamina_text_size_get_scale (void);

/* From pixels at the usual size of text to those at the size of the desktop's, and back. */
int lamina_text_size_get_length (int length);

int lamina_text_size_get_usual_length (int length);

/* Sets a property of a widget, or of what lays one out, to pixels at the usual size of text. It follows the size of the
 * desktop's text from then on. */
void lamina_text_size_set_length (gpointer    object,
                                  const char *property,
                                  int         length);

/* Sets the size that a window has at first, in pixels at the usual size of text: as much more as the text is larger. GTK gives
 * it no more than the screen has. */
void lamina_text_size_set_window_size (GtkWindow *window,
                                       int        width,
                                       int        height);

/* Sets the fixed width of a column, which follows the size of the desktop's text from then on. */
void lamina_text_size_set_column_width (GtkColumnViewColumn *column,
                                        int                  width);

G_END_DECLS

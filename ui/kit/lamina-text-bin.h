/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TEXT_BIN (lamina_text_bin_get_type ())

/*
 * Holds one widget that draws by itself and lets it follow the size of the desktop's text: the widget is laid out in the
 * pixels of the usual size, in fewer of them where texts are large, and drawn so much larger. Rows, rulers, captions, axes and
 * legends keep their proportions, and what is hit stays what is seen. Widgets of GTK need none: their fonts follow by
 * themselves.
 */
G_DECLARE_FINAL_TYPE (LaminaTextBin, lamina_text_bin, LAMINA, TEXT_BIN, AdwBin)

/* Lets a popover point to a place in pixels of its parent, which may be inside of such a bin: GTK counts that place in pixels
 * of the window from the corner of the parent on. */
void lamina_text_bin_point_popover (GtkPopover *popover,
                                    double      x,
                                    double      y);

G_END_DECLS

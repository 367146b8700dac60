/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/*
 * How texts are set, the same wherever they are measured or drawn: without hinted metrics and with fractional glyph
 * positions, so that a picture has the same line lengths on the screen and in a file. Digits have one width.
 */

/* The family that is used when a style names none. */
#define LAMINA_TEXT_DEFAULT_FONT "Cantarell, sans-serif"

/* The baseline lies so far below the middle of a line, as a part of the font size: half the height of capitals. */
#define LAMINA_TEXT_BASELINE 0.36

/* A plate behind a text is so much wider at both ends, and so much of the font size high. */
#define LAMINA_TEXT_PLATE_MARGIN 2
#define LAMINA_TEXT_PLATE_HEIGHT 1.25

/* No picture shows more of a text than that. What lies behind is never laid out, for that takes a hundred times as long as reading
 * it, and texts of a file may be megabytes long. */
#define LAMINA_TEXT_MOST_BYTES 4096

/* How many bytes of a text are laid out: all, or as many as are whole letters. */
gsize         lamina_text_get_shown     (const char *text);

PangoContext *lamina_text_create_context (void);

PangoLayout *lamina_text_create_layout (PangoContext               *context,
                                        const PangoFontDescription *font,
                                        const char                 *text);

G_END_DECLS

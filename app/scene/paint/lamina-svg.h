/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-metrics.h"

G_BEGIN_DECLS

/*
 * Writes a scene as SVG: real text, one `g` with an id and a title for each group, well-formed XML whatever the names hold.
 * Returns the text of the file.
 * @title: what the picture is called, for its title element
 * @metrics: how wide texts are, for ellipses
 * @per_mm: pixels of the scene for each millimetre of paper, or 0 for a size in pixels
 */
GBytes *lamina_svg_write (LaminaScene       *scene,
                          const LaminaStyle *style,
                          const char        *title,
                          LaminaMetrics     *metrics,
                          double             per_mm);

/*
 * Writes a scene as an element of an HTML page: without a size, for the page says how wide it is. Returns the text, well-formed.
 * @title: what the picture is called, for those who cannot see it
 * @metrics: how wide texts are, for ellipses
 * @prefix: what all its ids begin with, so that several stand in one page: letters and `-`
 * @css_class: its class: letters and blanks
 */
char *lamina_svg_dup_inline (LaminaScene       *scene,
                             const LaminaStyle *style,
                             const char        *title,
                             LaminaMetrics     *metrics,
                             const char        *prefix,
                             const char        *css_class);

/*
 * Appends a string as text or as the value of an attribute, for SVG and HTML alike. What breaks a line becomes a blank.
 * XML has no way to write most control characters and the last two of each plane: they become the replacement character,
 * as bytes do that are not UTF-8.
 */
void lamina_xml_append_escaped (GString    *text,
                                const char *string);

/* One letter of it. */
void lamina_xml_append_letter (GString  *text,
                               gunichar  letter);

G_END_DECLS

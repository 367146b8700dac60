/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

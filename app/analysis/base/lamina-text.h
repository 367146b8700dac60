/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * As g_strdup_printf (), for texts that people read: the digits of a number stand in groups, `1 600 kernels`, as those of
 * lamina_figure_dup_exact () do. @format: has no other conversions than %s, %u and %%, and up to nine of them; a translation may
 * number them, as %2$s.
 */
LAMINA_AVAILABLE
char *lamina_text_dup (const char *format,
                       ...) G_GNUC_PRINTF (1, 2);

/* The same of a list of arguments. */
LAMINA_AVAILABLE
char *lamina_text_dup_list (const char *format,
                            va_list     arguments) G_GNUC_PRINTF (1, 0);

/* Adds such a text to another one. */
LAMINA_AVAILABLE
void lamina_text_append (GString    *text,
                         const char *format,
                         ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-format.h"

G_BEGIN_DECLS

/* What the core asks of a format. */

/*
 * lamina_format_get_markers:
 * @self: a format
 *
 * Returns: (nullable): its markers, closed by %NULL
 */
const char *const *lamina_format_get_markers (LaminaFormat *self);

/*
 * lamina_format_describe:
 * @self: a format
 * @document: a document that it loaded
 * @place: a row
 * @details: takes the attributes
 * @error: return location for an error of the format, or of reading the file
 *
 * Returns: whether the format described the row; %FALSE without an error when it leaves that to the core
 */
gboolean lamina_format_describe (LaminaFormat       *self,
                                 LaminaDocument     *document,
                                 const LaminaPlace  *place,
                                 LaminaDetails      *details,
                                 GError            **error);

/*
 * lamina_format_claims:
 * @self: a format
 * @opened: the opened file
 * @sibling: another file
 *
 * Returns: what the other one is to it
 */
LaminaClaim lamina_format_claims (LaminaFormat     *self,
                                  const LaminaHead *opened,
                                  const LaminaHead *sibling);

/*
 * lamina_format_dup_part:
 * @self: a format
 * @file: an opened file or one that it claimed
 * @time: (out): when it was recorded; %LAMINA_ABSENT where that is not known
 *
 * Returns: (transfer full) (nullable): which part of a document it is
 */
char *lamina_format_dup_part (LaminaFormat     *self,
                              const LaminaHead *file,
                              gint64           *time);

/* The words of a format are translated by this gettext domain; by that of the program where it is not set. */
void        lamina_format_set_domain (GType         type,
                                      const char   *domain);
const char *lamina_format_get_domain (LaminaFormat *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/**
 * LaminaJsonFinder:
 *
 * Finds JSON values inside other text, such as a log or a pasted report of an error, by how they begin. It does not read
 * them: whoever found one reads it with a #LaminaJsonReader and goes on behind it with lamina_json_finder_seek(). Used by
 * one thread.
 */
typedef struct _LaminaJsonFinder LaminaJsonFinder;

/**
 * lamina_json_finder_new: (skip)
 * @source: what to search
 * @openings: (array zero-terminated=1): how the values begin, without blanks between their signs: `{"Layers"`,
 *   `[{"count"`. Each begins with a bracket and is at most 64 bytes long. In the text, any blanks and line breaks may
 *   stand between the signs, up to 256 bytes in all; a byte order mark before the value is no part of it
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full): a finder at the beginning of the text
 */
LAMINA_AVAILABLE
LaminaJsonFinder *lamina_json_finder_new (LaminaSource       *source,
                                          const char *const  *openings,
                                          GCancellable       *cancellable);

LAMINA_AVAILABLE
void lamina_json_finder_free (LaminaJsonFinder *self);

/**
 * lamina_json_finder_next:
 * @offset: (out): byte offset of the first bracket of the value
 * @opening: (out): which of the openings it begins with, the first one that fits
 *
 * Goes on to the next value. Without lamina_json_finder_seek() that may lie inside the one before.
 *
 * Returns: %FALSE behind the last one, when the source can't be read, and when it was cancelled
 */
LAMINA_AVAILABLE
gboolean lamina_json_finder_next (LaminaJsonFinder *self,
                                  guint64          *offset,
                                  guint            *opening);

/**
 * lamina_json_finder_seek:
 * @offset: byte offset in the text
 *
 * Goes on searching at @offset, such as behind a value that was read. Never goes back.
 */
LAMINA_AVAILABLE
void lamina_json_finder_seek (LaminaJsonFinder *self,
                              guint64           offset);

/**
 * lamina_json_finder_finish:
 * @error: return location for the first error of lamina_source_read()
 *
 * Returns: whether all that was asked for could be read
 */
LAMINA_AVAILABLE
gboolean lamina_json_finder_finish (LaminaJsonFinder  *self,
                                    GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaJsonFinder, lamina_json_finder_free)

G_END_DECLS

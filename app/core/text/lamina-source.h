/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-limits.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SOURCE (lamina_source_get_type ())

/**
 * LAMINA_HEAD_BYTES:
 *
 * How much of a text a format may look at to recognize it.
 */
#define LAMINA_HEAD_BYTES 65536

/**
 * LaminaSource:
 *
 * One opened file as text: what it holds after gzip or zstd, read in blocks from any offset, by any thread.
 *
 * A plain file is read by pread from the descriptor that was opened; it is never mapped. A compressed one is inflated
 * as far as somebody reads, and kept or inflated once more when it is read again (see #LaminaLimits). A damaged or
 * truncated stream ends the text where the damage begins, which the import report says. A byte order mark stays in
 * the text: offsets are those of the file.
 */

LAMINA_AVAILABLE
GType lamina_source_get_type (void) G_GNUC_CONST;

/**
 * lamina_source_open:
 * @file: a local regular file
 * @limits: (nullable): what it may ask for, or %NULL for the defaults
 * @error: return location for an error: %G_IO_ERROR when it can't be opened, %LAMINA_ERROR_EMPTY, %LAMINA_ERROR_LIMIT
 *
 * Opens a file. Its name need not be UTF-8.
 *
 * Returns: (transfer full): the source, or %NULL when the file can't be opened, is a folder, a pipe or empty
 */
LAMINA_AVAILABLE
LaminaSource *lamina_source_open (GFile               *file,
                                  const LaminaLimits  *limits,
                                  GError             **error);

/**
 * lamina_source_new_for_bytes:
 * @name: a file name, as UTF-8
 * @bytes: the content, compressed or not
 * @limits: (nullable): what it may ask for, or %NULL for the defaults
 *
 * Makes a source of bytes in memory.
 *
 * Returns: (transfer full): the source
 */
LAMINA_AVAILABLE
LaminaSource *lamina_source_new_for_bytes (const char         *name,
                                           GBytes             *bytes,
                                           const LaminaLimits *limits);

LAMINA_AVAILABLE
LaminaSource *lamina_source_ref (LaminaSource *self);

LAMINA_AVAILABLE
void lamina_source_unref (LaminaSource *self);

/**
 * lamina_source_get_name:
 *
 * Returns: the name of the file without its folder, as valid UTF-8 for display and for recognizing suffixes
 */
LAMINA_AVAILABLE
const char *lamina_source_get_name (LaminaSource *self);

/**
 * lamina_source_get_file:
 *
 * Returns: (transfer none) (nullable): the file, or %NULL for bytes in memory
 */
LAMINA_AVAILABLE
GFile *lamina_source_get_file (LaminaSource *self);

/**
 * lamina_source_get_limits: (skip)
 *
 * Returns: (transfer none): the limits that are in force
 */
LAMINA_AVAILABLE
const LaminaLimits *lamina_source_get_limits (LaminaSource *self);

/**
 * lamina_source_get_stored_size:
 *
 * Returns: bytes of the file as it is stored
 */
LAMINA_AVAILABLE
guint64 lamina_source_get_stored_size (LaminaSource *self);

/**
 * lamina_source_read: (skip)
 * @offset: byte offset in the (inflated) text
 * @buffer: takes the bytes
 * @size: how many to read at most
 * @cancellable: (nullable): stops the reading
 * @error: return location for an error: %G_IO_ERROR of reading or %G_IO_ERROR_CANCELLED, of a compressed file also
 *   %LAMINA_ERROR_COMPRESSION when it is damaged from the start, and %LAMINA_ERROR_LIMIT
 *
 * Reads text. Fewer bytes than asked for come only at the end of the text.
 *
 * Returns: the number of bytes, 0 at and behind the end, -1 on error
 */
LAMINA_AVAILABLE
gssize lamina_source_read (LaminaSource  *self,
                           guint64        offset,
                           void          *buffer,
                           gsize          size,
                           GCancellable  *cancellable,
                           GError       **error);

/**
 * lamina_source_read_bytes:
 * @offset: byte offset in the (inflated) text
 * @size: how many to read at most
 * @cancellable: (nullable): stops the reading
 * @error: return location for an error, see lamina_source_read()
 *
 * Like lamina_source_read(), for languages that lend no buffers.
 *
 * Returns: (transfer full): the bytes, none at and behind the end, or %NULL on error
 */
LAMINA_AVAILABLE
GBytes *lamina_source_read_bytes (LaminaSource  *self,
                                  guint64        offset,
                                  gsize          size,
                                  GCancellable  *cancellable,
                                  GError       **error);

/**
 * lamina_source_get_head:
 * @length: (out): its length in bytes, at most %LAMINA_HEAD_BYTES
 * @error: return location for an error, see lamina_source_read()
 *
 * The beginning of the text, for recognizing the format.
 *
 * Returns: (array length=length) (element-type guint8) (nullable): the bytes, followed by a NUL that does not count;
 *   owned by @self. %NULL on error
 */
LAMINA_AVAILABLE
const char *lamina_source_get_head (LaminaSource  *self,
                                    gsize         *length,
                                    GError       **error);

/**
 * lamina_source_find_line:
 * @offset: byte offset in the text
 * @cancellable: (nullable): stops it
 *
 * Finds the line of a byte by counting line feeds, which reads the text up to there: for messages, not for every token.
 *
 * Returns: the line, from 1 on; any line when it was cancelled
 */
LAMINA_AVAILABLE
guint64 lamina_source_find_line (LaminaSource *self,
                                 guint64       offset,
                                 GCancellable *cancellable);

/**
 * lamina_source_check_unchanged:
 * @error: return location for %LAMINA_ERROR_CHANGED
 *
 * Compares size, time of modification and inode of the path with those at opening.
 *
 * Returns: whether the file is still the one that was opened; always %TRUE for bytes in memory
 */
LAMINA_AVAILABLE
gboolean lamina_source_check_unchanged (LaminaSource  *self,
                                        GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSource, lamina_source_unref)

G_END_DECLS

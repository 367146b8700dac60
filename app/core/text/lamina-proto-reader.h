/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/**
 * LaminaProtoReader: (skip)
 *
 * Reads protocol buffers in their text form (`name: value`, `name { … }`) by pulling, in blocks, without building a tree.
 * It is tolerant: quotes may be missing, as in what TensorFlow puts into its timelines; a brace too many is passed over,
 * and a text that was cut yields everything before the cut.
 *
 * There is always a current message, first the whole text. lamina_proto_reader_next() goes to its next field, which is
 * either read by one of the `read` functions or, when it is a message, entered. What was neither is skipped by itself:
 *
 * |[<!-- language="C" -->
 * while (lamina_proto_reader_next (reader))
 *   if (lamina_proto_reader_is_at (reader, "dim") && lamina_proto_reader_enter (reader))
 *     while (lamina_proto_reader_next (reader))
 *       …
 * ]|
 */
typedef struct _LaminaProtoReader LaminaProtoReader;

/**
 * lamina_proto_reader_new: (skip)
 * @source: the text
 * @offset: byte offset where to begin
 * @cancellable: (nullable): ends the reading
 *
 * Returns: (transfer full): a reader in front of the first field
 */
LAMINA_AVAILABLE
LaminaProtoReader *lamina_proto_reader_new (LaminaSource *source,
                                            guint64       offset,
                                            GCancellable *cancellable);

/**
 * lamina_proto_reader_new_for_text: (skip)
 * @text: (array length=length) (element-type guint8): a text that lives as long as the reader
 * @length: its length in bytes
 *
 * Returns: (transfer full): a reader in front of the first field
 */
LAMINA_AVAILABLE
LaminaProtoReader *lamina_proto_reader_new_for_text (const char *text,
                                                     gsize       length);

/**
 * lamina_proto_reader_free: (skip)
 */
LAMINA_AVAILABLE
void lamina_proto_reader_free (LaminaProtoReader *self);

/**
 * lamina_proto_reader_next: (skip)
 *
 * Goes to the next field of the current message, behind whatever is left of the current field. At the end of the message
 * it leaves the message.
 *
 * Returns: whether there is one
 */
LAMINA_AVAILABLE
gboolean lamina_proto_reader_next (LaminaProtoReader *self);

/**
 * lamina_proto_reader_get_name: (skip)
 * @self: a reader at a field
 *
 * Returns: the name of the field, valid until the next call of lamina_proto_reader_next()
 */
LAMINA_AVAILABLE
const char *lamina_proto_reader_get_name (LaminaProtoReader *self);

/**
 * lamina_proto_reader_is_at: (skip)
 * @self: a reader at a field
 * @name: a name
 *
 * Returns: whether the field has that name
 */
LAMINA_AVAILABLE
gboolean lamina_proto_reader_is_at (LaminaProtoReader *self,
                                    const char        *name);

/**
 * lamina_proto_reader_enter: (skip)
 * @self: a reader at a field
 *
 * Returns: whether the field is a message, which is then the current one
 */
LAMINA_AVAILABLE
gboolean lamina_proto_reader_enter (LaminaProtoReader *self);

/**
 * lamina_proto_reader_read_text: (skip)
 * @self: a reader at a field
 * @length: (out) (optional): its length in bytes
 *
 * Reads a string, or the letters of another scalar as they stand in the text.
 *
 * Returns: (nullable): the unescaped bytes, which need not be UTF-8, closed by a NUL; valid until the next call of
 *   lamina_proto_reader_next(). %NULL when the field is a message
 */
LAMINA_AVAILABLE
const char *lamina_proto_reader_read_text (LaminaProtoReader *self,
                                           gsize             *length);

/**
 * lamina_proto_reader_read_int64: (skip)
 * @self: a reader at a field
 * @value: (out): the number; untouched on failure
 *
 * Returns: %FALSE when the field is no whole number, or does not fit
 */
LAMINA_AVAILABLE
gboolean lamina_proto_reader_read_int64 (LaminaProtoReader *self,
                                         gint64            *value);

/**
 * lamina_proto_reader_get_offset: (skip)
 * @self: a reader at a field
 *
 * Returns: byte offset of the name of the field
 */
LAMINA_AVAILABLE
guint64 lamina_proto_reader_get_offset (LaminaProtoReader *self);

/**
 * lamina_proto_reader_get_position: (skip)
 *
 * Returns: byte offset behind what was read so far
 */
LAMINA_AVAILABLE
guint64 lamina_proto_reader_get_position (LaminaProtoReader *self);

/**
 * lamina_proto_reader_is_cut: (skip)
 *
 * Returns: whether the text ended inside a message or a string
 */
LAMINA_AVAILABLE
gboolean lamina_proto_reader_is_cut (LaminaProtoReader *self);

/**
 * lamina_proto_reader_finish: (skip)
 * @error: return location for the first error of lamina_source_read()
 *
 * Returns: %FALSE when reading failed or was cancelled
 */
LAMINA_AVAILABLE
gboolean lamina_proto_reader_finish (LaminaProtoReader  *self,
                                     GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaProtoReader, lamina_proto_reader_free)

G_END_DECLS

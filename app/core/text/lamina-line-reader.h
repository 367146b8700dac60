/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/**
 * LaminaLine:
 * @text: (array length=length) (element-type guint8): the bytes of the line without its end, closed by a NUL that does
 *   not count; valid until the next line is read
 * @length: their number
 * @offset: byte offset of the line in the source
 * @number: the line, from 1 on, counted from where the reader began
 * @cut: whether the line is longer than the limit for one text, and the rest of it is left out
 *
 * One line of a text. Its bytes need not be UTF-8: formats that align columns count bytes, so lamina_builder_intern_raw()
 * makes valid text of a part when it is kept.
 */
typedef struct
{
  const char *text;
  gsize length;
  guint64 offset;
  guint64 number;
  gboolean cut;
} LaminaLine;

/**
 * LaminaLineReader:
 *
 * Reads a source line by line, for formats that are tables or lists. A line ends at a line feed or at the end of the
 * text; a carriage return before it, and a byte order mark at the beginning of the source, belong to no line. Used by
 * one thread.
 */
typedef struct _LaminaLineReader LaminaLineReader;

/**
 * lamina_line_reader_new: (skip)
 * @source: what to read
 * @offset: byte offset of the first line
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full): a reader before the first line
 */
LAMINA_AVAILABLE
LaminaLineReader *lamina_line_reader_new (LaminaSource *source,
                                          guint64       offset,
                                          GCancellable *cancellable);

LAMINA_AVAILABLE
void lamina_line_reader_free (LaminaLineReader *self);

/**
 * lamina_line_reader_next: (skip)
 * @line: (out caller-allocates): the line
 *
 * Returns: %FALSE behind the last line, when the source can't be read, and when it was cancelled
 */
LAMINA_AVAILABLE
gboolean lamina_line_reader_next (LaminaLineReader *self,
                                  LaminaLine       *line);

/**
 * lamina_line_reader_finish:
 * @error: return location for the first error of lamina_source_read()
 *
 * Returns: whether all that was asked for could be read
 */
LAMINA_AVAILABLE
gboolean lamina_line_reader_finish (LaminaLineReader  *self,
                                    GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLineReader, lamina_line_reader_free)

G_END_DECLS

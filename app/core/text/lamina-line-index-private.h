/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-source.h"

G_BEGIN_DECLS

/**
 * LaminaLineIndex:
 * @before: how many line feeds stand before each block, as far as somebody asked
 *
 * Finds lines without counting the same bytes again: one number for every block of text. Not thread-safe.
 */
typedef struct
{
  GArray *before;
} LaminaLineIndex;

void    lamina_line_index_init  (LaminaLineIndex *self);
void    lamina_line_index_clear (LaminaLineIndex *self);

/* The line of the byte at @offset, from 1 on; the last line for an offset behind the end, and any when it was cancelled. */
guint64 lamina_line_index_find  (LaminaLineIndex *self,
                                 LaminaSource    *source,
                                 guint64          offset,
                                 GCancellable    *cancellable);

G_END_DECLS

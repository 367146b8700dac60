/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-columns.h"

G_BEGIN_DECLS

/* How rows are written: with tabs between values, as spreadsheets take them from the clipboard; as an array of objects; as
 * names alone, one in each line. */
typedef enum
{
  LAMINA_COPY_TABS,
  LAMINA_COPY_CSV,
  LAMINA_COPY_MARKDOWN,
  LAMINA_COPY_JSON,
  LAMINA_COPY_NAMES,
} LaminaCopyFormat;

/* Rows of a listing and columns, of LaminaLayerColumn, that are to be written: what a job is given. */
typedef struct _LaminaLayerCopy LaminaLayerCopy;

/* @ids, @columns: (transfer full) */
LaminaLayerCopy *lamina_layer_copy_new (LaminaLayerListing *listing,
                                        guint32            *ids,
                                        guint               n,
                                        GArray             *columns,
                                        LaminaCopyFormat    format);

void lamina_layer_copy_free (gpointer copy);

/* Whether they take longer than a frame to be written. */
gboolean lamina_layer_copy_is_much (const LaminaLayerCopy *copy);

/* A LaminaJobFunc that writes them, with every digit of their numbers; in Markdown as the table shows them. Whatever the locale,
 * the text is the same. */
gpointer lamina_layer_copy_write (gpointer      copy,
                                  GCancellable *cancellable);

/* What the suffix of a file says: comma separated values unless it is `.json`, `.md` or `.tsv`. */
LaminaCopyFormat lamina_layer_copy_get_format (const char *file_name);

G_END_DECLS

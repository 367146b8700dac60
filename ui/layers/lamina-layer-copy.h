/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-columns.h"

G_BEGIN_DECLS

/**
 * LaminaCopyFormat:
 * @LAMINA_COPY_TABS: values with tabs between them, as spreadsheets take them from the clipboard
 * @LAMINA_COPY_CSV: comma separated values
 * @LAMINA_COPY_MARKDOWN: a table of Markdown, for people
 * @LAMINA_COPY_JSON: an array of objects
 * @LAMINA_COPY_NAMES: names alone, one in each line
 *
 * How rows are written.
 */
typedef enum
{
  LAMINA_COPY_TABS,
  LAMINA_COPY_CSV,
  LAMINA_COPY_MARKDOWN,
  LAMINA_COPY_JSON,
  LAMINA_COPY_NAMES,
} LaminaCopyFormat;

/**
 * lamina_layer_copy_rows:
 * @listing: what is listed
 * @ids: (array length=n): which rows
 * @n: how many
 * @columns: (element-type LaminaLayerColumn): which columns
 * @format: how
 *
 * Writes rows with every digit of their numbers; in Markdown as the table shows them. Whatever the locale, the text is the
 * same.
 *
 * Returns: (transfer full): the text
 */
char *lamina_layer_copy_rows (LaminaLayerListing *listing,
                              const guint32      *ids,
                              guint               n,
                              GArray             *columns,
                              LaminaCopyFormat    format);

/**
 * lamina_layer_copy_get_format:
 * @file_name: name of a file
 *
 * Returns: what its suffix says: comma separated values unless it is `.json`, `.md` or `.tsv`
 */
LaminaCopyFormat lamina_layer_copy_get_format (const char *file_name);

G_END_DECLS

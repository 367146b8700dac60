/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * `report.csv()`: titles without quotes, then a row for each call. Texts stand in quotes and may hold commas; nothing is
 * escaped, so that a quote ends a text only before a comma or the end of the line.
 */

typedef void (*TvmCellFunc) (guint       column,
                             const char *cell,
                             gsize       length,
                             gpointer    user_data);

/* Calls @func for each cell of a line, without its quotes; returns how many there are. */
guint tvm_csv_split (const char  *line,
                     gsize        length,
                     TvmCellFunc  func,
                     gpointer     user_data);

G_END_DECLS

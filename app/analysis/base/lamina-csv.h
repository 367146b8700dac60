/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* How texts are written. A program that gets them as they are has to know what it does. */
typedef enum
{
  LAMINA_CSV_EXACT = 0,
  LAMINA_CSV_PROTECTED = 1 << 0, /* an apostrophe keeps a spreadsheet from running what begins like a formula */
  LAMINA_CSV_VISIBLE = 1 << 1,   /* for a terminal: lamina_visible_append() */
} LaminaCsvStyle;

/* Whether a spreadsheet would run the text rather than show it. A number as a whole is none. */
LAMINA_AVAILABLE
gboolean lamina_csv_is_formula (const char *text);

/* Appends a number, a key or another word of Lamina's own, in quotes where a reader of CSV needs them. */
LAMINA_AVAILABLE
void lamina_csv_append      (GString        *csv,
                             const char     *cell);

/* Appends what a file says. */
LAMINA_AVAILABLE
void lamina_csv_append_text (GString        *csv,
                             const char     *text,
                             LaminaCsvStyle  style);

G_END_DECLS

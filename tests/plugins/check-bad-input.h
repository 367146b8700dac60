/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * One input that is broken: it ends in an error that says what is wrong, or in a document whose report does. In either
 * case nothing is lost.
 */
typedef struct
{
  const char *name;
  const char *text;
  gssize length;     /* -1 when it is closed by a NUL */
  int code;          /* of LAMINA_ERROR, or -1 for a document */
  const char *issue; /* what the report of the document must name; NULL when nothing is wrong with it */
} BadInput;

#define ERROR_OF(text, code) text, -1, code, NULL
#define ISSUE_OF(text, issue) text, -1, -1, issue
#define RIGHT(text) text, -1, -1, NULL

/* Adds a test `/PREFIX/NAME` for each row, which is written to a file of that name and opened. */
void add_bad_inputs (const char     *prefix,
                     const char     *file_name,
                     const BadInput *rows,
                     guint           n);

/* A loaded document has lost no record, can be shown, and its report names @part, or nothing when that is NULL. */
void check_report (LaminaDocument *document,
                   const char     *part);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"
#include "lamina-tensor-groups.h"

G_BEGIN_DECLS

/* What a report tells of. Texts are in the language of the user. */
typedef struct
{
  LaminaDocument *document;
  guint run;             /* index of the run that it tells of */
  LaminaDocument *other; /* a document to compare with, which is B; may be @document; or NULL */
  guint other_run;       /* index of a run of @other */
  LaminaColors palette;
  LaminaTensorGrouping grouping; /* what memory over time is divided by, see LaminaChartQuery */
} LaminaReportOptions;

/* What a report is written as. */
typedef enum
{
  LAMINA_REPORT_HTML,     /* one page that needs nothing else: pictures stand in it, nothing is loaded, nothing runs */
  LAMINA_REPORT_MARKDOWN, /* a text with a folder of SVG pictures beside it */
} LaminaReportFormat;

/* What the suffix of a file that is to be written means: .html, .htm or .md. */
LAMINA_AVAILABLE
gboolean lamina_report_find_format (GFile               *file,
                                    LaminaReportFormat  *format,
                                    GError             **error);

/*
 * Makes a report and writes it. Use a thread: it takes seconds for large documents. The same documents give the same bytes. A file
 * that is already there is replaced only once the new one is whole.
 * @file: where to: its suffix chooses HTML or Markdown. The pictures of `OUT.md` lie in a folder `OUT-files` beside it, which is
 *   made when there is none
 */
LAMINA_AVAILABLE
gboolean lamina_report_save (const LaminaReportOptions  *options,
                             GFile                      *file,
                             GCancellable               *cancellable,
                             GError                    **error);

G_END_DECLS

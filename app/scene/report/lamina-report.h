/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

G_BEGIN_DECLS

/**
 * LaminaReportOptions:
 * @document: a document
 * @run: index of the run that it tells of
 * @other: (nullable): a document to compare with, which is B; may be @document
 * @other_run: index of a run of @other
 * @palette: the fills of families in its pictures
 *
 * What a report tells of. Texts are in the language of the user.
 */
typedef struct
{
  LaminaDocument *document;
  guint run;
  LaminaDocument *other;
  guint other_run;
  LaminaColors palette;
} LaminaReportOptions;

/**
 * LaminaReportFormat:
 * @LAMINA_REPORT_HTML: one page that needs nothing else: pictures stand in it, nothing is loaded, nothing runs
 * @LAMINA_REPORT_MARKDOWN: a text with a folder of SVG pictures beside it
 *
 * What a report is written as.
 */
typedef enum
{
  LAMINA_REPORT_HTML,
  LAMINA_REPORT_MARKDOWN,
} LaminaReportFormat;

/**
 * lamina_report_find_format: (skip)
 * @file: a file to be written
 * @format: (out): what its suffix, .html, .htm or .md, means
 * @error: return location for an error
 *
 * Returns: whether it means one
 */
LAMINA_AVAILABLE
gboolean lamina_report_find_format (GFile               *file,
                                    LaminaReportFormat  *format,
                                    GError             **error);

/**
 * lamina_report_make_page: (skip)
 * @options: what it tells of
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Makes the HTML page. The same documents give the same bytes. Use a thread: it takes seconds for large documents.
 *
 * Returns: (transfer full): the page, or %NULL on error
 */
LAMINA_AVAILABLE
GBytes *lamina_report_make_page (const LaminaReportOptions  *options,
                                 GCancellable               *cancellable,
                                 GError                    **error);

/**
 * lamina_report_save: (skip)
 * @options: what it tells of
 * @file: where to: its suffix chooses HTML or Markdown. The pictures of `OUT.md` lie in a folder `OUT-files` beside it,
 *   which is made when there is none
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Makes a report and writes it. A file that is already there is replaced only once the new one is whole.
 *
 * Returns: whether it was written
 */
LAMINA_AVAILABLE
gboolean lamina_report_save (const LaminaReportOptions  *options,
                             GFile                      *file,
                             GCancellable               *cancellable,
                             GError                    **error);

G_END_DECLS

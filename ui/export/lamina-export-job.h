/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-job.h"
#include "lamina-picture.h"

G_BEGIN_DECLS

/* Pictures made in a worker thread, each with lamina_job_run() for what owner and field of it are. */

/* What came of it: one of the others, or @error. The bytes are those of the formats that were made. */
typedef struct
{
  LaminaScene *scene;
  GBytes *pictures[LAMINA_N_PICTURE_FORMATS];
  GFile *file;
  GError *error;
} LaminaExportResult;

void lamina_export_result_free (gpointer result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaExportResult, lamina_export_result_free)

typedef enum
{
  LAMINA_EXPORT_LAY_OUT, /* the scene that lamina_picture_make() would draw, for a preview */
  LAMINA_EXPORT_COPY, /* as SVG and as PNG, for the clipboard */
  LAMINA_EXPORT_SAVE, /* to the file, in the format of its suffix */
} LaminaExportWork;

/* @done takes a LaminaExportResult. The strings and tracks of the options need only last for the call; @file is NULL unless it is
 * written. */
void lamina_export_job_run (gpointer                     owner,
                            GCancellable               **cancellable,
                            LaminaExportWork             work,
                            LaminaDocument              *document,
                            const LaminaPictureOptions  *options,
                            GFile                       *file,
                            LaminaJobDone                done);

/* A name for a file beside that of a document: `trace-report.html` for `trace.pt.trace.json.gz`. */
char *lamina_export_dup_name (LaminaDocument *document,
                              const char     *what,
                              const char     *suffix);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_IMPORT_REPORT (lamina_import_report_get_type ())

/**
 * LaminaIssue:
 * @kind: what was repaired, skipped or lost, as a short sentence without a full stop
 * @count: how often
 * @source: index of the file of the first one
 * @line: line of the first one, from 1 on; 0 when it has no place
 * @offset: byte offset of the first one in the (inflated) text
 * @n_records: how many ids @records holds; at most 1000 are kept
 * @records: (array length=n_records): ids of the records concerned, in file order
 *
 * One line of the import report. Owned by the report.
 */
typedef struct
{
  const char *kind;
  guint64 count;
  guint source;
  guint64 line;
  guint64 offset;
  guint n_records;
  const guint32 *records;
} LaminaIssue;

/**
 * LaminaImportReport:
 *
 * What became of every record of the files: read = shown + merged + skipped + lost. Immutable; owned by its document.
 */

LAMINA_AVAILABLE
GType lamina_import_report_get_type (void) G_GNUC_CONST;

/**
 * lamina_import_report_get_read:
 * @self: a report
 *
 * Returns: records that the reader passed
 */
LAMINA_AVAILABLE
guint64 lamina_import_report_get_read (LaminaImportReport *self);

/**
 * lamina_import_report_get_shown:
 * @self: a report
 *
 * Returns: records that became a row of their own
 */
LAMINA_AVAILABLE
guint64 lamina_import_report_get_shown (LaminaImportReport *self);

/**
 * lamina_import_report_get_merged:
 * @self: a report
 *
 * Returns: records that were taken into the row of another
 */
LAMINA_AVAILABLE
guint64 lamina_import_report_get_merged (LaminaImportReport *self);

/**
 * lamina_import_report_get_skipped:
 * @self: a report
 *
 * Returns: records that were left out, each for a reason that is an issue
 */
LAMINA_AVAILABLE
guint64 lamina_import_report_get_skipped (LaminaImportReport *self);

/**
 * lamina_import_report_get_lost:
 * @self: a report
 *
 * Returns: records that the plugin never accounted for: a fault of the plugin
 */
LAMINA_AVAILABLE
guint64 lamina_import_report_get_lost (LaminaImportReport *self);

/**
 * lamina_import_report_get_repaired:
 * @self: a report
 *
 * Returns: places of the text that were repaired
 */
LAMINA_AVAILABLE
guint64 lamina_import_report_get_repaired (LaminaImportReport *self);

/**
 * lamina_import_report_get_n_issues:
 * @self: a report
 *
 * Returns: number of issues
 */
LAMINA_AVAILABLE
guint lamina_import_report_get_n_issues (LaminaImportReport *self);

/**
 * lamina_import_report_get_issue: (skip)
 * @self: a report
 * @i: which one
 *
 * Returns: (transfer none): an issue; issues stand in the order in which they first occurred
 */
LAMINA_AVAILABLE
const LaminaIssue *lamina_import_report_get_issue (LaminaImportReport *self,
                                                   guint               i);

G_END_DECLS

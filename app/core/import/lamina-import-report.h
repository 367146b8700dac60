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
 * LaminaImportCounts:
 * @read: records that the reader passed
 * @shown: records that became a row of their own
 * @merged: records that were taken into the row of another
 * @skipped: records that were left out, each for a reason that is an issue
 * @lost: records that the plugin never accounted for: a fault of the plugin
 * @repaired: places of the text that were repaired
 *
 * What became of every record of the files: read = shown + merged + skipped + lost.
 */
typedef struct
{
  guint64 read;
  guint64 shown;
  guint64 merged;
  guint64 skipped;
  guint64 lost;
  guint64 repaired;
} LaminaImportCounts;

/**
 * LaminaImportReport:
 *
 * What became of the records, and what was repaired, skipped or lost. Immutable; owned by its document.
 */

LAMINA_AVAILABLE
GType lamina_import_report_get_type (void) G_GNUC_CONST;

/**
 * lamina_import_report_get_counts: (skip)
 *
 * Returns: (transfer none): how many records there were
 */
LAMINA_AVAILABLE
const LaminaImportCounts *lamina_import_report_get_counts (LaminaImportReport *self);

/**
 * lamina_import_report_get_n_issues:
 *
 * Returns: number of issues
 */
LAMINA_AVAILABLE
guint lamina_import_report_get_n_issues (LaminaImportReport *self);

/**
 * lamina_import_report_get_issue: (skip)
 * @i: which one
 *
 * Returns: (transfer none): an issue; issues stand in the order in which they first occurred
 */
LAMINA_AVAILABLE
const LaminaIssue *lamina_import_report_get_issue (LaminaImportReport *self,
                                                   guint               i);

/**
 * lamina_import_report_find_damage: (skip)
 *
 * Returns: (transfer none) (nullable): the first issue that says that a file was truncated or damaged; %NULL when all of the text
 *   was there and made sense
 */
LAMINA_AVAILABLE
const LaminaIssue *lamina_import_report_find_damage (LaminaImportReport *self);

/**
 * lamina_import_report_is_cut:
 *
 * Returns: whether the text of a file ends where more was to follow: its end is missing
 */
LAMINA_AVAILABLE
gboolean lamina_import_report_is_cut (LaminaImportReport *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-budget.h"
#include "lamina-import.h"
#include "lamina-sources.h"

G_BEGIN_DECLS

/* What becomes of an import: formats only put things into it. */

/* An import without records, of which @max_records may be opened. */
LaminaImport *lamina_import_new           (guint64       max_records);

/* From now on it takes no more records than the memory of a load allows. @budget: NULL for none; it must outlive the import. */
void          lamina_import_set_budget    (LaminaImport *self,
                                           LaminaBudget *budget);

/* Records opened so far. Any thread. */
guint64       lamina_import_get_n_records (LaminaImport *self);

/* Where a record begins in its file. */
guint64       lamina_import_get_offset    (LaminaImport *self,
                                           guint64       record);

/*
 * lamina_import_append:
 * @self: an import
 * @other: another one, which stays as it is
 *
 * Appends the records, reasons, repairs and notes of @other, as if its records had been opened here.
 *
 * Returns: what to add to the number of a record of @other
 */
guint32 lamina_import_append (LaminaImport *self,
                              LaminaImport *other);

/*
 * lamina_import_finish:
 * @self: an import
 * @sources: (nullable): the files, whose order gives their index in the issues
 * @cancellable: (nullable): ends the looking up of lines, which are wrong from then on
 *
 * Makes the report. Records that nobody accounted for become an issue and count as lost; the line of every issue is
 * looked up, which reads text. Changes nothing in @self.
 *
 * Returns: (transfer full): the report
 */
LaminaImportReport *lamina_import_finish (LaminaImport  *self,
                                          LaminaSources *sources,
                                          GCancellable  *cancellable);

LaminaImportReport *lamina_import_report_ref (LaminaImportReport *self);

void lamina_import_report_unref (LaminaImportReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaImportReport, lamina_import_report_unref)

G_END_DECLS

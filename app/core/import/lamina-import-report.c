/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-import-finish.h"
#include "lamina-import-report-private.h"

#include <stdatomic.h>

static void
report_issue_clear (gpointer data)
{
  LaminaReportIssue *issue = data;

  g_free (issue->kind);
  g_free (issue->records);
}

LaminaImportReport *
lamina_import_report_new (void)
{
  LaminaImportReport *self = g_new0 (LaminaImportReport, 1);

  self->refs = 1;
  self->issues = g_array_new (FALSE, TRUE, sizeof (LaminaReportIssue));
  g_array_set_clear_func (self->issues, report_issue_clear);
  return self;
}

void
lamina_import_report_add (LaminaImportReport *self,
                          const LaminaIssue  *issue,
                          gboolean            is_damage)
{
  LaminaReportIssue copy = { .issue = *issue, .is_damage = is_damage };

  copy.kind = g_strdup (issue->kind);
  copy.records = g_memdup2 (issue->records, issue->n_records * sizeof (guint32));
  copy.issue.kind = copy.kind;
  copy.issue.records = copy.records;
  g_array_append_val (self->issues, copy);
}

static void
import_report_free (LaminaImportReport *self)
{
  g_array_unref (self->issues);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaImportReport, lamina_import_report, import_report_free)

const LaminaImportCounts *
lamina_import_report_get_counts (LaminaImportReport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return &self->counts;
}

guint
lamina_import_report_get_n_issues (LaminaImportReport *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->issues->len;
}

const LaminaIssue *
lamina_import_report_get_issue (LaminaImportReport *self,
                                guint               i)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (i < self->issues->len, NULL);

  return &g_array_index (self->issues, LaminaReportIssue, i).issue;
}

const LaminaIssue *
lamina_import_report_find_damage (LaminaImportReport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->issues->len; i++)
    if (g_array_index (self->issues, LaminaReportIssue, i).is_damage)
      return &g_array_index (self->issues, LaminaReportIssue, i).issue;
  return NULL;
}

gboolean
lamina_import_report_is_cut (LaminaImportReport *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->is_cut;
}

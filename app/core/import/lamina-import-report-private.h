/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-import-report.h"

G_BEGIN_DECLS

/* How many records an issue names. */
#define LAMINA_ISSUE_MAX_RECORDS 1000

/* An issue and its own copy of what it points to. */
typedef struct
{
  LaminaIssue issue;
  char *kind;
  guint32 *records;
  gboolean is_damage;
} LaminaReportIssue;

struct _LaminaImportReport
{
  _Atomic guint refs;
  LaminaImportCounts counts;
  GArray *issues;
  gboolean is_cut;
};

LaminaImportReport *lamina_import_report_new (void);

/* Adds an issue whose kind and records are copied. */
void lamina_import_report_add (LaminaImportReport *self,
                               const LaminaIssue  *issue,
                               gboolean            is_damage);

G_END_DECLS

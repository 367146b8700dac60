/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"
#include "lamina-idle.h"
#include "lamina-report.h"
#include "lamina-sheet-private.h"

G_BEGIN_DECLS

/* Pictures are laid out this wide, which is the width of the text on a screen and of the paper in print. */
#define LAMINA_REPORT_WIDTH 820

/* How many rows tables show that could have millions. */
#define LAMINA_REPORT_ROWS 20

/* A report under construction. */
typedef struct
{
  const LaminaReportOptions *options;
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaIdle *idle;
  LaminaScene *timeline;  /* that is left for later */
  GHashTable *notes;      /* what stands below charts already */
  LaminaSheet *sheet;
  GCancellable *cancellable;
} LaminaReport;

/* `FILE, RUN` where the document has several runs. */
char *lamina_report_dup_side       (LaminaDocument *document,
                                    guint           run);

/* The table below the chart of what devices do. */
void  lamina_report_add_devices    (LaminaReport   *self);

/* Whether both sides of a comparison are runs of one file, whose name then is said once. */
gboolean lamina_report_is_one_file (const LaminaReportOptions *options);

/* The parts, each with its heading; what has nothing to say adds nothing. */
void lamina_report_add_timeline (LaminaReport *self);

/* What lamina_report_add_timeline() leaves for later: breaks of pages fall better behind the layers. */
void lamina_report_add_high_timeline (LaminaReport *self);

void lamina_report_add_layers (LaminaReport *self);

void lamina_report_add_kernels (LaminaReport *self);

void lamina_report_add_charts (LaminaReport *self);

void lamina_report_add_memory (LaminaReport *self);

void lamina_report_add_comparison (LaminaReport *self);

/* Who holds the memory of both; nothing where either says nothing about it. */
void lamina_report_add_memory_comparison (LaminaReport     *self,
                                          LaminaComparison *comparison);

G_END_DECLS

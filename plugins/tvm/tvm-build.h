/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tvm-report.h"

G_BEGIN_DECLS

/*
 * Makes a run of a report: a layer, its tensors and a slice for each row, the tool's own columns as metrics.
 *
 * @run: the run, @report what it is made of
 */
typedef struct
{
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSource *source;
  TvmReport *report;
  char *title;
  guint32 run;
} TvmBuild;

/* Builds all reports. */
void tvm_build (LaminaBuilder *builder,
                LaminaSource  *source,
                GPtrArray     *reports);

G_END_DECLS

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

/* The layers, rising as the rows of the report. */
void tvm_build_layers (TvmBuild *self);

/* The columns of the tool, and what follows from the counters of the processor. */
void tvm_build_metrics (TvmBuild *self);

/* The tensors of a row of the report. */
void tvm_build_tensors (TvmBuild     *self,
                        const TvmRow *row,
                        guint32       layer);

/* The slices, one after the other. */
void tvm_build_slices (TvmBuild *self);

/* What the report says beside its rows. */
void tvm_build_properties (TvmBuild *self);

/* The duration of a row in nanoseconds, LAMINA_ABSENT without one. */
gint64 tvm_build_get_duration (TvmBuild     *self,
                               const TvmRow *row);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

/* What the benchmarks share. Each prints lines that people read and scripts can compare:
 *
 *   NAME: FIGURE UNIT (budget BUDGET UNIT: held|missed)
 *
 * A missed budget is no failure: how fast a machine is does not decide whether the program is right. */

/**
 * bench_report:
 * @name: what was measured
 * @figure: the result
 * @unit: its unit, such as `ms` or `×`
 * @budget: the largest figure that holds the budget; NaN when there is none
 *
 * Prints a result.
 */
void bench_report (const char *name,
                   double      figure,
                   const char *unit,
                   double      budget);

/**
 * bench_report_least:
 * @name: what was measured
 * @figure: the result
 * @unit: its unit, such as `MB/s`
 * @budget: the smallest figure that holds the budget; NaN when there is none
 *
 * Prints a result of which more is better.
 */
void bench_report_least (const char *name,
                         double      figure,
                         const char *unit,
                         double      budget);

/* Seconds on a clock that never goes back. */
double bench_now (void);

/* Seconds that this thread had a processor: what a single thread does takes as long on a machine that is idle. */
double bench_thread_now (void);

/* The figure below which @share (0 to 1) of the @n samples lie; sorts them. 0.5 is the median. */
double bench_percentile (double *samples,
                         guint   n,
                         double  share);

/**
 * bench_percentile_of_rounds:
 * @rounds: (array): @n_rounds times @n figures, round after round, each round of the same @n things
 * @n_rounds: how many rounds
 * @n: how many things
 * @share: 0 to 1
 *
 * What disturbs a machine for a moment disturbs one thing in one round: of each thing the median of its rounds counts.
 *
 * Returns: the figure below which @share of those medians lie
 */
double bench_percentile_of_rounds (const double *rounds,
                                   guint         n_rounds,
                                   guint         n,
                                   double        share);

/* Bytes of the heap that are in use: what malloc() gave out and was not freed. */
gsize bench_heap_bytes (void);

/* Bytes of the resident set that no file stands behind. */
gsize bench_anonymous_bytes (void);

/* The largest resident set so far, in bytes; bench_reset_peak() begins anew where the kernel allows it. */
gsize bench_peak_bytes (void);
void bench_reset_peak (void);

/* Adds a slice that is known by its times, name and layer. Returns its number on the track. */
guint32 bench_add_slice (LaminaBuilder *builder,
                         guint32        run,
                         guint32        track,
                         guint32        layer,
                         guint32        name,
                         gint64         start,
                         gint64         duration);

/* The document of a builder that holds no error. */
LaminaDocument *bench_freeze (LaminaBuilder *builder);

/**
 * bench_trace_new:
 * @n_slices: how many slices
 *
 * Makes a trace that looks like one of a real program, always the same: sixteen tracks of unequal business, slices up
 * to three deep, of lengths that span four decades, with gaps, 200 names of all families of work, a layer for every
 * sixteen slices, and a counter. A small trace is the beginning of a large one: where both have slices, they have the
 * same.
 *
 * Returns: (transfer full): the document
 */
LaminaDocument *bench_trace_new (guint64 n_slices);

/**
 * bench_trace_find_common:
 * @small: a trace that was made so
 *
 * Returns: how long, from its start on, all its tracks have the slices that every larger trace has, in nanoseconds
 */
gint64 bench_trace_find_common (LaminaDocument *small);

/**
 * bench_layers_new:
 * @n_layers: how many layers
 *
 * Makes a run of layers without slices: 40 types, names of their own, two inputs of 60 shapes each.
 *
 * Returns: (transfer full): the document
 */
LaminaDocument *bench_layers_new (guint n_layers);

/**
 * bench_run_new:
 * @n_layers: how many layers in the first run
 *
 * Makes two runs of a training: four devices whose kernels the host launches, a thousand sections, six counters of the
 * processor for each layer, and results that are kept for a while. The second run has a quarter of the layers.
 *
 * Returns: (transfer full): the document
 */
LaminaDocument *bench_run_new (guint n_layers);

/**
 * bench_write_profile:
 * @folder: where to
 * @bytes: how large it shall be, about
 *
 * Writes a MegEngine profile with as many operators as make a file of this size.
 *
 * Returns: (transfer full): the file
 */
GFile *bench_write_profile (const char *folder,
                            guint64     bytes);

/**
 * bench_append_events:
 * @text: takes the text
 * @bytes: how long it shall be, about
 *
 * Writes a trace as PyTorch does, always the same: operators with and without shapes, functions of Python, runtime calls,
 * kernels and flows.
 *
 * Returns: how many events there are
 */
guint64 bench_append_events (GString *text,
                             gsize    bytes);

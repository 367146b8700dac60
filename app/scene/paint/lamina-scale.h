/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-axis.h"
#include "lamina-layer-value.h"

G_BEGIN_DECLS

#define LAMINA_MOST_TICKS 32

/*
 * The scale of an axis of a chart: which numbers stand where, and which of them are written. Times and bytes have the
 * prefixes of rulers; rates and counts those of figures.
 */
typedef struct
{
  LaminaLayerValueKind kind;
  LaminaUnit unit;
  gboolean is_log;
  double low;
  double high;

  /* Of a logarithmic scale. */
  double log_low;
  double log_span;

  /* Pixels; @from may lie behind @to. */
  double from;
  double to;
  guint n_ticks;
  double ticks[LAMINA_MOST_TICKS];
  double step;
} LaminaScale;

/* From 0 to @largest; ticks stand at least @distance pixels apart. */
LaminaScale lamina_scale_init_linear (LaminaLayerValueKind kind,
                                      LaminaUnit           unit,
                                      double               largest,
                                      double               from,
                                      double               to,
                                      double               distance);

/* From @low to @high, both above 0; ticks are powers of ten. */
LaminaScale lamina_scale_init_log (LaminaLayerValueKind kind,
                                   LaminaUnit           unit,
                                   double               low,
                                   double               high,
                                   double               from,
                                   double               to);

/* The pixel of a number, not brought into the range. */
double lamina_scale_get_place (const LaminaScale *self,
                               double             value);

/* The number at a tick with its unit: `2 ms`, `40 %`, `100 GFLOP/s`; 0 without one. Where a logarithmic scale of plain numbers
 * begins below a thousandth, all of its ticks are powers: `10⁻⁵`, `10²`. */
char *lamina_scale_dup_tick (const LaminaScale *self,
                             guint              tick);

G_END_DECLS

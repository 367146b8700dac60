/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * Arithmetic on ranges of an axis. Positions come from files and may stand anywhere in 64 bits, so that a span needs
 * 64 bits without a sign, and nothing here overflows.
 */

/**
 * lamina_span_get:
 * @range: a range
 *
 * Returns: its length
 */
static inline guint64
lamina_span_get (const LaminaRange *range)
{
  return (guint64) range->end - (guint64) range->start;
}

/**
 * lamina_span_get_distance:
 * @from: a position
 * @to: a position
 *
 * Returns: how far @to is to the right of @from, exact as far as a double is
 */
static inline double
lamina_span_get_distance (gint64 from,
                          gint64 to)
{
  return to >= from ? (double) ((guint64) to - (guint64) from) : -(double) ((guint64) from - (guint64) to);
}

/**
 * lamina_span_widen:
 * @range: a range
 * @least: how long it is to be at least
 *
 * Makes a range that is shorter than @least as long as that, around its middle.
 */
void lamina_span_widen (LaminaRange *range,
                        guint64      least);

/**
 * lamina_span_fit:
 * @range: a range
 * @bounds: where it has to lie
 *
 * Moves, and if need be cuts, a range so that it lies within @bounds.
 */
void lamina_span_fit (LaminaRange       *range,
                      const LaminaRange *bounds);

/**
 * lamina_span_zoom:
 * @range: a range
 * @factor: new length for the old one
 * @anchor: a position that keeps its relative place
 * @least: how long the range is to be at least
 */
void lamina_span_zoom (LaminaRange *range,
                       double       factor,
                       gint64       anchor,
                       guint64      least);

/**
 * lamina_span_move:
 * @range: a range
 * @delta: how far to the right
 * @bounds: how far it can go
 */
void lamina_span_move (LaminaRange       *range,
                       double             delta,
                       const LaminaRange *bounds);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * A part of the axis.
 *
 * @start: left edge on the axis
 * @end: right edge on the axis, above @start; the distance of the two fits into 64 bits without a sign
 */
typedef struct
{
  gint64 start;
  gint64 end;
} LaminaRange;

/*
 * Arithmetic on ranges of an axis. Positions come from files and may stand anywhere in 64 bits, so that a span needs
 * 64 bits without a sign, and nothing here overflows.
 */

static inline guint64
lamina_span_get (const LaminaRange *range)
{
  return (guint64) range->end - (guint64) range->start;
}

/* How far @to is to the right of @from, exact as far as a double is. */
static inline double
lamina_span_get_distance (gint64 from,
                          gint64 to)
{
  return to >= from ? (double) ((guint64) to - (guint64) from) : -(double) ((guint64) from - (guint64) to);
}

/* Makes a range that is shorter than @least as long as that, around its middle. */
void lamina_span_widen (LaminaRange *range,
                        guint64      least);

/* Moves, and if need be cuts, a range so that it lies within @bounds. */
void lamina_span_fit (LaminaRange       *range,
                      const LaminaRange *bounds);

/* Makes a range so many times as long, but no shorter than @least, around a position that keeps its relative place. */
void lamina_span_zoom (LaminaRange *range,
                       double       factor,
                       gint64       anchor,
                       guint64      least);

/* Moves a range to the right, within @bounds. */
void lamina_span_move (LaminaRange       *range,
                       double             delta,
                       const LaminaRange *bounds);

G_END_DECLS

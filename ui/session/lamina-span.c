/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-span.h"

#include <math.h>

/* Adds without a sign, which is defined for every distance that the result has room for. */
static gint64
offset_by (gint64  start,
           guint64 distance)
{
  return (gint64) ((guint64) start + distance);
}

static guint64
round_span (double span)
{
  if (!(span > 0))
    return 0;
  return span < 18446744073709549568.0 ? (guint64) (span + 0.5) : G_MAXUINT64;
}

static guint64
room_before (gint64 position)
{
  return (guint64) position - (guint64) G_MININT64;
}

static guint64
room_behind (gint64 position)
{
  return (guint64) G_MAXINT64 - (guint64) position;
}

/* Sets a range of a given length with a given distance from its start to a position, kept inside 64 bits. */
static void
place (LaminaRange *range,
       gint64       position,
       guint64      before,
       guint64      span)
{
  guint64 behind = span - MIN (before, span);

  before = span - behind;
  if (before > room_before (position))
    {
      before = room_before (position);
      behind = span - before;
    }
  if (behind > room_behind (position))
    {
      behind = room_behind (position);
      before = MIN (span - behind, room_before (position));
    }
  range->start = (gint64) ((guint64) position - before);
  range->end = offset_by (position, behind);
}

void
lamina_span_widen (LaminaRange *range,
                   guint64      least)
{
  guint64 span = lamina_span_get (range);

  if (span < least)
    place (range, range->start, (least - span) / 2, least);
}

void
lamina_span_fit (LaminaRange       *range,
                 const LaminaRange *bounds)
{
  guint64 span = lamina_span_get (range);

  if (span >= lamina_span_get (bounds))
    *range = *bounds;
  else if (range->start < bounds->start)
    *range = (LaminaRange) { bounds->start, offset_by (bounds->start, span) };
  else if (range->end > bounds->end)
    *range = (LaminaRange) { (gint64) ((guint64) bounds->end - span), bounds->end };
}

void
lamina_span_zoom (LaminaRange *range,
                  double       factor,
                  gint64       anchor,
                  guint64      least)
{
  double span = (double) lamina_span_get (range);
  guint64 new_span = MAX (round_span (span * factor), least);
  double before;

  /* A short range must not stay the same for rounding. */
  if (factor > 1)
    new_span = MAX (new_span, lamina_span_get (range) + 1);
  anchor = CLAMP (anchor, range->start, range->end);
  before = (double) ((guint64) anchor - (guint64) range->start) / MAX (span, 1);
  place (range, anchor, round_span (before * (double) new_span), new_span);
}

void
lamina_span_move (LaminaRange       *range,
                  double             delta,
                  const LaminaRange *bounds)
{
  guint64 span = lamina_span_get (range);
  guint64 distance = round_span (fabs (delta));

  if (delta < 0)
    {
      guint64 room = range->start > bounds->start ? (guint64) range->start - (guint64) bounds->start : 0;

      range->start = (gint64) ((guint64) range->start - MIN (distance, room));
      range->end = offset_by (range->start, span);
    }
  else
    {
      guint64 room = range->end < bounds->end ? (guint64) bounds->end - (guint64) range->end : 0;

      range->end = offset_by (range->end, MIN (distance, room));
      range->start = (gint64) ((guint64) range->end - span);
    }
}

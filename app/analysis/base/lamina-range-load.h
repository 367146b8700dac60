/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* A range on the clock of a track. */
typedef struct
{
  gint64 start;
  gint64 end;
} LaminaClockRange;

/* A range of the axis on a clock; what lies beyond 64 bits stops at their ends. */
static inline LaminaClockRange
lamina_clock_range (gint64 start,
                    gint64 end,
                    gint64 offset)
{
  return (LaminaClockRange) { lamina_subtract_saturating (start, offset), lamina_subtract_saturating (end, offset) };
}

/* The part of a slice that lies inside a range. */
static inline gint64
lamina_clock_range_clip (const LaminaClockRange *range,
                         gint64                  start,
                         gint64                  duration)
{
  gint64 first = MAX (start, range->start), last = MIN (start + duration, range->end);

  return last > first ? last - first : 0;
}

/* The slices of a lane that touch a range: from *first to before the result. */
guint  lamina_range_find_slices (LaminaTrack            *track,
                                 guint                   lane,
                                 const LaminaClockRange *range,
                                 guint                  *first);

/* The clipped time of a lane. With @waits, of its waiting alone. By blocks where they lie inside the range. */
gint64 lamina_range_add_lane    (LaminaTrack            *track,
                                 guint                   lane,
                                 const LaminaClockRange *range,
                                 gboolean                waits);

G_END_DECLS

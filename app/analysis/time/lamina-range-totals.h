/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* What layers of one type take of a range. */
typedef struct
{
  guint32 type;          /* the type of its layers as a string of the run, or 0 when the file does not say */
  LaminaFamily family;   /* the family of its first layer */
  /* the part of the cost of its layers that lies inside the range, in nanoseconds; LAMINA_ABSENT where nothing says when the
   * cost was spent */
  gint64 cost;
  gint64 calls;          /* how often its layers run inside the range, or reach into it */
  guint n_layers;        /* number of layers */
  const guint32 *layers; /* its layers that touch the range, in the order of the file */
} LaminaRangeType;

/* What a queue of a device does during a range. Slices that belong to layers count, as for LaminaIdle; where there are none, the
 * outermost lane of the track. */
typedef struct
{
  guint track; /* a track of a device */
  gint64 busy; /* how long it works, in units of the axis */
  gint64 wait; /* how long it waits for what it is to work on */
  gint64 idle; /* the rest of the range */
} LaminaRangeLoad;

/* What happens in a part of an axis. Slices at its edges are clipped there. Immutable; made by any thread. */
typedef struct _LaminaRangeTotals LaminaRangeTotals;

/*
 * Adds up the slices that count towards the cost of the run: those on devices when it is device time, those elsewhere when it is
 * host time, else those on the track that the layer names. What a slice of another layer covers is not counted for the slice
 * around it, so that the costs add up.
 *
 * Looks at each of those slices that touch the range: see lamina_range_totals_get_effort(). Returns the totals, or NULL when
 * cancelled. @run: a run, which must outlive the totals; @start: where the range starts on the axis; @end: where it ends, not
 * below @start.
 */
LAMINA_AVAILABLE
LaminaRangeTotals *lamina_range_totals_new (LaminaRun      *run,
                                            LaminaTimebase *timebase,
                                            gint64          start,
                                            gint64          end,
                                            GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_range_totals_free (LaminaRangeTotals *self);

/* How many layers, lanes and slices lamina_range_totals_new() has to look at, or more than @most, above which nothing is counted:
 * with some ten thousand, use a thread. @start: where the range starts on the axis; @end: where it ends. */
LAMINA_AVAILABLE
guint64 lamina_range_totals_get_effort (LaminaRun      *run,
                                        LaminaTimebase *timebase,
                                        gint64          start,
                                        gint64          end,
                                        guint64         most);

/* What each layer of the run takes of the range, in nanoseconds; LAMINA_ABSENT for those that do not touch it, or whose cost nobody
 * knows. As many as the run has layers. */
LAMINA_AVAILABLE
const gint64 *lamina_range_totals_get_costs (LaminaRangeTotals *self);

/* The sum over all types, or LAMINA_ABSENT. */
LAMINA_AVAILABLE
gint64 lamina_range_totals_get_cost (LaminaRangeTotals *self);

LAMINA_AVAILABLE
guint lamina_range_totals_get_n_types (LaminaRangeTotals *self);

/* A type. @i: which one; the type with the largest cost stands first, of equal ones the one with more calls. */
LAMINA_AVAILABLE
const LaminaRangeType *lamina_range_totals_get_type (LaminaRangeTotals *self,
                                                     guint              i);

LAMINA_AVAILABLE
guint lamina_range_totals_get_n_loads (LaminaRangeTotals *self);

/* What a queue of a device does. @i: which one, in the order of the tracks. */
LAMINA_AVAILABLE
const LaminaRangeLoad *lamina_range_totals_get_load (LaminaRangeTotals *self,
                                                     guint              i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRangeTotals, lamina_range_totals_free)

G_END_DECLS

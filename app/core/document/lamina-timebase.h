/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMEBASE (lamina_timebase_get_type ())

/**
 * LaminaTimebase:
 *
 * The clock offsets of a run that are in force. Immutable: whoever wants others makes a new one. A start of the
 * document means something on the axis only together with a timebase: axis = start + offset of the clock of its track.
 */

LAMINA_AVAILABLE
GType lamina_timebase_get_type (void) G_GNUC_CONST;

/**
 * lamina_timebase_new:
 * @aligned: whether to use the offsets that the document suggests; else every clock has offset 0 and shows its own
 *   times
 *
 * Returns: (transfer full): a timebase
 */
LAMINA_AVAILABLE
LaminaTimebase *lamina_timebase_new (LaminaRun *run,
                                     gboolean   aligned);

/**
 * lamina_timebase_with_offset:
 * @run: its run
 * @clock: a clock of the run
 * @offset: its new offset
 *
 * Returns: (transfer full): a timebase that differs from @self in the offset of @clock
 */
LAMINA_AVAILABLE
LaminaTimebase *lamina_timebase_with_offset (LaminaTimebase *self,
                                             LaminaRun      *run,
                                             guint           clock,
                                             gint64          offset);

LAMINA_AVAILABLE
LaminaTimebase *lamina_timebase_ref (LaminaTimebase *self);

LAMINA_AVAILABLE
void lamina_timebase_unref (LaminaTimebase *self);

/**
 * lamina_timebase_get_offset:
 * @clock: a clock of its run
 *
 * Returns: what to add to a time on @clock to get a time on the axis
 */
LAMINA_AVAILABLE
gint64 lamina_timebase_get_offset (LaminaTimebase *self,
                                   guint           clock);

/**
 * lamina_timebase_get_start:
 *
 * Returns: where the run starts on the axis
 */
LAMINA_AVAILABLE
gint64 lamina_timebase_get_start (LaminaTimebase *self);

/**
 * lamina_timebase_get_end:
 *
 * Returns: where the run ends on the axis, not below its start
 */
LAMINA_AVAILABLE
gint64 lamina_timebase_get_end (LaminaTimebase *self);

/**
 * lamina_run_get_layer_start:
 * @timebase: the offsets in force
 *
 * Returns: when the layer starts on the axis, or %LAMINA_ABSENT
 */
LAMINA_AVAILABLE
gint64 lamina_run_get_layer_start (LaminaRun      *self,
                                   guint           layer,
                                   LaminaTimebase *timebase);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTimebase, lamina_timebase_unref)

G_END_DECLS

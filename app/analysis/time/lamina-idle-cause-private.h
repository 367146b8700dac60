/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-idle.h"
#include "lamina-pieces.h"

G_BEGIN_DECLS

/* Why a device does not work. */

/* What is known of the host: launches, and calls that wait. Read from any thread. */
typedef struct _LaminaIdleCauses LaminaIdleCauses;

LaminaIdleCauses *lamina_idle_causes_new    (LaminaRun              *run,
                                             LaminaTimebase         *timebase,
                                             GCancellable           *cancellable);
void              lamina_idle_causes_free   (LaminaIdleCauses       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaIdleCauses, lamina_idle_causes_free)

/* On the axis. */
gint64            lamina_idle_causes_get_start (LaminaIdleCauses *self,
                                                LaminaSliceRef    ref);
gint64            lamina_idle_causes_get_end (LaminaIdleCauses *self,
                                              LaminaSliceRef    ref);

/* The launch of a slice; track LAMINA_NONE when it is not known. */
LaminaSliceRef    lamina_idle_causes_find_launch (LaminaIdleCauses *self,
                                                  LaminaSliceRef    slice);

/*
 * What a single queue may wait for: the copies, the exchanges and the other work of all queues of its device. Of a device as
 * a whole none of it lies in a gap: all of it is NULL.
 */
typedef struct
{
  LaminaPieceSums *copies;
  LaminaPieceSums *exchanges;
  LaminaPieceSums *others;
} LaminaIdleBeside;

/* The class of a gap in its whole length, and whether it began while the host was inside the launching call. */
LaminaGapClass    lamina_idle_causes_classify (LaminaIdleCauses *self,
                                               gint64            start,
                                               gint64            end,
                                               LaminaSliceRef    after,
                                               gboolean         *in_call);

/* Divides a gap, or what is left of it in a range: of @gap, all but the parts and the cause is known. @work: what the work that
 * ends it is, see lamina_work_judge_slice(). */
void              lamina_idle_causes_divide (LaminaIdleCauses       *self,
                                             const LaminaIdleBeside *beside,
                                             gboolean                in_call,
                                             LaminaLoad              work,
                                             LaminaGap              *gap);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-idle.h"
#include "lamina-pieces-private.h"

G_BEGIN_DECLS

/* Why a device has gaps: what is known of the host. */
typedef struct _LaminaIdleCauses LaminaIdleCauses;

LaminaIdleCauses *lamina_idle_causes_new  (LaminaRun            *run,
                                           LaminaTimebase       *timebase,
                                           GCancellable         *cancellable);
void              lamina_idle_causes_free (LaminaIdleCauses     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaIdleCauses, lamina_idle_causes_free)

/* What is looked at. */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaIdleCauses *causes;
  guint section;
  gint64 start;
  gint64 end;
  GCancellable *cancellable;
} LaminaIdleScope;

/* When any queue of a device works, and when one waits while none works. FALSE when cancelled. */
gboolean          lamina_idle_unite_device  (const LaminaIdleScope *scope,
                                             const GArray          *tracks,
                                             GArray               **work,
                                             GArray               **wait);

/* When any slice of the section lies on the tracks; NULL when cancelled. */
GArray           *lamina_idle_unite_section (const LaminaIdleScope *scope,
                                             const GArray          *tracks);

/* The cause of a gap, whose @next is set. @before is the last slice of the work before it. */
LaminaLoad        lamina_idle_causes_judge (LaminaIdleCauses     *self,
                                            const LaminaIdleSpan *gap,
                                            LaminaSliceRef        before);

/* How long one queue works and waits between two times, as LaminaIdle counts it. FALSE when no slice of it has a layer. */
gboolean          lamina_idle_measure_queue (LaminaRun            *run,
                                             LaminaTimebase       *timebase,
                                             guint                 track,
                                             gint64                start,
                                             gint64                end,
                                             gint64               *busy,
                                             gint64               *wait);

G_END_DECLS

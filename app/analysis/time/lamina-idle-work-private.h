/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-idle.h"
#include "lamina-pieces.h"

G_BEGIN_DECLS

/* When the queues of a device work, and on what. */

/*
 * What is looked at.
 *
 * section, start, end  see lamina_idle_new()
 */
typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  guint section;
  gint64 start;
  gint64 end;
  GCancellable *cancellable;
} LaminaIdleScope;

/* Whether work stands on any of the tracks that belongs to a layer: what belongs to none is no work there then. */
gboolean         lamina_idle_has_owned     (LaminaRun              *run,
                                            const GArray           *tracks);

/* When any of the tracks works, and when one waits while none works. FALSE when cancelled. */
gboolean         lamina_idle_unite         (const LaminaIdleScope  *scope,
                                            const GArray           *tracks,
                                            gboolean                owned,
                                            GArray                **work,
                                            GArray                **wait);

/* The same between the start and the end of the scope, and of nothing else. */
gboolean         lamina_idle_unite_part    (const LaminaIdleScope  *scope,
                                            const GArray           *tracks,
                                            gboolean                owned,
                                            GArray                **work,
                                            GArray                **wait);

/* When any slice of the section lies on the tracks; NULL when cancelled. */
GArray          *lamina_idle_unite_section (const LaminaIdleScope  *scope,
                                            const GArray           *tracks);

/* Tells copies and exchanges of data from what computes. Used from any thread. */
typedef struct _LaminaWorkJudge LaminaWorkJudge;

LaminaWorkJudge *lamina_work_judge_new     (LaminaRun              *run);
void             lamina_work_judge_free    (LaminaWorkJudge        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaWorkJudge, lamina_work_judge_free)

/* What a copy or an exchange of data is, LAMINA_LOAD_COPY or LAMINA_LOAD_COMMUNICATION; of what computes LAMINA_LOAD_BUSY. */
LaminaLoad       lamina_work_judge_slice   (LaminaWorkJudge        *self,
                                            const LaminaSlices     *slices,
                                            guint                   slice);

/* When work of one kind, see lamina_work_judge_slice(), stands on the tracks; NULL when cancelled. */
GArray          *lamina_idle_unite_work    (const LaminaIdleScope  *scope,
                                            LaminaWorkJudge        *judge,
                                            const GArray           *tracks,
                                            gboolean                owned,
                                            LaminaLoad              load);

/* When a device is busy with what, see LaminaIdleWork: arrays of LaminaPiece. */
typedef struct
{
  GArray *computation;
  GArray *communication;
  GArray *copy;
  GArray *exposed_communication;
  GArray *exposed_copy;
} LaminaWorkTimes;

/* FALSE when cancelled. @self: has nothing in it yet. */
gboolean         lamina_work_times_find    (LaminaWorkTimes        *self,
                                            const LaminaIdleScope  *scope,
                                            LaminaWorkJudge        *judge,
                                            const GArray           *tracks,
                                            gboolean                owned);
void             lamina_work_times_clear   (LaminaWorkTimes        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaWorkTimes, lamina_work_times_clear)

/* How long one queue works and waits between two times, as LaminaIdle counts it. FALSE when no slice of it has a layer. */
gboolean         lamina_idle_measure_queue (LaminaRun              *run,
                                            LaminaTimebase         *timebase,
                                            guint                   track,
                                            gint64                  start,
                                            gint64                  end,
                                            gint64                 *busy,
                                            gint64                 *wait);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-idle.h"
#include "lamina-pieces.h"

G_BEGIN_DECLS

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

/* When the queues of a device work */

/* Whether work stands on any of the tracks that belongs to a layer: what belongs to none is no work there then. */
gboolean          lamina_idle_has_owned     (LaminaRun              *run,
                                             const GArray           *tracks);

/* When any of the tracks works, and when one waits while none works. FALSE when cancelled. */
gboolean          lamina_idle_unite         (const LaminaIdleScope  *scope,
                                             const GArray           *tracks,
                                             gboolean                owned,
                                             GArray                **work,
                                             GArray                **wait);

/* The same between the start and the end of the scope, and of nothing else. */
gboolean          lamina_idle_unite_part    (const LaminaIdleScope  *scope,
                                             const GArray           *tracks,
                                             gboolean                owned,
                                             GArray                **work,
                                             GArray                **wait);

/* Groups that are devices, added to @groups in the order of their tracks; the tracks of each that have slices, an array of
 * guint32 by group. */
GHashTable       *lamina_idle_list_devices  (LaminaRun              *run,
                                             GArray                 *groups);

/* A set of names that several devices have, which belong to the run. */
GHashTable       *lamina_idle_list_namesakes (LaminaRun             *run);

/* When any slice of the section lies on the tracks; NULL when cancelled. */
GArray           *lamina_idle_unite_section (const LaminaIdleScope  *scope,
                                             const GArray           *tracks);

/* What they work on */

/* Tells copies and exchanges of data from what computes. Used from any thread. */
typedef struct _LaminaWorkJudge LaminaWorkJudge;

LaminaWorkJudge  *lamina_work_judge_new     (LaminaRun              *run);
void              lamina_work_judge_free    (LaminaWorkJudge        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaWorkJudge, lamina_work_judge_free)

/* What a copy or an exchange of data is, LAMINA_LOAD_COPY or LAMINA_LOAD_COMMUNICATION; of what computes LAMINA_LOAD_BUSY. */
LaminaLoad        lamina_work_judge_slice   (LaminaWorkJudge        *self,
                                             const LaminaSlices     *slices,
                                             guint                   slice);

/* When work of one kind, see lamina_work_judge_slice(), stands on the tracks; NULL when cancelled. */
GArray           *lamina_idle_unite_work    (const LaminaIdleScope  *scope,
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
gboolean          lamina_work_times_find    (LaminaWorkTimes        *self,
                                             const LaminaIdleScope  *scope,
                                             LaminaWorkJudge        *judge,
                                             const GArray           *tracks,
                                             gboolean                owned);
void              lamina_work_times_clear   (LaminaWorkTimes        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaWorkTimes, lamina_work_times_clear)

/* How long one queue works and waits between two times, as LaminaIdle counts it. FALSE when no slice of it has a layer. */
gboolean          lamina_idle_measure_queue (LaminaRun              *run,
                                             LaminaTimebase         *timebase,
                                             guint                   track,
                                             gint64                  start,
                                             gint64                  end,
                                             gint64                 *busy,
                                             gint64                 *wait);

/* Why they do not */

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

/* What the host does meanwhile */

/* Finds the slices of threads that fill gaps, which are asked for in rising order of time. */
typedef struct _LaminaIdleHosts LaminaIdleHosts;

LaminaIdleHosts  *lamina_idle_hosts_new     (LaminaRun              *run,
                                             LaminaTimebase         *timebase);
void              lamina_idle_hosts_free    (LaminaIdleHosts        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaIdleHosts, lamina_idle_hosts_free)

/* The deepest slice of a track that covers more than half of a time; LAMINA_NONE when none does. */
guint32           lamina_idle_hosts_find    (LaminaIdleHosts        *self,
                                             guint32                 track,
                                             gint64                  start,
                                             gint64                  end);

G_END_DECLS

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

/* Whether another device has the name of a group. */
gboolean          lamina_idle_has_namesakes (LaminaRun              *run,
                                             guint32                 group);

/* What work is by its name or category: LAMINA_LOAD_COPY, LAMINA_LOAD_COMMUNICATION, or LAMINA_LOAD_BUSY for all else. */
LaminaLoad        lamina_idle_judge_text    (const char             *text);

/* When any slice of the section lies on the tracks; NULL when cancelled. */
GArray           *lamina_idle_unite_section (const LaminaIdleScope  *scope,
                                             const GArray           *tracks);

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

/* What a copy or an exchange of data is, LAMINA_LOAD_COPY or LAMINA_LOAD_COMMUNICATION; of what computes LAMINA_LOAD_BUSY. */
LaminaLoad        lamina_idle_causes_judge_work (LaminaIdleCauses   *self,
                                                 const LaminaSlices *slices,
                                                 guint               slice);

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

/* When the work of one kind, see lamina_idle_causes_judge_work(), stands on the tracks; NULL when cancelled. */
GArray           *lamina_idle_unite_work    (const LaminaIdleScope  *scope,
                                             LaminaIdleCauses       *causes,
                                             const GArray           *tracks,
                                             gboolean                owned,
                                             LaminaLoad              load);

/* The class of a gap in its whole length, and whether it began while the host was inside the launching call. */
LaminaGapClass    lamina_idle_causes_classify (LaminaIdleCauses *self,
                                               gint64            start,
                                               gint64            end,
                                               LaminaSliceRef    after,
                                               gboolean         *in_call);

/* Divides a gap, or what is left of it in a range: of @gap, all but the parts and the cause is known. */
void              lamina_idle_causes_divide (LaminaIdleCauses       *self,
                                             const LaminaIdleBeside *beside,
                                             gboolean                in_call,
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

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-load.h"

G_BEGIN_DECLS

/*
 * When the devices of a run work and why they do not. Pure functions over columns; any thread.
 *
 * A gap is a stretch in which a device, or one queue of it, does nothing. It is classed first, by the rule of Holistic
 * Trace Analysis (HTA, get_idle_time_breakdown()), and then divided in time by what it waited for. Both follow from the
 * launch of the work that ends it: the call on the host from which the file draws an arrow to that work, or that has its
 * correlation; where a queue has no such arrows at all, the last slice on the host of the layer that the work belongs to.
 */

/* A stretch of time in which a device, or a queue, does nothing. */
typedef struct
{
  gint64 start;                 /* where it starts on the axis */
  gint64 end;                   /* where it ends, above @start */
  LaminaGapClass class;
  LaminaLoad cause;             /* the cause that has the largest part of it */
  gint64 parts[LAMINA_N_LOADS]; /* how long it has which cause, in nanoseconds; they add up to its length */
  LaminaSliceRef before;        /* the slice whose work ends where the gap begins; track LAMINA_NONE when there is none */
  LaminaSliceRef after;         /* the slice whose work ends the gap; track LAMINA_NONE when there is none */
  LaminaSliceRef launch;        /* the launch of @after, a slice on the host; track LAMINA_NONE when it is not known */
  /* the slice that fills the gap: on the thread of @launch the deepest one that covers more than half of it; track LAMINA_NONE
   * when there is none. Of host wait it tells what held the device up, of other gaps what the host did meanwhile */
  LaminaSliceRef host;
  gint64 host_time;             /* how much of the gap @host covers, in nanoseconds; 0 without one */
} LaminaGap;

/* A device, or one queue of it. */
typedef struct
{
  guint32 group;                        /* the group of tracks that the device is */
  guint32 queue;                        /* the track of a single queue that is looked at for itself, else LAMINA_NONE */
  guint n_tracks;                       /* how many queues it has, see lamina_idle_get_tracks() */
  gboolean has_namesakes;               /* whether another device has the name of its group */
  gint64 start;                         /* where the time that is looked at starts on the axis */
  gint64 end;                           /* where it ends */
  gint64 times[LAMINA_N_LOADS];         /* how long it does what, in nanoseconds; they add up to @end − @start */
  guint counts[LAMINA_N_LOADS];         /* of causes, how many gaps have it as the largest part */
  gint64 classes[LAMINA_N_GAP_CLASSES]; /* the length of all gaps of each LaminaGapClass */
  guint n_gaps;
  guint first_gap;                      /* how many gaps the devices before it have: the number of its first one among all */
} LaminaIdleDevice;

/* What the devices of a run do when. Immutable; read from any thread. Takes 40 bytes a gap. */
typedef struct _LaminaIdle LaminaIdle;

/* Without a range, a device is looked at from the start of its first work to the end of its last; of a section, from the start
 * of the first work that the section launched to the end of the last. Work of other sections in between counts, for the device
 * is not idle then. Gaps that reach over the edges are cut there, and keep the class that they have as a whole. Runs whose
 * starts were not measured have no gaps to speak of: they have no devices here. Returns the result, or NULL when cancelled.
 * @run: a run, which must outlive the result; @of_queues: whether each queue is looked at for itself, as HTA looks at streams:
 * what is a device here is one queue then, which is idle while it does nothing, whatever other queues of its device do; @section:
 * a section, or LAMINA_NONE for all of the run; @start: where a range starts on the axis, or LAMINA_ABSENT for all of the run;
 * @end: where it ends; not read without @start. */
LAMINA_AVAILABLE
LaminaIdle *lamina_idle_new (LaminaRun      *run,
                             LaminaTimebase *timebase,
                             gboolean        of_queues,
                             guint           section,
                             gint64          start,
                             gint64          end,
                             GCancellable   *cancellable);

LAMINA_AVAILABLE
LaminaIdle *lamina_idle_ref (LaminaIdle *self);

LAMINA_AVAILABLE
void lamina_idle_unref (LaminaIdle *self);

/* The run that was looked at. */
LaminaRun *lamina_idle_get_run (LaminaIdle *self);

/* Number of devices that work at all, in the order of their tracks. */
LAMINA_AVAILABLE
guint lamina_idle_get_n_devices (LaminaIdle *self);

LAMINA_AVAILABLE
const LaminaIdleDevice *lamina_idle_get_device (LaminaIdle *self,
                                                guint       i);

/* The device that the group is, or NULL. */
LAMINA_AVAILABLE
const LaminaIdleDevice *lamina_idle_find_device (LaminaIdle *self,
                                                 guint32     group);

/* Where devices have the same name, what stands around them goes before it: `rank 1 GPU 0`. The name of a single queue stands
 * behind that of its device: `GPU 0 / stream 7`. Returns what to call it. @run: the run that the device belongs to. */
LAMINA_AVAILABLE
char *lamina_idle_dup_device_name (LaminaRun              *run,
                                   const LaminaIdleDevice *device);

/* Its queues, as many as it says: tracks with slices, in their order. */
const guint32 *lamina_idle_get_tracks (LaminaIdle *self,
                                       guint       i);

/* @k: which of its gaps, in the order of time. */
LAMINA_AVAILABLE
void lamina_idle_get_gap (LaminaIdle *self,
                          guint       i,
                          guint       k,
                          LaminaGap  *gap);

/* How long a device is idle for which cause between two times, and how many gaps have it as the largest part of what lies between
 * them: the same that lamina_idle_new() says of that range, in a time that grows with its gaps alone. FALSE when the range reaches
 * out of the time that is looked at. @start, @end: on the axis; @times, @counts: take both by LaminaLoad. */
LAMINA_AVAILABLE
gboolean lamina_idle_measure_causes (LaminaIdle *self,
                                     guint       i,
                                     gint64      start,
                                     gint64      end,
                                     gint64     *times,
                                     guint      *counts);

/* Where a gap is found. */
typedef struct
{
  guint device;
  guint gap;     /* which of its gaps */
  gint64 length; /* how long it is */
} LaminaGapPlace;

/* Where the gap of a number is: the LaminaIdleDevice.first_gap of its device and which of its gaps it is, together. Returns
 * whether there are so many. */
LAMINA_AVAILABLE
gboolean lamina_idle_find_number (LaminaIdle     *self,
                                  guint32         number,
                                  LaminaGapPlace *place);

/* The device that a track is a queue of; LAMINA_NONE when it is none. */
LAMINA_AVAILABLE
guint lamina_idle_find_device_of_track (LaminaIdle *self,
                                        guint32     track);

/* The first gap of a device that ends after a moment on the axis, which lies in it or before it; as many as there are when none
 * does. */
LAMINA_AVAILABLE
guint lamina_idle_find_gap (LaminaIdle *self,
                            guint       i,
                            gint64      time);

/* The first gap of a device that is at least so long, in nanoseconds, from a number on, of which there need be none, to later
 * ones (@by 1) or earlier ones (-1); LAMINA_NONE when there is none. Passes over short gaps by the hundred. */
LAMINA_AVAILABLE
guint lamina_idle_find_long_gap (LaminaIdle *self,
                                 guint       i,
                                 guint       from,
                                 int         by,
                                 gint64      least);

/* An array of LaminaGapPlace: the gaps of all devices. @by_length: whether the longest comes first; else they stand device by
 * device in the order of time. */
LAMINA_AVAILABLE
GArray *lamina_idle_list_gaps (LaminaIdle *self,
                               gboolean    by_length);

/* Its launch, a slice on the host; track LAMINA_NONE when it is not known. @slice: a slice on a device. */
LAMINA_AVAILABLE
LaminaSliceRef lamina_idle_find_launch (LaminaIdle     *self,
                                        LaminaSliceRef  slice);

/* How long it is idle, for whatever reason; waiting that the file states is not part of it. */
LAMINA_AVAILABLE
gint64 lamina_idle_device_get_idle (const LaminaIdleDevice *device);

/* What a device is busy with, in nanoseconds, as TraceLens divides it (GPUEventAnalyser): unions over the queues. @computation,
 * @exposed_communication and @exposed_copy add up to the busy time. */
typedef struct
{
  gint64 computation;           /* how long any queue computes */
  gint64 communication;         /* how long any exchanges data with other devices */
  gint64 copy;                  /* how long any copies, by the device's own engines; kernels that copy compute */
  gint64 exposed_communication; /* the part of @communication in which none computes */
  gint64 exposed_copy;          /* the part of @copy in which none computes or exchanges data */
} LaminaIdleWork;

/* FALSE when cancelled. @work: takes what it is busy with. */
LAMINA_AVAILABLE
gboolean lamina_idle_measure_work (LaminaIdle     *self,
                                   guint           i,
                                   GCancellable   *cancellable,
                                   LaminaIdleWork *work);

/* LAMINA_LOAD_COPY of a copy, LAMINA_LOAD_COMMUNICATION of an exchange of data, else LAMINA_LOAD_BUSY. @slices: the slices of a
 * track of a device. */
LAMINA_AVAILABLE
LaminaLoad lamina_idle_judge_work (LaminaIdle         *self,
                                   const LaminaSlices *slices,
                                   guint               slice);

/* Gaps of a device that have something in common. Owned by the list of groups. */
typedef struct
{
  LaminaLoad cause;             /* of groups by cause, the cause; of others, the one that takes most of them */
  guint32 host; /* of groups by the host slice that fills them: its name, a string of the run, or 0 for gaps without one */
  gint64 time;                  /* how long these gaps, or the parts of them that are looked at, are together */
  gint64 longest;
  gint64 length;                /* how long these gaps are together, with all their parts */
  gint64 host_time;             /* of groups by host slice, how much of @length these slices cover */
  gint64 parts[LAMINA_N_LOADS]; /* how long which cause holds */
  guint n_gaps;
  const guint32 *gaps;          /* they, in the order of time */
} LaminaGapGroup;

/* A gap of several parts is in several groups, each with its part alone. Returns an array of LaminaGapGroup: the causes that
 * occur, those that take longest first. */
LAMINA_AVAILABLE
GArray *lamina_idle_group_by_cause (LaminaIdle *self,
                                    guint       i);

/* Names that differ by a number behind `#` alone, such as those of the steps of a profiler, are one. Returns an array of
 * LaminaGapGroup: the host slices that fill gaps, those that take longest first, and what none fills. @cause: a cause, to look
 * at the parts that have it alone, or LAMINA_N_LOADS for gaps as a whole. */
LAMINA_AVAILABLE
GArray *lamina_idle_group_by_host (LaminaIdle *self,
                                   guint       i,
                                   LaminaLoad  cause);

/* What a group of such is called: the name, without a number behind `#`. @host: the name of a host slice, a string of the run. */
LAMINA_AVAILABLE
char *lamina_gap_dup_host_name (LaminaRun *run,
                                guint32    host);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaIdle, lamina_idle_unref)

G_END_DECLS

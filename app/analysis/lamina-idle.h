/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* When the devices of a run work and why they do not. Pure functions over columns; any thread. */

/**
 * LaminaLoad:
 * @LAMINA_LOAD_BUSY: at least one queue of the device works
 * @LAMINA_LOAD_WAIT: none works, and the file itself says that work waits
 * @LAMINA_LOAD_SYNC: idle: the host waited for the device and had to launch anew
 * @LAMINA_LOAD_COPY: idle: beside a copy
 * @LAMINA_LOAD_LAUNCH: idle: the host had not launched the next work
 * @LAMINA_LOAD_OTHER: idle for another reason, or for one that the file does not tell
 * @LAMINA_N_LOADS: how many there are
 *
 * What a device does at a moment. See lamina_idle_get_definition() for what each means.
 */
typedef enum
{
  LAMINA_LOAD_BUSY,
  LAMINA_LOAD_WAIT,
  LAMINA_LOAD_SYNC,
  LAMINA_LOAD_COPY,
  LAMINA_LOAD_LAUNCH,
  LAMINA_LOAD_OTHER,
  LAMINA_N_LOADS,
} LaminaLoad;

/**
 * LaminaIdleSpan:
 * @start: where it starts on the axis
 * @end: where it ends, above @start
 * @load: what the device does meanwhile
 * @next: the slice whose work ends a gap; of a busy span the first of its slices; track %LAMINA_NONE when there is none
 *
 * A stretch of time in which a device does one thing.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  LaminaLoad load;
  LaminaSliceRef next;
} LaminaIdleSpan;

/**
 * LaminaIdleDevice:
 * @group: the group of tracks that the device is
 * @n_tracks: how many queues it has, see lamina_idle_get_tracks()
 * @has_namesakes: whether another device has the name of its group
 * @start: where the time that is looked at starts on the axis
 * @end: where it ends
 * @times: (array fixed-size=6): how long it does what, in nanoseconds; they add up to @end − @start
 * @counts: (array fixed-size=6): how many spans there are of each
 *
 * A device.
 */
typedef struct
{
  guint32 group;
  guint n_tracks;
  gboolean has_namesakes;
  gint64 start;
  gint64 end;
  gint64 times[LAMINA_N_LOADS];
  guint counts[LAMINA_N_LOADS];
} LaminaIdleDevice;

/**
 * LaminaIdle:
 *
 * What the devices of a run do when. Immutable; read from any thread.
 */
typedef struct _LaminaIdle LaminaIdle;

/**
 * lamina_idle_new:
 * @run: a run, which must outlive the result
 * @timebase: the offsets in force
 * @section: a section, or %LAMINA_NONE for all of the run
 * @start: where a range starts on the axis, or %LAMINA_ABSENT for all of the run
 * @end: where it ends; not read without @start
 * @cancellable: (nullable): stops it
 *
 * Without a range, a device is looked at from the start of its first work to the end of its last; of a section, from the
 * start of the first work that the section launched to the end of the last. Work of other sections in between counts,
 * for the device is not idle then. Runs whose starts were not measured have no gaps to speak of: they have no devices
 * here.
 *
 * Returns: (transfer full): the result, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaIdle *lamina_idle_new (LaminaRun      *run,
                             LaminaTimebase *timebase,
                             guint           section,
                             gint64          start,
                             gint64          end,
                             GCancellable   *cancellable);

LAMINA_AVAILABLE
LaminaIdle *lamina_idle_ref (LaminaIdle *self);

LAMINA_AVAILABLE
void lamina_idle_unref (LaminaIdle *self);

/**
 * lamina_idle_get_n_devices:
 * @self: the result
 *
 * Returns: number of devices that work at all, in the order of their tracks
 */
LAMINA_AVAILABLE
guint lamina_idle_get_n_devices (LaminaIdle *self);

/**
 * lamina_idle_get_device: (skip)
 * @self: the result
 * @i: which one
 *
 * Returns: (transfer none): a device
 */
LAMINA_AVAILABLE
const LaminaIdleDevice *lamina_idle_get_device (LaminaIdle *self,
                                                guint       i);

/**
 * lamina_idle_find_device: (skip)
 * @self: the result
 * @group: a group of tracks
 *
 * Returns: (transfer none) (nullable): the device that the group is
 */
LAMINA_AVAILABLE
const LaminaIdleDevice *lamina_idle_find_device (LaminaIdle *self,
                                                 guint32     group);

/**
 * lamina_idle_dup_device_name: (skip)
 * @run: the run that the device belongs to
 * @device: a device
 *
 * Where devices have the same name, what stands around them goes before it: `rank 1 GPU 0`.
 *
 * Returns: (transfer full): what to call it
 */
LAMINA_AVAILABLE
char *lamina_idle_dup_device_name (LaminaRun              *run,
                                   const LaminaIdleDevice *device);

/**
 * lamina_idle_get_tracks: (skip)
 * @self: the result
 * @i: a device
 *
 * Returns: (array): its queues, as many as it says: tracks with slices, in their order
 */
LAMINA_AVAILABLE
const guint32 *lamina_idle_get_tracks (LaminaIdle *self,
                                       guint       i);

/**
 * lamina_idle_get_spans: (skip)
 * @self: the result
 * @i: a device
 * @n: (out): how many
 *
 * Returns: (array length=n): what it does when, from its start to its end without holes
 */
LAMINA_AVAILABLE
const LaminaIdleSpan *lamina_idle_get_spans (LaminaIdle *self,
                                             guint       i,
                                             guint      *n);

/**
 * lamina_idle_device_get_idle: (skip)
 * @device: a device
 *
 * Returns: how long it is idle, for whatever reason; waiting that the file states is not part of it
 */
LAMINA_AVAILABLE
gint64 lamina_idle_device_get_idle (const LaminaIdleDevice *device);

/**
 * lamina_load_get_title:
 * @load: what a device does
 *
 * Returns: what to call it in a legend, in the language of the user and in lower case: `idle: host launch`
 */
LAMINA_AVAILABLE
const char *lamina_load_get_title (LaminaLoad load);

/**
 * lamina_load_get_definition:
 * @load: what a device does
 *
 * Returns: what counts as it, a sentence in the language of the user
 */
LAMINA_AVAILABLE
const char *lamina_load_get_definition (LaminaLoad load);

/**
 * lamina_idle_get_definition:
 *
 * Returns: what counts as busy and as idle, and how a gap gets its cause, in the language of the user: sentences to stand
 *   beside the figures
 */
LAMINA_AVAILABLE
const char *lamina_idle_get_definition (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaIdle, lamina_idle_unref)

G_END_DECLS

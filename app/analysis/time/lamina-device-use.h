/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * How much the devices of a run are used in a part of its axis, by the rules of LaminaIdle: a device is busy while at least one of
 * its queues works, so that what runs side by side counts once. Made without looking for causes, which LaminaIdle does.
 */

/* A device in the part of the axis. */
typedef struct
{
  guint32 group;       /* the group of tracks that the device is */
  char *name;          /* what to call it */
  gint64 busy;         /* how long at least one queue works, in nanoseconds */
  gint64 wait;         /* how long none works and the file says that work waits */
  gint64 idle;         /* the rest of the part */
  guint n_works;       /* how many kernels, copies and memsets run in it or reach into it */
  guint n_copies;      /* how many of these are copies by the engines of the device */
  gint64 copied_bytes; /* what these copies move as a whole, as far as the file says it; else LAMINA_ABSENT */
} LaminaDeviceTotals;

/* Immutable; read from any thread. */
typedef struct _LaminaDeviceUse LaminaDeviceUse;

/* Devices without any slice are not there; runs whose starts were not measured have none. Returns the result, or NULL when
 * cancelled. @run: a run, which must outlive the result; @start: where the part starts on the axis; @end: where it ends, not below
 * @start. */
LAMINA_AVAILABLE
LaminaDeviceUse *lamina_device_use_new (LaminaRun      *run,
                                        LaminaTimebase *timebase,
                                        gint64          start,
                                        gint64          end,
                                        GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_device_use_free (LaminaDeviceUse *self);

LAMINA_AVAILABLE
guint lamina_device_use_get_n (LaminaDeviceUse *self);

/* A device. @i: which one, in the order of their tracks. */
LAMINA_AVAILABLE
const LaminaDeviceTotals *lamina_device_use_get (LaminaDeviceUse *self,
                                                 guint            i);

/* How long a device is busy from one place of the part to another, in nanoseconds. Takes as long for a wide stretch as for a narrow
 * one. */
LAMINA_AVAILABLE
gint64 lamina_device_use_measure (LaminaDeviceUse *self,
                                  guint            i,
                                  gint64           start,
                                  gint64           end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaDeviceUse, lamina_device_use_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* How work came to a device, and what had called it. */

/* A call on the host and the work on a device that it launched. */
typedef struct
{
  LaminaSliceRef call;
  LaminaSliceRef work;
  gint64 latency;     /* from the start of the call to the start of the work, in nanoseconds */
  gint64 queue;       /* from the end of the call to the start of the work; LAMINA_ABSENT where the call returned later */
  gboolean estimated; /* whether the two stand on clocks whose offset is not in the file */
} LaminaLaunch;

/* Finds the launch of a slice on a device, or what a slice on the host launched first, by the arrows that the file draws
 * between the two. FALSE when there is none, or when the file has no times that were measured. Work that seems to begin before
 * its launch has none: its clocks are wrong. */
LAMINA_AVAILABLE
gboolean lamina_launch_find (LaminaRun            *run,
                             LaminaTimebase       *timebase,
                             const LaminaSliceRef *slice,
                             LaminaLaunch         *launch);

/* What a slice stands in on its thread, the innermost first; of a slice on a device, what its launch stands in, or where that
 * is not known, the operator that it belongs to. Slices of its own layer are left out. Returns an array of LaminaSliceRef. */
LAMINA_AVAILABLE
GArray *lamina_launch_list_callers (LaminaRun            *run,
                                    const LaminaSliceRef *slice);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * The steps of a run by the clock: from where a step begins to where it ends, as the file states it, and what devices do
 * meanwhile. A step is a section whose slices are in the file: `ProfilerStep#3`; `7` for the section `Step 7`; the third
 * `model_run` for `model_run 3`. Those on the host count, where any are there. Pure functions over columns; any thread.
 */

/* A step on one device, or without one where the file has no devices that belong to its process. Times are in nanoseconds. */
typedef struct
{
  guint32 section;
  guint32 device;               /* the group that the device is, or LAMINA_NONE */
  gint64 start;                 /* where it begins on the axis */
  gint64 wall;                  /* from its begin to its end; of several slices of one name, all of them together */
  /* What the device does meanwhile, as TraceLens divides it: these add up to @wall. LAMINA_ABSENT without a device */
  gint64 computation;
  gint64 exposed_communication; /* communication while none of the queues computes */
  gint64 exposed_copy;          /* copies while none computes or communicates */
  gint64 idle;
} LaminaStep;

/* The steps in the order of their sections, device by device within each. Immutable; read from any thread. */
typedef struct _LaminaSteps LaminaSteps;

/* The steps, none where the file does not state any, or NULL when cancelled. @run: a run, which must outlive them. */
LAMINA_AVAILABLE
LaminaSteps *lamina_steps_new (LaminaRun      *run,
                               LaminaTimebase *timebase,
                               GCancellable   *cancellable);

LAMINA_AVAILABLE
void lamina_steps_free (LaminaSteps *self);

LAMINA_AVAILABLE
guint lamina_steps_get_n (LaminaSteps *self);

LAMINA_AVAILABLE
const LaminaStep *lamina_steps_get (LaminaSteps *self,
                                    guint        i);

/* How many devices have steps. */
guint lamina_steps_get_n_devices (LaminaSteps *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSteps, lamina_steps_free)

G_END_DECLS

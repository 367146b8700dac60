/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What devices did, added up by what it has in common: the kernel summary. Each kernel, copy and memset of a device counts
 * once, with its own duration: less what the file calls waiting in it, and less what operators inside it count themselves, as
 * those in a loop of XLA do. Annotations beside the work do not count. Pure functions over columns; any thread.
 */

/* What puts device work into one group. */
typedef enum
{
  LAMINA_KERNELS_BY_NAME,
  /* the modules around the call on the host that belongs to it; their instances are one, `Linear_0` and `Linear_1` are `Linear`.
   * What runs backward, where arrows lead to it from what ran in a module, is `Linear, backward` */
  LAMINA_KERNELS_BY_MODULE,
  LAMINA_KERNELS_BY_STREAM,
  LAMINA_KERNELS_BY_RANK,   /* the outermost group around the device: a rank of a job; a device, where no rank is around it */
  LAMINA_N_KERNELS_BY,
} LaminaKernelsBy;

/* Device work that has something in common. Owned by its summary. Times are in nanoseconds. */
typedef struct
{
  const char *label;            /* the name, `Encoder / Linear`, `GPU 0/stream 7`, `rank 3`; NULL where the file tells none */
  LaminaFamily family;          /* by name and module, that of the first of its slices; else LAMINA_FAMILY_OTHER */
  guint calls;                  /* how many slices it is, at least 1 */
  gint64 total;                 /* how long they are together: what runs side by side counts twice */
  gint64 min;
  gint64 max;
  double mean;
  double share;                 /* the part of the total of all groups, 0 to 1, or NaN where that is 0 */
  const LaminaSliceRef *slices; /* they, track by track in the order of their starts on each lane */
} LaminaKernelGroup;

/* Groups of device work, those that take longest first. Immutable; read from any thread. */
typedef struct _LaminaKernelSummary LaminaKernelSummary;

/* Whether `name`, `module`, `stream` or `rank` is @name. */
LAMINA_AVAILABLE
gboolean lamina_kernels_by_from_name (const char      *name,
                                      LaminaKernelsBy *by);

/* Its name, as lamina_kernels_by_from_name() takes it. */
LAMINA_AVAILABLE
const char *lamina_kernels_by_get_name (LaminaKernelsBy by);

/* Whether the run has device work that is more than one group. Quick enough for the main thread. */
LAMINA_AVAILABLE
gboolean lamina_kernels_by_is_known (LaminaKernelsBy  by,
                                     LaminaRun       *run);

/* The summary, or NULL when cancelled. @run: a run, which must outlive it; @layers: the layers whose work counts, or NULL for all
 * work of devices, that of no layer, too, where no work of a device has one; @n: how many. */
LAMINA_AVAILABLE
LaminaKernelSummary *lamina_kernel_summary_new (LaminaRun       *run,
                                                LaminaKernelsBy  by,
                                                const guint32   *layers,
                                                guint            n,
                                                GCancellable    *cancellable);

LAMINA_AVAILABLE
void lamina_kernel_summary_free (LaminaKernelSummary *self);

LAMINA_AVAILABLE
guint lamina_kernel_summary_get_n (LaminaKernelSummary *self);

LAMINA_AVAILABLE
const LaminaKernelGroup *lamina_kernel_summary_get (LaminaKernelSummary *self,
                                                    guint                i);

/* The totals of all groups together. */
LAMINA_AVAILABLE
gint64 lamina_kernel_summary_get_total (LaminaKernelSummary *self);

/* How many slices all groups have. */
LAMINA_AVAILABLE
guint lamina_kernel_summary_get_n_calls (LaminaKernelSummary *self);

/* What counts, in the language of the user: sentences to stand beside the figures. */
LAMINA_AVAILABLE
const char *lamina_kernel_summary_get_definition (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaKernelSummary, lamina_kernel_summary_free)

G_END_DECLS

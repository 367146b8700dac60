/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * How long the nodes of a step took, as a file beside the listing has it: a timeline, or the metadata of the run that
 * both were made of.
 */

/* Sums over the executions of one node; LAMINA_ABSENT where the file has no such time. */
typedef struct
{
  gint64 host;
  gint64 device;
  guint calls;
} TensorflowTime;

/* By name of the node; kernels and copies of streams also as `node:type`. */
typedef struct
{
  GHashTable *times;
} TensorflowTimes;

TensorflowTimes      *tensorflow_times_new         (void);
void                  tensorflow_times_free        (TensorflowTimes       *self);

/* Whether a file beside the listing may have its times. */
gboolean              tensorflow_is_timeline       (const LaminaHead      *head);
gboolean              tensorflow_is_metadata       (const LaminaHead      *head);

/* Reads source @i of the document. FALSE when there is nothing to be read, with an error when that failed. */
gboolean              tensorflow_times_read        (TensorflowTimes       *self,
                                                    LaminaSources         *sources,
                                                    guint                  i,
                                                    GCancellable          *cancellable,
                                                    GError               **error);

/* The times of a node, or NULL. */
const TensorflowTime *tensorflow_times_find        (const TensorflowTimes *self,
                                                    const char            *name);

/* Reads a device, whose fields are the next of the reader. */
typedef void (*TensorflowDeviceFunc) (LaminaProtoReader *proto,
                                      gpointer           data);

/* Goes through the devices of the statistics of a step, which may stand in the metadata of a run, or alone. */
void                  tensorflow_devices_each      (LaminaProtoReader     *proto,
                                                    TensorflowDeviceFunc   func,
                                                    gpointer               data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TensorflowTimes, tensorflow_times_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "gpu-trace.h"

G_BEGIN_DECLS

/* What Nsight Systems exports as SQLite: tables and columns may be missing, as versions write different ones. */

/* What numbers mean: strings, processes, threads, devices, and what the tool says of itself. These rows are no records. */
void     nsys_names_read  (GpuTrace *self);

/* Events. FALSE when it was cancelled. */
gboolean nsys_read        (GpuTrace *self);

/* Metrics of devices, when groups and tracks are there. */
void     nsys_add_metrics (GpuTrace *self);

/* How large messages are, by the payloads of ranges: what NCCL calls `Message size [bytes]`. */
typedef struct _NsysMessages NsysMessages;

/* NULL where no schema of the file says so. */
NsysMessages *nsys_messages_new  (LaminaSqlite *database);
void          nsys_messages_free (NsysMessages *self);

/* The bytes of the message that a row of `NVTX_EVENTS` is about, or LAMINA_ABSENT. */
gint64        nsys_messages_find (NsysMessages *self,
                                  gint64        domain,
                                  guint64       args_offset,
                                  guint32       args_length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (NsysMessages, nsys_messages_free)

/* Adds what the payload of a range says, where its bytes are laid out by a schema of the file. Returns TRUE. */
gboolean nsys_describe_payload (LaminaSqlite      *database,
                                LaminaDocument    *document,
                                const LaminaPlace *place,
                                LaminaDetails     *details);

G_END_DECLS

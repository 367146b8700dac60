/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "gpu-trace.h"

G_BEGIN_DECLS

/* What is in the files of each kind, from events to what is shown. FALSE when it was cancelled, or with @error set. */
gboolean rocm_read_rpd       (GpuTrace       *self);
gboolean rocm_read_rocpd     (GpuTrace       *self);
gboolean rocm_read_json      (GpuTrace       *self,
                              LaminaSource   *source,
                              GError        **error);

/* Adds what a record of JSON says. */
gboolean rocm_describe_json  (LaminaDocument     *document,
                              const LaminaPlace  *place,
                              LaminaDetails      *details,
                              GError            **error);

/* The part of the name of a table that is behind @base and tells it from those of other processes; NULL for other tables. */
const char *rocm_find_suffix (const char *table,
                              const char *base);

/* What a copy is called, `Memcpy HtoD`, by the tool's word `MEMORY_COPY_HOST_TO_DEVICE`. */
const char *rocm_get_copy_name (const char *word);

/* The stream of a device, or the queue where none is named: the tool calls it 0, or says nothing. */
guint32  rocm_need_queue     (GpuTrace       *self,
                              gint64          process,
                              gint64          agent,
                              gint64          stream,
                              gint64          queue);

/* The program of a command, without its folder and its arguments, behind the name of its machine. @host: or NULL.
 * (transfer full) */
char    *rocm_dup_program    (const char     *command,
                              const char     *host);

/* A counter of hardware. @name: (transfer full); @title: (transfer full) with its device, for what is sampled, or NULL;
 * @is_derived: worked out from others, so that it need not add up */
typedef struct
{
  char *name;
  char *title;
  gboolean is_derived;
} RocmCounter;

RocmCounter *rocm_counter_new (char        *name,
                               char        *title,
                               gboolean     is_derived);
void     rocm_counter_free   (RocmCounter    *self);

/* `rocpd_kernel_dispatch_0001a_b` begins so; and what a file of JSON is known by. */
#define ROCM_DISPATCH "rocpd_kernel_dispatch"
#define ROCM_JSON_ROOT "rocprofiler-sdk-tool"

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "gpu-trace.h"

G_BEGIN_DECLS

/* The events of both kinds of databases. FALSE when it was cancelled. */
gboolean rocm_read_rpd       (GpuTrace   *self);
gboolean rocm_read_rocpd     (GpuTrace   *self);

/* What is sampled, when groups and tracks are there. */
void     rocm_add_monitors   (GpuTrace   *self);

/* The part of the name of a table that is behind @base and tells it from those of other processes; NULL for other tables. */
const char *rocm_find_suffix (const char *table,
                              const char *base);

/* `hipMemcpyAsync` begins so. */
#define ROCM_DISPATCH "rocpd_kernel_dispatch"

G_END_DECLS

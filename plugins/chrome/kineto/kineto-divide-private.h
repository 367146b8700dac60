/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* Tells the ranks of a file that holds several: for KinetoTrace. */
guint32 *kineto_find_ranks       (ChromeTrace   *trace);

/* For id_scopes of the trace: that of each process is the first one of its rank. */
guint32 *kineto_scope_by_ranks   (ChromeTrace   *trace,
                                  const guint32 *ranks);

/* FALSE when it was cancelled. */
void     kineto_divide           (ChromeTrace   *trace);

G_END_DECLS

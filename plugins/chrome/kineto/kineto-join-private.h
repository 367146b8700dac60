/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "kineto-items-private.h"
#include "kineto-trace-private.h"

G_BEGIN_DECLS

/*
 * Finds the items: operators of the host, and what devices did for them. Making it finds what needs strings; the rest looks at none
 * and adds none, so that shortening of names can go on beside it. FALSE when it was cancelled.
 */
typedef struct _KinetoJoin KinetoJoin;

KinetoJoin *kineto_join_new     (const KinetoTrace *trace,
                                 KinetoItems       *items);

void        kineto_join_free    (KinetoJoin        *self);

gboolean    kineto_join_host    (KinetoJoin        *self);

gboolean    kineto_join_devices (KinetoJoin        *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which flows of a run begin or end at a slice, without looking at all of them. */
typedef struct _LaminaFlowIndex LaminaFlowIndex;

typedef enum
{
  LAMINA_FLOW_FROM,
  LAMINA_FLOW_TO,
} LaminaFlowEnd;

/* Sorts the ends of all flows, unless that has been done, and keeps them with the run. Of ten million flows it takes a second, and
 * is done while a file is loaded. Any thread. NULL when it was cancelled. */
LAMINA_AVAILABLE
const LaminaFlowIndex *lamina_flow_index_attach (LaminaRun    *run,
                                                 GCancellable *cancellable);

/* The numbers of the flows of the run that have that end at a slice, in the order of the run. Does lamina_flow_index_attach(). The
 * track may be LAMINA_NONE: no flow is found there. */
LAMINA_AVAILABLE
const guint32 *lamina_flow_index_list (LaminaRun            *run,
                                       LaminaFlowEnd         end,
                                       const LaminaSliceRef *slice,
                                       guint                *n);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/* Where a flow event, or a slice with a bind_id, ties an arrow to a slice. */
typedef struct
{
  guint32 row;   /* of the event */
  guint32 bound; /* the row of the slice, or LAMINA_NONE when there is none at that time */
} ChromeFlowEnd;

/*
 * Adds the arrows between slices, and accounts for the flow events. Call it when the slices are in the builder. FALSE
 * when it was cancelled.
 */
gboolean chrome_trace_build_flows (ChromeTrace *self,
                                   GArray      *ends);

/*
 * Binds the flow events to slices, and adds the slices that have a bind_id of their own. Needs the times of the events.
 *
 * Returns: (transfer full): an array of ChromeFlowEnd
 */
GArray *chrome_flows_bind (ChromeTrace *self);

G_END_DECLS

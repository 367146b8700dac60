/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * The last step: what was assembled goes to the builder.
 */

/* Makes the groups and tracks of the builder, with their titles and in their order. */
void     chrome_trace_add_groups     (ChromeTrace *self);

/* Adds slices, counters, flows, ties and marks, in this order. FALSE when it was cancelled. */
gboolean chrome_trace_build          (ChromeTrace *self);

/* Where a flow event, or a slice with a bind_id, ties an arrow to a slice. */
typedef struct
{
  guint32 row;   /* of the event */
  guint32 bound; /* the row of the slice, or LAMINA_NONE when there is none at that time */
} ChromeFlowEnd;

/*
 * Building does both of these, unless they are done: a dialect that has no more to say by chrome_trace_bind_flow() may do
 * them while it understands, beside something of its own.
 *
 * Ordering sorts the flow events by track and time, and looks at no string. Binding ties them to slices, and adds the slices
 * that have a bind_id of their own: these are the `flow_ends` of the trace. It looks at strings, and adds none.
 */
void     chrome_flows_order       (ChromeTrace *self);
void     chrome_flows_bind        (ChromeTrace *self);

/*
 * Adds the arrows between slices, accounts for the flow events, and clears `flow_ends`. Call it when the slices are in the
 * builder. FALSE when it was cancelled.
 */
gboolean chrome_trace_build_flows (ChromeTrace *self);

G_END_DECLS

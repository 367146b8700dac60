/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flow-index.h"

#include "lamina-slice-refs.h"

/* By LaminaFlowEnd the numbers of the flows that have this end, sorted by the slice there. */
struct _LaminaFlowIndex
{
  guint32 *flows[2];
  guint n[2];
};

static void
index_free (gpointer data)
{
  LaminaFlowIndex *self = data;

  g_free (self->flows[LAMINA_FLOW_FROM]);
  g_free (self->flows[LAMINA_FLOW_TO]);
  g_free (self);
}

static const LaminaSliceRef *
get_end (const LaminaFlow *flow,
         LaminaFlowEnd     end)
{
  return end == LAMINA_FLOW_FROM ? &flow->from : &flow->to;
}

/* FALSE when it was cancelled. */
static gboolean
sort_ends (LaminaFlowIndex *self,
           LaminaRun       *run,
           LaminaFlowEnd    end,
           GCancellable    *cancellable)
{
  guint n_flows, n = 0;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n_flows);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n_flows, 1));

  for (guint i = 0; i < n_flows; i++)
    {
      const LaminaSliceRef *ref = get_end (&flows[i], end);

      if (ref->track != LAMINA_NONE)
        items[n++] = (LaminaOrderItem) { lamina_track_get_info (lamina_run_get_track (run, ref->track))->first_id + ref->slice, i };
    }
  if (!lamina_order_sort (items, NULL, n, cancellable))
    return FALSE;
  self->n[end] = n;
  self->flows[end] = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    self->flows[end][i] = items[i].row;
  return TRUE;
}

static G_DEFINE_QUARK (lamina-flow-index, flow_index)

const LaminaFlowIndex *
lamina_flow_index_attach (LaminaRun    *run,
                          GCancellable *cancellable)
{
  LaminaFlowIndex *self;

  g_return_val_if_fail (run != NULL, NULL);

  self = lamina_run_get_attached (run, flow_index_quark ());
  if (self != NULL)
    return self;
  self = g_new0 (LaminaFlowIndex, 1);
  if (sort_ends (self, run, LAMINA_FLOW_FROM, cancellable) && sort_ends (self, run, LAMINA_FLOW_TO, cancellable))
    return lamina_run_attach (run, flow_index_quark (), self, index_free);
  index_free (self);
  return NULL;
}

/* How many of the flows end before @slice, or before or at it. */
static guint
count_before (const LaminaFlowIndex *self,
              const LaminaFlow      *flows,
              LaminaFlowEnd          end,
              const LaminaSliceRef  *slice,
              gboolean               inclusive)
{
  guint low = 0, high = self->n[end];

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (lamina_slice_ref_compare (get_end (&flows[self->flows[end][middle]], end), slice) < inclusive)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

const guint32 *
lamina_flow_index_list (LaminaRun            *run,
                        LaminaFlowEnd         end,
                        const LaminaSliceRef *slice,
                        guint                *n)
{
  const LaminaFlowIndex *self;
  const LaminaFlow *flows;
  guint first, n_flows;

  g_return_val_if_fail (run != NULL && slice != NULL && n != NULL, NULL);

  self = lamina_flow_index_attach (run, NULL);
  flows = lamina_run_get_flows (run, &n_flows);
  first = count_before (self, flows, end, slice, FALSE);
  *n = count_before (self, flows, end, slice, TRUE) - first;
  /* A run without flows has no index, either. */
  return *n > 0 ? self->flows[end] + first : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-grouping-private.h"

#include "lamina-order-rows.h"

#include <math.h>

typedef struct
{
  LaminaGrouping *grouping;
  const gint64 *costs;
  const LaminaLayers *layers;
  LaminaOrderItem *items;
  LaminaOrderItem *scratch;
} Spreads;

/* What one call costs, rounded to the nearest nanosecond. */
static gint64
get_each (gint64  cost,
          guint32 calls)
{
  if (calls == 1)
    return cost;
  return cost / calls + (cost % calls >= calls - cost % calls ? 1 : 0);
}

/* The costs of a group in ascending order become its sorted places, and their sum. FALSE when cancelled. */
static gboolean
sort_costs (Spreads      *self,
            guint         i,
            double       *sum,
            GCancellable *cancellable)
{
  const LaminaLayerGroup *group = &self->grouping->groups[i];
  gsize first = (gsize) (group->layers - self->grouping->layers);
  guint n = 0;
  gint64 calls = 0;

  *sum = 0;
  for (guint j = 0; j < group->n_layers; j++)
    {
      guint32 row = group->layers[j];
      gint64 cost = lamina_column_number (self->costs, row);
      guint32 n_calls = lamina_layers_get_calls (self->layers, row);

      if (cost == LAMINA_ABSENT || n_calls == 0)
        continue;
      *sum += (double) cost;
      self->items[n++] = (LaminaOrderItem) { lamina_order_key_integer (get_each (cost, n_calls)), row };
    }
  if (n > 1 && !lamina_order_sort (self->items, self->scratch, n, cancellable))
    return FALSE;

  for (guint j = 0; j < n; j++)
    {
      calls += lamina_layers_get_calls (self->layers, self->items[j].row);
      self->grouping->costs[first + j] = (gint64) lamina_order_key_integer ((gint64) self->items[j].key);
      self->grouping->calls[first + j] = calls;
    }
  self->grouping->n_costs[i] = n;
  return TRUE;
}

/* The first place whose calls, with those before it, are at least @rank. */
static guint
find_rank (const gint64 *calls,
           guint         n,
           gint64        rank)
{
  guint low = 0;

  for (guint high = n - 1; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (calls[middle] < rank)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gint64
get_percentile (const gint64 *costs,
                const gint64 *calls,
                guint         n,
                guint         percent)
{
  gint64 all = calls[n - 1];
  /* ⌈all · percent / 100⌉ without the product, which may not fit. */
  gint64 rank = all / 100 * percent + (all % 100 * percent + 99) / 100;

  return costs[find_rank (calls, n, rank)];
}

static void
fill_in (Spreads *self,
         guint    i,
         double   sum)
{
  LaminaLayerGroup *group = &self->grouping->groups[i];
  gsize first = (gsize) (group->layers - self->grouping->layers);
  const gint64 *costs = self->grouping->costs + first;
  const gint64 *calls = self->grouping->calls + first;
  guint n = self->grouping->n_costs[i];

  group->mean = NAN;
  if (n == 0)
    return;
  group->mean = sum / (double) calls[n - 1];
  group->min = costs[0];
  group->median = get_percentile (costs, calls, n, 50);
  group->p95 = get_percentile (costs, calls, n, 95);
  group->max = costs[n - 1];
}

gboolean
lamina_grouping_find_spreads (LaminaGrouping *self,
                              LaminaRun      *run,
                              GCancellable   *cancellable)
{
  g_autofree LaminaOrderItem *items = NULL;
  g_autofree LaminaOrderItem *scratch = NULL;
  Spreads spreads = { self, lamina_run_get_costs (run), lamina_run_get_layers (run), NULL, NULL };
  guint n = 0, most = 1;

  for (guint i = 0; i < self->n; i++)
    {
      n += self->groups[i].n_layers;
      most = MAX (most, self->groups[i].n_layers);
    }
  spreads.items = items = g_new (LaminaOrderItem, most);
  spreads.scratch = scratch = g_new (LaminaOrderItem, most);
  self->costs = g_new (gint64, MAX (n, 1));
  self->calls = g_new (gint64, MAX (n, 1));
  self->n_costs = g_new0 (guint32, MAX (self->n, 1));

  for (guint i = 0; i < self->n; i++)
    {
      double sum;

      if (lamina_order_is_cancelled (cancellable, i) || !sort_costs (&spreads, i, &sum, cancellable))
        return FALSE;
      fill_in (&spreads, i, sum);
    }
  return TRUE;
}

/* The upper border of part @part of @n, inclusive. */
static gint64
get_border (gint64 min,
            gint64 max,
            guint  part,
            guint  n)
{
  double border = (double) min + ((double) max - (double) min) * (part + 1) / n;

  return part + 1 == n || border >= (double) max ? max : (gint64) floor (border);
}

/* How many of the calls cost @border or less. */
static gint64
count_calls (const gint64 *costs,
             const gint64 *calls,
             guint         n,
             gint64        border)
{
  guint low = 0;

  for (guint high = n; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (costs[middle] <= border)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? calls[low - 1] : 0;
}

gint64
lamina_grouping_get_histogram (LaminaGrouping *self,
                               guint           i,
                               gint64         *counts,
                               guint           n)
{
  const LaminaLayerGroup *group;
  gint64 before = 0, most = 0;
  gsize first;

  g_return_val_if_fail (self != NULL && i < self->n, 0);
  g_return_val_if_fail (counts != NULL && n > 0, 0);

  i = self->order[i];
  group = &self->groups[i];
  first = (gsize) (group->layers - self->layers);
  for (guint part = 0; part < n; part++)
    {
      gint64 up_to = 0;

      if (self->n_costs[i] > 0)
        up_to = count_calls (self->costs + first, self->calls + first, self->n_costs[i],
                             get_border (group->min, group->max, part, n));
      counts[part] = up_to - before;
      most = MAX (most, counts[part]);
      before = up_to;
    }
  return most;
}

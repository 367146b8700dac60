/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-grouping.h"

#include "lamina-attributes-private.h"
#include "lamina-median.h"
#include "lamina-order-rows.h"
#include "lamina-partition-private.h"
#include "lamina-rank.h"
#include "lamina-work.h"

#include <math.h>

/*
 * Groups in three files: -grouping.c puts layers together and sums them up, -grouping-spread.c finds out how what a call
 * costs is spread over a group, -grouping-sort.c brings groups into other orders.
 */
struct _LaminaGrouping
{
  LaminaRun *run;
  /*
   * In the order of their first layers: rows are added to neighbors then, where to jump about in what a million groups
   * take would cost more than all the rest. @order brings them into that of their sums.
   */
  LaminaLayerGroup *groups;
  guint32 *order;
  guint n;
  /* The layers of the first group, then those of the second, and so on. */
  guint32 *layers;
  LaminaLayerGroupRates *rates;
  /*
   * At the places of the layers of a group the costs of its calls, ascending, and how many calls cost that much or less.
   * A group uses the first @n_costs of its places, for layers that have no cost are left out.
   */
  gint64 *costs;
  gint64 *calls;
  guint32 *n_costs;
  GStringChunk *labels;
};

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

/* The first place of which the value, of those in order, is above a limit. */
static guint
find_above (const gint64 *values,
            guint         n,
            gint64        limit)
{
  guint low = 0;

  for (guint high = n; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (values[middle] <= limit)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* What the call at a place among all, from 0, costs: the first cost whose calls, with those before it, are more than the place. */
static gint64
get_cost_at (const gint64 *costs,
             const gint64 *calls,
             guint         n,
             gint64        place)
{
  return costs[find_above (calls, n - 1, place)];
}

static gint64
get_median (const gint64 *costs,
            const gint64 *calls,
            guint         n)
{
  gint64 all = calls[n - 1];
  const gint64 middle[] = { get_cost_at (costs, calls, n, (all - 1) / 2), get_cost_at (costs, calls, n, all / 2) };

  return lamina_median (middle, G_N_ELEMENTS (middle));
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

  return get_cost_at (costs, calls, n, rank - 1);
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
  group->median = get_median (costs, calls, n);
  group->p95 = get_percentile (costs, calls, n, 95);
  group->max = costs[n - 1];
}

/* Fills in mean, min, median, p95 and max. FALSE when cancelled. */
static gboolean
find_spreads (LaminaGrouping *self,
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
        {
          guint n_below = find_above (self->costs + first, self->n_costs[i], get_border (group->min, group->max, part, n));

          up_to = n_below > 0 ? self->calls[first + n_below - 1] : 0;
        }
      counts[part] = up_to - before;
      most = MAX (most, counts[part]);
      before = up_to;
    }
  return most;
}

/* What is known of so few layers is added up in no time. */
#define SMALL_GROUP 64

static const char *const names[LAMINA_N_GROUP_BY] = {
  [LAMINA_GROUP_BY_TYPE] = "type",     [LAMINA_GROUP_BY_SHAPE] = "shape",     [LAMINA_GROUP_BY_NAME] = "name",
  [LAMINA_GROUP_BY_FAMILY] = "family", [LAMINA_GROUP_BY_SECTION] = "section",
  [LAMINA_GROUP_BY_ANNOTATION] = "annotation", [LAMINA_GROUP_BY_DEVICE] = "device",
};

gboolean
lamina_group_by_from_name (const char    *name,
                           LaminaGroupBy *by)
{
  g_return_val_if_fail (name != NULL && by != NULL, FALSE);

  for (guint i = 0; i < LAMINA_N_GROUP_BY; i++)
    if (g_str_equal (name, names[i]))
      {
        *by = (LaminaGroupBy) i;
        return TRUE;
      }
  return FALSE;
}

const char *
lamina_group_by_get_name (LaminaGroupBy by)
{
  g_return_val_if_fail ((guint) by < LAMINA_N_GROUP_BY, NULL);

  return names[by];
}

/* Brings parts into the order of their sums: the largest first, those without one last. FALSE when cancelled. */
static gboolean
order_groups (LaminaGrouping *self,
              GCancellable   *cancellable)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (self->n, 1));

  /* An absent number is the least of all. */
  for (guint i = 0; i < self->n; i++)
    items[i] = (LaminaOrderItem) { ~lamina_order_key_integer (self->groups[i].duration), i };
  if (!lamina_order_sort (items, NULL, self->n, cancellable))
    return FALSE;
  self->order = g_new (guint32, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    self->order[i] = items[i].row;
  return TRUE;
}

/* Groups without layers, each with the room that its layers need. FALSE when cancelled. */
static gboolean
make_groups (LaminaGrouping        *self,
             const LaminaPartition *partition,
             const char           **labels,
             guint                  n,
             GCancellable          *cancellable)
{
  guint32 *next = self->layers = g_new (guint32, MAX (n, 1));

  self->groups = g_new (LaminaLayerGroup, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    self->groups[i] = (LaminaLayerGroup) {
      .label = labels[i], .duration = LAMINA_ABSENT, .host = LAMINA_ABSENT, .host_self = LAMINA_ABSENT,
      .device_time = LAMINA_ABSENT, .wait = LAMINA_ABSENT, .min = LAMINA_ABSENT, .median = LAMINA_ABSENT,
      .p95 = LAMINA_ABSENT, .max = LAMINA_ABSENT, .flop = LAMINA_ABSENT, .bytes = LAMINA_ABSENT,
    };
  for (guint i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      self->groups[partition->part[i]].n_layers++;
    }
  for (guint i = 0; i < self->n; i++)
    {
      self->groups[i].layers = next;
      next += self->groups[i].n_layers;
      self->groups[i].n_layers = 0;
    }
  return TRUE;
}

static gboolean
add_layers (LaminaGrouping        *self,
            LaminaRun             *run,
            const LaminaPartition *partition,
            const guint32         *rows,
            guint                  n,
            GCancellable          *cancellable)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  const gint64 *costs = lamina_run_get_costs (run);

  for (guint i = 0; i < n; i++)
    {
      LaminaLayerGroup *group = &self->groups[partition->part[i]];
      guint32 row = rows[i];

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (group->n_layers == 0)
        group->family = (LaminaFamily) layers->family[row];
      self->layers[(gsize) (group->layers - self->layers) + group->n_layers++] = row;
      group->calls = lamina_number_add (group->calls, lamina_layers_get_calls (layers, row));
      group->duration = lamina_number_add (group->duration, lamina_column_number (costs, row));
      group->flop = lamina_number_add (group->flop, lamina_column_number (layers->flop, row));
      group->bytes = lamina_number_add (group->bytes, lamina_column_number (layers->bytes, row));
      group->estimated |= layers->estimated[row];
      /* Columns of which no row has a value cost nothing. */
      if (layers->host)
        group->host = lamina_number_add (group->host, layers->host[row]);
      if (layers->host_self)
        group->host_self = lamina_number_add (group->host_self, layers->host_self[row]);
      if (layers->device_time)
        group->device_time = lamina_number_add (group->device_time, layers->device_time[row]);
      if (layers->wait)
        group->wait = lamina_number_add (group->wait, layers->wait[row]);
    }
  return TRUE;
}

/* Rates of large groups are worked out once; those of small ones when somebody asks. */
static gboolean
find_rates (LaminaGrouping *self,
            LaminaRun      *run,
            GCancellable   *cancellable)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    n += self->groups[i].n_layers > SMALL_GROUP;
  self->rates = g_new (LaminaLayerGroupRates, MAX (n, 1));
  for (guint i = 0, place = 0; i < self->n; i++)
    {
      LaminaLayerGroup *group = &self->groups[i];
      LaminaLayerGroupRates *rates = &self->rates[place];

      if (group->n_layers <= SMALL_GROUP)
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      lamina_rate_init (&rates->flop, run, group->layers, group->n_layers, LAMINA_UNIT_FLOP);
      lamina_rate_init (&rates->bytes, run, group->layers, group->n_layers, LAMINA_UNIT_BYTES);
      rates->intensity = lamina_layers_get_intensity (run, group->layers, group->n_layers);
      group->rates = rates;
      place++;
    }
  return TRUE;
}

void
lamina_layer_group_get_rate (const LaminaLayerGroup *group,
                             LaminaRun              *run,
                             LaminaUnit              unit,
                             LaminaRate             *rate)
{
  g_return_if_fail (group != NULL && run != NULL && rate != NULL);

  if (group->rates)
    *rate = unit == LAMINA_UNIT_FLOP ? group->rates->flop : group->rates->bytes;
  else
    lamina_rate_init (rate, run, group->layers, group->n_layers, unit);
}

double
lamina_layer_group_get_intensity (const LaminaLayerGroup *group,
                                  LaminaRun              *run)
{
  g_return_val_if_fail (group != NULL && run != NULL, NAN);

  return group->rates ? group->rates->intensity : lamina_layers_get_intensity (run, group->layers, group->n_layers);
}

LaminaGrouping *
lamina_grouping_new (LaminaRun     *run,
                     const guint32 *rows,
                     guint          n,
                     LaminaGroupBy  by,
                     GCancellable  *cancellable)
{
  g_autoptr (LaminaGrouping) self = NULL;
  g_autofree guint32 *in_order = NULL;
  g_auto (LaminaPartition) partition = { 0 };
  g_autofree const char **labels = NULL;
  gint64 total;
  double sum = 0;

  g_return_val_if_fail (run != NULL && (rows != NULL || n == 0), NULL);
  g_return_val_if_fail ((guint) by < LAMINA_N_GROUP_BY, NULL);

  in_order = lamina_order_dup_rows (rows, n, cancellable);
  if (!in_order)
    return NULL;
  self = g_new0 (LaminaGrouping, 1);
  self->run = run;
  self->labels = g_string_chunk_new (4096);
  if (!lamina_partition_init (&partition, run, by, in_order, n, cancellable))
    return NULL;
  labels = lamina_partition_dup_labels (&partition, self->labels, cancellable);
  self->n = partition.n_parts;
  if (!labels || !make_groups (self, &partition, labels, n, cancellable) ||
      !add_layers (self, run, &partition, in_order, n, cancellable) || !order_groups (self, cancellable) ||
      !find_spreads (self, run, cancellable) || !find_rates (self, run, cancellable))
    return NULL;
  total = lamina_run_get_totals (run)->cost;
  for (guint i = 0; i < self->n; i++)
    {
      LaminaLayerGroup *group = &self->groups[self->order[i]];
      gboolean known = group->duration != LAMINA_ABSENT && total > 0;

      group->share = known ? (double) group->duration / (double) total : NAN;
      sum += known ? (double) group->duration : 0;
      group->cumulative = known ? sum / (double) total : NAN;
    }
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

void
lamina_grouping_free (LaminaGrouping *self)
{
  if (!self)
    return;
  g_string_chunk_free (self->labels);
  g_free (self->layers);
  g_free (self->rates);
  g_free (self->groups);
  g_free (self->order);
  g_free (self->costs);
  g_free (self->calls);
  g_free (self->n_costs);
  g_free (self);
}

guint
lamina_grouping_get_n (LaminaGrouping *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n;
}

const LaminaLayerGroup *
lamina_grouping_get (LaminaGrouping *self,
                     guint           i)
{
  g_return_val_if_fail (self != NULL && i < self->n, NULL);

  return &self->groups[self->order[i]];
}

/* Labels by their ranks; those that say that nothing is known count as absent. NULL when cancelled. */
static guint32 *
rank_labels (LaminaGrouping *self,
             GCancellable   *cancellable)
{
  g_autofree const char **labels = g_new (const char *, MAX (self->n, 1));

  for (guint i = 0; i < self->n; i++)
    labels[i] = lamina_grouping_get (self, i)->label;
  return lamina_rank_texts (labels, self->n, cancellable);
}

static gboolean
get_group_key (LaminaGrouping    *self,
               guint              i,
               LaminaLayerColumn  column,
               const guint32     *ranks,
               guint64           *key)
{
  LaminaLayerValue value;

  if (ranks)
    {
      *key = ranks[i];
      return !g_str_equal (lamina_grouping_get (self, i)->label, "\u2014");
    }
  if (lamina_layer_column_is_attribute (column))
    return lamina_attribute_get_group_key (self->run, lamina_grouping_get (self, i), column, key);
  lamina_layer_group_get_value (self->run, lamina_grouping_get (self, i), column, &value);
  return lamina_layer_value_get_order_key (&value, key);
}

guint32 *
lamina_grouping_dup_order (LaminaGrouping    *self,
                           LaminaLayerColumn  column,
                           gboolean           descending,
                           GCancellable      *cancellable)
{
  g_autofree guint32 *order = NULL;
  g_autofree guint32 *ranks = NULL;
  g_autofree LaminaOrderItem *items = NULL;
  guint n_items = 0, n_absent = 0;

  g_return_val_if_fail (self != NULL, NULL);

  if (column == LAMINA_LAYER_COLUMN_NAME && !(ranks = rank_labels (self, cancellable)))
    return NULL;
  lamina_attributes_read (self->run, &column, 1, cancellable, NULL);
  order = g_new (guint32, MAX (self->n, 1));
  items = g_new (LaminaOrderItem, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    {
      guint64 key;

      if (lamina_order_is_cancelled (cancellable, i))
        return NULL;
      if (get_group_key (self, i, column, ranks, &key))
        items[n_items++] = (LaminaOrderItem) { descending ? ~key : key, i };
      else
        order[n_absent++] = i;
    }
  if (!lamina_order_sort (items, NULL, n_items, cancellable))
    return NULL;

  /* Absent ones stand last, in their order. */
  memmove (order + n_items, order, n_absent * sizeof *order);
  for (guint i = 0; i < n_items; i++)
    order[i] = items[i].row;
  return g_steal_pointer (&order);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-grouping.h"

#include "lamina-order-private.h"
#include "lamina-partition-private.h"

#include <math.h>

struct _LaminaGrouping
{
  LaminaLayerGroup *groups;
  guint n;
  /* The layers of the first group, then those of the second, and so on. */
  guint32 *layers;
  GStringChunk *labels;
};

/* What the mean of a group is made of: costs of layers that ran, and how often these did. */
typedef struct
{
  double cost;
  double calls;
} Timed;

static gboolean
sum_costs (LaminaRun             *run,
           const LaminaPartition *partition,
           const guint32         *rows,
           guint                  n,
           gint64                *sums,
           GCancellable          *cancellable)
{
  const gint64 *costs = lamina_run_get_costs (run);

  for (guint i = 0; i < partition->n_parts; i++)
    sums[i] = LAMINA_ABSENT;
  for (guint i = 0; i < n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      sums[partition->part[i]] = lamina_number_add (sums[partition->part[i]], lamina_column_number (costs, rows[i]));
    }
  return TRUE;
}

/* The place of each part among the groups: the largest sum first, absent ones last. NULL when cancelled. */
static guint32 *
place_parts (const gint64 *sums,
             guint         n,
             GCancellable *cancellable)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));
  g_autofree LaminaOrderItem *scratch = g_new (LaminaOrderItem, MAX (n, 1));
  g_autofree guint32 *places = g_new (guint32, MAX (n, 1));

  /* An absent number is the least of all. */
  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { ~lamina_order_key_integer (sums[i]), i };
  if (!lamina_order_sort (items, scratch, n, cancellable))
    return NULL;
  for (guint i = 0; i < n; i++)
    places[items[i].row] = i;

  return g_steal_pointer (&places);
}

static void
init_groups (LaminaGrouping  *self,
             LaminaPartition *partition,
             const guint32   *places,
             const gint64    *sums,
             const char     **labels)
{
  self->n = partition->n_parts;
  self->groups = g_new (LaminaLayerGroup, MAX (self->n, 1));
  for (guint i = 0; i < self->n; i++)
    self->groups[places[i]] = (LaminaLayerGroup) { .label = labels[i], .duration = sums[i], .min = LAMINA_ABSENT,
                                                   .max = LAMINA_ABSENT, .flop = LAMINA_ABSENT, .bytes = LAMINA_ABSENT };
}

/* Where the layers of each group will stand. */
static void
place_layers (LaminaGrouping        *self,
              const LaminaPartition *partition,
              const guint32         *places,
              guint                  n)
{
  guint32 *next;

  self->layers = next = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->groups[places[partition->part[i]]].n_layers++;
  for (guint i = 0; i < self->n; i++)
    {
      self->groups[i].layers = next;
      next += self->groups[i].n_layers;
      self->groups[i].n_layers = 0;
    }
}

static void
add_cost (LaminaLayerGroup *group,
          Timed            *timed,
          gint64            cost,
          guint32           calls)
{
  gint64 each;

  if (cost == LAMINA_ABSENT || calls == 0)
    return;
  each = calls == 1 ? cost : cost / calls + (cost % calls >= calls - cost % calls ? 1 : 0);
  group->min = group->min == LAMINA_ABSENT ? each : MIN (group->min, each);
  group->max = group->max == LAMINA_ABSENT ? each : MAX (group->max, each);
  timed->cost += (double) cost;
  timed->calls += calls;
}

static gboolean
add_layers (LaminaGrouping        *self,
            LaminaRun             *run,
            const LaminaPartition *partition,
            const guint32         *places,
            const guint32         *rows,
            guint                  n,
            Timed                 *timed,
            GCancellable          *cancellable)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const gint64 *costs = lamina_run_get_costs (run);

  for (guint i = 0; i < n; i++)
    {
      guint32 place = places[partition->part[i]];
      LaminaLayerGroup *group = &self->groups[place];
      guint32 row = rows[i];

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      if (group->n_layers == 0)
        group->family = (LaminaFamily) layers->family[row];
      self->layers[(gsize) (group->layers - self->layers) + group->n_layers++] = row;
      group->calls = lamina_number_add (group->calls, layers->calls[row]);
      group->flop = lamina_number_add (group->flop, lamina_column_number (layers->flop, row));
      group->bytes = lamina_number_add (group->bytes, lamina_column_number (layers->bytes, row));
      group->estimated |= layers->estimated[row];
      add_cost (group, &timed[place], lamina_column_number (costs, row), layers->calls[row]);
    }
  return TRUE;
}

static void
finish_groups (LaminaGrouping *self,
               gint64          total,
               const Timed    *timed)
{
  for (guint i = 0; i < self->n; i++)
    {
      LaminaLayerGroup *group = &self->groups[i];

      group->mean = timed[i].calls > 0 ? timed[i].cost / timed[i].calls : NAN;
      group->share = group->duration != LAMINA_ABSENT && total > 0 ? (double) group->duration / (double) total : NAN;
    }
}

static gboolean
build (LaminaGrouping *self,
       LaminaRun      *run,
       const guint32  *rows,
       guint           n,
       LaminaGroupBy   by,
       GCancellable   *cancellable)
{
  g_auto (LaminaPartition) partition = { 0 };
  g_autofree const char **labels = NULL;
  g_autofree gint64 *sums = NULL;
  g_autofree guint32 *places = NULL;
  g_autofree Timed *timed = NULL;

  if (!lamina_partition_init (&partition, run, by, rows, n, cancellable))
    return FALSE;
  labels = lamina_partition_dup_labels (&partition, self->labels, cancellable);
  sums = g_new (gint64, MAX (partition.n_parts, 1));
  if (!labels || !sum_costs (run, &partition, rows, n, sums, cancellable))
    return FALSE;
  places = place_parts (sums, partition.n_parts, cancellable);
  if (!places)
    return FALSE;

  init_groups (self, &partition, places, sums, labels);
  place_layers (self, &partition, places, n);
  timed = g_new0 (Timed, MAX (self->n, 1));
  if (!add_layers (self, run, &partition, places, rows, n, timed, cancellable))
    return FALSE;
  finish_groups (self, lamina_run_get_totals (run)->cost, timed);
  return !g_cancellable_is_cancelled (cancellable);
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

  g_return_val_if_fail (run != NULL && (rows != NULL || n == 0), NULL);
  g_return_val_if_fail ((guint) by <= LAMINA_GROUP_BY_FAMILY, NULL);

  in_order = lamina_order_dup_rows (rows, n, cancellable);
  if (!in_order)
    return NULL;
  self = g_new0 (LaminaGrouping, 1);
  self->labels = g_string_chunk_new (4096);
  return build (self, run, in_order, n, by, cancellable) ? g_steal_pointer (&self) : NULL;
}

void
lamina_grouping_free (LaminaGrouping *self)
{
  if (!self)
    return;
  g_string_chunk_free (self->labels);
  g_free (self->layers);
  g_free (self->groups);
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

  return &self->groups[i];
}

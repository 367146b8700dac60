/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-grouping-private.h"

#include "lamina-order-rows.h"
#include "lamina-partition-private.h"
#include "lamina-work.h"

#include <math.h>

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

/* Columns of which no row has a value cost nothing. */
static void
add_times (LaminaLayerGroup   *group,
           const LaminaLayers *layers,
           guint32             row)
{
  if (layers->host)
    group->host = lamina_number_add (group->host, layers->host[row]);
  if (layers->host_self)
    group->host_self = lamina_number_add (group->host_self, layers->host_self[row]);
  if (layers->device_time)
    group->device_time = lamina_number_add (group->device_time, layers->device_time[row]);
  if (layers->wait)
    group->wait = lamina_number_add (group->wait, layers->wait[row]);
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
      add_times (group, layers, row);
    }
  return TRUE;
}

static void
finish_groups (LaminaGrouping *self,
               gint64          total)
{
  double sum = 0;

  for (guint i = 0; i < self->n; i++)
    {
      LaminaLayerGroup *group = &self->groups[self->order[i]];
      gboolean known = group->duration != LAMINA_ABSENT && total > 0;

      group->share = known ? (double) group->duration / (double) total : NAN;
      sum += known ? (double) group->duration : 0;
      group->cumulative = known ? sum / (double) total : NAN;
    }
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

  if (!lamina_partition_init (&partition, run, by, rows, n, cancellable))
    return FALSE;
  labels = lamina_partition_dup_labels (&partition, self->labels, cancellable);
  self->n = partition.n_parts;
  if (!labels || !make_groups (self, &partition, labels, n, cancellable) ||
      !add_layers (self, run, &partition, rows, n, cancellable) || !order_groups (self, cancellable) ||
      !lamina_grouping_find_spreads (self, run, cancellable) || !find_rates (self, run, cancellable))
    return FALSE;
  finish_groups (self, lamina_run_get_totals (run)->cost);
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
  g_return_val_if_fail ((guint) by < LAMINA_N_GROUP_BY, NULL);

  in_order = lamina_order_dup_rows (rows, n, cancellable);
  if (!in_order)
    return NULL;
  self = g_new0 (LaminaGrouping, 1);
  self->run = run;
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

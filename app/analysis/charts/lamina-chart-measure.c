/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

static gboolean
is_known (const gint64 *column,
          guint         n)
{
  for (guint i = 0; column != NULL && i < n; i++)
    if (column[i] != LAMINA_ABSENT && column[i] > 0)
      return TRUE;
  return FALSE;
}

LaminaMeasure
lamina_measure_choose (LaminaRun *run)
{
  guint n = lamina_run_get_layers (run)->n;

  if (lamina_run_get_totals (run)->cost != LAMINA_ABSENT)
    return LAMINA_MEASURE_COST;
  if (is_known (lamina_layers_in_force (run)->flop, n))
    return LAMINA_MEASURE_FLOP;
  return is_known (lamina_layers_in_force (run)->bytes, n) ? LAMINA_MEASURE_BYTES : LAMINA_MEASURE_CALLS;
}

/* The values of all layers; NULL for calls. */
static const gint64 *
get_numbers (LaminaMeasure  self,
             LaminaRun     *run)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return lamina_run_get_costs (run);
    case LAMINA_MEASURE_FLOP:
      return lamina_layers_in_force (run)->flop;
    case LAMINA_MEASURE_BYTES:
      return lamina_layers_in_force (run)->bytes;
    case LAMINA_MEASURE_CALLS:
    default:
      return NULL;
    }
}

gint64
lamina_measure_get (LaminaMeasure  self,
                    LaminaRun     *run,
                    guint          layer)
{
  if (self == LAMINA_MEASURE_CALLS)
    return lamina_layers_get_calls (lamina_run_get_layers (run), layer);
  return lamina_column_number (get_numbers (self, run), layer);
}

gint64
lamina_measure_get_of_group (LaminaMeasure           self,
                             LaminaRun              *run,
                             const LaminaLayerGroup *group)
{
  const gint64 *numbers = get_numbers (self, run);
  gint64 sum = LAMINA_ABSENT;

  if (self == LAMINA_MEASURE_COST)
    return group->duration;
  if (self == LAMINA_MEASURE_CALLS)
    return group->calls;
  for (guint i = 0; i < group->n_layers; i++)
    sum = lamina_number_add (sum, lamina_column_number (numbers, group->layers[i]));
  return sum;
}

gboolean
lamina_measure_is_group_estimated (LaminaMeasure           self,
                                   LaminaRun              *run,
                                   const LaminaLayerGroup *group)
{
  if (self == LAMINA_MEASURE_CALLS)
    return FALSE;
  for (guint i = 0; i < group->n_layers; i++)
    if (lamina_measure_is_estimated (self, run, group->layers[i])
        && lamina_measure_get (self, run, group->layers[i]) != LAMINA_ABSENT)
      return TRUE;
  return FALSE;
}

/* What groups are sorted by: the value, then their own order. */
typedef struct
{
  gint64 value;
  guint32 group;
} Item;

static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  const Item *left = a, *right = b;

  if (left->value != right->value)
    return left->value > right->value ? -1 : 1;
  return left->group < right->group ? -1 : left->group > right->group;
}

guint32 *
lamina_measure_dup_order (LaminaMeasure   self,
                          LaminaRun      *run,
                          LaminaGrouping *grouping,
                          guint          *n)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (Item));
  guint32 *order;

  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      Item item = { lamina_measure_get_of_group (self, run, lamina_grouping_get (grouping, i)), i };

      if (item.value != LAMINA_ABSENT)
        g_array_append_val (items, item);
    }
  g_array_sort (items, compare_items);
  order = g_new (guint32, MAX (items->len, 1));
  for (guint i = 0; i < items->len; i++)
    order[i] = g_array_index (items, Item, i).group;
  *n = items->len;
  return order;
}

LaminaChartColumn
lamina_measure_get_column (LaminaMeasure self)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return (LaminaChartColumn) { "duration_ns", _("Duration"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    case LAMINA_MEASURE_FLOP:
      return (LaminaChartColumn) { "flop", _("FLOP"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_FLOP,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    case LAMINA_MEASURE_BYTES:
      return (LaminaChartColumn) { "bytes", _("Bytes moved"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    case LAMINA_MEASURE_CALLS:
    default:
      return (LaminaChartColumn) { "calls", _("Calls"), LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE,
                                   LAMINA_CHART_USE_VALUE, LAMINA_FAMILY_OTHER };
    }
}

gboolean
lamina_measure_is_estimated (LaminaMeasure  self,
                             LaminaRun     *run,
                             guint          layer)
{
  guint8 estimated = lamina_layers_in_force (run)->estimated[layer];

  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return (estimated & LAMINA_ESTIMATE_DURATION) != 0;
    case LAMINA_MEASURE_FLOP:
      return (estimated & LAMINA_ESTIMATE_FLOP) != 0;
    case LAMINA_MEASURE_BYTES:
      return (estimated & LAMINA_ESTIMATE_BYTES) != 0;
    case LAMINA_MEASURE_CALLS:
    default:
      return FALSE;
    }
}

guint32 *
lamina_measure_dup_layers (LaminaMeasure            self,
                           const LaminaChartSource *source)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (source->n, 1));
  guint32 *layers;

  /* Keys are turned over, so that the largest stand first; an absent number is the smallest of all. */
  for (guint i = 0; i < source->n; i++)
    items[i] = (LaminaOrderItem) {
      ~lamina_order_key_integer (lamina_measure_get (self, source->run, source->rows[i])), source->rows[i]
    };
  if (!lamina_order_sort (items, NULL, source->n, source->cancellable))
    return NULL;
  layers = g_new (guint32, MAX (source->n, 1));
  for (guint i = 0; i < source->n; i++)
    layers[i] = items[i].row;
  return layers;
}

gint64
lamina_measure_sum (LaminaMeasure            self,
                    const LaminaChartSource *source)
{
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < source->n; i++)
    sum = lamina_number_add (sum, lamina_measure_get (self, source->run, source->rows[i]));
  return sum;
}

guint
lamina_measure_count (LaminaMeasure            self,
                      const LaminaChartSource *source)
{
  guint n = 0;

  for (guint i = 0; i < source->n; i++)
    n += lamina_measure_get (self, source->run, source->rows[i]) != LAMINA_ABSENT;
  return n;
}

/* What the numbers of charts are, in words. */

/* The sum, with the sign of what is estimated. */
static char *
dup_sum (LaminaMeasure            self,
         const LaminaChartSource *source)
{
  g_autofree char *sum = lamina_figure_dup (lamina_measure_sum (self, source), lamina_measure_get_column (self).unit);

  for (guint i = 0; i < source->n; i++)
    if (lamina_measure_is_estimated (self, source->run, source->rows[i])
        && lamina_measure_get (self, source->run, source->rows[i]) != LAMINA_ABSENT)
      return g_strconcat ("≈\u00a0", sum, NULL);
  return g_steal_pointer (&sum);
}

static char *
dup_cost_text (LaminaCost  cost,
               guint       n,
               const char *sum)
{
  switch (cost)
    {
    case LAMINA_COST_DEVICE:
      return g_strdup_printf (ngettext ("Device time of %u layer, %s", "Sum of the device times of %u layers, %s", n), n,
                              sum);
    case LAMINA_COST_SELF:
      return g_strdup_printf (ngettext ("Host time of %u layer, %s", "Sum of the host times of %u layers, %s", n), n, sum);
    case LAMINA_COST_DURATION:
    default:
      return g_strdup_printf (ngettext ("Duration of %u layer, %s", "Sum of the durations of %u layers, %s", n), n, sum);
    }
}

char *
lamina_measure_dup_sum_text (LaminaMeasure            self,
                             const LaminaChartSource *source)
{
  guint n = lamina_measure_count (self, source);
  g_autofree char *sum = dup_sum (self, source);

  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return dup_cost_text (lamina_run_get_cost_kind (source->run), n, sum);
    case LAMINA_MEASURE_FLOP:
      return g_strdup_printf (ngettext ("Operations of %u layer, %s; the file states no times",
                                        "Operations of %u layers, %s; the file states no times", n),
                              n, sum);
    case LAMINA_MEASURE_BYTES:
      return g_strdup_printf (ngettext ("Bytes moved by %u layer, %s; the file states no times",
                                        "Bytes moved by %u layers, %s; the file states no times", n),
                              n, sum);
    case LAMINA_MEASURE_CALLS:
    default:
      return g_strdup_printf (ngettext ("Calls of %u layer, %s; the file states no times",
                                        "Calls of %u layers, %s; the file states no times", n),
                              n, sum);
    }
}

char *
lamina_measure_dup_share_text (LaminaMeasure            self,
                               const LaminaChartSource *source)
{
  g_autofree char *sum = dup_sum (self, source);

  switch (self)
    {
    case LAMINA_MEASURE_COST:
      if (lamina_run_get_cost_kind (source->run) == LAMINA_COST_DEVICE)
        return g_strdup_printf (_("Device time and cumulative share of %s"), sum);
      if (lamina_run_get_cost_kind (source->run) == LAMINA_COST_SELF)
        return g_strdup_printf (_("Host time and cumulative share of %s"), sum);
      return g_strdup_printf (_("Duration and cumulative share of %s"), sum);
    case LAMINA_MEASURE_FLOP:
      return g_strdup_printf (_("Operations and cumulative share of %s; the file states no times"), sum);
    case LAMINA_MEASURE_BYTES:
      return g_strdup_printf (_("Bytes moved and cumulative share of %s; the file states no times"), sum);
    case LAMINA_MEASURE_CALLS:
    default:
      return g_strdup_printf (_("Calls and cumulative share of %s; the file states no times"), sum);
    }
}

char *
lamina_measure_dup_absent_text (LaminaMeasure self,
                                guint         n)
{
  switch (self)
    {
    case LAMINA_MEASURE_COST:
      return g_strdup_printf (ngettext ("%u layer has no duration.", "%u layers have no duration.", n), n);
    case LAMINA_MEASURE_FLOP:
      return g_strdup_printf (ngettext ("%u layer has no operations.", "%u layers have no operations.", n), n);
    case LAMINA_MEASURE_BYTES:
      return g_strdup_printf (ngettext ("%u layer has no bytes moved.", "%u layers have no bytes moved.", n), n);
    case LAMINA_MEASURE_CALLS:
    default:
      return g_strdup_printf (ngettext ("%u layer has no calls.", "%u layers have no calls.", n), n);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"
#include "lamina-text.h"
#include "lamina-work.h"

/* What the numbers of charts are, in words. */
typedef struct
{
  const char *sum;
  const char *share;
} Words;

typedef struct
{
  const char *key;
  const char *title;
  LaminaLayerValueKind kind;
  LaminaUnit unit;
  guint estimate;
  const char *absent;
  Words words;
} Measure;

static const Measure measures[] = {
  /* Its words depend on the kind of the cost. */
  [LAMINA_MEASURE_COST] = { "duration_ns", N_("Duration"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
    LAMINA_ESTIMATE_DURATION, N_("%s without duration."), { NULL, NULL } },
  [LAMINA_MEASURE_FLOP] = { "flop", N_("FLOP"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_FLOP,
    LAMINA_ESTIMATE_FLOP, N_("%s without operations."),
    { N_("Operations of %s, %s; the file states no times"),
      N_("FLOP and cumulative share of %s; the file states no times") } },
  [LAMINA_MEASURE_BYTES] = { "bytes", N_("Bytes moved"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_BYTES,
    LAMINA_ESTIMATE_BYTES, N_("%s without bytes moved."),
    { N_("Bytes moved by %s, %s; the file states no times"),
      N_("Bytes moved and cumulative share of %s; the file states no times") } },
  [LAMINA_MEASURE_CALLS] = { "calls", N_("Calls"), LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE,
    LAMINA_ESTIMATE_NONE, N_("%s without calls."),
    { N_("Calls of %s, %s; the file states no times"),
      N_("Calls and cumulative share of %s; the file states no times") } },
};

static const Words words_of_costs[] = {
  [LAMINA_COST_DEVICE] = { N_("Sum of the device times of %s, %s"),
                           N_("Device time and cumulative share of %s") },
  [LAMINA_COST_SELF] = { N_("Sum of the host times of %s, %s"),
                         N_("Host time and cumulative share of %s") },
  [LAMINA_COST_DURATION] = { N_("Sum of the durations of %s, %s"),
                             N_("Duration and cumulative share of %s") },
};

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
  const LaminaLayers *layers = lamina_layers_in_force (run);

  if (self == LAMINA_MEASURE_COST)
    return lamina_run_get_costs (run);
  return self == LAMINA_MEASURE_FLOP ? layers->flop : self == LAMINA_MEASURE_BYTES ? layers->bytes : NULL;
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
  const Measure *measure = &measures[self];

  return (LaminaChartColumn) { measure->key, _(measure->title), measure->kind, measure->unit, LAMINA_CHART_USE_VALUE, 0 };
}

gboolean
lamina_measure_is_estimated (LaminaMeasure  self,
                             LaminaRun     *run,
                             guint          layer)
{
  return (lamina_layers_in_force (run)->estimated[layer] & measures[self].estimate) != 0;
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

guint32 *
lamina_measure_dup_rows (LaminaMeasure            self,
                         const LaminaChartSource *source,
                         guint                   *n)
{
  guint32 *rows = g_new (guint32, MAX (source->n, 1));

  *n = 0;
  for (guint i = 0; i < source->n; i++)
    if (lamina_measure_get (self, source->run, source->rows[i]) != LAMINA_ABSENT)
      rows[(*n)++] = source->rows[i];
  return rows;
}

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

static const Words *
get_words (LaminaMeasure  self,
           LaminaRun     *run)
{
  return self == LAMINA_MEASURE_COST ? &words_of_costs[lamina_run_get_cost_kind (run)] : &measures[self].words;
}

char *
lamina_measure_dup_sum_text (LaminaMeasure            self,
                             const LaminaChartSource *source)
{
  const Words *words = get_words (self, source->run);
  g_autofree char *count = lamina_layers_dup_count (source->run, lamina_measure_count (self, source));
  g_autofree char *sum = dup_sum (self, source);

  return g_strdup_printf (_(words->sum), count, sum);
}

char *
lamina_measure_dup_share_text (LaminaMeasure            self,
                               const LaminaChartSource *source)
{
  g_autofree char *sum = dup_sum (self, source);

  return g_strdup_printf (_(get_words (self, source->run)->share), sum);
}

void
lamina_measure_note_absent (LaminaMeasure            self,
                            const LaminaChartSource *source,
                            LaminaChartData         *data)
{
  guint n = source->n - lamina_measure_count (self, source);
  g_autofree char *count = lamina_layers_dup_count (source->run, n);

  if (n > 0)
    lamina_chart_data_say (data, LAMINA_CHART_NOTE, _(measures[self].absent), count);
}

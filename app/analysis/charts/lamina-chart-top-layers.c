/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-measure-private.h"
#include "lamina-chart-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-order-rows.h"
#include "lamina-work.h"

#include <math.h>

/*
 * Top layers: the largest first, and how much of the whole each makes with those before it. Layers that have name, phase, type and
 * shapes in common are the same work at other times, and one row.
 */

enum
{
  COLUMN_NAME,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_CUMULATIVE,
  COLUMN_WAIT,
  COLUMN_LAYER,
  COLUMN_TYPE,
  COLUMN_LAYERS,
  COLUMN_CALLS,
  N_COLUMNS,
};

/* The same work at several times: its layers are @n from @first on in the array of all, the first of them is @layer. */
typedef struct
{
  guint first;
  guint n;
  guint32 layer;
  gint64 value;
} Work;

/* Layers that have a value, sorted by the work that they do, and that work, the largest first. */
typedef struct
{
  guint32 *layers;
  GArray *works;
} Works;

static void
works_clear (Works *self)
{
  g_free (self->layers);
  g_clear_pointer (&self->works, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Works, works_clear)

/* What tells layers apart that have type and inputs in common; those without a name are never the same. */
static guint64
get_key (LaminaRun *run,
         guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 name = lamina_column_id (layers->name, layer);

  return name == 0 ? G_MAXUINT64 - layer : ((guint64) name << 8) | layers->phase[layer];
}

/* The shape of what comes out first, a string of the run, or 0. */
static guint64
get_output (LaminaRun *run,
            guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 first = lamina_column_first (layers->first_output, layer);

  return first < lamina_column_first (layers->first_output, layer + 1)
         ? lamina_column_id (lamina_run_get_tensors (run)->shape, layers->outputs[first]) : 0;
}

static int
compare_works (gconstpointer a,
               gconstpointer b)
{
  const Work *left = a, *right = b;

  if (left->value != right->value)
    return left->value > right->value ? -1 : 1;
  return left->layer < right->layer ? -1 : left->layer > right->layer;
}

/* Adds the works of one group, whose layers have been sorted by key and output; they stand from @first on. */
static void
add_works (Works                 *self,
           LaminaMeasure          measure,
           LaminaRun             *run,
           const LaminaOrderItem *items,
           guint                  first,
           guint                  n)
{
  for (guint begin = 0, end; begin < n; begin = end)
    {
      Work work = { first + begin, 0, items[begin].row, LAMINA_ABSENT };

      for (end = begin; end < n && items[end].key == items[begin].key
                        && get_output (run, items[end].row) == get_output (run, items[begin].row); end++)
        {
          self->layers[first + end] = items[end].row;
          work.value = lamina_number_add (work.value, lamina_measure_get (measure, run, items[end].row));
        }
      work.n = end - begin;
      g_array_append_val (self->works, work);
    }
}

/* FALSE when cancelled. */
static gboolean
list_works (const LaminaChartSource *source,
            LaminaMeasure            measure,
            Works                   *self)
{
  guint n;
  g_autofree guint32 *rows = lamina_measure_dup_rows (measure, source, &n);
  g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (source->run, rows, n, LAMINA_GROUP_BY_SHAPE, source->cancellable);
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (n, 1));
  guint first = 0;

  if (grouping == NULL)
    return FALSE;
  self->layers = g_new (guint32, MAX (n, 1));
  self->works = g_array_new (FALSE, FALSE, sizeof (Work));
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);

      for (guint k = 0; k < group->n_layers; k++)
        items[k] = (LaminaOrderItem) { get_output (source->run, group->layers[k]), group->layers[k] };
      if (!lamina_order_sort (items, NULL, group->n_layers, source->cancellable))
        return FALSE;
      for (guint k = 0; k < group->n_layers; k++)
        items[k].key = get_key (source->run, items[k].row);
      if (!lamina_order_sort (items, NULL, group->n_layers, source->cancellable))
        return FALSE;
      add_works (self, measure, source->run, items, first, group->n_layers);
      first += group->n_layers;
    }
  g_array_sort (self->works, compare_works);
  return TRUE;
}

static void
add_work (LaminaChartData         *data,
          const LaminaChartSource *source,
          LaminaMeasure            measure,
          const guint32           *same,
          const Work              *work)
{
  const LaminaLayers *layers = lamina_layers_in_force (source->run);
  guint row = lamina_chart_data_add_row (data, layers->family[same[0]], same, work->n);
  gint64 wait = LAMINA_ABSENT, calls = 0;
  gboolean is_estimated = FALSE;

  for (guint i = 0; i < work->n; i++)
    {
      wait = lamina_number_add (wait, lamina_column_number (layers->wait, same[i]));
      calls = lamina_number_add (calls, lamina_layers_get_calls (layers, same[i]));
      is_estimated |= lamina_measure_is_estimated (measure, source->run, same[i]);
    }
  lamina_chart_data_set_string (data, row, COLUMN_NAME, layers->name[same[0]]);
  lamina_chart_data_set_integer (data, row, COLUMN_VALUE, work->value);
  lamina_chart_data_mark (data, row, COLUMN_VALUE, LAMINA_CHART_ESTIMATED, is_estimated);
  if (measure == LAMINA_MEASURE_COST)
    lamina_chart_data_set_integer (data, row, COLUMN_WAIT, wait);
  if (work->n == 1)
    lamina_chart_data_set_integer (data, row, COLUMN_LAYER, same[0]);
  lamina_chart_data_set_string (data, row, COLUMN_TYPE, layers->type[same[0]]);
  lamina_chart_data_set_integer (data, row, COLUMN_LAYERS, work->n);
  lamina_chart_data_set_integer (data, row, COLUMN_CALLS, calls);
}

static void
add_shares (LaminaChartData *data,
            const Works     *works,
            gint64           sum)
{
  gint64 before = 0;

  for (guint i = 0; sum > 0 && i < works->works->len; i++)
    {
      gint64 value = g_array_index (works->works, Work, i).value;

      before = lamina_number_add (before, value);
      lamina_chart_data_set_real (data, i, COLUMN_SHARE, (double) value / (double) sum);
      lamina_chart_data_set_real (data, i, COLUMN_CUMULATIVE, (double) before / (double) sum);
    }
}

static gboolean
fill_top_layers (LaminaChartData         *data,
                 const LaminaChartSource *source)
{
  LaminaMeasure measure = lamina_measure_choose (source->run);
  g_auto (Works) works = { NULL };
  guint n_layers = 0;
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_NAME] = LAMINA_CHART_STRINGS ("name", _("Name"), LABEL),
    [COLUMN_VALUE] = lamina_measure_get_column (measure),
    [COLUMN_SHARE] = LAMINA_CHART_COLUMN ("share", _("Share"), SHARE, NONE, SHARE),
    [COLUMN_CUMULATIVE] = LAMINA_CHART_COLUMN ("cumulative_share", _("Cumulative"), SHARE, NONE, CUMULATIVE),
    [COLUMN_WAIT] = LAMINA_CHART_COLUMN ("wait_ns", _("Waiting"), AMOUNT, NANOSECONDS, WAIT),
    [COLUMN_LAYER] = LAMINA_CHART_COLUMN ("id", _("#"), COUNT, NONE, ALONE),
    [COLUMN_TYPE] = LAMINA_CHART_STRINGS ("type", _("Type"), TABLE),
    [COLUMN_LAYERS] = LAMINA_CHART_COLUMN ("layers", lamina_layers_get_title (source->run), COUNT, NONE, TABLE),
    [COLUMN_CALLS] = LAMINA_CHART_COLUMN (measure == LAMINA_MEASURE_CALLS ? "all_calls" : "calls", _("Calls"), COUNT, NONE, TABLE),
  };

  if (measure == LAMINA_MEASURE_CALLS)
    {
      lamina_chart_data_say (data, LAMINA_CHART_REASON, _("There is nothing to rank by: times, FLOP and bytes are all "
                                                          "unknown."));
      return TRUE;
    }
  if (!list_works (source, measure, &works))
    return FALSE;
  lamina_chart_data_add_columns (data, columns, N_COLUMNS);
  for (guint i = 0; i < works.works->len; i++)
    {
      const Work *work = &g_array_index (works.works, Work, i);

      add_work (data, source, measure, works.layers + work->first, work);
      n_layers += work->n;
    }
  add_shares (data, &works, lamina_measure_sum (measure, source));
  lamina_chart_data_take (data, LAMINA_CHART_SUBTITLE, lamina_measure_dup_share_text (measure, source));
  lamina_measure_note_absent (measure, source, data);
  if (n_layers > works.works->len)
    lamina_chart_data_add_note (data, _("What has name, type and shapes in common is one row; ×N says how many they are."));
  return TRUE;
}

const LaminaChart lamina_chart_top_layers = {
  "top-layers", N_("Top layers"), NN_ ("%u more", "%u more"),
  N_("operator hotspot slowest kernel"), LAMINA_CHART_RANKING, lamina_chart_find_no_layers, fill_top_layers,
  lamina_layers_get_top_title,
};

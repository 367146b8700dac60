/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-private.h"
#include "lamina-words-private.h"

#include <math.h>

/*
 * Durations: how many layers of one name, or of one type where names tell layers apart, take how long. It is the name that
 * the query asks for, else the one that takes most of all that have enough layers.
 */

#define N_BINS 24
#define ENOUGH 5

/* A name that takes less of the run is passed over for types, unless it is asked for. */
#define WORTHWHILE 0.05

enum
{
  COLUMN_FROM,
  COLUMN_TO,
  COLUMN_VALUE,
  COLUMN_SHARE,
  COLUMN_SUM,
  N_COLUMNS,
};

static char *
dup_rest (guint n)
{
  return g_strdup_printf (ngettext ("%u range", "%u ranges", n), n);
}

static void
add_columns (LaminaChartData *data)
{
  const LaminaChartColumn columns[N_COLUMNS] = {
    [COLUMN_FROM] = { "from_ns", _("From"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, LAMINA_CHART_USE_X, 0 },
    [COLUMN_TO] = { "to_ns", _("To"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS, LAMINA_CHART_USE_X, 0 },
    [COLUMN_VALUE] = { "layers", _("Layers"), LAMINA_LAYER_VALUE_COUNT, LAMINA_UNIT_NONE, LAMINA_CHART_USE_VALUE, 0 },
    [COLUMN_SHARE] = { "share", _("Share"), LAMINA_LAYER_VALUE_SHARE, LAMINA_UNIT_NONE, LAMINA_CHART_USE_TABLE, 0 },
    [COLUMN_SUM] = { "duration_ns", _("Duration"), LAMINA_LAYER_VALUE_AMOUNT, LAMINA_UNIT_NANOSECONDS,
                     LAMINA_CHART_USE_TABLE, 0 },
  };

  for (guint i = 0; i < N_COLUMNS; i++)
    lamina_chart_data_add_column (data, &columns[i]);
}

static guint
count_timed (const LaminaLayerGroup *group,
             const gint64           *costs)
{
  guint n = 0;

  for (guint i = 0; i < group->n_layers; i++)
    n += costs[group->layers[i]] != LAMINA_ABSENT;
  return n;
}

/* The group that a layer is in; NULL when it is in none. */
static const LaminaLayerGroup *
find_group (LaminaGrouping *grouping,
            guint32         layer)
{
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);

      for (guint j = 0; j < group->n_layers && group->layers[j] <= layer; j++)
        if (group->layers[j] == layer)
          return group;
    }
  return NULL;
}

/* Groups stand in the order of what they take. */
static const LaminaLayerGroup *
choose_group (LaminaGrouping          *grouping,
              const LaminaChartSource *source,
              guint                    least,
              double                   least_share)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  const LaminaLayerGroup *asked = source->query->layer != LAMINA_NONE ? find_group (grouping, source->query->layer)
                                                                     : NULL;

  if (asked != NULL && count_timed (asked, costs) >= MIN (least, 2))
    return asked;
  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, i);

      if (count_timed (group, costs) >= least)
        return !(group->share < least_share) ? group : NULL;
    }
  return NULL;
}

/* The last range reaches to @end, the others are @width wide each. */
typedef struct
{
  gint64 start;
  gint64 width;
  gint64 end;
  guint n;
} Bins;

/* What all costs are multiples of, counted from the least: times of a coarse clock would leave every other range empty. */
static gint64
find_grain (GArray *costs)
{
  gint64 grain = 0;

  for (guint i = 1; i < costs->len && grain != 1; i++)
    {
      gint64 a = g_array_index (costs, gint64, i) - g_array_index (costs, gint64, 0);

      while (a > 0)
        {
          gint64 rest = grain % a;

          grain = a;
          a = rest;
        }
    }
  return MAX (grain, 1);
}

/* Edges at round numbers, not below a grain apart. */
static Bins
create_bins (gint64 least,
             gint64 most,
             gint64 grain)
{
  static const gint64 steps[] = { 1, 2, 5 };
  Bins bins = { .width = 1 };
  gint64 range = MAX (most - least, 1), unit = 1;

  for (guint i = 0; range / bins.width >= N_BINS || bins.width < MIN (grain, range); i++)
    {
      if (i % 3 == 0 && i > 0)
        unit = unit > G_MAXINT64 / 50 ? unit : unit * 10;
      bins.width = steps[i % 3] * unit;
      if (unit > G_MAXINT64 / 50)
        break;
    }
  bins.start = least - least % bins.width;
  bins.n = (guint) ((most - bins.start) / bins.width) + 1;
  bins.end = lamina_number_add (bins.start, (gint64) bins.n * bins.width);
  return bins;
}

/* Few that take much longer than all others would leave one column for the rest: they share the last range. */
static Bins
choose_bins (GArray *costs)
{
  gint64 least = g_array_index (costs, gint64, 0), most = g_array_index (costs, gint64, costs->len - 1);
  gint64 usual = g_array_index (costs, gint64, (guint) (((guint64) costs->len * 95 + 99) / 100) - 1);
  gint64 grain = find_grain (costs);
  gint64 limit = usual < G_MAXINT64 / 2 ? lamina_number_add (usual, (usual - least) / 2) : usual;
  Bins bins;

  if (most - least <= 3 * ((usual - least) / 2 + 1) || most == usual)
    return create_bins (least, most, grain);
  bins = create_bins (least, limit, grain);
  bins.n++;
  bins.end = lamina_number_add (most, 1);
  return bins;
}

static void
add_bins (LaminaChartData         *data,
          const LaminaChartSource *source,
          const LaminaLayerGroup  *group,
          const Bins              *bins)
{
  const gint64 *costs = lamina_run_get_costs (source->run);
  guint n_timed = count_timed (group, costs);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < bins->n; i++)
    {
      gint64 from = bins->start + (gint64) i * bins->width, sum = 0;
      gint64 end = i + 1 == bins->n ? bins->end : from + bins->width;
      guint row;

      g_array_set_size (own, 0);
      for (guint j = 0; j < group->n_layers; j++)
        {
          gint64 cost = costs[group->layers[j]];

          if (cost == LAMINA_ABSENT || cost < from || cost >= end)
            continue;
          g_array_append_val (own, group->layers[j]);
          sum = lamina_number_add (sum, cost);
        }
      row = lamina_chart_data_add_row (data, group->family, (const guint32 *) (gpointer) own->data, own->len);
      lamina_chart_data_set_integer (data, row, COLUMN_FROM, from);
      lamina_chart_data_set_integer (data, row, COLUMN_TO, end);
      lamina_chart_data_set_integer (data, row, COLUMN_VALUE, own->len);
      lamina_chart_data_set_real (data, row, COLUMN_SHARE, (double) own->len / (double) n_timed);
      lamina_chart_data_set_integer (data, row, COLUMN_SUM, sum);
    }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static GArray *
list_costs (const LaminaLayerGroup *group,
            const gint64           *costs)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < group->n_layers; i++)
    if (costs[group->layers[i]] != LAMINA_ABSENT)
      g_array_append_val (list, costs[group->layers[i]]);
  g_array_sort (list, compare);
  return list;
}

static void
add_words (LaminaChartData        *data,
           const LaminaLayerGroup *group,
           GArray                 *costs)
{
  gint64 median = g_array_index (costs, gint64, (costs->len + 1) / 2 - 1);
  gint64 slow = g_array_index (costs, gint64, (guint) (((guint64) costs->len * 95 + 99) / 100) - 1);
  g_autofree char *middle = lamina_figure_dup (median, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *p95 = lamina_figure_dup (slow, LAMINA_UNIT_NANOSECONDS);

  lamina_chart_data_take_title (data, g_strdup_printf (_("Durations of %s"), group->label));
  /* Translators: p95 is what 95 of 100 do not exceed. */
  lamina_chart_data_take_subtitle (data, g_strdup_printf (ngettext ("%u layer: median %s, p95 %s",
                                                                    "%u layers: median %s, p95 %s", costs->len),
                                                          costs->len, middle, p95));
  lamina_chart_data_add_mark (data, &(LaminaChartMark) { COLUMN_FROM, FALSE, (double) median, _("median") });
  if (slow > median)
    lamina_chart_data_add_mark (data, &(LaminaChartMark) { COLUMN_FROM, FALSE, (double) slow, _("p95") });
}

gboolean
lamina_chart_fill_durations (LaminaChartData         *data,
                             const LaminaChartSource *source)
{
  static const struct
  {
    LaminaGroupBy by;
    guint least;
    double least_share;
  } ways[] = { { LAMINA_GROUP_BY_NAME, ENOUGH, WORTHWHILE }, { LAMINA_GROUP_BY_TYPE, ENOUGH, 0 },
               { LAMINA_GROUP_BY_TYPE, 1, 0 } };

  add_columns (data);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (source->run, source->rows, source->n, ways[i].by,
                                                                 source->cancellable);
      const LaminaLayerGroup *group;
      g_autoptr (GArray) costs = NULL;
      Bins bins;

      if (grouping == NULL)
        return FALSE;
      group = choose_group (grouping, source, ways[i].least, ways[i].least_share);
      if (group == NULL)
        continue;
      costs = list_costs (group, lamina_run_get_costs (source->run));
      bins = choose_bins (costs);
      add_bins (data, source, group, &bins);
      add_words (data, group, costs);
      lamina_chart_data_set_rest (data, dup_rest);
      if (bins.end - bins.start > (gint64) bins.n * bins.width)
        lamina_chart_data_take_note (data, g_strdup (_("The last column holds all that took longer.")));
      return TRUE;
    }
  lamina_chart_data_take_reason (data, g_strdup (_("None of the layers has a time.")));
  return TRUE;
}

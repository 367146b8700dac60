/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the table of layers takes to sort, filter and regroup a million layers. What counts is how long the thread worked:
 * how long it waited for a processor depends on what else runs.
 */

#include "bench.h"

#include "lamina-grouping.h"
#include "lamina-layer-query.h"

#include <math.h>

#define BUDGET_MS 400.0

static void
report_ms (const char *name,
           double      since)
{
  bench_report (name, 1000 * (bench_thread_now () - since), "ms", BUDGET_MS);
}

static void
bench_sorts (LaminaRun      *run,
             LaminaTimebase *timebase,
             guint32        *rows,
             guint           n)
{
  for (LaminaLayerColumn column = 0; column < LAMINA_N_LAYER_COLUMNS; column++)
    {
      g_autofree char *name = g_strdup_printf ("sort by %s", lamina_layer_column_get_name (column));
      double since = bench_thread_now ();

      lamina_layers_sort (run, timebase, column, column % 2 == 0, rows, n, NULL);
      report_ms (name, since);
    }
}

static void
bench_filters (LaminaRun      *run,
               LaminaTimebase *timebase)
{
  static const char *const texts[] = { "", "conv", "layer 99", "10×70×*" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree char *name = g_strdup_printf ("filter by \"%s\"", texts[i]);
      g_autofree guint32 *rows = NULL;
      guint n;
      double since = bench_thread_now ();

      filter.text = texts[i];
      rows = lamina_layers_filter (run, timebase, &filter, NULL, &n);
      report_ms (name, since);
    }
}

static void
bench_groupings (LaminaRun     *run,
                 const guint32 *rows,
                 guint          n)
{
  for (LaminaGroupBy by = 0; by < LAMINA_N_GROUP_BY; by++)
    {
      g_autofree char *name = g_strdup_printf ("group by %s, sort by p95", lamina_group_by_get_name (by));
      double since = bench_thread_now ();
      g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (run, rows, n, by, NULL);
      g_autofree guint32 *order = lamina_grouping_dup_order (grouping, LAMINA_LAYER_COLUMN_P95, TRUE, NULL);

      report_ms (name, since);
      g_assert_nonnull (order);
      g_assert_cmpuint (lamina_grouping_get_n (grouping), <=, n);
    }
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  g_autoptr (LaminaDocument) document = bench_layers_new (n);
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autofree guint32 *rows = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  g_print ("%u layers\n", n);
  bench_filters (run, timebase);
  bench_groupings (run, rows, n);
  bench_sorts (run, timebase, rows, n);
  return 0;
}

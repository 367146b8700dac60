/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long the data of each chart takes for a million layers, which happens off the main thread, and its layout, which does
 * not.
 */

#include "bench.h"

#include "lamina-chart-layout.h"
#include "lamina-work.h"

#include <time.h>

#define DATA_BUDGET_MS 1000.0
#define LAYOUT_BUDGET_MS 100.0

/* Seconds that this process computed: a chart is one thread, and what else the machine does is not its cost. */
static double
get_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void
bench_chart (const LaminaChart *chart,
             LaminaDocument    *document,
             LaminaMetrics     *metrics)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, 0);
  g_autofree char *data_name = g_strdup_printf ("data of %s", lamina_chart_get_id (chart));
  g_autofree char *layout_name = g_strdup_printf ("layout of %s", lamina_chart_get_id (chart));
  double since = get_seconds ();
  g_autoptr (LaminaChartData) data = lamina_chart_create_data (chart, &query, NULL);
  g_autoptr (LaminaScene) scene = NULL;

  bench_report (data_name, 1000 * (get_seconds () - since), "ms", DATA_BUDGET_MS);
  since = get_seconds ();
  scene = lamina_chart_layout (data, 1000, 500, metrics);
  bench_report (layout_name, 1000 * (get_seconds () - since), "ms", LAYOUT_BUDGET_MS);
}

/* Layers without anything around them take longest where that is enough. */
static LaminaDocument *
pick (const LaminaChart *chart,
      LaminaDocument    *layers,
      LaminaDocument    *run)
{
  g_autofree char *reason = lamina_chart_dup_reason (chart, layers, 0);

  return reason == NULL ? layers : run;
}

int
main (int    argc,
      char **argv)
{
  guint n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  g_autoptr (LaminaDocument) document = bench_layers_new (n);
  g_autoptr (LaminaDocument) run = bench_run_new (n);
  LaminaStyle style = LAMINA_STYLE_INIT (LAMINA_THEME_LIGHT);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new (&style);
  double since = get_seconds ();

  g_print ("%u layers\n", n);
  lamina_work_attach (document, 0, NULL);
  bench_report ("cost model, once for all charts", 1000 * (get_seconds () - since), "ms", DATA_BUDGET_MS);
  for (guint i = 0; i < lamina_chart_get_n (); i++)
    bench_chart (lamina_chart_get (i), pick (lamina_chart_get (i), document, run), metrics);
  return 0;
}

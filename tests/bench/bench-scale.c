/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long what looks at a whole trace takes: search and the way through its matches, totals of the whole run, flame
 * trees, the arrangement of tracks. What takes longer than a frame is done in threads; what a key waits for must not.
 */

#include "bench.h"

#include "lamina-arrangement.h"
#include "lamina-flame-tree.h"
#include "lamina-range-totals.h"
#include "lamina-sandwich.h"
#include "lamina-search-groups.h"

#include <math.h>

#define N_STEPS 1000

typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
} Bench;

static void
report_ms (const char *name,
           double      since,
           double      budget)
{
  bench_report (name, 1000 * (bench_thread_now () - since), "ms", budget);
}

/* A step through the matches is what a key waits for; a picture of the overview, what a frame waits for. */
static void
bench_steps (Bench        *self,
             LaminaSearch *search,
             const char   *text,
             gboolean      forward)
{
  g_autofree char *name = g_strdup_printf ("%s of \"%s\" and its number", forward ? "next match" : "match before", text);
  LaminaSliceRef found, from;
  gboolean has_from = FALSE;
  double since = bench_thread_now ();

  for (guint i = 0; i < N_STEPS; i++)
    {
      if (!lamina_search_find (search, has_from ? &from : NULL, 0, forward, &found))
        return;
      g_assert_cmpuint (lamina_search_get_ordinal (search, &found), >, 0);
      from = found;
      has_from = TRUE;
    }
  bench_report (name, 1000 * (bench_thread_now () - since) / N_STEPS, "ms", 1);
}

static void
bench_overview (Bench        *self,
                LaminaSearch *search,
                const char   *text)
{
  g_autofree char *name = g_strdup_printf ("ticks of \"%s\" in 1600 columns", text);
  gint64 start = lamina_timebase_get_start (self->timebase), end = lamina_timebase_get_end (self->timebase);
  guint8 columns[1600] = { 0 };
  double since = bench_thread_now ();

  lamina_search_mark_columns (search, start, (double) (end - start) / G_N_ELEMENTS (columns), G_N_ELEMENTS (columns),
                              columns);
  report_ms (name, since, 3);
}

static void
bench_search (Bench      *self,
              const char *text)
{
  g_autofree char *name = g_strdup_printf ("search for \"%s\"", text);
  double since = bench_thread_now ();
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, self->timebase, text, NULL);

  report_ms (name, since, 400);
  g_print ("%" G_GUINT64_FORMAT " matches\n", lamina_search_get_n (search));
  if (lamina_search_get_n (search) == 0)
    return;
  since = bench_thread_now ();
  lamina_search_groups_free (lamina_search_groups_new (search, self->timebase, NULL));
  report_ms ("its list with totals", since, 400);
  bench_steps (self, search, text, TRUE);
  bench_steps (self, search, text, FALSE);
  bench_overview (self, search, text);
}

static void
bench_totals (Bench *self)
{
  gint64 start = lamina_timebase_get_start (self->timebase), end = lamina_timebase_get_end (self->timebase);
  double since = bench_thread_now ();

  g_print ("effort %" G_GUINT64_FORMAT "\n", lamina_range_totals_get_effort (self->run, self->timebase, start, end, G_MAXUINT64));
  report_ms ("effort of the totals of the whole run", since, 3);
  since = bench_thread_now ();
  lamina_range_totals_free (lamina_range_totals_new (self->run, self->timebase, start, end, NULL));
  report_ms ("totals of the whole run", since, 1000);
}

/* All names of a tree, and both halves of that with the largest weight of its own. */
static void
bench_sandwich (LaminaFlameTree *tree)
{
  gint64 weight;
  guint n;
  double since = bench_thread_now ();
  g_autoptr (LaminaSandwich) sandwich = lamina_sandwich_new (tree, NULL);

  report_ms ("names of its sandwich", since, 400);
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    {
      since = bench_thread_now ();
      lamina_flame_tree_unref (lamina_sandwich_create_tree (sandwich, 0, half, NULL));
      report_ms (half == LAMINA_SANDWICH_CALLERS ? "callers of a name" : "callees of a name", since, 400);
    }
  since = bench_thread_now ();
  g_free (lamina_flame_tree_match (tree, "conv", &weight, &n, NULL));
  report_ms ("search in the tree", since, 50);
}

static void
bench_flame (Bench         *self,
             LaminaFlameBy  by,
             guint32        track)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  g_autoptr (LaminaFlameTree) tree = NULL;
  g_autofree char *name = g_strdup_printf ("flame tree by %s%s", lamina_flame_by_get_name (by),
                                           track == LAMINA_NONE ? "" : " of the busiest track");
  double since = bench_thread_now ();

  options.by = by;
  options.track = track;
  tree = lamina_flame_tree_new (self->run, NULL, &options, NULL);
  report_ms (name, since, 1000);
  g_print ("%u nodes\n", lamina_flame_tree_get_nodes (tree)->n);
  if (track != LAMINA_NONE)
    bench_sandwich (tree);
}

static void
bench_flames (Bench *self)
{
  double since = bench_thread_now ();
  guint offers = lamina_flame_list_offers (self->run, NULL);

  report_ms ("which flame trees there are", since, NAN);
  for (guint by = 0; by < LAMINA_N_FLAME_BY; by++)
    if (offers & 1u << by)
      bench_flame (self, by, LAMINA_NONE);
  bench_flame (self, LAMINA_FLAME_BY_CALLS, 0);
}

static void
bench_arrangement (Bench *self)
{
  double since = bench_thread_now ();

  lamina_arrangement_attach_shown (self->run);
  report_ms ("arrangement of tracks", since, 3);
}

int
main (int    argc,
      char **argv)
{
  static const char *const texts[] = { "conv", "softmax_2", "conv gemm", "relu_4 relu", "nothing", "e" };
  guint64 n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 10000000;
  g_autoptr (LaminaDocument) document = bench_trace_new (n);
  Bench bench = { lamina_document_get_run (document, 0), NULL };

  bench.timebase = lamina_timebase_new (bench.run, TRUE);
  g_print ("%" G_GUINT64_FORMAT " slices, %u layers\n", lamina_run_get_totals (bench.run)->n_slices,
           lamina_run_get_layers (bench.run)->n);
  bench_arrangement (&bench);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    bench_search (&bench, texts[i]);
  bench_totals (&bench);
  bench_flames (&bench);
  lamina_timebase_unref (bench.timebase);
  return 0;
}

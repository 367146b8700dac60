/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-parallel.h"

#define N 1000
#define RUNS 2000
#define CALLERS 4

/* What each call adds to, none of them twice. */
typedef struct
{
  _Atomic guint n_calls[N];
  guint n_threads;
  GThread *caller;
} Counts;

static void
count (guint    i,
       gpointer data)
{
  Counts *counts = data;

  counts->n_calls[i]++;
}

static void
assert_called (const Counts *counts,
               guint         n,
               guint         times)
{
  for (guint i = 0; i < N; i++)
    g_assert_cmpuint (counts->n_calls[i], ==, i < n ? times : 0);
}

static void
test_each_once (void)
{
  static const guint ns[] = { 0, 1, 2, 3, 63, 64, 65, N };

  for (guint k = 0; k < G_N_ELEMENTS (ns); k++)
    for (guint n_threads = 0; n_threads < 100; n_threads += 7)
      {
        Counts counts = { 0 };

        lamina_parallel_run (ns[k], n_threads, count, &counts);
        assert_called (&counts, ns[k], 1);
      }
}

static void
assert_caller (G_GNUC_UNUSED guint i,
               gpointer            data)
{
  const Counts *counts = data;

  g_assert_true (counts->caller == g_thread_self ());
}

static void
test_alone (void)
{
  Counts counts = { .caller = g_thread_self () };

  lamina_parallel_run (N, 1, assert_caller, &counts);
  lamina_parallel_run (1, 8, assert_caller, &counts);
}

/* What one run writes is there for the next, by whichever threads: plain numbers, so that ThreadSanitizer would say where not. */
static void
add_neighbor (guint    i,
              gpointer data)
{
  guint *rows = data;

  rows[N + i] = rows[i] + rows[(i + 1) % N];
}

static void
copy_back (guint    i,
           gpointer data)
{
  guint *rows = data;

  rows[i] = rows[N + i];
}

static gpointer
run_often (G_GNUC_UNUSED gpointer data)
{
  guint rows[2 * N];

  for (guint i = 0; i < N; i++)
    rows[i] = 1;
  /* Numbers wrap as those of one thread would. */
  for (guint run = 1; run <= RUNS; run++)
    {
      lamina_parallel_run (N, 4, add_neighbor, rows);
      lamina_parallel_run (N, 4, copy_back, rows);
      for (guint i = 0; i < N; i += N - 1)
        g_assert_cmpuint (rows[i], ==, run < 32 ? 1u << run : 0);
    }
  return NULL;
}

static void
test_callers (void)
{
  GThread *callers[CALLERS];

  for (guint i = 0; i < CALLERS; i++)
    callers[i] = g_thread_new ("caller", run_often, NULL);
  for (guint i = 0; i < CALLERS; i++)
    g_thread_join (callers[i]);
}

static void
count_within (G_GNUC_UNUSED guint i,
              gpointer            data)
{
  const Counts *counts = data;

  lamina_parallel_run (N, counts->n_threads, count, data);
}

/* A call that has others do a part of it waits for them, however many wait already. */
static void
test_nested (void)
{
  for (guint n_threads = 1; n_threads < 64; n_threads *= 2)
    {
      Counts counts = { .n_threads = n_threads };

      lamina_parallel_run (20, n_threads, count_within, &counts);
      assert_called (&counts, N, 20);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/each-once", test_each_once);
  g_test_add_func ("/parallel/alone", test_alone);
  g_test_add_func ("/parallel/callers", test_callers);
  g_test_add_func ("/parallel/nested", test_nested);
  return g_test_run ();
}

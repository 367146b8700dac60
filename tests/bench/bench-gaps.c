/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What finding the gaps of a device takes: a million kernels, each launched by a call inside operators that lie in each other,
 * with a wait now and then, so that most gaps are divided by what the host did. A trace of 1 GB has a quarter of them.
 */

#include "bench.h"

#include "lamina-idle.h"

#include <malloc.h>
#include <math.h>

#define KERNELS 1000000
#define DEPTH 5
#define BUDGET_S 1.0

/* 32 for the gap, 8 for the launch of the work behind it, and what the waits of the host take. */
#define BUDGET_BYTES 44.0

static LaminaDocument *
create_trace (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "gaps", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 kernel = lamina_builder_intern (builder, "kernel", -1);
  guint32 call = lamina_builder_intern (builder, "cudaLaunchKernel", -1);
  guint32 wait = lamina_builder_intern (builder, "cudaStreamSynchronize", -1);
  guint32 operator = lamina_builder_intern (builder, "aten::add", -1);
  guint32 host, device, thread, queue, layer;
  LaminaLayerInit init = LAMINA_LAYER_INIT;

  lamina_builder_add_clock (builder, run, "Trace");
  host = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  device = lamina_builder_add_group (builder, run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  thread = lamina_builder_add_track (builder, run, host, "thread 1", 0);
  queue = lamina_builder_add_track (builder, run, device, "stream 7", 0);
  init.name = init.type = kernel;
  init.device_time = 50;
  layer = lamina_builder_add_layer (builder, run, &init);
  for (guint i = 0; i < KERNELS; i++)
    {
      gint64 begin = (gint64) i * 1000;
      guint32 from, to;

      for (guint depth = 0; depth < DEPTH; depth++)
        bench_add_slice (builder, run, thread, LAMINA_NONE, operator, begin + 10 * depth, 900 - 20 * depth);
      if (i % 16 == 0)
        bench_add_slice (builder, run, thread, LAMINA_NONE, wait, begin + 100, 200);
      from = bench_add_slice (builder, run, thread, LAMINA_NONE, call, begin + 400, 100);
      to = bench_add_slice (builder, run, queue, layer, kernel, begin + 600, 50);
      lamina_builder_add_flow (builder, run, 0, thread, from, queue, to);
    }
  return bench_freeze (builder);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (LaminaDocument) document = create_trace ();
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  gsize before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
  double since = bench_thread_now ();
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  double found = bench_thread_now () - since;
  gsize held = mallinfo2 ().uordblks + mallinfo2 ().hblkhd - before;
  guint n = lamina_idle_get_device (idle, 0)->n_gaps;
  g_autoptr (GArray) groups = NULL;

  g_assert_cmpuint (n, ==, KERNELS - 1);
  bench_report ("finding a million gaps", found, "s", BUDGET_S);
  bench_report ("  kept for each, with launches and waits", (double) held / n, "bytes", BUDGET_BYTES);
  since = bench_thread_now ();
  groups = lamina_idle_group_by_host (idle, 0, LAMINA_N_LOADS);
  bench_report ("  grouping them by what the host did", bench_thread_now () - since, "s", BUDGET_S);
  return 0;
}

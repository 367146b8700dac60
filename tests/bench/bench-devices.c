/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a run of many devices takes for each of them, against one of few: what is found of devices and of the threads that
 * wait for them is to be linear in their number, but for memory that no longer fits into caches.
 */

#include "bench.h"

#include "lamina-finding.h"

#include <math.h>

#define FEW 1000
#define TIMES 16
#define BUDGET 4.0

/* Each device exchanges something while nothing computes, and a thread of its own waits for it. */
static void
add_device (LaminaBuilder *builder,
            guint32        run,
            guint          i)
{
  g_autofree char *name = g_strdup_printf ("GPU %u", i);
  guint32 kernel = lamina_builder_intern (builder, "ncclKernel_AllReduce", -1);
  guint32 wait = lamina_builder_intern (builder, "cudaStreamSynchronize", -1);
  guint32 device = lamina_builder_add_group (builder, run, LAMINA_NONE, name, LAMINA_GROUP_DEVICE);
  guint32 queue = lamina_builder_add_track (builder, run, device, "stream 7", 0);
  guint32 thread = lamina_builder_add_track (builder, run, 0, "thread", 0);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = layer.type = kernel;
  layer.device_time = 50;
  bench_add_slice (builder, run, queue, lamina_builder_add_layer (builder, run, &layer), kernel, 100 * i, 50);
  bench_add_slice (builder, run, thread, LAMINA_NONE, wait, 100 * i, 60);
}

static LaminaDocument *
create_devices (guint n)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "devices", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);

  lamina_builder_add_clock (builder, run, "host");
  lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  for (guint i = 0; i < n; i++)
    add_device (builder, run, i);
  return bench_freeze (builder);
}

/* Milliseconds for each device. */
static double
measure (guint n)
{
  g_autoptr (LaminaDocument) document = create_devices (n);
  double since = bench_thread_now ();
  g_autoptr (LaminaFindings) findings = lamina_findings_new (document, 0, NULL, LAMINA_NONE, NULL, NULL);

  g_assert_cmpuint (lamina_findings_get_n (findings), >=, n);
  return 1000 * (bench_thread_now () - since) / n;
}

int
main (int    argc,
      char **argv)
{
  double few, many;

  measure (FEW);
  few = measure (FEW);
  many = measure (FEW * TIMES);
  bench_report ("findings of a device among 16 000", many, "ms", (double) NAN);
  bench_report ("the same against one among 1 000", many / few, "×", BUDGET);
  return 0;
}

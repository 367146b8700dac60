/* SPDX-License-Identifier: Apache-2.0 */
/* How fast a large trace goes into the builder and is frozen, and what it takes in memory, on few and on many tracks.
 * `bench-freeze SLICES` takes another size. */

#include "bench.h"
#include "lamina-core.h"
#include "row-plan.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define SLICE_BYTES 64.0
#define LAYER_BYTES 96.0
#define N_NAMES 5000

/* Of seven slices of a host thread, all layers, two launch a kernel and an arrow leads there. */
#define HOST_SHARE 0.6
#define TREE 7

static guint
count_hosts (const RowPlan *plan)
{
  return MAX (1, (guint) (plan->n_tracks * HOST_SHARE));
}

static guint32
plan_layer (RowPlan *plan,
            guint32  parent,
            guint32  name)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = name;
  layer.type = name;
  layer.parent = parent;
  layer.order = plan->layers->len;
  g_array_append_val (plan->layers, layer);
  return layer.order;
}

static guint32
plan_slice (RowPlan *plan,
            guint    track,
            gint64   start,
            gint64   duration,
            guint32  name,
            guint32  layer)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = duration;
  slice.name = name;
  slice.category = 1 + track % 4;
  slice.layer = layer;
  slice.args_offset = plan->n_slices++ * 300;
  slice.args_length = 200;
  g_array_append_val (plan->slices[track], slice);
  return plan->slices[track]->len - 1;
}

static guint32
random_name (RowPlan *plan)
{
  return 1 + (trace_random (&plan->random) & trace_random (&plan->random)) % N_NAMES;
}

static void
plan_kernel (RowPlan *plan,
             gint64   start,
             gint64   duration,
             guint    host,
             guint32  launch,
             guint32  layer)
{
  guint n_hosts = count_hosts (plan);
  guint device = n_hosts + trace_random (&plan->random) % (plan->n_tracks - n_hosts);
  GArray *slices = plan->slices[device];
  const LaminaSliceInit *last = slices->len > 0 ? &g_array_index (slices, LaminaSliceInit, slices->len - 1) : NULL;
  LaminaFlow flow = { 0, { host, launch }, { device, slices->len } };

  if (last != NULL)
    start = MAX (start, last->start + last->duration);
  plan_slice (plan, device, start, duration, random_name (plan), layer);
  g_array_append_val (plan->flows, flow);
}

/* An operator with two others inside it, which launch. */
static void
plan_tree (RowPlan *plan,
           guint    host,
           gint64   start,
           gint64   length)
{
  guint32 name = random_name (plan);
  guint32 layer = plan_layer (plan, LAMINA_NONE, name);

  plan_slice (plan, host, start, length, name, layer);
  for (guint i = 0; i < 2; i++)
    {
      gint64 inner_start = start + i * length / 2;
      guint32 inner = plan_layer (plan, layer, random_name (plan));
      guint32 innermost = plan_layer (plan, inner, random_name (plan));
      guint32 launch;

      plan_slice (plan, host, inner_start, length / 2, random_name (plan), inner);
      plan_slice (plan, host, inner_start + length / 16, length / 4, random_name (plan), innermost);
      launch = plan_slice (plan, host, inner_start + length / 8, length / 8, random_name (plan), LAMINA_NONE);
      if (trace_random (&plan->random) % 4 < 3)
        plan_kernel (plan, inner_start + length, length / 4, host, launch, innermost);
    }
}

static void
plan_init (RowPlan *plan,
           guint    n_tracks,
           guint64  n_slices,
           guint    disorder)
{
  g_autofree gint64 *ends = g_new0 (gint64, n_tracks);
  guint n_hosts;

  row_plan_init (plan, n_tracks);
  n_hosts = count_hosts (plan);
  while (plan->n_slices < n_slices)
    {
      /* Two host threads do half of the work. */
      guint host = trace_random (&plan->random) % (trace_random (&plan->random) % 2 ? MIN (2, n_hosts) : n_hosts);
      gint64 length = 1600 + trace_random (&plan->random) % 100000;

      plan_tree (plan, host, ends[host], length);
      ends[host] += length + trace_random (&plan->random) % 1000;
    }
  for (guint i = 0; i < n_tracks; i++)
    for (guint j = 0; disorder > 0 && j + 100 < plan->slices[i]->len; j += disorder)
      {
        LaminaSliceInit *slices = (LaminaSliceInit *) plan->slices[i]->data;
        LaminaSliceInit slice = slices[j];
        guint other = j + trace_random (&plan->random) % 100;

        slices[j] = slices[other];
        slices[other] = slice;
      }
}

static guint32
add_skeleton (const RowPlan *plan,
              LaminaBuilder *builder)
{
  guint32 run = lamina_builder_add_run (builder, "trace", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 groups[2];

  groups[0] = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  groups[1] = lamina_builder_add_group (builder, run, LAMINA_NONE, "device", LAMINA_GROUP_DEVICE);
  for (guint i = 0; i < N_NAMES; i++)
    {
      static const char *const words[] = { "aten::conv2d", "aten::add_", "sgemm_128x64_tn", "cudaLaunchKernel",
                                           "elementwise_kernel" };
      g_autofree char *name = g_strdup_printf ("%s_%u", words[i % G_N_ELEMENTS (words)], i);

      lamina_builder_intern (builder, name, -1);
    }
  for (guint i = 0; i < plan->n_tracks; i++)
    {
      g_autofree char *name = g_strdup_printf ("track %u", i);

      lamina_builder_add_track (builder, run, groups[i >= count_hosts (plan)], name, 0);
    }
  return run;
}

static void
fill_slices (guint            i,
             guint            from,
             guint            n,
             LaminaSliceInit *slices,
             gpointer         data)
{
  const RowPlan *plan = data;

  memcpy (slices, &g_array_index (plan->slices[i], LaminaSliceInit, from), n * sizeof *slices);
}

static void
add_rows (const RowPlan *plan,
          LaminaBuilder *builder,
          guint32        run)
{
  g_autofree guint32 *tracks = g_new (guint32, plan->n_tracks);
  g_autofree guint *n_slices = g_new (guint, plan->n_tracks);

  lamina_builder_fill_layers (builder, run, plan->layers->len, row_plan_fill_layers, plan->layers->data);
  for (guint i = 0; i < plan->n_tracks; i++)
    {
      tracks[i] = i;
      n_slices[i] = plan->slices[i]->len;
    }
  lamina_builder_fill_slices (builder, run, plan->n_tracks, tracks, n_slices, fill_slices, (gpointer) plan);
  row_plan_add_flows (plan, builder, run);
}

static double
process_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

typedef struct
{
  double wall;
  double cpu;
} Watch;

static Watch
watch_start (void)
{
  return (Watch) { bench_now (), process_now () };
}

static void
watch_report (const Watch *since,
              const char  *name,
              guint64      n)
{
  g_autofree char *cpu = g_strdup_printf ("%s, of all processors together", name);

  bench_report (name, (bench_now () - since->wall) / n * 1e9, "ns a slice", NAN);
  bench_report (cpu, (process_now () - since->cpu) / n * 1e9, "ns a slice", NAN);
}

static void
bench_plan (guint   n_tracks,
            guint64 n_slices,
            guint   disorder)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  gsize before, resident;
  double budget;
  Watch watch;
  guint32 run;
  RowPlan plan;

  plan_init (&plan, n_tracks, n_slices, disorder);
  g_print ("%" G_GUINT64_FORMAT " slices, %u layers, %u flows on %u tracks%s\n", plan.n_slices, plan.layers->len,
           plan.flows->len, n_tracks, disorder > 0 ? ", some out of order" : "");
  before = bench_heap_bytes ();
  bench_reset_peak ();
  resident = bench_peak_bytes ();
  run = add_skeleton (&plan, builder);
  watch = watch_start ();
  add_rows (&plan, builder, run);
  watch_report (&watch, "  added", plan.n_slices);
  watch = watch_start ();
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  watch_report (&watch, "  frozen", plan.n_slices);
  budget = LAYER_BYTES * plan.layers->len + SLICE_BYTES * (plan.n_slices + 2 * plan.flows->len);
  bench_report ("  in memory", (bench_heap_bytes () - before) / 1e6, "MB", budget / 1e6);
  bench_report ("  at most, while it was made", (bench_peak_bytes () - resident) / 1e6, "MB", 2 * budget / 1e6);
  row_plan_clear (&plan);
}

/* Names as a trace has them: long, and most of them seen before. */
static void
bench_names (guint n_names,
             guint n)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autofree char **names = g_new (char *, n_names);
  guint64 random = 0;
  double since;

  for (guint i = 0; i < n_names; i++)
    names[i] = g_strdup_printf ("void at::native::vectorized_elementwise_kernel<%u, at::native::AUnaryFunctor<float>>", i);
  since = bench_thread_now ();
  for (guint i = 0; i < n; i++)
    lamina_builder_intern (builder, names[trace_random (&random) % n_names], -1);
  g_print ("%u of %u names\n", n, n_names);
  bench_report ("  interned", (bench_thread_now () - since) / n * 1e9, "ns a name", NAN);
  for (guint i = 0; i < n_names; i++)
    g_free (names[i]);
}

int
main (int    argc,
      char **argv)
{
  guint64 n_slices = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 3300000;

  bench_names (5000, n_slices);
  bench_names (300000, n_slices);
  bench_plan (30, n_slices, 0);
  bench_plan (256, n_slices, 0);
  bench_plan (256, n_slices, 100);
  return 0;
}

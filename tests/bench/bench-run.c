/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#define N_SECTIONS 1000
#define N_ROLES (LAMINA_ROLE_OUTPUT + 1)
#define N_DEVICES 4
#define N_TYPES 40
#define N_COUNTERS 6
#define KERNEL_NS 8000
#define STEP_NS 10000

static const char *const counters[N_COUNTERS] = {
  "perf::CYCLES", "perf::INSTRUCTIONS", "perf::CACHE-MISSES", "perf::STALLED-CYCLES-BACKEND", "PAPI_FP_OPS", "PAPI_L1_DCM",
};

typedef struct
{
  LaminaBuilder *builder;
  guint32 run;
  guint32 host;
  guint32 queues[N_DEVICES];
  guint32 types[N_TYPES];
  guint32 launch;
  guint32 metrics[N_COUNTERS];
  guint32 shape;
} Maker;

static void
begin (Maker      *self,
       const char *title)
{
  guint32 host;

  self->run = lamina_builder_add_run (self->builder, title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  lamina_builder_add_clock (self->builder, self->run, "clock");
  host = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  self->host = lamina_builder_add_track (self->builder, self->run, host, "thread", 0);
  for (guint i = 0; i < N_DEVICES; i++)
    {
      g_autofree char *name = g_strdup_printf ("gpu %u", i);
      guint32 device = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, name, LAMINA_GROUP_DEVICE);

      self->queues[i] = lamina_builder_add_track (self->builder, self->run, device, "stream", 0);
    }
  for (guint i = 0; i < N_COUNTERS; i++)
    self->metrics[i] = lamina_builder_add_metric (self->builder, self->run, counters[i], LAMINA_UNIT_NONE,
                                                  LAMINA_VALUE_INTEGER);
  for (guint i = 0; i < N_SECTIONS; i++)
    {
      g_autofree char *name = g_strdup_printf ("step %u", i);

      lamina_builder_add_section (self->builder, self->run, name);
    }
}

/* Each is kept for a while: some for ten layers, some for a thousand. */
static void
add_result (Maker   *self,
            guint    i,
            guint32  layer)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  gint64 start = (gint64) i * STEP_NS;
  guint32 row;

  tensor.shape = self->shape;
  tensor.role = (LaminaRole) (i % N_ROLES);
  tensor.bytes = 4096 * (gint64) (1 + i % 97);
  row = lamina_builder_add_tensor (self->builder, self->run, &tensor);
  lamina_builder_add_output (self->builder, self->run, layer, row);
  lamina_builder_add_lifetime (self->builder, self->run, row, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, 0, start,
                               start + (gint64) STEP_NS * (i % 7 == 0 ? 1000 : 10));
}

static void
add_layer (Maker *self,
           guint  i,
           guint  n)
{
  LaminaLayerInit init = LAMINA_LAYER_INIT;
  gint64 start = (gint64) i * STEP_NS;
  guint32 layer;

  init.name = init.type = self->types[i % N_TYPES];
  init.order = i;
  init.section = (guint32) ((guint64) i * N_SECTIONS / n);
  init.track = self->queues[i % N_DEVICES];
  init.device_time = KERNEL_NS + i % 1000;
  layer = lamina_builder_add_layer (self->builder, self->run, &init);
  bench_add_slice (self->builder, self->run, self->host, layer, self->launch, start, STEP_NS / 4);
  bench_add_slice (self->builder, self->run, self->queues[i % N_DEVICES], layer, init.name, start + STEP_NS / 2,
                   init.device_time);
  for (guint k = 0; k < N_COUNTERS; k++)
    lamina_builder_set_metric_integer (self->builder, self->run, self->metrics[k], layer, (gint64) i * (k + 1) % 100000);
  add_result (self, i, layer);
}

LaminaDocument *
bench_run_new (guint n_layers)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  Maker maker = { .builder = builder, .launch = lamina_builder_intern (builder, "cudaLaunchKernel", -1),
                  .shape = lamina_builder_intern_shape (builder, (gint64[]) { 10, 64, 56, 56 }, 4) };

  for (guint i = 0; i < N_TYPES; i++)
    {
      g_autofree char *name = g_strdup_printf ("conv2d_%u", i);

      maker.types[i] = lamina_builder_intern (builder, name, -1);
    }
  for (guint run = 0; run < 2; run++)
    {
      guint n = run == 0 ? n_layers : n_layers / 4;

      begin (&maker, run == 0 ? "first" : "second");
      for (guint i = 0; i < n; i++)
        add_layer (&maker, i, n);
    }
  return bench_freeze (builder);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"
#include "trace-random.h"

#define N_TRACKS 16
#define SAMPLE_INTERVAL 130000
#define N_NAMES 200
#define N_TYPES 40
#define N_SHAPES 60

/* A root, four children in it, three grandchildren in the first of them. */
#define SLICES_PER_ROOT 8

static const char *const types[] = {
  "conv", "gemm", "softmax", "add", "relu", "batch_norm", "max_pool", "reduce_sum", "transpose", "memcpy", "all_reduce", "adam",
  "gather", "launch",
};

/* 16 ns to about 260 µs, each octave as often as the next. */
static gint64
next_length (guint64 *state)
{
  guint octave = 4 + trace_random (state) % 14;

  return ((gint64) 1 << octave) + trace_random (state) % ((gint64) 1 << octave);
}

typedef struct
{
  LaminaBuilder *builder;
  guint32 run;
  guint32 names[N_NAMES];
  guint64 random;
} Maker;

static guint32
random_name (Maker *maker)
{
  return maker->names[trace_random (&maker->random) % N_NAMES];
}

/* Slices side by side that fill @length. */
static void
add_children (Maker   *maker,
              guint32  track,
              guint32  layer,
              guint    n,
              gint64   start,
              gint64   length)
{
  for (guint i = 0; i < n; i++)
    bench_add_slice (maker->builder, maker->run, track, layer, random_name (maker), start + i * length / n, length / n);
}

static guint32
add_layer (Maker   *maker,
           guint32  track,
           guint32  name)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = name;
  layer.type = name;
  layer.track = track;
  return lamina_builder_add_layer (maker->builder, maker->run, &layer);
}

/*
 * Every track covers about the same time: one with fewer slices has longer ones. Each has random numbers of its own, so
 * that what stands first does not depend on how many there are.
 */
static void
fill_track (Maker   *maker,
            guint32  track,
            guint64  n_roots,
            double   stretch)
{
  gint64 start = 0;

  maker->random = ((guint64) track + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (guint64 i = 0; i < n_roots; i++)
    {
      gint64 length = next_length (&maker->random) * stretch;
      guint32 name = random_name (maker);
      guint32 layer = i % 2 == 0 ? add_layer (maker, track, name) : LAMINA_NONE;

      bench_add_slice (maker->builder, maker->run, track, layer, name, start, length);
      add_children (maker, track, layer, 4, start, length);
      add_children (maker, track, layer, 3, start, length / 4);
      start += length + next_length (&maker->random) * stretch / 4;
    }
}

static void
fill_counter (Maker   *maker,
              guint32  group,
              guint    n)
{
  guint32 counter = lamina_builder_add_counter (maker->builder, maker->run, group, "memory", 0, LAMINA_UNIT_BYTES, FALSE);

  maker->random = 1;
  for (guint i = 0; i < n; i++)
    lamina_builder_add_sample (maker->builder, maker->run, counter, (gint64) i * SAMPLE_INTERVAL,
                               trace_random (&maker->random));
}

static void
intern_names (Maker *maker)
{
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s_%u", types[i % G_N_ELEMENTS (types)], i);

      maker->names[i] = lamina_builder_intern (maker->builder, name, -1);
    }
}

LaminaDocument *
bench_trace_new (guint64 n_slices)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  Maker maker = { .builder = builder };
  guint32 groups[2];
  double weight = 0;

  maker.run = lamina_builder_add_run (builder, "synthetic", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  lamina_builder_add_clock (builder, maker.run, "clock");
  groups[0] = lamina_builder_add_group (builder, maker.run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  groups[1] = lamina_builder_add_group (builder, maker.run, LAMINA_NONE, "device", LAMINA_GROUP_DEVICE);
  intern_names (&maker);
  for (guint i = 0; i < N_TRACKS; i++)
    weight += 1.0 / (i + 1);
  for (guint i = 0; i < N_TRACKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("track %u", i);
      guint32 track = lamina_builder_add_track (builder, maker.run, groups[i % 2], name, 0);
      guint64 n_roots = MAX (1, n_slices / SLICES_PER_ROOT / (i + 1) / weight);

      fill_track (&maker, track, n_roots, i + 1);
    }
  fill_counter (&maker, groups[1], CLAMP (n_slices / 100, 10, 100000));
  return bench_freeze (builder);
}

gint64
bench_trace_find_common (LaminaDocument *small)
{
  LaminaRun *run = lamina_document_get_run (small, 0);
  gint64 common = G_MAXINT64;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, i));

      if (slices->n > 0)
        {
          guint32 last = slices->first[1] - 1;

          common = MIN (common, slices->start[last] + slices->duration[last]);
        }
    }
  return common;
}

static guint32
add_shaped_tensor (Maker         *maker,
                   const guint32 *shapes,
                   guint32        name)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  tensor.name = name;
  tensor.shape = shapes[trace_random (&maker->random) % N_SHAPES];
  return lamina_builder_add_tensor (maker->builder, maker->run, &tensor);
}

LaminaDocument *
bench_layers_new (guint n_layers)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  Maker maker = { .builder = builder };
  guint32 shapes[N_SHAPES];

  maker.run = lamina_builder_add_run (builder, "synthetic", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  intern_names (&maker);
  for (guint i = 0; i < N_SHAPES; i++)
    shapes[i] = lamina_builder_intern_shape (builder, (gint64[]) { 10, 64 + i, 56, 56 }, 4);
  for (guint i = 0; i < n_layers; i++)
    {
      char text[32];
      LaminaLayerInit init = LAMINA_LAYER_INIT;
      guint32 layer;

      g_snprintf (text, sizeof text, "layer[%u]", i);
      init.name = lamina_builder_intern (builder, text, -1);
      init.type = maker.names[trace_random (&maker.random) % N_TYPES];
      init.order = i;
      init.device_time = next_length (&maker.random);
      init.flop = (gint64) trace_random (&maker.random) * 16;
      init.bytes = trace_random (&maker.random);
      layer = lamina_builder_add_layer (builder, maker.run, &init);
      for (guint j = 0; j < 2; j++)
        lamina_builder_add_input (builder, maker.run, layer, add_shaped_tensor (&maker, shapes, init.name));
    }
  return bench_freeze (builder);
}

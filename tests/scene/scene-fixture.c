/* SPDX-License-Identifier: Apache-2.0 */
#include "scene-fixture.h"

LaminaDocument *
scene_fixture_freeze (LaminaBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  lamina_builder_unref (builder);
  return document;
}

static void
add_slice (LaminaBuilder   *builder,
           guint32          track,
           const char      *name,
           gint64           start,
           gint64           duration,
           guint32          layer,
           LaminaSliceKind  kind)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = lamina_builder_intern (builder, name, -1);
  slice.start = start;
  slice.duration = duration;
  slice.layer = layer;
  slice.kind = kind;
  lamina_builder_add_slice (builder, 0, track, &slice);
}

static guint32
add_layer (LaminaBuilder *builder,
           const char    *name,
           const char    *type,
           gint64         flop)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  layer.name = lamina_builder_intern (builder, name, -1);
  layer.type = lamina_builder_intern (builder, type, -1);
  layer.flop = flop;
  return lamina_builder_add_layer (builder, 0, &layer);
}

static const struct
{
  const char *name;
  const char *type;
  gint64 start;
  gint64 wait;
  gint64 duration;
} operators[] = {
  { "data", "Input", 0, 0, 0 },
  { "conv(data,const{64,3,7,7}[1])[2]", "Convolution", 100000, 20000, 400000 },
  { "relu(conv[2])[3]", "Elemwise", 520000, 1000, 80000 },
  { "FUSE_ADD_RELU(relu[3],relu[3])[4]", "Elemwise", 600000, 0, 100000 },
  { "matmul(FUSE_ADD_RELU[4])[5]", "MatrixMul", 900000, 100000, 600000 },
};

LaminaDocument *
fixture_small (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 host_clock = lamina_builder_add_clock (builder, run, "host");
  guint32 device_clock = lamina_builder_add_clock (builder, run, "gpu0");
  guint32 host = lamina_builder_add_group (builder, run, LAMINA_NONE, "Host", LAMINA_GROUP_HOST);
  guint32 device = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu0", LAMINA_GROUP_DEVICE);
  guint32 counters = lamina_builder_add_group (builder, run, LAMINA_NONE, "Counters", LAMINA_GROUP_COUNTERS);
  guint32 thread = lamina_builder_add_track (builder, run, host, "main", host_clock);
  guint32 queue = lamina_builder_add_track (builder, run, device, "Operators", device_clock);
  guint32 memory = lamina_builder_add_counter (builder, run, counters, "Live memory", device_clock, LAMINA_UNIT_BYTES,
                                               TRUE);

  lamina_builder_set_tool (builder, "Fixture");
  lamina_builder_set_clock_offset (builder, run, device_clock, 1000000, LAMINA_CLOCK_CAUSALITY, 1000000);
  add_slice (builder, thread, "step", 50000, 900000, LAMINA_NONE, LAMINA_SLICE_WORK);
  add_slice (builder, thread, "forward", 100000, 500000, LAMINA_NONE, LAMINA_SLICE_WORK);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      guint32 layer = add_layer (builder, operators[i].name, operators[i].type, i == 0 ? LAMINA_ABSENT : 1000000 * i);
      gint64 start = operators[i].start;
      gint64 wait = operators[i].wait;

      add_slice (builder, queue, operators[i].name, start, operators[i].duration, layer, LAMINA_SLICE_WORK);
      if (wait > 0)
        add_slice (builder, queue, "waiting", start, wait, layer, LAMINA_SLICE_WAIT);
      if (operators[i].duration > 0)
        add_slice (builder, queue, "kernel", start + wait, operators[i].duration - wait, layer, LAMINA_SLICE_KERNEL);
      lamina_builder_add_sample (builder, run, memory, start, (double) ((i * 7 % 5) << 20));
    }
  return scene_fixture_freeze (builder);
}

LaminaDocument *
fixture_row (guint  n,
             gint64 start,
             gint64 step,
             gint64 duration)
{
  static const char *const names[] = { "conv", "relu", "pooling", "softmax" };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 track = lamina_builder_add_track (builder, run, group, "queue", 0);

  for (guint i = 0; i < n; i++)
    add_slice (builder, track, names[i % G_N_ELEMENTS (names)], start + step * i, duration, LAMINA_NONE,
               LAMINA_SLICE_WORK);
  return scene_fixture_freeze (builder);
}

void
fixture_add_slice (LaminaBuilder *builder,
                   guint32        run,
                   guint32        track,
                   gint64         start,
                   gint64         duration,
                   guint32        name)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = duration;
  slice.name = name;
  lamina_builder_add_slice (builder, run, track, &slice);
}

LaminaDocument *
fixture_dense (guint n_tracks,
               guint n)
{
  static const char *const names[] = { "conv", "relu", "pooling", "softmax", "copy", "sum", "reshape" };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 ids[G_N_ELEMENTS (names)];
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ids[i] = lamina_builder_intern (builder, names[i], -1);
  for (guint t = 0; t < n_tracks; t++)
    {
      g_autofree char *name = g_strdup_printf ("queue %u", t);
      guint32 track = lamina_builder_add_track (builder, run, group, name, 0);
      gint64 time = 0;

      for (guint i = 0; i < n; i++)
        {
          gint64 scale = g_rand_int_range (random, 0, 20) == 0 ? 100000 : 100;

          gint64 duration = g_rand_int_range (random, 0, 10) == 0 ? 0 : g_rand_int_range (random, 0, (gint32) scale);

          fixture_add_slice (builder, run, track, time, duration, ids[g_rand_int_range (random, 0, G_N_ELEMENTS (ids))]);
          time += duration + (g_rand_int_range (random, 0, 1000) == 0 ? 1000000 : g_rand_int_range (random, 1, 40));
        }
    }
  return scene_fixture_freeze (builder);
}

LaminaDocument *
fixture_nasty (void)
{
  static const char *const names[] = {
    "<b>&amp;\"'", "]]>", "a\x01\x02\x1f\x7f", "\xc2\x85\xef\xbf\xbe\xef\xbf\xbf", "\u202eabc", "tab\tline\nend\r", "",
    "-- -->", "%s%n", "\U0001f525\u0645\u0631\u062d\u0628\u0627", "clip-0", "wait-0",
  };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "<run>", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, names[i], LAMINA_GROUP_DEVICE);
      guint32 track = lamina_builder_add_track (builder, run, group, names[i], 0);
      guint32 layer = add_layer (builder, names[i], names[(i + 1) % G_N_ELEMENTS (names)], LAMINA_ABSENT);

      add_slice (builder, track, names[i], 0, 1000000, layer, LAMINA_SLICE_WORK);
      add_slice (builder, track, names[i], 0, 300000, layer, LAMINA_SLICE_WAIT);
    }
  return scene_fixture_freeze (builder);
}

const LaminaSceneText *
fixture_find_text (LaminaScene *scene,
                   const char  *text)
{
  guint n;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (texts[i].text, text))
      return &texts[i];
  return NULL;
}

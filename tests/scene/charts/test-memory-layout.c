/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-memory-layout.h"
#include "scene-dump.h"
#include "scene-fixture.h"

#define KIB 1024

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSet *live;
  LaminaMemoryMap *map;
  LaminaMetrics *metrics;
} Fixture;

static void
add_tensor (LaminaBuilder *builder,
            guint32        clock,
            const char    *site,
            guint64        address,
            gint64         bytes,
            gint64         released)
{
  LaminaTensorInit init = LAMINA_TENSOR_INIT;
  LaminaAllocation how = LAMINA_ALLOCATION_INIT;
  guint32 tensor;

  init.name = how.site = lamina_builder_intern (builder, site, -1);
  init.address = address;
  init.bytes = bytes;
  how.block = bytes;
  how.released = released;
  tensor = lamina_builder_add_tensor (builder, 0, &init);
  lamina_builder_add_lifetime (builder, 0, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, 0, 99);
  lamina_builder_set_allocation (builder, 0, tensor, &how);
}

static void
freeze (Fixture       *self,
        LaminaBuilder *builder)
{
  self->document = scene_fixture_freeze (builder);
  self->run = lamina_document_get_run (self->document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
  self->live = lamina_live_set_new (self->run, self->timebase, NULL);
  self->map = lamina_memory_map_new (self->run, self->timebase, self->live, 50);
  self->metrics = lamina_metrics_new_fixed (6);
}

/* A segment with a block, one that was given up, and a gap before and behind it; a small one of a stream. */
static void
setup_small (Fixture       *self,
             gconstpointer  data)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 clock;
  LaminaSegment segment = { .address = 0x10000, .bytes = 64 * KIB, .first = 0, .last = 99 };

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  clock = lamina_builder_add_clock (builder, 0, "steps");
  segment.clock = clock;
  lamina_builder_add_segment (builder, 0, &segment);
  segment.address = 0x90000;
  segment.bytes = 16 * KIB;
  segment.stream = lamina_builder_intern (builder, "7", -1);
  lamina_builder_add_segment (builder, 0, &segment);
  add_tensor (builder, clock, "large", 0x10000, 24 * KIB, LAMINA_ABSENT);
  add_tensor (builder, clock, "small", 0x18000, 16 * KIB, 40);
  add_tensor (builder, clock, "large", 0x90000, 16 * KIB, LAMINA_ABSENT);
  freeze (self, builder);
}

/* Segments of any size, with blocks from a few bytes to most of them. */
static void
setup_many (Fixture       *self,
            gconstpointer  data)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  guint64 address = 0x100000;
  guint32 clock;

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  clock = lamina_builder_add_clock (builder, 0, "steps");
  for (guint i = 0; i < 60; i++)
    {
      LaminaSegment segment = { .address = address, .bytes = (gint64) 2 * KIB * KIB << g_rand_int_range (rand, 0, 6),
                                .clock = clock, .first = 0, .last = 99 };
      guint64 at = address;

      lamina_builder_add_segment (builder, 0, &segment);
      for (guint j = 0; at < address + (guint64) segment.bytes; j++)
        {
          gint64 bytes = (gint64) 512 << g_rand_int_range (rand, 0, 16);

          bytes = MIN (bytes, (gint64) (address + (guint64) segment.bytes - at));
          if (g_rand_boolean (rand))
            add_tensor (builder, clock, j % 3 == 0 ? "a" : "b", at, bytes, LAMINA_ABSENT);
          at += (guint64) bytes;
        }
      address += (guint64) segment.bytes + 2 * KIB * KIB;
    }
  freeze (self, builder);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_metrics_free (self->metrics);
  lamina_memory_map_free (self->map);
  lamina_live_set_unref (self->live);
  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
}

static void
test_small (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_memory_layout (self->map, self->live, self->run, 128,
                                                        lamina_memory_layout_get_height (self->map), self->metrics);
  g_autofree char *dump = lamina_scene_dump (scene);

  g_assert_cmpstr (dump, ==,
                   "scene 128x172\n"
                   "group \"numbers\" 0 0 128x46\n"
                   "  box 14 29 10x10 grid\n"
                   "  text 14 13.8 100 start name-bold text \"80.0\u00a0KiB reserved in 2 segments, "
                   "56.0\u00a0KiB of it in use (70.0\u00a0%)\"\n"
                   "  text 30 34.5 84 start caption quiet \"24.0\u00a0KiB free, in 2 pieces, the longest of 16.0\u00a0KiB\"\n"
                   "group \"addresses\" 0 46 128x126\n"
                   "  box 14 68 100x16 family:matrix product textured = blocks 0 [0 + 1]\n"
                   "  box 14 87 12x16 family:matrix product textured = blocks 0 [0 + 1]\n"
                   "  box 26 87 38x16 grid = free 0\n"
                   "  box 64 87 50x16 family:index hatched = blocks 0 [1 + 1]\n"
                   "  box 14 106 24x16 family:index hatched = blocks 0 [1 + 1]\n"
                   "  box 38 106 75x16 grid = free 0\n"
                   "  box 14 150 75x16 family:matrix product textured = blocks 1 [2 + 1]\n"
                   "  text 14 57 100 start caption quiet \"Segments: 1 segment, 64.0\u00a0KiB, 62.5\u00a0% in use\"\n"
                   "  text 14 139 100 start caption quiet \"Stream 7: 1 segment, 16.0\u00a0KiB, 100.0\u00a0% in use\"\n");
}

/* All of it fits; each block has a place, no two boxes one pixel, and what is long in bytes is long in pixels. */
static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  static const int sizes[][2] = { { 400, 160 }, { 1200, 300 }, { 1900, 900 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LaminaScene) scene = lamina_memory_layout (self->map, self->live, self->run, sizes[i][0], sizes[i][1],
                                                            self->metrics);
      g_autofree guint *places = g_new0 (guint, self->map->n_blocks);
      g_autofree double *lengths = g_new0 (double, self->map->n_segments);
      g_autofree guint8 *taken = g_new0 (guint8, (gsize) sizes[i][0] * sizes[i][1]);
      double most = 0, least = G_MAXDOUBLE;
      guint n;
      const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

      g_assert_cmpint (lamina_scene_get_height (scene), ==, sizes[i][1]);
      g_assert_cmpuint (n, <=, LAMINA_MAX_BOXES);
      for (guint j = 0; j < n; j++)
        {
          const LaminaTarget *target = &boxes[j].target;

          if (target->kind != LAMINA_TARGET_BLOCKS && target->kind != LAMINA_TARGET_FREE)
            continue;
          g_assert_cmpint (boxes[j].y + boxes[j].height, <=, sizes[i][1]);
          g_assert_cmpint (boxes[j].x + boxes[j].width, <=, sizes[i][0]);
          lengths[target->track] += boxes[j].width;
          for (guint k = target->first; target->kind == LAMINA_TARGET_BLOCKS && k < target->first + target->n; k++)
            places[k]++;
          for (int k = 0; k < boxes[j].width; k++)
            g_assert_cmpuint (taken[(gsize) boxes[j].y * sizes[i][0] + boxes[j].x + k]++, ==, 0);
        }
      for (guint j = 0; j < self->map->n_blocks; j++)
        g_assert_cmpuint (places[j], >=, 1);
      for (guint j = 0; j < self->map->n_segments; j++)
        if (lengths[j] > 20)
          {
            most = MAX (most, (double) self->map->segments[j].bytes / lengths[j]);
            least = MIN (least, (double) self->map->segments[j].bytes / lengths[j]);
          }
      g_assert_cmpfloat (most, <=, least * 1.06);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/memory-layout/small", Fixture, NULL, setup_small, test_small, teardown);
  g_test_add ("/memory-layout/many", Fixture, NULL, setup_many, test_many, teardown);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"
#include "lamina-memory-map.h"
#include "lamina-tensor-query.h"

/*
 * Two segments, of which the second one goes at 50, and four tensors: two that lie one behind the other, with a gap of 512 before
 * the second, one that was given up at 20 and is kept until 40, and one in no segment.
 */
static LaminaRun *
build (Fixture *self)
{
  static const struct
  {
    guint64 address;
    gint64 bytes;
    gint64 block;
    gint64 first;
    gint64 last;
    gint64 released;
    guint call;
  } tensors[] = {
    { 0x1000, 500, 512, 0, 99, LAMINA_ABSENT, 1 },
    { 0x1400, 1000, LAMINA_ABSENT, 10, 99, LAMINA_ABSENT, 2 },
    { 0x9000, 4096, 4096, 10, 40, 20, 1 },
    { 0x100, 64, LAMINA_ABSENT, 10, 99, LAMINA_ABSENT, 0 },
  };
  LaminaBuilder *builder = self->builder;
  guint32 clock = lamina_builder_add_clock (builder, 0, "own");
  guint32 outer = lamina_builder_add_call (builder, 0, LAMINA_NONE, lamina_builder_intern (builder, "main", -1));
  guint32 inner = lamina_builder_add_call (builder, 0, outer, lamina_builder_intern (builder, "step", -1));
  LaminaSegment segment = { .address = 0x9000, .bytes = 8192, .clock = clock, .first = 0, .last = 49 };

  lamina_builder_add_segment (builder, 0, &segment);
  segment = (LaminaSegment) { .address = 0x1000, .bytes = 4096, .clock = clock, .first = 0, .last = 99 };
  lamina_builder_add_segment (builder, 0, &segment);
  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;
      guint32 tensor;

      init.name = lamina_builder_intern (builder, "tensor", -1);
      init.bytes = tensors[i].bytes;
      init.address = tensors[i].address;
      tensor = lamina_builder_add_tensor (builder, 0, &init);
      lamina_builder_add_lifetime (builder, 0, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, tensors[i].first,
                                   tensors[i].last);
      how.site = tensors[i].call == 0 ? 0 : lamina_builder_intern (builder, tensors[i].call == 1 ? "main" : "step", -1);
      how.stream = lamina_builder_intern (builder, i == 2 ? "7" : "0", -1);
      how.call = tensors[i].call == 0 ? LAMINA_NONE : tensors[i].call == 1 ? outer : inner;
      how.category = i == 3 ? 0 : lamina_builder_intern (builder, i == 2 ? "activation" : "parameter", -1);
      how.block = tensors[i].block;
      how.released = tensors[i].released;
      how.is_older = tensors[i].first == 0;
      lamina_builder_set_allocation (builder, 0, tensor, &how);
    }
  return fixture_freeze (self);
}

static void
check_map (Fixture    *self,
           LaminaRun  *run,
           gint64      position,
           const char *expected)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  g_autoptr (LaminaMemoryMap) map = lamina_memory_map_new (run, self->timebase, live, position);
  g_autofree char *text = g_strdup_printf ("%u segments, %u blocks, %" G_GINT64_FORMAT " reserved, %" G_GINT64_FORMAT
                                           " active, %" G_GINT64_FORMAT " requested, %u free up to %" G_GINT64_FORMAT "%s",
                                           map->n_segments, map->n_blocks, map->reserved, map->active, map->requested, map->n_free,
                                           map->largest_free, map->is_exact ? "" : ", about");

  g_assert_cmpstr (text, ==, expected);
}

static void
check_segments (Fixture    *self,
                LaminaRun  *run,
                gint64      position,
                const char *expected)
{
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  g_autoptr (LaminaMemoryMap) map = lamina_memory_map_new (run, self->timebase, live, position);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < map->n_segments; i++)
    {
      const LaminaMemorySegment *segment = &map->segments[i];

      g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x+%" G_GINT64_FORMAT " stream %s pool %s%s: %u blocks, "
                              "%" G_GINT64_FORMAT " active, %" G_GINT64_FORMAT " free; ", segment->address, segment->bytes,
                              segment->stream ? lamina_run_get_string (run, segment->stream) : "-",
                              segment->pool ? lamina_run_get_string (run, segment->pool) : "-", segment->grows ? " grows" : "",
                              segment->n_blocks, segment->active, segment->free);
    }
  g_string_append_printf (text, "%" G_GINT64_FORMAT " pending", map->pending);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_map (Fixture       *self,
          gconstpointer  data)
{
  LaminaRun *run = build (self);

  check_map (self, run, 5, "2 segments, 1 blocks, 12288 reserved, 512 active, 500 requested, 2 free up to 8192");
  check_map (self, run, 30, "2 segments, 4 blocks, 12288 reserved, 5608 active, 5596 requested, 3 free up to 4096, about");
  check_map (self, run, 60, "1 segments, 3 blocks, 4096 reserved, 1512 active, 1500 requested, 2 free up to 2072, about");
  check_map (self, run, 200, "0 segments, 0 blocks, 0 reserved, 0 active, 0 requested, 0 free up to 0");
}

/*
 * Two pieces of a segment that grows, with a block that reaches from one into the other, a third piece of another stream behind
 * them, and one that does not grow behind that: what is free is counted once, and nothing is free over the border of segments.
 * Sizes of blocks are not stated: they are multiples of 512.
 */
static void
test_pieces (Fixture       *self,
             gconstpointer  data)
{
  static const LaminaSegment pieces[] = {
    { .address = 0x3000, .bytes = 0x1000, .first = 0, .last = 99, .stream = 0, .grows = TRUE },
    { .address = 0x1000, .bytes = 0x1000, .first = 0, .last = 99, .stream = 1, .grows = TRUE },
    { .address = 0x2000, .bytes = 0x1000, .first = 10, .last = 99, .stream = 1, .pool = 1, .grows = TRUE },
    { .address = 0x4000, .bytes = 0x1000, .first = 0, .last = 99, .stream = 0 },
  };
  static const struct
  {
    guint64 address;
    gint64 bytes;
    gint64 first;
  } tensors[] = { { 0x1e00, 1000, 10 }, { 0x2200, 1, 10 }, { 0x4c00, 1024, 0 } };
  LaminaBuilder *builder = self->builder;
  guint32 clock = lamina_builder_add_clock (builder, 0, "own"), word = lamina_builder_intern (builder, "7", -1);
  LaminaRun *run;

  lamina_builder_set_grain (builder, 0, 512);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      LaminaSegment piece = pieces[i];

      piece.clock = clock;
      piece.stream = piece.stream != 0 ? word : 0;
      piece.pool = piece.pool != 0 ? word : 0;
      lamina_builder_add_segment (builder, 0, &piece);
    }
  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;
      guint32 tensor;

      init.bytes = tensors[i].bytes;
      init.address = tensors[i].address;
      tensor = lamina_builder_add_tensor (builder, 0, &init);
      lamina_builder_add_lifetime (builder, 0, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, tensors[i].first, 99);
      how.released = i == 0 ? 20 : LAMINA_ABSENT;
      lamina_builder_set_allocation (builder, 0, tensor, &how);
    }
  run = fixture_freeze (self);
  check_map (self, run, 5, "3 segments, 1 blocks, 12288 reserved, 1024 active, 1024 requested, 3 free up to 4096, about");
  check_map (self, run, 15, "3 segments, 3 blocks, 16384 reserved, 2560 active, 2025 requested, 4 free up to 4096, about");
  check_segments (self, run, 15,
                  "0x1000+8192 stream 7 pool 7 grows: 2 blocks, 1536 active, 6656 free; "
                  "0x3000+4096 stream - pool - grows: 0 blocks, 0 active, 4096 free; "
                  "0x4000+4096 stream - pool -: 1 blocks, 1024 active, 3072 free; 0 pending");
  check_segments (self, run, 20,
                  "0x1000+8192 stream 7 pool 7 grows: 2 blocks, 1536 active, 6656 free; "
                  "0x3000+4096 stream - pool - grows: 0 blocks, 0 active, 4096 free; "
                  "0x4000+4096 stream - pool -: 1 blocks, 1024 active, 3072 free; 1024 pending");
}

static void
test_stacks (Fixture       *self,
             gconstpointer  data)
{
  static const guint32 rows[] = { 0, 1, 2, 3 };
  LaminaRun *run = build (self);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  g_autoptr (GArray) groups = lamina_tensor_groups_new (run, LAMINA_TENSORS_BY_STACK, rows, G_N_ELEMENTS (rows),
                                                        LAMINA_TENSOR_GROUP_COLUMN_BYTES, TRUE, NULL);
  static const struct
  {
    const char *label;
    guint n;
    gint64 bytes;
  } expected[] = { { "main", 2, 4596 }, { "step; main", 1, 1000 }, { NULL, 1, 64 } };

  g_assert_cmpuint (groups->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < groups->len; i++)
    {
      const LaminaTensorGroup *group = &g_array_index (groups, LaminaTensorGroup, i);
      g_autofree char *label = lamina_tensor_group_dup_label (run, LAMINA_TENSORS_BY_STACK, group);

      g_assert_cmpstr (label, ==, expected[i].label);
      g_assert_cmpuint (group->n, ==, expected[i].n);
      g_assert_cmpint (group->bytes, ==, expected[i].bytes);
    }
  g_assert_cmpint (lamina_live_set_get_released (live, 2), ==, 20);
  g_assert_cmpint (lamina_live_set_get_released (live, 0), ==, LAMINA_ABSENT);
}

/* Bands are divided by what is asked for, add up to the same, and the groups have the tensors of their key. */
static void
test_bands (Fixture       *self,
            gconstpointer  data)
{
  static const struct
  {
    LaminaLiveBands bands;
    LaminaTensorGrouping grouping;
    const char *name;
    gint64 bytes;   /* of the largest band where most is kept */
    guint n;        /* tensors of the largest group there */
  } cases[] = {
    { LAMINA_BANDS_BY_SITE, LAMINA_TENSORS_BY_SITE, "main", 4596, 2 },
    { LAMINA_BANDS_BY_STREAM, LAMINA_TENSORS_BY_STREAM, "7", 4096, 1 },
    { LAMINA_BANDS_BY_SIZE, LAMINA_TENSORS_BY_SIZE, "1 KiB – 1 MiB", 4096, 1 },
    { LAMINA_BANDS_BY_CATEGORY, LAMINA_TENSORS_BY_CATEGORY, "activation", 4096, 1 },
  };
  LaminaRun *run = build (self);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  const LaminaLiveSteps *all = lamina_live_set_get_steps (live);
  guint peak = lamina_live_set_get_peak (live);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaLiveSet) divided = lamina_live_set_divide (live, cases[i].bands, NULL);
      const LaminaLiveSteps *steps = lamina_live_set_get_steps (divided);
      LaminaTensorFilter filter = LAMINA_TENSOR_FILTER_INIT;
      g_autofree guint32 *rows = lamina_live_set_list (divided, steps->position[peak], NULL, &(guint) { 0 });
      guint n = 0;
      g_autofree guint32 *members = NULL;

      g_assert_cmpint (lamina_live_set_get_bands (divided), ==, cases[i].bands);
      g_assert_cmpstr (lamina_live_set_get_band_name (divided, 1), ==, cases[i].name);
      g_assert_cmpint (steps->bytes[1][peak], ==, cases[i].bytes);
      g_assert_cmpuint (steps->n, ==, all->n);
      for (guint j = 0; j < steps->n; j++)
        g_assert_cmpint (steps->total[j], ==, all->total[j]);

      filter.position = steps->position[peak];
      filter.grouping = cases[i].grouping;
      filter.key = lamina_tensor_get_group_key (run, filter.grouping, rows[0]);
      members = lamina_tensors_filter (run, divided, &filter, NULL, &n);
      g_assert_cmpuint (n, ==, cases[i].n);
    }
}

/* Of a range what begins in it, edges included, and of that what ends in it is not kept; what is older begins nowhere. */
static void
test_range (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, self->timebase, NULL);
  static const struct
  {
    gint64 begin;
    gint64 end;
    guint n;
    guint n_kept;
  } ranges[] = { { 0, 99, 3, 2 }, { 10, 41, 3, 2 }, { 10, 40, 3, 3 }, { 0, 9, 0, 0 }, { 11, 99, 0, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      guint n, n_kept;
      g_autofree guint32 *rows = lamina_live_set_list_allocated (live, ranges[i].begin, ranges[i].end, FALSE, &n);
      g_autofree guint32 *kept = lamina_live_set_list_allocated (live, ranges[i].begin, ranges[i].end, TRUE, &n_kept);

      g_assert_true (rows != NULL && kept != NULL);
      g_assert_cmpuint (n, ==, ranges[i].n);
      g_assert_cmpuint (n_kept, ==, ranges[i].n_kept);
    }
  g_assert_cmpuint (lamina_size_class_find (-1), ==, 0);
  g_assert_cmpstr (lamina_size_class_get_name (lamina_size_class_find (1024)), ==, "up to 1 KiB");
  g_assert_cmpstr (lamina_size_class_get_name (lamina_size_class_find (1025)), ==, "1 KiB – 1 MiB");
  g_assert_cmpstr (lamina_size_class_get_name (lamina_size_class_find (G_MAXINT64)), ==, "above 1 GiB");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/memory-map/map", Fixture, NULL, fixture_setup, test_map, fixture_teardown);
  g_test_add ("/memory-map/pieces", Fixture, NULL, fixture_setup, test_pieces, fixture_teardown);
  g_test_add ("/memory-map/stacks", Fixture, NULL, fixture_setup, test_stacks, fixture_teardown);
  g_test_add ("/memory-map/bands", Fixture, NULL, fixture_setup, test_bands, fixture_teardown);
  g_test_add ("/memory-map/range", Fixture, NULL, fixture_setup, test_range, fixture_teardown);
  return g_test_run ();
}

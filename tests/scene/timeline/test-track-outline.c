/* SPDX-License-Identifier: Apache-2.0 */
#include "arranged-fixture.h"
#include "lamina-arrangement-state.h"
#include "scene-fixture.h"

/* Which rows of a thread are seen: its work below what stands around it, and its other functions for whoever asks. */

typedef TimelineFixture Fixture;

static const LaminaTarget thread = { .kind = LAMINA_TARGET_TRACK, .track = 0 };

static void
add_of_kind (LaminaBuilder  *builder,
             guint32         track,
             LaminaSliceKind kind,
             gint64          start,
             gint64          end)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = lamina_builder_intern (builder, "optimizer", -1);
  slice.kind = kind;
  slice.start = start * 2000;
  slice.duration = (end - start) * 2000;
  lamina_builder_add_slice (builder, 0, track, &slice);
}

/* A thread whose operators stand in modules and functions, and a queue with a span around most of its work. */
static LaminaDocument *
create_functions (LaminaGroupKind device_kind)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 host_group = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 device_group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", device_kind);
  guint32 on_host = lamina_builder_add_track (builder, run, host_group, "main", 0);
  guint32 on_device = lamina_builder_add_track (builder, run, device_group, "stream", 0);

  add_of_kind (builder, on_host, LAMINA_SLICE_FRAME, 0, 1000);
  add_of_kind (builder, on_host, LAMINA_SLICE_MODULE, 100, 400);
  add_of_kind (builder, on_host, LAMINA_SLICE_WORK, 110, 140);
  add_of_kind (builder, on_host, LAMINA_SLICE_WORK, 115, 120);
  add_of_kind (builder, on_host, LAMINA_SLICE_MODULE, 150, 200);
  add_of_kind (builder, on_host, LAMINA_SLICE_WORK, 160, 190);
  add_of_kind (builder, on_host, LAMINA_SLICE_MODULE, 500, 900);
  add_of_kind (builder, on_host, LAMINA_SLICE_RUNTIME, 505, 800);
  add_of_kind (builder, on_host, LAMINA_SLICE_WORK, 520, 600);
  add_of_kind (builder, on_host, LAMINA_SLICE_FRAME, 720, 740);
  add_of_kind (builder, on_host, LAMINA_SLICE_WORK, 950, 980);
  add_of_kind (builder, on_device, LAMINA_SLICE_SPAN, 100, 950);
  add_of_kind (builder, on_device, LAMINA_SLICE_WORK, 150, 250);
  add_of_kind (builder, on_device, LAMINA_SLICE_WORK, 300, 320);
  add_of_kind (builder, on_device, LAMINA_SLICE_WORK, 960, 990);
  return scene_fixture_freeze (builder);
}

/* Of the boxes with slices, from top to bottom: `track:start start …`, a row after the other. */
static char *
dup_slices (Fixture     *self,
            LaminaScene *scene)
{
  GString *text = g_string_new (NULL);
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);
  int y = -1;

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES)
      {
        const LaminaSlices *slices
          = lamina_track_get_slices (lamina_run_get_track (self->run, boxes[i].target.track));

        if (boxes[i].y != y)
          g_string_append_printf (text, "%s%u:", text->len > 0 ? "| " : "", boxes[i].target.track);
        y = boxes[i].y;
        g_string_append_printf (text, "%d ", (int) (slices->start[boxes[i].target.first] / 2000));
      }
  return g_string_free (text, FALSE);
}

static void
assert_slices (Fixture    *self,
               const char *expected)
{
  g_autoptr (LaminaScene) scene = arranged_lay_out (self, 600, 0);
  g_autofree char *found = dup_slices (self, scene);

  g_assert_cmpstr (found, ==, expected);
}

/* Work is seen below what stands around it: spans of a device, modules of a thread, whose other functions are for whoever asks. */
static void
test_outline (void)
{
  const char *open = "1:100 | 1:150 300 960 | 0:100 500 | 0:150 | 0:110 160 520 950 | 0:115 | 0:0 ";
  Fixture self;
  g_autoptr (LaminaScene) overview = NULL;
  g_autofree char *strip = NULL;

  arranged_init (&self, create_functions (LAMINA_GROUP_DEVICE));
  assert_slices (&self, "1:100 | 1:150 300 960 | 0:100 500 | 0:110 160 520 950 ");
  g_assert_null (lamina_arrangement_to_variant (self.options.arrangement));
  overview = lamina_overview_layout (self.run, self.timebase, self.options.arrangement, NULL, 500, 52);
  strip = dup_slices (&self, overview);
  g_assert_cmpstr (strip, ==, "1:150 300 960 | 0:110 160 520 950 ");
  /* Words in names of functions and spans say nothing of the work. */
  for (guint i = 0; i < 2; i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self.run, i));

      for (guint j = 0; j < slices->n; j++)
        g_assert_cmpuint (slices->family[j], ==, lamina_slices_get_kind (slices, j) == LAMINA_SLICE_WORK
                                                   ? LAMINA_FAMILY_OPTIMIZER : LAMINA_FAMILY_OTHER);
    }
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  assert_slices (&self, open);
  arranged_clear (&self);
}

/* The functions of a thread that is open have rows of their own, those of the runtime for whoever asks for them. */
static void
test_functions (void)
{
  const char *queues = "1:100 | 1:150 300 960 | ";
  const char *work = "0:100 500 | 0:150 | 0:110 160 520 950 | 0:115 | ";
  const LaminaTarget functions = { .kind = LAMINA_TARGET_FUNCTIONS };
  g_autofree char *open = g_strconcat (queues, work, "0:0 | 0:720 ", NULL);
  g_autofree char *whole = g_strconcat (queues, work, "0:0 | 0:505 | 0:720 ", NULL);
  g_autofree char *on_host = g_strconcat (work, "0:0 | 0:720 | ", "1:100 960 | 1:150 300 ", NULL);
  LaminaSliceRef ref = { 0, 0 };
  Fixture self;
  int y, height;
  guint n;

  arranged_init (&self, create_functions (LAMINA_GROUP_DEVICE));
  n = lamina_track_get_slices (lamina_run_get_track (self.run, 0))->n;
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &functions), ==, LAMINA_ARRANGEMENT_COLLAPSED);
  arranged_set (&self, &functions, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  assert_slices (&self, open);
  g_assert_null (lamina_arrangement_move (self.options.arrangement, &functions, 1));
  /* What was unfolded stays so in another version of the file. */
  arranged_change (&self, arranged_carry_over (&self, self.run));
  assert_slices (&self, open);
  arranged_set (&self, &functions, LAMINA_ARRANGEMENT_WHOLE, TRUE);
  assert_slices (&self, whole);
  arranged_change (&self, arranged_carry_over (&self, self.run));
  assert_slices (&self, whole);
  arranged_set (&self, &functions, LAMINA_ARRANGEMENT_WHOLE, FALSE);
  assert_slices (&self, open);
  arranged_clear (&self);

  /* Who goes to a slice finds it, wherever it is folded away. */
  for (ref.slice = 0; ref.slice < n; ref.slice++)
    {
      const LaminaSlices *slices;
      LaminaArrangement *shown;

      arranged_init (&self, create_functions (LAMINA_GROUP_DEVICE));
      slices = lamina_track_get_slices (lamina_run_get_track (self.run, 0));
      shown = lamina_arrangement_show_slice (self.options.arrangement, &ref);
      if (shown != NULL)
        arranged_change (&self, shown);
      g_assert_true (lamina_timeline_find_row (self.run, &self.options, 600, &ref, &y, &height));
      if (lamina_slices_get_kind (slices, ref.slice) == LAMINA_SLICE_RUNTIME)
        assert_slices (&self, whole);
      g_assert_null (lamina_arrangement_show_slice (self.options.arrangement, &ref));
      arranged_clear (&self);
    }

  /* Where nothing but the host ran, its functions are what there is to see. */
  arranged_init (&self, create_functions (LAMINA_GROUP_HOST));
  assert_slices (&self, on_host);
  arranged_clear (&self);
}

/* Rows of functions begin below those of work: where some of them are left out, what stood on them is followed to the first. */
static void
test_shift_of_functions (void)
{
  const LaminaTarget functions = { .kind = LAMINA_TARGET_FUNCTIONS };
  guint32 one[] = { 1, 1, 1, 1 };
  LaminaTimelineOptions before;
  Fixture self;
  int total, most = 0;

  arranged_init (&self, create_functions (LAMINA_GROUP_DEVICE));
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  arranged_set (&self, &functions, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  g_assert_cmpuint (lamina_run_get_n_tracks (self.run), <, G_N_ELEMENTS (one));
  before = self.options;
  self.options.depths = one;
  total = lamina_timeline_get_height (self.run, &before, 40);
  for (int y = 0; y < total; y++)
    {
      int shift = lamina_timeline_get_shift (self.run, &before, &self.options, 40, 25, y);

      g_assert_cmpint (shift, <=, 0);
      most = MAX (most, -shift);
    }
  g_assert_cmpint (most, >, 0);
  g_assert_cmpint (most, <=, total - lamina_timeline_get_height (self.run, &self.options, 40));
  arranged_clear (&self);
}

/* Functions that call each other at random, each kind by turns. Counts those of work that no other work is around. */
static guint
add_calls (LaminaBuilder *builder,
           GRand         *rand,
           gint64         start,
           gint64         end,
           gboolean       is_in_work)
{
  guint n = 0;

  while (end - start > 4)
    {
      gint64 from = g_rand_int_range (rand, (gint32) start, (gint32) end - 3);
      gint64 to = g_rand_int_range (rand, (gint32) from + 2, (gint32) end);
      LaminaSliceKind kind = g_rand_boolean (rand) ? LAMINA_SLICE_WORK : LAMINA_SLICE_FRAME;

      add_of_kind (builder, 0, kind, from, to);
      n += kind == LAMINA_SLICE_WORK && !is_in_work;
      n += add_calls (builder, rand, from + 1, to - 1, is_in_work || kind == LAMINA_SLICE_WORK);
      start = to;
    }
  return n;
}

/* All outermost work is there, and nothing else, however the picture merges it. */
static void
test_outline_at_random (void)
{
  for (guint32 seed = 1; seed <= 20; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      LaminaBuilder *builder = lamina_builder_new (NULL);
      guint expected, n, found = 0;
      const LaminaSceneBox *boxes;
      g_autoptr (LaminaScene) scene = NULL;
      Fixture self;

      lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
      lamina_builder_add_track (builder, 0, LAMINA_NONE, "main", 0);
      add_of_kind (builder, 0, LAMINA_SLICE_FRAME, 0, 1300);
      expected = add_calls (builder, rand, 0, 1300, FALSE);
      arranged_init (&self, scene_fixture_freeze (builder));
      arranged_set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
      scene = arranged_lay_out (&self, 200, 0);
      boxes = lamina_scene_get_boxes (scene, &n);
      for (guint i = 0; i < n; i++)
        if (boxes[i].target.kind == LAMINA_TARGET_SLICES)
          {
            guint32 longest = lamina_arrangement_find_longest (self.options.arrangement, &boxes[i].target);
            const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self.run, 0));

            g_assert_cmpint (lamina_slices_get_kind (slices, longest), ==, LAMINA_SLICE_WORK);
            found += boxes[i].target.n;
          }
      g_assert_cmpuint (found, ==, expected);
      arranged_clear (&self);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/track-outline/outline", test_outline);
  g_test_add_func ("/track-outline/functions", test_functions);
  g_test_add_func ("/track-outline/shift-of-functions", test_shift_of_functions);
  g_test_add_func ("/track-outline/random", test_outline_at_random);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "arranged-fixture.h"
#include "dump-document.h"
#include "lamina-arrangement-change.h"
#include "lamina-arrangement-state.h"
#include "lamina-picture.h"
#include "scene-dump.h"
#include "scene-fixture.h"

#include <string.h>

/* Tracks that are hidden, collapsed, pinned, split and moved. */

typedef TimelineFixture Fixture;

static const LaminaTarget host = { .kind = LAMINA_TARGET_GROUP, .track = 0 };
static const LaminaTarget device = { .kind = LAMINA_TARGET_GROUP, .track = 1 };
static const LaminaTarget counters = { .kind = LAMINA_TARGET_GROUP, .track = 2 };
static const LaminaTarget thread = { .kind = LAMINA_TARGET_TRACK, .track = 0 };
static const LaminaTarget queue = { .kind = LAMINA_TARGET_TRACK, .track = 1 };
static const LaminaTarget memory = { .kind = LAMINA_TARGET_TRACK, .track = 2 };

/* With the thread above the queue of the device, so that it is seen what becomes of a track below one with lanes. */
static void
fixture_init_small (Fixture *self)
{
  arranged_init (self, fixture_small ());
  arranged_change (self, lamina_arrangement_move (self->options.arrangement, &host, -1));
}

static LaminaScene *
lay_out (Fixture *self,
         int      scroll)
{
  return arranged_lay_out (self, 200, scroll);
}

/* The names of the groups of a scene with their tops, without those of names. */
static char *
dup_rows (LaminaScene *scene)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (scene, i);

      if (!g_str_has_suffix (group->name, "/name") && strcmp (group->name, "ruler") != 0)
        g_string_append_printf (text, "%s%s %d", text->len > 0 ? ", " : "", group->name, group->y);
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows_in (Fixture    *self,
                int         height,
                int         scroll,
                const char *rows)
{
  g_autoptr (LaminaScene) scene = arranged_lay_out (self, height, scroll);
  g_autofree char *found = dup_rows (scene);

  g_assert_cmpstr (found, ==, rows);
}

static void
assert_rows (Fixture    *self,
             int         scroll,
             const char *rows)
{
  assert_rows_in (self, 200, scroll, rows);
}

/* What devices did stands above those who asked for it, and that is no change of somebody's own. */
static void
test_first (void)
{
  Fixture self;

  arranged_init (&self, fixture_small ());
  assert_rows (&self, 0, "gpu0 25, gpu0/Operators 46, Host 71, Host/main 92, Counters 138, "
                          "Counters/Live memory 159, gpu0/Operators/FLOP/s 196");
  g_assert_null (lamina_arrangement_to_variant (self.options.arrangement));
  arranged_change (&self, lamina_arrangement_move (self.options.arrangement, &host, -1));
  arranged_change (&self, arranged_carry_over (&self, self.run));
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 92, gpu0/Operators 113, Counters 138, "
                          "Counters/Live memory 159, gpu0/Operators/FLOP/s 196");
  arranged_clear (&self);
}

static void
test_hide (void)
{
  Fixture self;

  fixture_init_small (&self);
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 92, gpu0/Operators 113, Counters 138, "
                          "Counters/Live memory 159, gpu0/Operators/FLOP/s 196");
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  assert_rows (&self, 0, "gpu0 25, gpu0/Operators 46, Counters 71, Counters/Live memory 92, "
                          "gpu0/Operators/FLOP/s 129, hidden 166");
  arranged_set (&self, &device, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 2);
  assert_rows (&self, 0, "Counters 25, Counters/Live memory 46, gpu0/Operators/FLOP/s 83, hidden 120");
  arranged_change (&self, lamina_arrangement_show_all (self.options.arrangement));
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 0);
  arranged_clear (&self);
}

/* Counters that are 0 all the time. */
static void
test_hide_zeros (void)
{
  static const double values[][2] = { { 7, 7 }, { 0, 0 }, { 0, -1 } };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 clock = lamina_builder_add_clock (builder, run, "clock");
  Fixture self;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      guint32 counter = lamina_builder_add_counter (builder, run, LAMINA_NONE, "counter", clock, LAMINA_UNIT_BYTES, FALSE);

      for (guint k = 0; k < G_N_ELEMENTS (values[i]); k++)
        lamina_builder_add_sample (builder, run, counter, 10 * k, values[i][k]);
    }
  arranged_init (&self, scene_fixture_freeze (builder));
  arranged_change (&self, lamina_arrangement_hide_zeros (self.options.arrangement));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpint (lamina_arrangement_is_hidden (self.options.arrangement, i), ==, i == 1);
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 1);
  g_assert_true (lamina_arrangement_is_hidden (lamina_arrangement_attach_shown (self.run), 1));
  g_assert_null (lamina_arrangement_carry_over (self.options.arrangement, self.run));
  arranged_clear (&self);
}

static void
test_collapse (void)
{
  Fixture self;
  int y, height;

  fixture_init_small (&self);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  assert_rows (&self, 0, "Host 25, Host/main 27, gpu0 50, gpu0/Operators 71, Counters 96, "
                          "Counters/Live memory 117, gpu0/Operators/FLOP/s 154");
  g_assert_true (lamina_timeline_find_row (self.run, &self.options, 160, &(LaminaSliceRef) { 0, 1 }, &y, &height));
  g_assert_cmpint (y, ==, 27);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 69, gpu0/Operators 90, Counters 115, "
                          "Counters/Live memory 136, gpu0/Operators/FLOP/s 173");
  arranged_clear (&self);
}

static guint32 *
find_depths (Fixture *self,
             gint64   start,
             gint64   end)
{
  guint n;
  guint32 *depths = lamina_timeline_find_depths (self->run, self->timebase, start, end, &n);

  g_assert_cmpuint (n, ==, 3);
  return depths;
}

/* A track is as high as what it has in a range is deep, unless all lanes have room or it is pinned. */
static void
test_depths (void)
{
  g_autofree guint32 *deep = NULL;
  g_autofree guint32 *shallow = NULL;
  g_autofree guint32 *nowhere = NULL;
  Fixture self;
  LaminaTimelineOptions all;
  int total, y, height;

  fixture_init_small (&self);
  all = self.options;
  total = lamina_timeline_get_height (self.run, &all, 160);
  deep = find_depths (&self, 599999, 600000);
  shallow = find_depths (&self, 600000, 900000);
  nowhere = find_depths (&self, G_MININT64, G_MININT64 + 1);
  g_assert_cmpuint (deep[0], ==, 2);
  g_assert_cmpuint (shallow[0], ==, 1);
  g_assert_cmpuint (nowhere[0], ==, 1);
  g_assert_cmpuint (nowhere[1], ==, 1);

  self.options.depths = deep;
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, 160), ==, total);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 25, 100), ==, 0);
  self.options.depths = shallow;
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, 160), ==, total - 23);
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, total), ==, total);
  g_assert_false (lamina_timeline_find_row (self.run, &self.options, 160, &(LaminaSliceRef) { 0, 1 }, &y, &height));
  g_assert_true (lamina_timeline_find_row (self.run, &self.options, total, &(LaminaSliceRef) { 0, 1 }, &y, &height));
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 69, gpu0/Operators 90, Counters 115, "
                          "Counters/Live memory 136, gpu0/Operators/FLOP/s 173");

  /* What stands below moves up; what was left out is followed to its track or, with that out of sight, to its end. */
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 25, 50), ==, 0);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 25, 75), ==, 0);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 60, 75), ==, -23);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 25, 95), ==, -23);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 25, 150), ==, -23);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &self.options, &all, 160, 25, 75), ==, 23);
  g_assert_cmpint (lamina_timeline_get_shift (self.run, &all, &self.options, 160, 25, 4000), ==, 0);

  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_PINNED, TRUE);
  self.options.depths = NULL;
  total = lamina_timeline_get_height (self.run, &self.options, 160);
  self.options.depths = shallow;
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, 160), ==, total);
  arranged_clear (&self);
}

/* What is pinned stays where it is, over what scrolls below it. */
static void
test_pin (void)
{
  Fixture self;

  fixture_init_small (&self);
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  g_assert_cmpint (lamina_timeline_get_pinned_height (self.run, &self.options, 160), ==, 25);
  assert_rows (&self, 0, "Host 50, Host/main 71, Counters 117, Counters/Live memory 138, "
                          "gpu0/Operators/FLOP/s 175, gpu0/Operators 25, pinned 49");
  assert_rows (&self, 46, "Host/main 48, Counters 71, Counters/Live memory 92, gpu0/Operators/FLOP/s 129, "
                          "gpu0/Operators 25, pinned 49");
  /* More than two thirds of the window are not taken. */
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_PINNED, TRUE);
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  g_assert_cmpint (lamina_timeline_get_pinned_height (self.run, &self.options, 125), <=, 67);
  arranged_clear (&self);
}

/* The lanes of a pinned track that do not fit scroll below it, under its name. */
static void
test_pin_high (void)
{
  Fixture self;

  fixture_init_small (&self);
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows_in (&self, 90, 0, "Host/main 48, gpu0 71, Host/main 25, pinned 47");
  assert_rows_in (&self, 90, 30, "gpu0 41, gpu0/Operators 62, Counters 87, Host/main 25, pinned 47");
  arranged_clear (&self);
}

/* A group takes its heading and what stands in it along, rates too; single tracks come first. */
static void
test_pin_group (void)
{
  Fixture self;

  fixture_init_small (&self);
  arranged_set (&self, &device, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows (&self, 0, "Host 71, Host/main 92, Counters 138, Counters/Live memory 159, "
                          "gpu0/Operators/FLOP/s 196, gpu0 25, gpu0/Operators 46, pinned 70");
  g_assert_true (lamina_arrangement_is_pinned (self.options.arrangement, queue.track));
  g_assert_false (lamina_arrangement_is_pinned (self.options.arrangement, thread.track));
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows (&self, 30, "Host/main 99, Counters 145, gpu0/Operators/FLOP/s 166, "
                          "Counters/Live memory 25, gpu0 62, gpu0/Operators 83, pinned 107");
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  arranged_set (&self, &device, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  assert_rows (&self, 0, "Host 87, Host/main 108, Counters 154, gpu0/Operators/FLOP/s 175, "
                          "Counters/Live memory 25, gpu0 62, gpu0/Operators 64, pinned 86");
  arranged_set (&self, &device, LAMINA_ARRANGEMENT_PINNED, FALSE);
  assert_rows (&self, 0, "Host 87, Host/main 108, Counters 154, gpu0/Operators/FLOP/s 175, "
                          "gpu0/Operators 25, Counters/Live memory 50, pinned 86");
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, FALSE);
  arranged_set (&self, &counters, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows (&self, 0, "Host 120, Host/main 141, gpu0 187, gpu0/Operators 189, Counters 25, "
                          "Counters/Live memory 46, gpu0/Operators/FLOP/s 83, pinned 119");
  arranged_clear (&self);
}

/* Every slice of the lane stands in the copy of its family, and only there. */
static void
test_split (void)
{
  Fixture self;
  g_autoptr (LaminaScene) scene = NULL;
  const LaminaSceneBox *boxes;
  guint n, sum = 0, of_lane;

  fixture_init_small (&self);
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  assert_rows (&self, 46, "Host/main 23, gpu0 46, gpu0/Operators 67, gpu0/Operators/convolution 92, "
                          "gpu0/Operators/matrix product 115, gpu0/Operators/elementwise 138, "
                          "gpu0/Operators/activation 161, gpu0/Operators/other 184");
  arranged_clear (&self);

  arranged_init (&self, fixture_dense (1, 50000));
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  scene = lay_out (&self, 0);
  self.options.ruler_height = 0;
  of_lane = lamina_track_get_slices (lamina_run_get_track (self.run, 0))->first[1];
  for (int scroll = 46; scroll < 46 + 23 * 12; scroll += 23)
    {
      LaminaViewport viewport = { lamina_timebase_get_start (self.timebase), 0, 500, 23, scroll };
      g_autoptr (LaminaScene) one = NULL;

      viewport.per_px = (double) (lamina_timebase_get_end (self.timebase) + 1 - viewport.start) / viewport.width;
      one = lamina_timeline_layout (self.run, self.timebase, &viewport, &self.options, self.metrics);
      boxes = lamina_scene_get_boxes (one, &n);
      for (guint i = 0; i < n; i++)
        if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.only != 0)
          {
            const guint8 *family = lamina_track_get_slices (lamina_run_get_track (self.run, 0))->family;

            g_assert_cmpuint (family[boxes[i].target.first], ==, boxes[i].target.only - 1);
            g_assert_cmpuint (boxes[i].fill.family, ==, boxes[i].target.only - 1);
            sum += boxes[i].target.n;
          }
    }
  g_assert_cmpuint (sum, ==, of_lane);
  arranged_clear (&self);
}

static void
assert_order (Fixture    *self,
              const char *order)
{
  GString *text = g_string_new (NULL);
  guint n;
  const guint32 *tracks = lamina_arrangement_get_order (self->options.arrangement, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u", tracks[i]);
  g_assert_cmpstr (text->str, ==, order);
  g_string_free (text, TRUE);
}

/* Two groups with two tracks each, and one track in no group. */
static LaminaDocument *
create_groups (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);

  for (guint i = 0; i < 2; i++)
    {
      guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, i == 0 ? "a" : "b", LAMINA_GROUP_DEVICE);

      for (guint j = 0; j < 2; j++)
        {
          LaminaSliceInit slice = LAMINA_SLICE_INIT;

          slice.duration = 5;
          lamina_builder_add_slice (builder, run,
                                    lamina_builder_add_track (builder, run, group, j == 0 ? "x" : "y", 0), &slice);
        }
    }
  return scene_fixture_freeze (builder);
}

static void
test_move (void)
{
  static const LaminaTarget last = { .kind = LAMINA_TARGET_TRACK, .track = 3 };
  Fixture self;

  arranged_init (&self, create_groups ());
  assert_order (&self, "0123");
  g_assert_null (lamina_arrangement_move (self.options.arrangement, &thread, -1));
  g_assert_null (lamina_arrangement_move (self.options.arrangement, &queue, 1));
  arranged_change (&self, lamina_arrangement_move (self.options.arrangement, &thread, 1));
  assert_order (&self, "1023");
  arranged_change (&self, lamina_arrangement_move (self.options.arrangement, &host, 1));
  assert_order (&self, "2310");
  arranged_change (&self, lamina_arrangement_move_to (self.options.arrangement, &device, &queue, TRUE));
  assert_order (&self, "1023");
  /* A track stays in its group: nothing in another one is a place for it. */
  g_assert_null (lamina_arrangement_move_to (self.options.arrangement, &thread, &last, FALSE));
  /* A group goes behind the group that holds the place. */
  arranged_change (&self, lamina_arrangement_move_to (self.options.arrangement, &host, &last, TRUE));
  assert_order (&self, "2310");
  g_assert_null (lamina_arrangement_move_to (self.options.arrangement, &host, &last, TRUE));
  arranged_clear (&self);
}

/* To ask whether something can be moved is to be told what moving it comes to, of all items and places. */
static void
test_can_move (void)
{
  const LaminaTarget items[] = { thread, queue, { .kind = LAMINA_TARGET_TRACK, .track = 2 },
                                 { .kind = LAMINA_TARGET_TRACK, .track = 3 }, device, host, { .kind = LAMINA_TARGET_RULER } };
  guint n_moved = 0;
  Fixture self;

  arranged_init (&self, create_groups ());
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    {
      for (int steps = -3; steps <= 3; steps++)
        {
          LaminaArrangement *moved = lamina_arrangement_move (self.options.arrangement, &items[i], steps);

          g_assert_cmpint (lamina_arrangement_can_move (self.options.arrangement, &items[i], steps), ==, moved != NULL);
          n_moved += moved != NULL;
          g_clear_pointer (&moved, lamina_arrangement_unref);
        }
      for (guint k = 0; k < 2 * G_N_ELEMENTS (items); k++)
        {
          LaminaArrangement *moved = lamina_arrangement_move_to (self.options.arrangement, &items[i], &items[k / 2], k % 2 == 1);

          g_assert_cmpint (lamina_arrangement_can_move_to (self.options.arrangement, &items[i], &items[k / 2], k % 2 == 1), ==,
                           moved != NULL);
          n_moved += moved != NULL;
          g_clear_pointer (&moved, lamina_arrangement_unref);
        }
    }
  /* Each of the six changes places with its neighbor, by one step and by two tracks or four of each as places. */
  g_assert_cmpuint (n_moved, >, 6);
  arranged_clear (&self);
}

static void
apply (Fixture                       *self,
       const LaminaArrangementChange *change_to)
{
  arranged_change (self, lamina_arrangement_apply (self->options.arrangement, change_to));
}

/* A change asked for twice takes a flag away again; one that changes nothing gives the same arrangement. */
static void
test_apply (void)
{
  const LaminaArrangementChange pin = { .kind = LAMINA_CHANGE_TOGGLE, .item = queue, .flag = LAMINA_ARRANGEMENT_PINNED };
  const LaminaArrangementChange hide = { .kind = LAMINA_CHANGE_TOGGLE, .item = thread, .flag = LAMINA_ARRANGEMENT_HIDDEN };
  const LaminaArrangementChange up = { .kind = LAMINA_CHANGE_MOVE, .item = thread, .steps = -1 };
  const LaminaArrangementChange down = { .kind = LAMINA_CHANGE_MOVE, .item = thread, .steps = 1 };
  const LaminaArrangementChange back = { .kind = LAMINA_CHANGE_MOVE_TO, .item = thread, .place = queue };
  const LaminaArrangementChange slice = { .kind = LAMINA_CHANGE_SHOW_SLICE, .slice = { 0, 0 } };
  const LaminaArrangementChange track = { .kind = LAMINA_CHANGE_SHOW_TRACK, .slice = { 0, LAMINA_NONE } };
  const LaminaArrangementChange all = { .kind = LAMINA_CHANGE_SHOW_ALL };
  const LaminaArrangementChange none = { .kind = LAMINA_CHANGE_TOGGLE, .item = queue, .flag = LAMINA_ARRANGEMENT_FIXED };
  const LaminaArrangementChange *const shows[] = { &slice, &track, &all, &hide };
  LaminaArrangement *before;
  Fixture self;

  arranged_init (&self, create_groups ());
  apply (&self, &pin);
  g_assert_true (lamina_arrangement_is_pinned (self.options.arrangement, queue.track));
  apply (&self, &pin);
  g_assert_false (lamina_arrangement_is_pinned (self.options.arrangement, queue.track));
  apply (&self, &down);
  assert_order (&self, "1023");
  apply (&self, &down);
  assert_order (&self, "1023");
  apply (&self, &back);
  assert_order (&self, "0123");
  before = self.options.arrangement;
  apply (&self, &up);
  apply (&self, &none);
  g_assert_true (self.options.arrangement == before);
  for (guint i = 0; i < G_N_ELEMENTS (shows); i++)
    {
      apply (&self, &hide);
      g_assert_false (lamina_arrangement_shows (self.options.arrangement, &slice.slice));
      apply (&self, shows[i]);
      g_assert_true (lamina_arrangement_shows (self.options.arrangement, &slice.slice));
    }
  arranged_clear (&self);
}

/* What a thread has made before is what is made when it is asked for. */
static void
test_prepare (void)
{
  Fixture self;
  g_autofree char *rows = NULL;
  g_autofree char *again = NULL;

  arranged_init (&self, fixture_small ());
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LaminaScene) scene = lay_out (&self, 0);
      g_autoptr (LaminaScene) overview = lamina_overview_layout (self.run, self.timebase, self.options.arrangement, NULL, 500, 52);
      g_autofree char *boxes = lamina_scene_dump (overview);
      g_autofree char *names = dup_rows (scene);
      char **text = i == 0 ? &rows : &again;

      *text = g_strconcat (names, "\n", boxes, NULL);
      arranged_change (&self, lamina_arrangement_set (self.options.arrangement, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE));
      lamina_arrangement_prepare (self.options.arrangement);
    }
  g_assert_cmpstr (rows, ==, again);
  arranged_clear (&self);
}

/* What was done with tracks and groups and their order is there again in a run with the same ones. */
static void
test_words (void)
{
  static const LaminaTarget rate = { .kind = LAMINA_TARGET_RATE };
  Fixture self;

  arranged_init (&self, fixture_small ());
  g_assert_null (lamina_arrangement_to_variant (self.options.arrangement));
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_FIXED, TRUE);
  arranged_set (&self, &rate, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  arranged_change (&self, arranged_carry_over (&self, self.run));
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &queue), ==,
                    LAMINA_ARRANGEMENT_SPLIT | LAMINA_ARRANGEMENT_PINNED);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &host), ==, LAMINA_ARRANGEMENT_COLLAPSED);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &memory), ==, LAMINA_ARRANGEMENT_FIXED);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &rate), ==, LAMINA_ARRANGEMENT_HIDDEN);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &thread), ==, 0);
  arranged_clear (&self);
}

/* Groups by name with their tracks, in this order, as pairs; each track has one slice. */
static LaminaDocument *
create_tracks (const char *const *tracks)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = LAMINA_NONE;

  for (guint i = 0; tracks[i] != NULL; i += 2)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      if (i == 0 || strcmp (tracks[i], tracks[i - 2]) != 0)
        group = lamina_builder_add_group (builder, run, LAMINA_NONE, tracks[i], LAMINA_GROUP_HOST);
      slice.name = lamina_builder_intern (builder, "work", -1);
      slice.duration = 1000000;
      lamina_builder_add_slice (builder, run, lamina_builder_add_track (builder, run, group, tracks[i + 1], 0), &slice);
    }
  return scene_fixture_freeze (builder);
}

/* In another version of the file: tracks that are gone, that are new, and two with one name. */
static void
test_words_of_another (void)
{
  static const char *const before[] = { "a", "x", "a", "y", "b", "x", "b", "x", "c", "z", NULL };
  static const char *const later[] = { "a", "new", "a", "x", "b", "x", "b", "x", "b", "w", "c", "z", "d", "x", NULL };
  static const LaminaTarget second = { .kind = LAMINA_TARGET_TRACK, .track = 3 };
  static const LaminaTarget gone = { .kind = LAMINA_TARGET_TRACK, .track = 1 };
  g_autoptr (LaminaDocument) other = create_tracks (later);
  Fixture self;

  arranged_init (&self, create_tracks (before));
  arranged_change (&self, lamina_arrangement_move (self.options.arrangement, &counters, -2));
  arranged_change (&self, lamina_arrangement_move (self.options.arrangement, &second, -1));
  assert_order (&self, "40132");
  arranged_set (&self, &second, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  arranged_set (&self, &gone, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  arranged_change (&self, arranged_carry_over (&self, lamina_document_get_run (other, 0)));
  assert_order (&self, "5601342");
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 1);
  g_assert_true (lamina_arrangement_is_hidden (self.options.arrangement, 3));
  arranged_clear (&self);
}

/* A track that somebody looks for is seen, whatever hid it. */
static void
test_show_track (void)
{
  Fixture self;

  fixture_init_small (&self);
  arranged_set (&self, &thread, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  arranged_set (&self, &device, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  arranged_change (&self, lamina_arrangement_show_track (self.options.arrangement, thread.track));
  assert_rows (&self, 0, "Host 25, Host/main 46, Counters 92, Counters/Live memory 113, "
                         "gpu0/Operators/FLOP/s 150, hidden 187");
  arranged_clear (&self);
}

/* Strips of a collapsed group are lower than a line of text where there are several. */
static void
test_strips (void)
{
  static const char *const tracks[] = { "a", "x", "a", "y", "b", "z", NULL };
  Fixture self;
  guint n_low = 0, n_high = 0, n;
  const LaminaSceneText *texts;
  g_autoptr (LaminaScene) scene = NULL;

  arranged_init (&self, create_tracks (tracks));
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  arranged_set (&self, &device, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  scene = lay_out (&self, 0);
  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    if (strcmp (texts[i].text, "work") == 0)
      *(texts[i].y < 50 ? &n_low : &n_high) += 1;
  g_assert_cmpuint (n_low, ==, 0);
  g_assert_cmpuint (n_high, ==, 1);
  arranged_clear (&self);
}

/* Of the memory, which is highest in the middle of the run, the end alone is seen. */
static char *
dup_scale (Fixture *self)
{
  LaminaViewport viewport = { 0, 1000, 400, 400, 0 };
  g_autoptr (LaminaScene) scene = NULL;
  guint n;
  const LaminaSceneText *texts;

  viewport.start = lamina_timebase_get_end (self->timebase) - 1000;
  viewport.per_px = 1000.0 / viewport.width;
  scene = lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 1; i < n; i++)
    if (strcmp (texts[i - 1].text, "Live memory") == 0)
      return g_strdup (texts[i].text);
  return NULL;
}

static void
test_scale (void)
{
  Fixture self;
  g_autofree char *of_view = NULL;
  g_autofree char *of_run = NULL;
  g_autofree char *again = NULL;

  fixture_init_small (&self);
  g_assert_false (lamina_arrangement_can_set (self.options.arrangement, &queue, LAMINA_ARRANGEMENT_FIXED));
  of_view = dup_scale (&self);
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_FIXED, TRUE);
  of_run = dup_scale (&self);
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_FIXED, FALSE);
  again = dup_scale (&self);
  g_assert_cmpstr (of_run, ==, "≈\u00a00\u2009–\u20094.00\u00a0MiB, fixed");
  g_assert_cmpstr (of_view, !=, of_run);
  g_assert_null (strstr (of_view, "4.00"));
  g_assert_cmpstr (again, ==, of_view);
  arranged_clear (&self);
}

static void
test_golden (void)
{
  Fixture self;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  fixture_init_small (&self);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  scene = lay_out (&self, 0);
  text = lamina_scene_dump (scene);
  assert_expected (text, "scene/timeline-arranged.txt");
  arranged_clear (&self);
}

/* A picture shows what is shown: no second lane of what is collapsed, families of what is split, rates, nothing hidden. */
static void
test_picture (void)
{
  const guint32 order[] = { 2, 0, 1 };
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  Fixture self;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  fixture_init_small (&self);
  arranged_set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  arranged_set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  arranged_set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  options.tracks = order;
  options.n_tracks = G_N_ELEMENTS (order);
  options.arrangement = self.options.arrangement;
  scene = lamina_picture_layout (self.document, &options, self.metrics, NULL);
  text = lamina_scene_dump (scene);
  assert_expected (text, "scene/picture-arranged.txt");
  arranged_clear (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arrangement/first", test_first);
  g_test_add_func ("/arrangement/hide", test_hide);
  g_test_add_func ("/arrangement/hide-zeros", test_hide_zeros);
  g_test_add_func ("/arrangement/collapse", test_collapse);
  g_test_add_func ("/arrangement/depths", test_depths);
  g_test_add_func ("/arrangement/pin", test_pin);
  g_test_add_func ("/arrangement/pin/high", test_pin_high);
  g_test_add_func ("/arrangement/pin/group", test_pin_group);
  g_test_add_func ("/arrangement/split", test_split);
  g_test_add_func ("/arrangement/move", test_move);
  g_test_add_func ("/arrangement/can-move", test_can_move);
  g_test_add_func ("/arrangement/apply", test_apply);
  g_test_add_func ("/arrangement/prepare", test_prepare);
  g_test_add_func ("/arrangement/words", test_words);
  g_test_add_func ("/arrangement/words/another", test_words_of_another);
  g_test_add_func ("/arrangement/show-track", test_show_track);
  g_test_add_func ("/arrangement/strips", test_strips);
  g_test_add_func ("/arrangement/scale", test_scale);
  g_test_add_func ("/arrangement/golden", test_golden);
  g_test_add_func ("/arrangement/picture", test_picture);
  return g_test_run ();
}

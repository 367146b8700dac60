/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "lamina-arrangement-change.h"
#include "lamina-arrangement-state.h"
#include "lamina-picture.h"
#include "scene-dump.h"
#include "scene-fixture.h"
#include "timeline-fixture.h"

#include <string.h>

/* Tracks that are hidden, collapsed, pinned, split and moved. */

typedef TimelineFixture Fixture;

static const LaminaTarget host = { .kind = LAMINA_TARGET_GROUP, .track = 0 };
static const LaminaTarget device = { .kind = LAMINA_TARGET_GROUP, .track = 1 };
static const LaminaTarget counters = { .kind = LAMINA_TARGET_GROUP, .track = 2 };
static const LaminaTarget thread = { .kind = LAMINA_TARGET_TRACK, .track = 0 };
static const LaminaTarget queue = { .kind = LAMINA_TARGET_TRACK, .track = 1 };
static const LaminaTarget memory = { .kind = LAMINA_TARGET_TRACK, .track = 2 };

static void
fixture_init (Fixture        *self,
              LaminaDocument *document)
{
  timeline_fixture_init (self, document);
  self->options.fill_height = FALSE;
  self->options.arrangement = lamina_arrangement_ref (lamina_arrangement_attach (self->run));
}

static void
fixture_clear (Fixture *self)
{
  lamina_arrangement_unref (self->options.arrangement);
  timeline_fixture_clear (self);
}

static void
change (Fixture           *self,
        LaminaArrangement *other)
{
  g_assert_nonnull (other);
  lamina_arrangement_unref (self->options.arrangement);
  self->options.arrangement = other;
}

/* With the thread above the queue of the device, so that it is seen what becomes of a track below one with lanes. */
static void
fixture_init_small (Fixture *self)
{
  fixture_init (self, fixture_small ());
  change (self, lamina_arrangement_move (self->options.arrangement, &host, -1));
}

static void
set (Fixture                *self,
     const LaminaTarget     *item,
     LaminaArrangementFlags  flag,
     gboolean                on)
{
  change (self, lamina_arrangement_set (self->options.arrangement, item, flag, on));
  g_assert_cmpint ((lamina_arrangement_get (self->options.arrangement, item) & flag) != 0, ==, on);
}

static LaminaScene *
lay_out_in (Fixture *self,
            int      height,
            int      scroll)
{
  LaminaViewport viewport = { lamina_timebase_get_start (self->timebase), 4000, 650, height, scroll };

  return lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
}

static LaminaScene *
lay_out (Fixture *self,
         int      scroll)
{
  return lay_out_in (self, 200, scroll);
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
  g_autoptr (LaminaScene) scene = lay_out_in (self, height, scroll);
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

/* The arrangement in words, applied to a run. */
static LaminaArrangement *
carry_over (Fixture   *self,
            LaminaRun *run)
{
  g_autoptr (GVariant) words = lamina_arrangement_to_variant (self->options.arrangement);

  g_assert_nonnull (words);
  return lamina_arrangement_new_from_variant (run, words);
}

/* What devices did stands above those who asked for it, and that is no change of somebody's own. */
static void
test_first (void)
{
  Fixture self;

  fixture_init (&self, fixture_small ());
  assert_rows (&self, 0, "gpu0 25, gpu0/Operators 46, Host 71, Host/main 92, Counters 138, "
                          "Counters/Live memory 159, gpu0/Operators/FLOP/s 196");
  g_assert_null (lamina_arrangement_to_variant (self.options.arrangement));
  change (&self, lamina_arrangement_move (self.options.arrangement, &host, -1));
  change (&self, carry_over (&self, self.run));
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 92, gpu0/Operators 113, Counters 138, "
                          "Counters/Live memory 159, gpu0/Operators/FLOP/s 196");
  fixture_clear (&self);
}

static void
test_hide (void)
{
  Fixture self;

  fixture_init_small (&self);
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 92, gpu0/Operators 113, Counters 138, "
                          "Counters/Live memory 159, gpu0/Operators/FLOP/s 196");
  set (&self, &thread, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  assert_rows (&self, 0, "gpu0 25, gpu0/Operators 46, Counters 71, Counters/Live memory 92, "
                          "gpu0/Operators/FLOP/s 129, hidden 166");
  set (&self, &device, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 2);
  assert_rows (&self, 0, "Counters 25, Counters/Live memory 46, gpu0/Operators/FLOP/s 83, hidden 120");
  change (&self, lamina_arrangement_show_all (self.options.arrangement));
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 0);
  fixture_clear (&self);
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
  fixture_init (&self, scene_fixture_freeze (builder));
  change (&self, lamina_arrangement_hide_zeros (self.options.arrangement));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_assert_cmpint (lamina_arrangement_is_hidden (self.options.arrangement, i), ==, i == 1);
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 1);
  g_assert_true (lamina_arrangement_is_hidden (lamina_arrangement_attach_shown (self.run), 1));
  g_assert_null (lamina_arrangement_carry_over (self.options.arrangement, self.run));
  fixture_clear (&self);
}

static void
test_collapse (void)
{
  Fixture self;
  int y, height;

  fixture_init_small (&self);
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  assert_rows (&self, 0, "Host 25, Host/main 27, gpu0 50, gpu0/Operators 71, Counters 96, "
                          "Counters/Live memory 117, gpu0/Operators/FLOP/s 154");
  g_assert_true (lamina_timeline_find_row (self.run, &self.options, 160, &(LaminaSliceRef) { 0, 1 }, &y, &height));
  g_assert_cmpint (y, ==, 27);
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  assert_rows (&self, 0, "Host 25, Host/main 46, gpu0 69, gpu0/Operators 90, Counters 115, "
                          "Counters/Live memory 136, gpu0/Operators/FLOP/s 173");
  fixture_clear (&self);
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

  set (&self, &thread, LAMINA_ARRANGEMENT_PINNED, TRUE);
  self.options.depths = NULL;
  total = lamina_timeline_get_height (self.run, &self.options, 160);
  self.options.depths = shallow;
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, 160), ==, total);
  fixture_clear (&self);
}

/* What is pinned stays where it is, over what scrolls below it. */
static void
test_pin (void)
{
  Fixture self;

  fixture_init_small (&self);
  set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  g_assert_cmpint (lamina_timeline_get_pinned_height (self.run, &self.options, 160), ==, 25);
  assert_rows (&self, 0, "Host 50, Host/main 71, Counters 117, Counters/Live memory 138, "
                          "gpu0/Operators/FLOP/s 175, gpu0/Operators 25, pinned 49");
  assert_rows (&self, 46, "Host/main 48, Counters 71, Counters/Live memory 92, gpu0/Operators/FLOP/s 129, "
                          "gpu0/Operators 25, pinned 49");
  /* More than two thirds of the window are not taken. */
  set (&self, &thread, LAMINA_ARRANGEMENT_PINNED, TRUE);
  set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  g_assert_cmpint (lamina_timeline_get_pinned_height (self.run, &self.options, 125), <=, 67);
  fixture_clear (&self);
}

/* The lanes of a pinned track that do not fit scroll below it, under its name. */
static void
test_pin_high (void)
{
  Fixture self;

  fixture_init_small (&self);
  set (&self, &thread, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows_in (&self, 90, 0, "Host/main 48, gpu0 71, Host/main 25, pinned 47");
  assert_rows_in (&self, 90, 30, "gpu0 41, gpu0/Operators 62, Counters 87, Host/main 25, pinned 47");
  fixture_clear (&self);
}

/* A group takes its heading and what stands in it along, rates too; single tracks come first. */
static void
test_pin_group (void)
{
  Fixture self;

  fixture_init_small (&self);
  set (&self, &device, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows (&self, 0, "Host 71, Host/main 92, Counters 138, Counters/Live memory 159, "
                          "gpu0/Operators/FLOP/s 196, gpu0 25, gpu0/Operators 46, pinned 70");
  g_assert_true (lamina_arrangement_is_pinned (self.options.arrangement, queue.track));
  g_assert_false (lamina_arrangement_is_pinned (self.options.arrangement, thread.track));
  set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows (&self, 30, "Host/main 99, Counters 145, gpu0/Operators/FLOP/s 166, "
                          "Counters/Live memory 25, gpu0 62, gpu0/Operators 83, pinned 107");
  set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  set (&self, &device, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  assert_rows (&self, 0, "Host 87, Host/main 108, Counters 154, gpu0/Operators/FLOP/s 175, "
                          "Counters/Live memory 25, gpu0 62, gpu0/Operators 64, pinned 86");
  set (&self, &device, LAMINA_ARRANGEMENT_PINNED, FALSE);
  assert_rows (&self, 0, "Host 87, Host/main 108, Counters 154, gpu0/Operators/FLOP/s 175, "
                          "gpu0/Operators 25, Counters/Live memory 50, pinned 86");
  set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, FALSE);
  set (&self, &counters, LAMINA_ARRANGEMENT_PINNED, TRUE);
  assert_rows (&self, 0, "Host 120, Host/main 141, gpu0 187, gpu0/Operators 189, Counters 25, "
                          "Counters/Live memory 46, gpu0/Operators/FLOP/s 83, pinned 119");
  fixture_clear (&self);
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
  set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  assert_rows (&self, 46, "Host/main 23, gpu0 46, gpu0/Operators 67, gpu0/Operators/convolution 92, "
                          "gpu0/Operators/matrix product 115, gpu0/Operators/elementwise 138, "
                          "gpu0/Operators/activation 161, gpu0/Operators/other 184");
  fixture_clear (&self);

  fixture_init (&self, fixture_dense (1, 50000));
  set (&self, &thread, LAMINA_ARRANGEMENT_SPLIT, TRUE);
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
  fixture_clear (&self);
}

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
  g_autoptr (LaminaScene) scene = lay_out_in (self, 600, 0);
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

  fixture_init (&self, create_functions (LAMINA_GROUP_DEVICE));
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
  set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  assert_slices (&self, open);
  fixture_clear (&self);

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

  fixture_init (&self, create_functions (LAMINA_GROUP_DEVICE));
  n = lamina_track_get_slices (lamina_run_get_track (self.run, 0))->n;
  set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &functions), ==, LAMINA_ARRANGEMENT_COLLAPSED);
  set (&self, &functions, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  assert_slices (&self, open);
  g_assert_null (lamina_arrangement_move (self.options.arrangement, &functions, 1));
  /* What was unfolded stays so in another version of the file. */
  change (&self, carry_over (&self, self.run));
  assert_slices (&self, open);
  set (&self, &functions, LAMINA_ARRANGEMENT_WHOLE, TRUE);
  assert_slices (&self, whole);
  change (&self, carry_over (&self, self.run));
  assert_slices (&self, whole);
  set (&self, &functions, LAMINA_ARRANGEMENT_WHOLE, FALSE);
  assert_slices (&self, open);
  fixture_clear (&self);

  /* Who goes to a slice finds it, wherever it is folded away. */
  for (ref.slice = 0; ref.slice < n; ref.slice++)
    {
      const LaminaSlices *slices;
      LaminaArrangement *shown;

      fixture_init (&self, create_functions (LAMINA_GROUP_DEVICE));
      slices = lamina_track_get_slices (lamina_run_get_track (self.run, 0));
      shown = lamina_arrangement_show_slice (self.options.arrangement, &ref);
      if (shown != NULL)
        change (&self, shown);
      g_assert_true (lamina_timeline_find_row (self.run, &self.options, 600, &ref, &y, &height));
      if (lamina_slices_get_kind (slices, ref.slice) == LAMINA_SLICE_RUNTIME)
        assert_slices (&self, whole);
      g_assert_null (lamina_arrangement_show_slice (self.options.arrangement, &ref));
      fixture_clear (&self);
    }

  /* Where nothing but the host ran, its functions are what there is to see. */
  fixture_init (&self, create_functions (LAMINA_GROUP_HOST));
  assert_slices (&self, on_host);
  fixture_clear (&self);
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

  fixture_init (&self, create_functions (LAMINA_GROUP_DEVICE));
  set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
  set (&self, &functions, LAMINA_ARRANGEMENT_COLLAPSED, FALSE);
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
  fixture_clear (&self);
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
      fixture_init (&self, scene_fixture_freeze (builder));
      set (&self, &thread, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
      scene = lay_out (&self, 0);
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
      fixture_clear (&self);
    }
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

  fixture_init (&self, create_groups ());
  assert_order (&self, "0123");
  g_assert_null (lamina_arrangement_move (self.options.arrangement, &thread, -1));
  g_assert_null (lamina_arrangement_move (self.options.arrangement, &queue, 1));
  change (&self, lamina_arrangement_move (self.options.arrangement, &thread, 1));
  assert_order (&self, "1023");
  change (&self, lamina_arrangement_move (self.options.arrangement, &host, 1));
  assert_order (&self, "2310");
  change (&self, lamina_arrangement_move_to (self.options.arrangement, &device, &queue, TRUE));
  assert_order (&self, "1023");
  /* A track stays in its group: nothing in another one is a place for it. */
  g_assert_null (lamina_arrangement_move_to (self.options.arrangement, &thread, &last, FALSE));
  /* A group goes behind the group that holds the place. */
  change (&self, lamina_arrangement_move_to (self.options.arrangement, &host, &last, TRUE));
  assert_order (&self, "2310");
  g_assert_null (lamina_arrangement_move_to (self.options.arrangement, &host, &last, TRUE));
  fixture_clear (&self);
}

/* To ask whether something can be moved is to be told what moving it comes to, of all items and places. */
static void
test_can_move (void)
{
  const LaminaTarget items[] = { thread, queue, { .kind = LAMINA_TARGET_TRACK, .track = 2 },
                                 { .kind = LAMINA_TARGET_TRACK, .track = 3 }, device, host, { .kind = LAMINA_TARGET_RULER } };
  guint n_moved = 0;
  Fixture self;

  fixture_init (&self, create_groups ());
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
  fixture_clear (&self);
}

static void
apply (Fixture                       *self,
       const LaminaArrangementChange *change_to)
{
  change (self, lamina_arrangement_apply (self->options.arrangement, change_to));
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

  fixture_init (&self, create_groups ());
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
  fixture_clear (&self);
}

/* What a thread has made before is what is made when it is asked for. */
static void
test_prepare (void)
{
  Fixture self;
  g_autofree char *rows = NULL;
  g_autofree char *again = NULL;

  fixture_init (&self, fixture_small ());
  set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LaminaScene) scene = lay_out (&self, 0);
      g_autoptr (LaminaScene) overview = lamina_overview_layout (self.run, self.timebase, self.options.arrangement, NULL, 500, 52);
      g_autofree char *boxes = lamina_scene_dump (overview);
      g_autofree char *names = dup_rows (scene);
      char **text = i == 0 ? &rows : &again;

      *text = g_strconcat (names, "\n", boxes, NULL);
      change (&self, lamina_arrangement_set (self.options.arrangement, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE));
      lamina_arrangement_prepare (self.options.arrangement);
    }
  g_assert_cmpstr (rows, ==, again);
  fixture_clear (&self);
}

/* What was done with tracks and groups and their order is there again in a run with the same ones. */
static void
test_words (void)
{
  static const LaminaTarget rate = { .kind = LAMINA_TARGET_RATE };
  Fixture self;

  fixture_init (&self, fixture_small ());
  g_assert_null (lamina_arrangement_to_variant (self.options.arrangement));
  set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  set (&self, &queue, LAMINA_ARRANGEMENT_PINNED, TRUE);
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  set (&self, &memory, LAMINA_ARRANGEMENT_FIXED, TRUE);
  set (&self, &rate, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  change (&self, carry_over (&self, self.run));
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &queue), ==,
                    LAMINA_ARRANGEMENT_SPLIT | LAMINA_ARRANGEMENT_PINNED);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &host), ==, LAMINA_ARRANGEMENT_COLLAPSED);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &memory), ==, LAMINA_ARRANGEMENT_FIXED);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &rate), ==, LAMINA_ARRANGEMENT_HIDDEN);
  g_assert_cmpuint (lamina_arrangement_get (self.options.arrangement, &thread), ==, 0);
  fixture_clear (&self);
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

  fixture_init (&self, create_tracks (before));
  change (&self, lamina_arrangement_move (self.options.arrangement, &counters, -2));
  change (&self, lamina_arrangement_move (self.options.arrangement, &second, -1));
  assert_order (&self, "40132");
  set (&self, &second, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  set (&self, &gone, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  change (&self, carry_over (&self, lamina_document_get_run (other, 0)));
  assert_order (&self, "5601342");
  g_assert_cmpuint (lamina_arrangement_get_n_hidden (self.options.arrangement), ==, 1);
  g_assert_true (lamina_arrangement_is_hidden (self.options.arrangement, 3));
  fixture_clear (&self);
}

/* A track that somebody looks for is seen, whatever hid it. */
static void
test_show_track (void)
{
  Fixture self;

  fixture_init_small (&self);
  set (&self, &thread, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  set (&self, &host, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  set (&self, &device, LAMINA_ARRANGEMENT_HIDDEN, TRUE);
  change (&self, lamina_arrangement_show_track (self.options.arrangement, thread.track));
  assert_rows (&self, 0, "Host 25, Host/main 46, Counters 92, Counters/Live memory 113, "
                         "gpu0/Operators/FLOP/s 150, hidden 187");
  fixture_clear (&self);
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

  fixture_init (&self, create_tracks (tracks));
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  set (&self, &device, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  scene = lay_out (&self, 0);
  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    if (strcmp (texts[i].text, "work") == 0)
      *(texts[i].y < 50 ? &n_low : &n_high) += 1;
  g_assert_cmpuint (n_low, ==, 0);
  g_assert_cmpuint (n_high, ==, 1);
  fixture_clear (&self);
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
  set (&self, &memory, LAMINA_ARRANGEMENT_FIXED, TRUE);
  of_run = dup_scale (&self);
  set (&self, &memory, LAMINA_ARRANGEMENT_FIXED, FALSE);
  again = dup_scale (&self);
  g_assert_cmpstr (of_run, ==, "≈\u00a00\u2009–\u20094.00\u00a0MiB, fixed");
  g_assert_cmpstr (of_view, !=, of_run);
  g_assert_null (strstr (of_view, "4.00"));
  g_assert_cmpstr (again, ==, of_view);
  fixture_clear (&self);
}

static void
test_golden (void)
{
  Fixture self;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *text = NULL;

  fixture_init_small (&self);
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  scene = lay_out (&self, 0);
  text = lamina_scene_dump (scene);
  assert_expected (text, "scene/timeline-arranged.txt");
  fixture_clear (&self);
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
  set (&self, &host, LAMINA_ARRANGEMENT_COLLAPSED, TRUE);
  set (&self, &queue, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  set (&self, &memory, LAMINA_ARRANGEMENT_PINNED, TRUE);
  options.tracks = order;
  options.n_tracks = G_N_ELEMENTS (order);
  options.arrangement = self.options.arrangement;
  scene = lamina_picture_layout (self.document, &options, self.metrics, NULL);
  text = lamina_scene_dump (scene);
  assert_expected (text, "scene/picture-arranged.txt");
  fixture_clear (&self);
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
  g_test_add_func ("/arrangement/outline", test_outline);
  g_test_add_func ("/arrangement/functions", test_functions);
  g_test_add_func ("/arrangement/shift-of-functions", test_shift_of_functions);
  g_test_add_func ("/arrangement/outline/random", test_outline_at_random);
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

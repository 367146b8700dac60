/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "scene-fixture.h"
#include "timeline-fixture.h"

/* Tracks with very many lanes, of which a timeline lists only what is seen. */

#define N_LANES 3000
#define WIDTH 650
#define HEIGHT 300

/* A track before, one whose slices lie within each other, the number of each being that of its lane, and a track after. */
static LaminaDocument *
make_deep (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  guint32 above = lamina_builder_add_track (builder, run, LAMINA_NONE, "above", 0);
  guint32 deep = lamina_builder_add_track (builder, run, LAMINA_NONE, "deep", 0);
  guint32 below = lamina_builder_add_track (builder, run, LAMINA_NONE, "below", 0);
  guint32 name = lamina_builder_intern (builder, "call", -1);

  fixture_add_slice (builder, run, above, 0, 2 * N_LANES, name);
  for (guint i = 0; i < N_LANES; i++)
    fixture_add_slice (builder, run, deep, i, 2 * (N_LANES - i), name);
  fixture_add_slice (builder, run, below, 0, 2 * N_LANES, name);
  return scene_fixture_freeze (builder);
}

static int
get_y (TimelineFixture *self,
       guint32          track,
       guint32          slice)
{
  int y, height;

  g_assert_true (lamina_timeline_find_row (self->run, &self->options, HEIGHT, &(LaminaSliceRef) { track, slice }, &y, &height));
  g_assert_cmpint (height, ==, 23);
  return y;
}

static LaminaScene *
lay_out (TimelineFixture *self,
         int              scroll)
{
  const LaminaViewport viewport = { 0, 2.0 * N_LANES / WIDTH, WIDTH, HEIGHT, scroll };

  return lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
}

/* Each lane stands where it is said to stand, and its slice can be pointed at there; those around it can, too. */
static void
test_lanes (void)
{
  static const guint lanes[] = { 0, 1, 254, 255, 256, 257, 258, 1000, 1500, N_LANES - 2, N_LANES - 1 };
  TimelineFixture self;

  timeline_fixture_init (&self, make_deep ());
  g_assert_cmpuint (lamina_track_get_slices (lamina_run_get_track (self.run, 1))->n_lanes, ==, N_LANES);
  for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
    {
      int y = get_y (&self, 1, lanes[i]);
      int scroll = MAX (y - 100, 0);
      g_autoptr (LaminaScene) scene = lay_out (&self, scroll);

      for (guint lane = MAX (lanes[i], 2) - 2; lane < MIN (lanes[i] + 3, N_LANES); lane++)
        {
          const LaminaTarget *target = lamina_scene_pick (scene, self.options.names_width + WIDTH / 2.0,
                                                          get_y (&self, 1, lane) - scroll + 11, 3);

          g_assert_nonnull (target);
          g_assert_cmpint (target->kind, ==, LAMINA_TARGET_SLICES);
          g_assert_cmpuint (target->track, ==, 1);
          g_assert_cmpuint (target->first, ==, lane);
        }
    }
  timeline_fixture_clear (&self);
}

/* All lanes take room, whether they are listed or not. */
static void
test_room (void)
{
  TimelineFixture self;
  int y;

  timeline_fixture_init (&self, make_deep ());
  for (guint lane = 2; lane < N_LANES; lane++)
    g_assert_cmpint (get_y (&self, 1, lane) - get_y (&self, 1, lane - 1), ==, 23);
  y = get_y (&self, 2, 0);
  g_assert_cmpint (y - get_y (&self, 1, N_LANES - 1), ==, 23);
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, HEIGHT), ==, y + 23);
  timeline_fixture_clear (&self);
}

/* Where only the outer lanes have something, the others are left out, deep ones in part. */
static void
test_depths (void)
{
  static const guint needed[] = { 1, 200, 256, 257, 2000 };
  TimelineFixture self;

  timeline_fixture_init (&self, make_deep ());
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      guint n;
      g_autofree guint32 *depths = lamina_timeline_find_depths (self.run, self.timebase, 0, needed[i], &n);
      TimelineFixture part = self;

      g_assert_cmpuint (n, ==, 3);
      g_assert_cmpuint (depths[1], ==, needed[i]);
      part.options.depths = depths;
      g_assert_cmpint (get_y (&part, 2, 0) - get_y (&part, 1, needed[i] - 1), ==, 23);
      /* What stood at a deep lane is looked for at the lowest that is left. */
      if (needed[i] > 1)
        g_assert_cmpint (lamina_timeline_get_shift (self.run, &self.options, &part.options, HEIGHT, get_y (&self, 1, 2500),
                                                    get_y (&self, 1, 2500) + 5),
                         ==, get_y (&part, 1, needed[i] - 1) - get_y (&self, 1, 2500));
    }
  timeline_fixture_clear (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-deep/lanes", test_lanes);
  g_test_add_func ("/timeline-deep/room", test_room);
  g_test_add_func ("/timeline-deep/depths", test_depths);
  return g_test_run ();
}

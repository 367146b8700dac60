/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-arrangement-state.h"
#include "scene-dump.h"
#include "scene-fixture.h"
#include "timeline-fixture.h"

/* Rows of many tracks, which are placed once and looked for afterwards. */

#define N_GROUPS 3
#define N_IN_GROUP 400
#define N_TRACKS (N_GROUPS * N_IN_GROUP)
#define WIDTH 650
#define HEIGHT 500

/* Groups of tracks with one slice each, in as many lanes as its number says: none to two below the first. */
static LaminaDocument *
make_many (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  guint32 name = lamina_builder_intern (builder, "call", -1);
  guint32 track;

  for (guint i = 0; i < N_GROUPS; i++)
    {
      g_autofree char *title = g_strdup_printf ("process %u", i);
      guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, title, LAMINA_GROUP_HOST);

      for (guint k = 0; k < N_IN_GROUP; k++)
        {
          g_autofree char *thread = g_strdup_printf ("thread %u", k);

          track = lamina_builder_add_track (builder, run, group, thread, 0);
          for (guint lane = 0; lane <= k % 3; lane++)
            fixture_add_slice (builder, run, track, 10 * lane, 100 - 20 * lane, name);
        }
    }
  return scene_fixture_freeze (builder);
}

static void
arrange (TimelineFixture  *self,
         LaminaTargetKind  kind,
         guint32           index,
         LaminaArrangementFlags flag)
{
  const LaminaTarget item = { .kind = kind, .track = index };
  LaminaArrangement *before = self->options.arrangement;

  self->options.arrangement = lamina_arrangement_set (before, &item, flag, TRUE);
  lamina_arrangement_unref (before);
}

/* The second group is collapsed, one track of the first is pinned and one hidden. */
static void
set_up (TimelineFixture *self)
{
  timeline_fixture_init (self, make_many ());
  self->options.arrangement = lamina_arrangement_ref (lamina_arrangement_attach (self->run));
  arrange (self, LAMINA_TARGET_GROUP, 1, LAMINA_ARRANGEMENT_COLLAPSED);
  arrange (self, LAMINA_TARGET_TRACK, 17, LAMINA_ARRANGEMENT_PINNED);
  arrange (self, LAMINA_TARGET_TRACK, 30, LAMINA_ARRANGEMENT_HIDDEN);
}

static void
tear_down (TimelineFixture *self)
{
  g_clear_pointer (&self->options.places, lamina_timeline_places_unref);
  lamina_arrangement_unref (self->options.arrangement);
  timeline_fixture_clear (self);
}

static LaminaScene *
lay_out (TimelineFixture *self,
         int              scroll)
{
  const LaminaViewport viewport = { 0, 100.0 / WIDTH, WIDTH, HEIGHT, scroll };

  return lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
}

/* A row that is said to be somewhere is there when that is scrolled to; nobody finds one that is hidden or collapsed away. */
static void
test_find (void)
{
  const LaminaSliceRef nowhere[] = { { 30, 0 }, { N_TRACKS, 0 }, { LAMINA_NONE, 0 } };
  TimelineFixture self;
  guint n_found = 0;

  set_up (&self);
  self.options.places = lamina_timeline_places_get (self.run, &self.options, HEIGHT);
  for (guint track = 0; track < N_TRACKS; track += 7)
    {
      const LaminaSliceRef last = { track, track % N_IN_GROUP % 3 };
      gboolean is_strip = track / N_IN_GROUP == 1;
      const LaminaTarget *target;
      g_autoptr (LaminaScene) scene = NULL;
      int y, height, scroll;

      if (!lamina_timeline_find_row (self.run, &self.options, HEIGHT, &last, &y, &height))
        {
          g_assert_true (is_strip);
          continue;
        }
      n_found++;
      scroll = MAX (y - 200, 0);
      scene = lay_out (&self, scroll);
      target = lamina_scene_pick (scene, self.options.names_width + WIDTH / 2.0, y - scroll + height / 2, 1);
      g_assert_nonnull (target);
      g_assert_cmpint (target->kind, ==, LAMINA_TARGET_SLICES);
      g_assert_cmpuint (target->track, ==, track);
      if (!is_strip)
        g_assert_cmpuint (target->first, ==, last.slice);
    }
  g_assert_cmpuint (n_found, >=, 2 * N_IN_GROUP / 7);
  for (guint i = 0; i < G_N_ELEMENTS (nowhere); i++)
    {
      int y, height;

      g_assert_false (lamina_timeline_find_row (self.run, &self.options, HEIGHT, &nowhere[i], &y, &height));
    }
  tear_down (&self);
}

/* With rows that are placed already everything is as without, wherever it is scrolled to. */
static void
test_kept (void)
{
  TimelineFixture self;
  g_autoptr (LaminaTimelinePlaces) places = NULL;
  int height;

  set_up (&self);
  places = lamina_timeline_places_get (self.run, &self.options, HEIGHT);
  height = lamina_timeline_get_height (self.run, &self.options, HEIGHT);
  for (int scroll = 0; scroll < height; scroll += 977)
    {
      g_autoptr (LaminaScene) anew = NULL, kept = NULL;
      g_autofree char *expected = NULL, *actual = NULL;

      self.options.places = NULL;
      anew = lay_out (&self, scroll);
      self.options.places = places;
      kept = lay_out (&self, scroll);
      expected = lamina_scene_dump (anew);
      actual = lamina_scene_dump (kept);
      g_assert_cmpstr (actual, ==, expected);
    }
  self.options.places = NULL;
  tear_down (&self);
}

/* Places are used where they hold, and nowhere else; heights that they tell without being placed anew are the same. */
static void
test_hold (void)
{
  static const int heights[] = { 0, HEIGHT, 5000, 1000000 };
  const guint32 depths[N_TRACKS] = { 0 };
  TimelineFixture self;
  LaminaTimelineOptions other;
  g_autoptr (LaminaTimelinePlaces) first = NULL;
  g_autoptr (LaminaTimelinePlaces) again = NULL;

  set_up (&self);
  self.options.places = first = lamina_timeline_places_get (self.run, &self.options, HEIGHT);
  again = lamina_timeline_places_get (self.run, &self.options, HEIGHT);
  g_assert_true (again == first);
  other = self.options;
  other.depths = depths;
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LaminaTimelinePlaces) anew = NULL;

      other.ruler_height = self.options.ruler_height + (i == 1);
      other.fill_height = self.options.fill_height != (i == 2);
      anew = lamina_timeline_places_get (self.run, &other, HEIGHT);
      g_assert_true (anew != first);
      other.depths = NULL;
    }
  other = self.options;
  other.places = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, heights[i]), ==,
                     lamina_timeline_get_height (self.run, &other, heights[i]));
  arrange (&self, LAMINA_TARGET_TRACK, 5, LAMINA_ARRANGEMENT_HIDDEN);
  g_assert_cmpint (lamina_timeline_get_height (self.run, &self.options, HEIGHT), <,
                   lamina_timeline_get_height (self.run, &other, HEIGHT));
  self.options.places = NULL;
  tear_down (&self);
}

static gboolean
has_lane (const GArray *lanes,
          guint32       track,
          guint32       lane)
{
  for (guint i = 0; i < lanes->len; i++)
    {
      const LaminaLanes *some = &g_array_index (lanes, LaminaLanes, i);

      if (some->track == track && lane >= some->first && lane < some->first + some->n)
        return TRUE;
    }
  return FALSE;
}

/* Whether a row is seen below what is pinned: @y is its place with the ruler. */
static gboolean
is_in_sight (TimelineFixture *self,
             int              y,
             int              height,
             int              scroll)
{
  int top = self->options.ruler_height + lamina_timeline_get_pinned_height (self->run, &self->options, HEIGHT);

  return y - scroll + height > top && y - scroll < HEIGHT;
}

/* The lanes in sight are those whose rows are, and that which is pinned. */
static void
test_lanes (void)
{
  static const int scrolls[] = { 0, 40, 5003, 9990, 20000 };
  TimelineFixture self;

  set_up (&self);
  for (guint i = 0; i < G_N_ELEMENTS (scrolls); i++)
    {
      g_autoptr (GArray) lanes = lamina_timeline_list_lanes (self.run, &self.options, HEIGHT, scrolls[i]);

      g_assert_cmpuint (lanes->len, >, 0);
      for (guint32 track = 0; track < N_TRACKS; track++)
        for (guint32 lane = 0; lane <= track % N_IN_GROUP % 3; lane++)
          {
            int y, height;
            gboolean is_there = lamina_timeline_find_row (self.run, &self.options, HEIGHT, &(LaminaSliceRef) { track, lane }, &y,
                                                          &height);

            /* What is collapsed shows the first lane. */
            if (is_there && track / N_IN_GROUP == 1 && lane > 0)
              continue;
            g_assert_cmpint (has_lane (lanes, track, lane), ==,
                             is_there && (track == 17 || is_in_sight (&self, y, height, scrolls[i])));
          }
    }
  tear_down (&self);
}

/* Nothing is left out where all lanes are needed, and nothing copied where nothing is to be changed. */
static void
test_whole (void)
{
  TimelineFixture self;
  LaminaArrangement *arrangement;
  g_autoptr (LaminaArrangement) shown = NULL;
  g_autoptr (LaminaArrangement) other = NULL;
  g_autofree guint32 *all = NULL;
  g_autofree guint32 *some = NULL;
  guint n;

  set_up (&self);
  all = lamina_timeline_find_depths (self.run, self.timebase, 0, 100, &n);
  g_assert_null (all);
  some = lamina_timeline_find_depths (self.run, self.timebase, 0, 15, &n);
  g_assert_nonnull (some);
  g_assert_cmpuint (n, ==, N_TRACKS);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (some[i], ==, MIN (i % N_IN_GROUP % 3, 1) + 1);
  arrangement = lamina_arrangement_attach (self.run);
  shown = lamina_arrangement_hide_zeros (arrangement);
  g_assert_true (shown == arrangement);
  other = lamina_arrangement_show_track (arrangement, 7);
  g_assert_true (other == arrangement);
  tear_down (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline-places/find", test_find);
  g_test_add_func ("/timeline-places/kept", test_kept);
  g_test_add_func ("/timeline-places/hold", test_hold);
  g_test_add_func ("/timeline-places/lanes", test_lanes);
  g_test_add_func ("/timeline-places/whole", test_whole);
  return g_test_run ();
}

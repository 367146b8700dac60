/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"
#include "lamina-arrangement-state.h"
#include "lamina-scene-private.h"
#include "scene-dump.h"
#include "scene-fixture.h"
#include "timeline-fixture.h"

#include <math.h>
#include <string.h>

/* Layouts of timelines, with texts of fixed width. */

static LaminaScene *
lay_out_selection (TimelineFixture      *self,
                   const LaminaViewport *viewport,
                   guint32               layer,
                   const LaminaSliceRef *slice)
{
  g_autoptr (LaminaHighlight) highlight = lamina_highlight_new (self->run, &layer, layer != LAMINA_NONE, layer, slice);

  return lamina_timeline_layout_selection (self->run, self->timebase, viewport, &self->options, self->metrics,
                                           highlight);
}

static void
assert_dump (LaminaScene *scene,
             const char  *name)
{
  g_autofree char *text = lamina_scene_dump (scene);

  assert_expected (text, name);
}

static void
test_golden (void)
{
  TimelineFixture self;
  g_autoptr (LaminaScene) whole = NULL;
  g_autoptr (LaminaScene) part = NULL;
  g_autoptr (LaminaScene) overview = NULL;

  timeline_fixture_init (&self, fixture_small ());
  whole = timeline_fixture_lay_out (&self, lamina_timebase_get_start (self.timebase), 4000, 650, 300);
  assert_dump (whole, "scene/timeline-whole.txt");
  part = timeline_fixture_lay_out (&self, 1550000, 300, 650, 120);
  assert_dump (part, "scene/timeline-part.txt");
  overview = lamina_overview_layout (self.run, self.timebase, NULL, NULL, 400, 52);
  assert_dump (overview, "scene/overview.txt");
  timeline_fixture_clear (&self);
}

static void
test_golden_selection (void)
{
  TimelineFixture self;
  LaminaViewport viewport = { 1050000, 1000, 650, 300, 0 };
  LaminaSliceRef slice = { 0, 1 };
  g_autoptr (LaminaScene) layer = NULL;
  g_autoptr (LaminaScene) alone = NULL;
  guint n;

  timeline_fixture_init (&self, fixture_small ());
  layer = lay_out_selection (&self, &viewport, 1, NULL);
  assert_dump (layer, "scene/timeline-selection.txt");
  viewport.start = 0;
  alone = lay_out_selection (&self, &viewport, LAMINA_NONE, &slice);
  lamina_scene_get_boxes (alone, &n);
  g_assert_cmpuint (n, ==, 1);
  timeline_fixture_clear (&self);
}

/* Whether a slice has anything in a view. */
static gboolean
is_in_view (const LaminaSlices *slices,
            guint               i,
            gint64              start,
            gint64              end)
{
  gint64 slice_end = slices->start[i] + slices->duration[i];

  return slices->start[i] < end && (slice_end > start || (slices->duration[i] == 0 && slices->start[i] >= start));
}

static guint
count_in_view (LaminaTrack *track,
               guint        lane,
               gint64       start,
               gint64       end)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint n = 0;

  for (guint i = slices->first[lane]; i < slices->first[lane + 1]; i++)
    n += is_in_view (slices, i, start, end);
  return n;
}

static guint
get_lane (LaminaRun            *run,
          const LaminaSceneBox *box)
{
  return lamina_track_get_depth (lamina_run_get_track (run, box->target.track), box->target.first);
}

/* The boxes of one lane stand side by side for slices that follow each other. Returns the end of the lane. */
static guint
assert_lane (LaminaRun            *run,
             const LaminaSceneBox *boxes,
             guint                 i,
             guint                 end,
             gint64                start_time,
             gint64                end_time)
{
  const LaminaSceneBox *before = NULL;
  guint lane = get_lane (run, &boxes[i]);
  LaminaTrack *track = lamina_run_get_track (run, boxes[i].target.track);
  guint sum = 0;

  for (; i < end && boxes[i].target.kind == LAMINA_TARGET_SLICES && get_lane (run, &boxes[i]) == lane; i++)
    {
      g_assert_cmpint (boxes[i].width, >=, 1);
      if (before != NULL)
        {
          g_assert_cmpint (boxes[i].x, >=, before->x + before->width);
          g_assert_cmpuint (boxes[i].target.first, ==, before->target.first + before->target.n);
        }
      sum += boxes[i].target.n;
      before = &boxes[i];
    }
  g_assert_cmpuint (sum, ==, count_in_view (track, lane, start_time, end_time));
  return i;
}

/* Nothing is lost and nothing is shown twice. Returns how many lanes have something in view. */
static guint
assert_lanes (LaminaScene *scene,
              LaminaRun   *run,
              gint64       start,
              gint64       end)
{
  guint n_boxes;
  guint n_lanes = 0;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n_boxes);

  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (scene, i);
      guint group_end = group->first_box + group->n_boxes;

      for (guint j = group->first_box; j < group_end; j++)
        if (boxes[j].target.kind == LAMINA_TARGET_SLICES)
          {
            g_assert_cmpint (boxes[j].x, >=, group->x);
            j = assert_lane (run, boxes, j, group_end, start, end) - 1;
            g_assert_cmpint (boxes[j].x + boxes[j].width, <=, group->x + group->width);
            n_lanes++;
          }
    }
  return n_lanes;
}

static void
test_limits (void)
{
  const guint n_slices = g_test_slow () ? 500000 : 100000;
  TimelineFixture self;
  gint64 start, end;
  guint n_lanes = 0;

  timeline_fixture_init (&self, fixture_dense (20, n_slices));
  start = lamina_timebase_get_start (self.timebase);
  end = lamina_timebase_get_end (self.timebase);
  for (double part = 1; part > 1e-6; part /= 3)
    for (guint shift = 0; shift < 3; shift++)
      {
        double per_px = (double) (end - start) * part / 1450;
        gint64 from = start + (gint64) ((double) (end - start) * (0.31 * shift - 0.1) * (part < 1));
        g_autoptr (LaminaScene) scene = timeline_fixture_lay_out (&self, from, per_px, 1450, 900);
        guint n;

        lamina_scene_get_boxes (scene, &n);
        g_assert_cmpuint (n, <=, LAMINA_MAX_BOXES);
        g_assert_cmpuint (timeline_count_labels (scene), <=, LAMINA_MAX_LABELS);
        n_lanes += assert_lanes (scene, self.run, from, from + (gint64) ceil (1450 * per_px));
      }
  g_assert_cmpuint (n_lanes, >, 20 * 20);
  timeline_fixture_clear (&self);
}

#define N_FEW 40
#define N_MANY 100000
#define N_FULL_TRACKS 20

/* A track with a few wide slices above many that are full of narrow ones. */
static LaminaDocument *
create_uneven (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);

  for (guint i = 0; i <= N_FULL_TRACKS; i++)
    {
      g_autofree char *name = g_strdup_printf ("queue %u", i);
      guint32 track = lamina_builder_add_track (builder, run, group, name, 0);
      guint n = i == 0 ? N_FEW : N_MANY;

      for (guint k = 0; k < n; k++)
        {
          LaminaSliceInit slice = LAMINA_SLICE_INIT;

          slice.name = lamina_builder_intern (builder, "conv", -1);
          slice.start = (gint64) k * 100 * N_MANY / n;
          slice.duration = 60 * N_MANY / n;
          lamina_builder_add_slice (builder, run, track, &slice);
        }
    }
  return scene_fixture_freeze (builder);
}

/* Where a frame has no room for all boxes, the full rows give way, all in the same way, and what is wide stays as it is. */
static void
test_budget (void)
{
  TimelineFixture self;
  g_autoptr (LaminaScene) scene = NULL;
  guint n_boxes[N_FULL_TRACKS + 1] = { 0 }, n_slices[N_FULL_TRACKS + 1] = { 0 }, n;
  const LaminaSceneBox *boxes;

  timeline_fixture_init (&self, create_uneven ());
  scene = timeline_fixture_lay_out (&self, lamina_timebase_get_start (self.timebase), 100.0 * N_MANY / 1000, 1000, 900);
  boxes = lamina_scene_get_boxes (scene, &n);
  g_assert_cmpuint (n, <=, LAMINA_MAX_BOXES);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES)
      {
        n_boxes[boxes[i].target.track]++;
        n_slices[boxes[i].target.track] += boxes[i].target.n;
      }
  g_assert_cmpuint (n_boxes[0], ==, N_FEW);
  g_assert_cmpuint (n_slices[0], ==, N_FEW);
  for (guint i = 1; i <= N_FULL_TRACKS; i++)
    {
      g_assert_cmpuint (n_slices[i], ==, N_MANY);
      g_assert_cmpuint (n_boxes[i], ==, n_boxes[1]);
    }
  /* Twice as many would not fit. */
  g_assert_cmpuint (2 * n_boxes[1] * N_FULL_TRACKS, >, LAMINA_MAX_BOXES / 2);
  timeline_fixture_clear (&self);
}

/* The only boxes of the one track that stand for slices. */
static guint
get_slice_boxes (LaminaScene           *scene,
                 const LaminaSceneBox **found,
                 guint                  most)
{
  guint n;
  guint n_found = 0;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && n_found < most)
      found[n_found++] = &boxes[i];
  return n_found;
}

/* One nanosecond for each pixel, and less, days after the beginning of the axis. */
static void
test_deep_zoom (void)
{
  const gint64 origin = G_GINT64_CONSTANT (1700000000000000001);
  const LaminaSceneBox *boxes[64];
  TimelineFixture self;
  g_autoptr (LaminaScene) one = NULL;
  g_autoptr (LaminaScene) deeper = NULL;

  timeline_fixture_init (&self, fixture_row (40, origin, 20, 7));
  self.options.names_width = 0;
  one = timeline_fixture_lay_out (&self, origin, 1, 800, 100);
  g_assert_cmpuint (get_slice_boxes (one, boxes, 64), ==, 40);
  for (int i = 0; i < 40; i++)
    {
      g_assert_cmpint (boxes[i]->x, ==, 20 * i);
      g_assert_cmpint (boxes[i]->width, ==, 7);
      g_assert_cmpuint (boxes[i]->target.n, ==, 1);
    }
  deeper = timeline_fixture_lay_out (&self, origin + 380, 0.0625, 800, 100);
  g_assert_cmpuint (get_slice_boxes (deeper, boxes, 64), ==, 3);
  g_assert_cmpint (boxes[1]->x, ==, 320);
  g_assert_cmpint (boxes[1]->width, ==, 7 * 16);
  timeline_fixture_clear (&self);
}

/* Slices of a few nanoseconds, days apart, are all there. */
static void
test_days (void)
{
  const gint64 day = G_GINT64_CONSTANT (86400000000000);
  const LaminaSceneBox *boxes[256];
  TimelineFixture self;
  g_autoptr (LaminaScene) scene = NULL;
  guint n;

  timeline_fixture_init (&self, fixture_row (200, 5, day, 3));
  scene = timeline_fixture_lay_out (&self, 0, (double) day / 5, 1000, 100);
  n = get_slice_boxes (scene, boxes, 256);
  g_assert_cmpuint (n, ==, 200);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (boxes[i]->x, ==, 150 + 5 * (int) i);
      g_assert_cmpint (boxes[i]->width, ==, 1);
    }
  timeline_fixture_clear (&self);
}

/* What takes no time is a tick, also right beside a wide slice, and at the edges of the view. */
static void
test_ticks (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "track",
                                            lamina_builder_add_clock (builder, run, "clock"));
  const gint64 starts[] = { 0, 0, 500, 500, 1000, 1999 };
  const gint64 durations[] = { 0, 500, 0, 500, 0, 0 };
  const LaminaSceneBox *boxes[8];
  TimelineFixture self;
  g_autoptr (LaminaScene) scene = NULL;
  guint n;

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    fixture_add_slice (builder, run, track, starts[i], durations[i], 0);
  timeline_fixture_init (&self, scene_fixture_freeze (builder));
  scene = timeline_fixture_lay_out (&self, 0, 10, 200, 200);
  n = get_slice_boxes (scene, boxes, 8);
  g_assert_cmpuint (n, ==, 6);
  g_assert_cmpint (boxes[n - 1]->width, ==, 1);
  g_assert_cmpuint (assert_lanes (scene, self.run, 0, 2000), ==, 2);
  timeline_fixture_clear (&self);
}

static void
test_rows (void)
{
  static const int heights[] = { 100, 200, 300, 500, 1200 };
  LaminaSliceRef waiting = { .track = 1 };
  TimelineFixture self;

  timeline_fixture_init (&self, fixture_small ());
  waiting.slice = lamina_track_get_slices (lamina_run_get_track (self.run, 1))->first[1];
  for (guint h = 0; h < G_N_ELEMENTS (heights); h++)
    {
      int total = lamina_timeline_get_height (self.run, &self.options, heights[h]);
      g_autoptr (LaminaScene) scene = timeline_fixture_lay_out (&self, 0, 4000, 650, MAX (heights[h], total));
      int y, row_height;
      guint n_found = 0;

      g_assert_true (total <= heights[h] || total == lamina_timeline_get_height (self.run, &self.options, 1));
      g_assert_false (lamina_timeline_find_row (self.run, &self.options, heights[h], &(LaminaSliceRef) { 9, 0 }, &y, &row_height));
      g_assert_true (lamina_timeline_find_row (self.run, &self.options, MAX (heights[h], total), &waiting, &y, &row_height));
      g_assert_cmpint (row_height, >=, 22);
      g_assert_cmpint (row_height, <=, 66);
      for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
        {
          const LaminaSceneGroup *group = lamina_scene_get_group (scene, i);

          if (strcmp (group->name, "gpu0/Operators") != 0)
            continue;
          g_assert_cmpint (group->y, ==, y);
          n_found++;
        }
      g_assert_cmpuint (n_found, ==, 1);
    }
  timeline_fixture_clear (&self);
}

/* Scrolling moves rows, and what is out of sight is not there. */
static void
test_scroll (void)
{
  TimelineFixture self;
  LaminaViewport viewport = { 0, 4000, 650, 100, 0 };
  g_autoptr (LaminaScene) top = NULL;
  g_autoptr (LaminaScene) scrolled = NULL;

  timeline_fixture_init (&self, fixture_small ());
  top = lamina_timeline_layout (self.run, self.timebase, &viewport, &self.options, self.metrics);
  viewport.scroll = 60;
  scrolled = lamina_timeline_layout (self.run, self.timebase, &viewport, &self.options, self.metrics);
  g_assert_cmpstr (lamina_scene_get_group (top, 0)->name, ==, "Host");
  g_assert_cmpstr (lamina_scene_get_group (scrolled, 0)->name, ==, "Host/main");
  for (guint i = 0; i < lamina_scene_get_n_groups (scrolled); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (scrolled, i);

      g_assert_cmpint (group->y, <, 100);
      g_assert_cmpint (group->y + group->height, >, 0);
    }
  g_assert_cmpint (lamina_scene_pick (scrolled, 400, 10, 0)->kind, ==, LAMINA_TARGET_RULER);
  timeline_fixture_clear (&self);
}

static void
assert_slice (TimelineFixture *self,
              LaminaScene     *scene,
              double           time,
              const char      *name,
              LaminaSliceKind  kind)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, 1));
  const LaminaTarget *target;
  int y, height;

  g_assert_true (lamina_timeline_find_row (self->run, &self->options, 300, &(LaminaSliceRef) { 1, 0 }, &y, &height));
  target = lamina_scene_pick (scene, 150 + (time - 1050000) / 1000, y + height / 2.0, 3);
  g_assert_nonnull (target);
  g_assert_cmpint (target->kind, ==, LAMINA_TARGET_SLICES);
  g_assert_cmpuint (target->track, ==, 1);
  g_assert_cmpstr (lamina_run_get_string (self->run, slices->name[target->first]), ==, name);
  g_assert_cmpint (slices->flags[target->first] & LAMINA_SLICE_KIND_MASK, ==, kind);
}

/* Waiting and kernel have no row, but can be pointed at; the device clock is one millisecond behind. */
static void
test_folded (void)
{
  TimelineFixture self;
  g_autoptr (LaminaScene) scene = NULL;

  timeline_fixture_init (&self, fixture_small ());
  scene = timeline_fixture_lay_out (&self, 1050000, 1000, 650, 300);
  assert_slice (&self, scene, 1110000, "waiting", LAMINA_SLICE_WAIT);
  assert_slice (&self, scene, 1300000, "kernel", LAMINA_SLICE_KERNEL);
  timeline_fixture_clear (&self);
}

static void
test_hints (void)
{
  TimelineFixture self;
  g_autoptr (LaminaScene) before = NULL;
  g_autoptr (LaminaScene) after = NULL;
  const LaminaTarget *target;
  int y, height;

  timeline_fixture_init (&self, fixture_small ());
  before = timeline_fixture_lay_out (&self, 2000000, 100, 650, 300);
  g_assert_true (lamina_timeline_find_row (self.run, &self.options, 300, &(LaminaSliceRef) { 0, 0 }, &y, &height));
  target = lamina_scene_pick (before, 170, y + height / 2.0, 0);
  g_assert_nonnull (target);
  g_assert_cmpint (target->kind, ==, LAMINA_TARGET_OUTSIDE);
  g_assert_cmpuint (target->track, ==, 0);
  g_assert_cmpuint (target->first, ==, 0);
  after = timeline_fixture_lay_out (&self, 200000, 100, 650, 300);
  g_assert_true (lamina_timeline_find_row (self.run, &self.options, 300, &(LaminaSliceRef) { 1, 0 }, &y, &height));
  target = lamina_scene_pick (after, 780, y + height / 2.0, 0);
  g_assert_nonnull (target);
  g_assert_cmpint (target->kind, ==, LAMINA_TARGET_OUTSIDE);
  g_assert_cmpuint (target->track, ==, 1);
  timeline_fixture_clear (&self);
}

/* Values that are no numbers are gaps; infinite ones and large ones do not break the scale. */
static void
test_counters (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 clock = lamina_builder_add_clock (builder, run, "clock");
  const double values[][6] = {
    { 0, 0, 0, 0, 0, 0 },
    { -3, 2, -1, 0, 5, 4 },
    { NAN, 1, NAN, NAN, 2, 1 },
    { NAN, NAN, NAN, NAN, NAN, NAN },
    { INFINITY, 1, -INFINITY, 2, G_MAXDOUBLE, -G_MAXDOUBLE },
  };
  TimelineFixture self;
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (LaminaScene) dense = NULL;
  const LaminaScenePoint *points;
  guint n;

  for (guint c = 0; c < G_N_ELEMENTS (values); c++)
    {
      guint32 counter = lamina_builder_add_counter (builder, run, LAMINA_NONE, "counter", clock, LAMINA_UNIT_NONE,
                                                    FALSE);

      for (guint i = 0; i < 600; i++)
        lamina_builder_add_sample (builder, run, counter, 1000 * i, values[c][i % 6]);
    }
  timeline_fixture_init (&self, scene_fixture_freeze (builder));
  scene = timeline_fixture_lay_out (&self, 1500, 10, 700, 300);
  dense = timeline_fixture_lay_out (&self, -1000, 10000, 700, 300);
  points = (const LaminaScenePoint *) (gpointer) scene->points->data;
  n = scene->points->len;
  g_assert_cmpuint (n, >, 50);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (points[i].x >= 150 && points[i].x <= 850);
      g_assert_true (points[i].y >= 0 && points[i].y <= 300);
    }
  g_assert_cmpuint (scene->areas->len, >, 5);
  timeline_fixture_clear (&self);
}

/* Nonsense asked of the layout gives a scene. */
static void
test_extremes (void)
{
  static const gint64 starts[] = { G_MININT64, -1, 0, G_MAXINT64 };
  static const double scales[] = { 0, NAN, -1, 1e-300, 1, 1e18, 1e300, INFINITY };
  static const int sizes[] = { 0, 1, 20, 3000 };
  TimelineFixture self;

  timeline_fixture_init (&self, fixture_small ());
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    for (guint j = 0; j < G_N_ELEMENTS (scales); j++)
      for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
        {
          LaminaViewport viewport = { starts[i], scales[j], sizes[k], sizes[(k + i) % 4], i == 1 ? 1000000 : -5 };
          g_autoptr (LaminaScene) scene =
            lamina_timeline_layout (self.run, self.timebase, &viewport, &self.options, self.metrics);
          g_autoptr (LaminaScene) selection =
            lay_out_selection (&self, &viewport, 1, NULL);
          g_autofree char *dump = lamina_scene_dump (scene);
          guint n;

          lamina_scene_get_boxes (scene, &n);
          g_assert_cmpuint (n, <=, LAMINA_MAX_BOXES);
          lamina_scene_get_boxes (selection, &n);
          g_assert_cmpuint (n, <=, 3);
          g_assert_true (g_str_has_prefix (dump, "scene "));
        }
  timeline_fixture_clear (&self);
}

/* The slices that a box stands for are those whose time its fill has most of; a little less where they are many. */
static void
check_fill (TimelineFixture      *self,
            LaminaColoring       *coloring,
            const LaminaSceneBox *box)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, box->target.track));
  gint64 busy[LAMINA_N_FAMILIES] = { 0 }, most = 0;

  for (guint i = box->target.first; i < box->target.first + box->target.n; i++)
    busy[lamina_coloring_get_slice (coloring, slices, i)] += slices->duration[i];
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    most = MAX (most, busy[i]);
  if (box->target.n == 1)
    g_assert_cmpint (box->fill.family, ==, lamina_coloring_get_slice (coloring, slices, box->target.first));
  else
    g_assert_cmpfloat ((double) busy[box->fill.family], >=, 0.4 * (double) most);
}

/* From close by and from afar, in lanes and in rows for families, in the strip of the whole run. */
static void
test_coloring (void)
{
  TimelineFixture self;
  g_autoptr (LaminaColoring) coloring = NULL;
  g_autoptr (LaminaArrangement) split = NULL;
  const LaminaTarget item = { .kind = LAMINA_TARGET_TRACK };
  guint n_merged = 0;

  timeline_fixture_init (&self, fixture_dense (2, 20000));
  coloring = lamina_coloring_new (self.run, LAMINA_COLOR_BY_TYPE, NULL);
  split = lamina_arrangement_set (lamina_arrangement_attach (self.run), &item, LAMINA_ARRANGEMENT_SPLIT, TRUE);
  self.options.arrangement = split;
  self.options.coloring = coloring;
  for (double per_px = 10; per_px < 1e6; per_px *= 7)
    {
      g_autoptr (LaminaScene) scene = timeline_fixture_lay_out (&self, 0, per_px, 1000, 900);
      g_autoptr (LaminaScene) overview = lamina_overview_layout (self.run, self.timebase, split, coloring, 1000, 52);
      LaminaScene *const scenes[] = { scene, overview };

      for (guint i = 0; i < G_N_ELEMENTS (scenes); i++)
        {
          guint n;
          const LaminaSceneBox *boxes = lamina_scene_get_boxes (scenes[i], &n);

          for (guint j = 0; j < n; j++)
            if (boxes[j].target.kind == LAMINA_TARGET_SLICES && (boxes[j].target.only == 0 || boxes[j].target.n == 1))
              {
                check_fill (&self, coloring, &boxes[j]);
                n_merged += boxes[j].target.n > LAMINA_LOD_FANOUT;
              }
        }
    }
  g_assert_cmpuint (n_merged, >, 100);
  timeline_fixture_clear (&self);
}

/* How high merged slices are on average, in hundredths of the row, where each of them takes so many of a thousand ns. */
static int
get_height (gint64 duration)
{
  TimelineFixture self;
  guint n;
  int height = 0, width = 0, most = 0;
  g_autoptr (LaminaScene) scene = NULL;
  const LaminaSceneBox *boxes;

  timeline_fixture_init (&self, fixture_row (20000, 0, 1000, duration));
  scene = timeline_fixture_lay_out (&self, 0, 20000 * 1000.0 / 500, 500, 300);
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES)
      {
        height += boxes[i].height * boxes[i].width;
        width += boxes[i].width;
      }
  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    most = MAX (most, lamina_scene_get_group (scene, i)->height);
  timeline_fixture_clear (&self);
  return 100 * height / (width * (most - 4));
}

/* A queue that is idle for a part of the time does not look full. */
static void
test_density (void)
{
  g_assert_cmpint (get_height (1000), >=, 97);
  for (gint64 duration = 300; duration < 1000; duration += 100)
    {
      g_assert_cmpint (get_height (duration), <=, duration / 10 + 10);
      g_assert_cmpint (get_height (duration), >=, duration / 10 - 10);
    }
  g_assert_cmpint (get_height (800), <=, 88);
}

static void
test_empty (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  TimelineFixture self;
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (LaminaScene) overview = NULL;

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  timeline_fixture_init (&self, scene_fixture_freeze (builder));
  scene = timeline_fixture_lay_out (&self, 0, 1, 500, 300);
  overview = lamina_overview_layout (self.run, self.timebase, NULL, NULL, 500, 52);
  timeline_fixture_clear (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/timeline/golden", test_golden);
  g_test_add_func ("/timeline/density", test_density);
  g_test_add_func ("/timeline/golden-selection", test_golden_selection);
  g_test_add_func ("/timeline/limits", test_limits);
  g_test_add_func ("/timeline/budget", test_budget);
  g_test_add_func ("/timeline/deep-zoom", test_deep_zoom);
  g_test_add_func ("/timeline/days", test_days);
  g_test_add_func ("/timeline/ticks", test_ticks);
  g_test_add_func ("/timeline/rows", test_rows);
  g_test_add_func ("/timeline/scroll", test_scroll);
  g_test_add_func ("/timeline/folded", test_folded);
  g_test_add_func ("/timeline/hints", test_hints);
  g_test_add_func ("/timeline/counters", test_counters);
  g_test_add_func ("/timeline/extremes", test_extremes);
  g_test_add_func ("/timeline/coloring", test_coloring);
  g_test_add_func ("/timeline/empty", test_empty);
  return g_test_run ();
}

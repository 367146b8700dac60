/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-timeline.h"
#include "scene-fixture.h"
#include "scene-dump.h"

#include <string.h>

/* Gaps in the work of a device: where they are hatched, what they say, and how they are found at a place. */

/* A thread that launches, and two queues: an annotation with work inside, and a copy; and annotations alone. */
enum { HOST, WORK, COPY, RANGES, N_TRACKS };

static const struct
{
  guint track;
  const char *name;
  gint64 start;
  gint64 duration;
  gboolean is_work;
  int launch; /* which of these launches it, or -1 */
} slices[] = {
  { HOST, "launch", 5000, 500, FALSE, -1 },
  { WORK, "step", 0, 3100, FALSE, -1 },
  { WORK, "conv", 0, 1000, TRUE, -1 },
  { WORK, "relu", 1020, 1980, TRUE, -1 },
  { WORK, "next step", 5600, 2400, FALSE, -1 },
  { WORK, "matmul", 6000, 1000, TRUE, 0 },
  { COPY, "copy", 7000, 1000, TRUE, -1 },
  { RANGES, "step", 0, 3100, FALSE, -1 },
};

static LaminaDocument *
create_document (void)
{
  static const char *const names[N_TRACKS] = { "thread", "stream 7", "stream 20", "ranges" };
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 host = lamina_builder_add_group (builder, run, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 gpu = lamina_builder_add_group (builder, run, LAMINA_NONE, "GPU 0", LAMINA_GROUP_DEVICE);
  guint32 tracks[N_TRACKS], ids[G_N_ELEMENTS (slices)];

  for (guint i = 0; i < N_TRACKS; i++)
    tracks[i] = lamina_builder_add_track (builder, run, i == HOST ? host : gpu, names[i], 0);
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      layer.name = slice.name = lamina_builder_intern (builder, slices[i].name, -1);
      if (slices[i].is_work)
        slice.layer = lamina_builder_add_layer (builder, run, &layer);
      slice.kind = slices[i].track == RANGES ? LAMINA_SLICE_SPAN : LAMINA_SLICE_WORK;
      slice.start = slices[i].start;
      slice.duration = slices[i].duration;
      ids[i] = lamina_builder_add_slice (builder, run, tracks[slices[i].track], &slice);
    }
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    if (slices[i].launch >= 0)
      lamina_builder_add_flow (builder, run, 0, tracks[HOST], ids[slices[i].launch], tracks[slices[i].track], ids[i]);
  return scene_fixture_freeze (builder);
}

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaMetrics *metrics;
  LaminaTimelineOptions options;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  self->document = create_document ();
  self->run = lamina_document_get_run (self->document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
  self->metrics = lamina_metrics_new_fixed (6);
  self->options = LAMINA_TIMELINE_OPTIONS_INIT;
  self->options.idle = lamina_idle_new (self->run, self->timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_idle_unref (self->options.idle);
  lamina_metrics_free (self->metrics);
  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
}

/* `1: 450 + 300 on stream 7, launch-bound 3.00 µs`: what is hatched, and the texts on it. */
static char *
dup_hatched (Fixture     *self,
             LaminaScene *scene)
{
  GString *text = g_string_new (NULL);
  guint n, n_texts;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n_texts);

  for (guint i = 0; i < n; i++)
    {
      if (boxes[i].target.kind != LAMINA_TARGET_GAPS)
        continue;
      g_assert_cmpint (boxes[i].fill.ink, ==, LAMINA_INK_TEXT);
      g_assert_cmpint (boxes[i].fill.pattern, ==, LAMINA_PATTERN_WAIT);
      g_string_append_printf (text, "%u: %d + %d on %s", boxes[i].target.first, boxes[i].x, boxes[i].width,
                              lamina_track_get_info (lamina_run_get_track (self->run, boxes[i].target.track))->name);
      for (guint k = 0; k < n_texts; k++)
        if (texts[k].font == LAMINA_FONT_CAPTION && (int) texts[k].x >= boxes[i].x && (int) texts[k].x < boxes[i].x + boxes[i].width
            && (int) texts[k].y >= boxes[i].y && (int) texts[k].y < boxes[i].y + boxes[i].height)
          g_string_append_printf (text, ", %s", texts[k].text);
      g_string_append (text, "; ");
    }
  return g_string_free (text, FALSE);
}

/* A long gap is hatched in the first lane that it leaves free, although annotations reach into it. A label shrinks with it. */
static void
test_long (Fixture       *self,
           gconstpointer  data)
{
  static const struct
  {
    double per_px;
    const char *hatched;
  } cases[] = {
    { 10, "1: 450 + 300 on stream 7, launch-bound 3.00\302\240µs; " },
    { 40, "1: 225 + 75 on stream 7, 3.00\302\240µs; " },
    { 80, "1: 187 + 38 on stream 7; " },
    { 200, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaViewport viewport = { 0, cases[i].per_px, 800, 400, 0 };
      g_autoptr (LaminaScene) scene = lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
      g_autofree char *text = dup_hatched (self, scene);

      g_assert_cmpstr (text, ==, cases[i].hatched);
    }
}

/* Selected ones are, however short they are; the first one alone among several is too short here for a box. */
static void
test_selected (Fixture       *self,
               gconstpointer  data)
{
  static const guint32 gaps[] = { 1, 0 };
  static const LaminaSliceRef beside = { WORK, 0 };
  LaminaViewport viewport = { 0, 10, 800, 400, 0 };

  for (guint n = 1; n <= 2; n++)
    {
      g_autoptr (LaminaHighlight) highlight = lamina_highlight_new_of_gaps (self->run, gaps + 2 - n, n, &beside, 1);
      g_autoptr (LaminaScene) scene = NULL;
      g_autofree char *text = NULL;

      viewport.per_px = n == 1 ? 200 : 10;
      scene = lamina_timeline_layout_selection (self->run, self->timebase, &viewport, &self->options, self->metrics, highlight);
      text = dup_hatched (self, scene);
      g_assert_cmpstr (text, ==, n == 1 ? "0: 155 + 1 on stream 7; "
                                        : "0: 250 + 2 on stream 7; 1: 450 + 300 on stream 7, launch-bound 3.00\302\240µs; ");
    }
}

/* What stands at each place of the rows of the device is what looking at all its gaps gives. */
static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  LaminaViewport viewport = { 0, 10, 850, 400, 0 };
  g_autoptr (LaminaScene) scene = lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
  guint n, n_found = 0;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);
  LaminaSceneBox box;

  for (guint i = 0; i < n; i++)
    for (int x = 150; x < 1000 && boxes[i].target.kind == LAMINA_TARGET_SLICES; x++)
      {
        gboolean is_idle = x >= 450 && x < 750 && boxes[i].target.track != HOST;
        gboolean found = lamina_timeline_find_gap (self->run, self->timebase, &viewport, &self->options, x, boxes[i].y + 1, &box);

        g_assert_true (found == is_idle);
        n_found += found;
        if (found)
          g_assert_cmpint (box.x, ==, 450);
        if (found)
          g_assert_cmpint (box.width, ==, 300);
      }
  g_assert_cmpuint (n_found, >, 0);
  g_assert_false (lamina_timeline_find_gap (self->run, self->timebase, &viewport, &self->options, 500, 5, &box));
}

/* From 0 on, 15 ns a pixel and two pixels a column, on a heading of 21 pixels with a margin of two at each side. */
static void
test_use (Fixture       *self,
          gconstpointer  data)
{
  static const struct
  {
    gint64 start;
    gint64 end;
  } busy[] = { { 0, 1000 }, { 1020, 3000 }, { 6000, 8000 } };
  LaminaViewport viewport = { 0, 15, 800, 400, 0 };
  g_autoptr (LaminaDeviceUse) use = lamina_device_use_new (self->run, self->timebase, 0, 8000, NULL);
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *dump = NULL;
  int before = 0, bottom = 0, right;
  guint n;
  const LaminaSceneBox *boxes;

  self->options.use = use;
  scene = lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_GROUP && boxes[i].target.track == 1)
      bottom = boxes[i].y + boxes[i].height - 2;
  g_assert_cmpint (bottom, >, 0);
  g_string_append_printf (expected, " 150 %d", bottom);
  for (int x = 0; x < 800; x += 2)
    {
      gint64 sum = 0;
      int step;

      for (guint k = 0; k < G_N_ELEMENTS (busy); k++)
        sum += MAX (MIN (busy[k].end, (x + 2) * 15) - MAX (busy[k].start, x * 15), 0);
      step = (int) ((double) sum / 30 * 17 + 0.5);
      if (step != before)
        g_string_append_printf (expected, " %d %d %d %d", 150 + x, bottom - before, 150 + x, bottom - step);
      before = step;
    }
  g_string_append_printf (expected, " 950 %d 950 %d", bottom - before, bottom);
  dump = lamina_scene_dump (scene);
  if (strstr (dump, expected->str) == NULL)
    g_error ("%s is not in\n%s", expected->str, dump);
  /* What is said of the two streams, which the annotations are none of, stands on a plate: six pixels for a letter. */
  right = 154 + 8 + 6 * (int) g_utf8_strlen ("2 streams · 62.3 % busy · 37.8 % idle", -1);
  g_string_printf (expected, "  area band alpha 170 none alpha 0 line 0\n    154 %d %d %d %d %d 154 %d\n", bottom - 19, right,
                   bottom - 19, right, bottom + 1, bottom + 1);
  if (strstr (dump, expected->str) == NULL
      || strstr (dump, "caption text \"2 streams · 62.3\u00a0% busy · 37.8\u00a0% idle\"") == NULL)
    g_error ("%s is not in\n%s", expected->str, dump);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/timeline-gaps/long", Fixture, NULL, setup, test_long, teardown);
  g_test_add ("/timeline-gaps/selected", Fixture, NULL, setup, test_selected, teardown);
  g_test_add ("/timeline-gaps/places", Fixture, NULL, setup, test_places, teardown);
  g_test_add ("/timeline-gaps/use", Fixture, NULL, setup, test_use, teardown);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-arrangement-state.h"
#include "lamina-scene-private.h"
#include "lamina-timeline.h"
#include "scene-fixture.h"

#include <string.h>

/* Marks of the whole run in a row of their own, those of a track on it. */

static LaminaDocument *
create_document (guint n)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 track = lamina_builder_add_track (builder, run, group, "queue", 0);
  guint32 counter = lamina_builder_add_counter (builder, run, group, "memory", 0, LAMINA_UNIT_BYTES, FALSE);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.duration = 100000;
  lamina_builder_add_slice (builder, run, track, &slice);
  lamina_builder_add_sample (builder, run, counter, 0, 2048);
  lamina_builder_add_mark (builder, run, counter, 0, 40000, 0, lamina_builder_intern (builder, "peak", -1));
  lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 80000, 10000, lamina_builder_intern (builder, "late", -1));
  for (guint i = 0; i < n; i++)
    lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 20000 + i, 0, lamina_builder_intern (builder, "early", -1));
  return scene_fixture_freeze (builder);
}

static LaminaScene *
lay_out (LaminaRun *run,
         gint64     start,
         double     per_px)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { start, per_px, 500, 200, 0 };

  options.arrangement = lamina_arrangement_attach (run);
  return lamina_timeline_layout (run, timebase, &viewport, &options, metrics);
}

static char *
dup_marks (LaminaRun *run,
           gint64     start,
           double     per_px,
           guint     *n_marks)
{
  g_autoptr (LaminaScene) scene = lay_out (run, start, per_px);
  GString *text = g_string_new (NULL);
  const LaminaSceneText *texts;
  const LaminaSceneBox *boxes;
  guint n;

  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    if (texts[i].font == LAMINA_FONT_CAPTION && texts[i].fill.ink == LAMINA_INK_TEXT)
      g_string_append_printf (text, "%s|", texts[i].text);
  boxes = lamina_scene_get_boxes (scene, &n);
  *n_marks = 0;
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_MARKS)
      *n_marks += boxes[i].target.n;
  return g_string_free (text, FALSE);
}

static void
test_marks (void)
{
  static const struct
  {
    guint n;
    gint64 start;
    double per_px;
    const char *texts;
    guint n_marks;
  } cases[] = {
    { 1, 0, 200, "peak 2.00\u00a0KiB|early|late|", 3 },
    { 50, 0, 200, "peak 2.00\u00a0KiB|50 marks|late|", 52 },
    /* A span that began before the view is seen in it; nothing else of before is. */
    { 1, 85000, 20, "late|", 1 },
    { 1, 95000, 10, "", 0 },
    /* However many there are, each is counted once. */
    { 100000, 0, 400, "peak 2.00\u00a0KiB|1\u202f600 marks|", 100002 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaDocument) document = create_document (cases[i].n);
      guint n_marks;
      g_autofree char *texts = dup_marks (lamina_document_get_run (document, 0), cases[i].start, cases[i].per_px,
                                          &n_marks);

      g_assert_cmpstr (texts, ==, cases[i].texts);
      g_assert_cmpuint (n_marks, ==, cases[i].n_marks);
    }
}

/* A line stands where a mark begins: there is none of a span that began before the view. */
static void
test_lines (void)
{
  g_autoptr (LaminaDocument) document = create_document (1);
  const gint64 starts[] = { 75000, 85000 };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autoptr (LaminaScene) scene = lay_out (lamina_document_get_run (document, 0), starts[i], 20);
      guint n_found = 0;

      for (guint j = 0; j < scene->lines->len; j++)
        n_found += g_array_index (scene->lines, LaminaSceneLine, j).fill.ink == LAMINA_INK_TEXT;
      g_assert_cmpuint (n_found, ==, i == 0 ? 1 : 0);
    }
}

/* Of a run that has nothing else the last mark lies where the view ends that shows all of it: it is seen there, and hit. */
static void
test_at_the_end (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { 0, 100, 500, 200, 0 };
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  const LaminaSceneBox *boxes;
  guint n, n_marks = 0;

  lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 0, 0, lamina_builder_intern (builder, "first", -1));
  lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 100 * viewport.width, 0, lamina_builder_intern (builder, "last", -1));
  document = scene_fixture_freeze (builder);
  timebase = lamina_timebase_new (lamina_document_get_run (document, 0), TRUE);
  options.arrangement = lamina_arrangement_attach (lamina_document_get_run (document, 0));
  scene = lamina_timeline_layout (lamina_document_get_run (document, 0), timebase, &viewport, &options, metrics);
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_MARKS)
      {
        g_assert_cmpint (boxes[i].x + boxes[i].width / 2 - options.names_width, ==, n_marks == 0 ? 0 : viewport.width - 1);
        n_marks++;
      }
  g_assert_cmpuint (n_marks, ==, 2);
}

/* The words of marks out of the run, with where they begin. */
static char *
dup_outside (LaminaRun *run,
             gint64     start,
             double     per_px)
{
  g_autoptr (LaminaScene) scene = lay_out (run, start, per_px);
  GString *text = g_string_new (NULL);
  const LaminaSceneText *texts;
  guint n;

  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    if (texts[i].font == LAMINA_FONT_CAPTION && (strstr (texts[i].text, "◂") || strstr (texts[i].text, "▸")))
      g_string_append_printf (text, "%s|", texts[i].text);
  return g_string_free (text, FALSE);
}

/* The run goes from 0 to 100 µs. What lies out of it is told where its end is in view, until the view shows it. */
static void
test_outside (void)
{
  static const struct
  {
    gint64 times[3];
    gint64 durations[3];
    gint64 start;
    double per_px;
    const char *texts;
  } cases[] = {
    { { -5000, 50000, 101000 }, { 0 }, 0, 200, "◂ mark 0, 5.00\u00a0µs earlier|mark 2, 1.00\u00a0µs later ▸|" },
    { { -5000, -2000, 50000 }, { 0, 500, 0 }, 0, 200, "◂ 2 marks|" },
    /* It reaches the run. */
    { { -5000, 0, 100000 }, { 5000, 0, 0 }, 0, 200, "" },
    { { -5000, 50000, 101000 }, { 0 }, 0, 100, "◂ mark 0, 5.00\u00a0µs earlier|" },
    { { -5000, 50000, 101000 }, { 0 }, 50000, 100, "mark 2, 1.00\u00a0µs later ▸|" },
    { { -5000, 50000, 101000 }, { 0 }, 10000, 100, "" },
    { { -5000, 50000, 101000 }, { 0 }, -10000, 300, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaBuilder *builder = lamina_builder_new (NULL);
      guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
      guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, "queue", 0);
      LaminaSliceInit slice = LAMINA_SLICE_INIT;
      g_autoptr (LaminaDocument) document = NULL;
      g_autofree char *texts = NULL;

      slice.duration = 100000;
      lamina_builder_add_slice (builder, run, track, &slice);
      for (guint j = 0; j < 3; j++)
        {
          g_autofree char *name = g_strdup_printf ("mark %u", j);

          lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, cases[i].times[j], cases[i].durations[j],
                                   lamina_builder_intern (builder, name, -1));
        }
      document = scene_fixture_freeze (builder);
      texts = dup_outside (lamina_document_get_run (document, 0), cases[i].start, cases[i].per_px);
      g_assert_cmpstr (texts, ==, cases[i].texts);
    }
}

/* What is longer than the room at either side is cut at the left of a flag at the end of the view, up to the one before. */
static void
test_long (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 counter = lamina_builder_add_counter (builder, run, LAMINA_NONE, "memory", 0, LAMINA_UNIT_BYTES, FALSE);
  g_autofree char *name = g_strnfill (200, 'm');
  g_autofree char *expected = g_strconcat ("first|", name, "|", NULL);
  g_autofree char *texts = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  guint n_marks;

  lamina_builder_add_sample (builder, run, counter, 0, 1);
  lamina_builder_add_sample (builder, run, counter, 100000, 2);
  lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 20000, 0, lamina_builder_intern (builder, "first", -1));
  lamina_builder_add_mark (builder, run, LAMINA_NONE, 0, 95000, 0, lamina_builder_intern (builder, name, -1));
  document = scene_fixture_freeze (builder);
  texts = dup_marks (lamina_document_get_run (document, 0), 0, 203, &n_marks);
  g_assert_cmpstr (texts, ==, expected);
}

/* A mark at 40 µs on a thread that works until 50 µs and from 70 µs on: it would cover the slice. One at 50 µs has room
 * until then. Names of open groups are whole, however narrow the column of names is. */
static void
test_free_place (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "a process with a name that needs more room",
                                            LAMINA_GROUP_HOST);
  guint32 track = lamina_builder_add_track (builder, run, group, "thread", 0);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) scene = NULL;
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { 0, 200, 650, 200, 0 };
  const LaminaSceneText *texts;
  gboolean has_group = FALSE, has_free = FALSE;
  guint n;

  slice.duration = 50000;
  lamina_builder_add_slice (builder, run, track, &slice);
  slice.start = 70000;
  slice.duration = 30000;
  lamina_builder_add_slice (builder, run, track, &slice);
  lamina_builder_add_mark (builder, run, track, 0, 40000, 0, lamina_builder_intern (builder, "on it", -1));
  lamina_builder_add_mark (builder, run, track, 0, 50000, 0, lamina_builder_intern (builder, "free", -1));
  document = scene_fixture_freeze (builder);
  timebase = lamina_timebase_new (lamina_document_get_run (document, 0), TRUE);
  options.arrangement = lamina_arrangement_attach (lamina_document_get_run (document, 0));
  scene = lamina_timeline_layout (lamina_document_get_run (document, 0), timebase, &viewport, &options, metrics);
  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (texts[i].text, !=, "on it");
      has_free |= strcmp (texts[i].text, "free") == 0;
      has_group |= g_str_has_prefix (texts[i].text, "a process")
                   && texts[i].width >= lamina_metrics_get_width (metrics, LAMINA_FONT_NAME_BOLD, texts[i].text);
    }
  g_assert_true (has_free);
  g_assert_true (has_group);
}

/* What is marked on a counter is written at its foot, where the curve does not run through the words. */
static void
test_counter_foot (void)
{
  g_autoptr (LaminaDocument) document = create_document (1);
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaTimelineOptions options = LAMINA_TIMELINE_OPTIONS_INIT;
  LaminaViewport viewport = { 0, 200, 500, 200, 0 };
  g_autoptr (LaminaScene) scene = NULL;
  const LaminaSceneText *texts;
  const LaminaSceneBox *boxes;
  const LaminaSceneBox *place = NULL;
  gboolean has_text = FALSE;
  guint n;

  options.arrangement = lamina_arrangement_attach (run);
  scene = lamina_timeline_layout (run, timebase, &viewport, &options, metrics);
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_MARKS && boxes[i].target.track != LAMINA_NONE)
      place = &boxes[i];
  g_assert_nonnull (place);
  texts = lamina_scene_get_texts (scene, &n);
  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (texts[i].text, "peak"))
      {
        g_assert_cmpfloat (texts[i].y, >, place->y + place->height * 0.6);
        g_assert_cmpfloat (texts[i].y, <, place->y + place->height);
        has_text = TRUE;
      }
  g_assert_true (has_text);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/marks/flags", test_marks);
  g_test_add_func ("/marks/lines", test_lines);
  g_test_add_func ("/marks/long", test_long);
  g_test_add_func ("/marks/at-the-end", test_at_the_end);
  g_test_add_func ("/marks/outside", test_outside);
  g_test_add_func ("/marks/counter-foot", test_counter_foot);
  g_test_add_func ("/marks/free-place", test_free_place);
  return g_test_run ();
}

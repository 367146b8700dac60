/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-live-chart.h"
#include "lamina-picture.h"
#include "scene-dump.h"
#include "scene-fixture.h"

/* A weight of 1000 bytes from 0 to 99 and an activation of 3000 from 25 to 49, on an axis of steps. */
static LaminaDocument *
create_document (gboolean with_lifetimes)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 track, clock;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  clock = lamina_builder_add_clock (builder, 0, "steps");
  track = lamina_builder_add_track (builder, 0, LAMINA_NONE, "order", clock);
  slice.name = lamina_builder_intern (builder, "all", -1);
  slice.duration = 100;
  lamina_builder_add_slice (builder, 0, track, &slice);
  tensor.role = LAMINA_ROLE_PARAMETER;
  tensor.bytes = 1000;
  lamina_builder_add_tensor (builder, 0, &tensor);
  tensor.role = LAMINA_ROLE_ACTIVATION;
  tensor.bytes = 3000;
  tensor.estimated = LAMINA_ESTIMATE_BYTES;
  lamina_builder_add_tensor (builder, 0, &tensor);
  if (with_lifetimes)
    {
      lamina_builder_add_lifetime (builder, 0, 0, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, 0, 99);
      lamina_builder_add_lifetime (builder, 0, 1, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, clock, 25, 49);
    }
  return scene_fixture_freeze (builder);
}

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSet *live;
  LaminaMetrics *metrics;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  self->document = create_document (TRUE);
  self->run = lamina_document_get_run (self->document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
  self->live = lamina_live_set_new (self->run, self->timebase, NULL);
  self->metrics = lamina_metrics_new_fixed (6);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_metrics_free (self->metrics);
  lamina_live_set_unref (self->live);
  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
}

static void
assert_dump (LaminaScene *scene,
             const char  *expected)
{
  g_autofree char *dump = lamina_scene_dump (scene);

  g_assert_cmpstr (dump, ==, expected);
}

static void
test_layout (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = NULL;
  LaminaLiveChart chart;

  lamina_live_chart_init (&chart, self->live, self->timebase, 500, 166, self->metrics);
  g_assert_cmpint (chart.largest, ==, 4000);
  g_assert_cmpint (chart.height, ==, 100);
  scene = lamina_live_chart_layout (&chart, self->live, self->run, self->metrics);
  assert_dump (scene,
               "scene 500x166\n"
               "group \"legend\" 0 0 500x44\n"
               "  box 222 8 10x10 family:convolution textured\n"
               "  box 72 26 10x10 family:index textured\n"
               "  text 72 13 0 start name-bold text \"At the peak ≈\u00a03.91\u00a0KiB\"\n"
               "  text 238 13 0 start caption quiet \"activations 2.93\u00a0KiB\"\n"
               "  text 88 31 0 start caption quiet \"parameters 1\u202f000\u00a0B\"\n"
               "group \"levels\" 0 0 500x166\n"
               "  box 72 143 414x1 grid\n"
               "  box 72 93 414x1 grid\n"
               "  text 64 144 0 end ruler quiet \"0\"\n"
               "  text 64 93 0 end ruler quiet \"2\u00a0KiB\"\n"
               "group \"memory\" 72 44 414x100\n"
               "  area family:index textured none line 0\n"
               "    72 119 486 119 486 144 72 144\n"
               "  area family:convolution textured none line 0\n"
               "    72 119 176 119 176 44 279 44 279 119 486 119 486 119 72 119\n"
               "group \"axis\" 0 144 500x22\n"
               "  box 72 144 414x1 quiet\n"
               "  box 72 144 1x5 quiet\n"
               "  box 154 144 1x5 quiet\n"
               "  box 237 144 1x5 quiet\n"
               "  box 320 144 1x5 quiet\n"
               "  box 403 144 1x5 quiet\n"
               "  text 72.5 157 0 start ruler quiet \"0\"\n"
               "  text 154.5 157 0 center ruler quiet \"20\"\n"
               "  text 237.5 157 0 center ruler quiet \"40\"\n"
               "  text 320.5 157 0 center ruler quiet \"60\"\n"
               "  text 403.5 157 0 center ruler quiet \"80\"\n");
}

/* A place gives the position at which most is kept there, and that position the same place. */
static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  LaminaLiveChart chart;

  lamina_live_chart_init (&chart, self->live, self->timebase, 500, 148, self->metrics);
  for (int x = chart.x; x < chart.x + chart.width; x++)
    {
      gint64 position = lamina_live_chart_get_position (&chart, self->live, x);

      g_assert_cmpint (position, >=, chart.start);
      g_assert_cmpint (position, <=, chart.end);
    }
  g_assert_cmpint (lamina_live_chart_get_position (&chart, self->live, -1000), ==, 0);
  g_assert_cmpint (lamina_live_chart_get_x (&chart, G_MININT64 / 2), ==, chart.x);
  g_assert_cmpint (lamina_live_chart_get_x (&chart, G_MAXINT64 / 2), ==, chart.x + chart.width - 1);
  g_assert_cmpint (lamina_live_chart_get_x (&chart, 50), ==, chart.x + chart.width / 2);
}

static void
test_picture (Fixture       *self,
              gconstpointer  data)
{
  static const int sizes[][2] = { { 900, 0 }, { 200, 2000 }, { 20000, 400 } };
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  g_autoptr (LaminaDocument) without = create_document (FALSE);
  g_autoptr (GError) error = NULL;

  options.view = "tensors";
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (LaminaScene) scene = NULL;

      options.width = sizes[i][0];
      options.height = sizes[i][1];
      scene = lamina_picture_layout (self->document, &options, self->metrics, &error);
      g_assert_no_error (error);
      g_assert_cmpint (lamina_scene_get_width (scene), ==, sizes[i][0]);
    }
  options = LAMINA_PICTURE_OPTIONS_INIT;
  options.view = "tensors";
  g_assert_null (lamina_picture_layout (without, &options, self->metrics, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add ("/live-chart/" path, Fixture, NULL, setup, func, teardown)
  ADD ("layout", test_layout);
  ADD ("places", test_places);
  ADD ("picture", test_picture);

  return g_test_run ();
}

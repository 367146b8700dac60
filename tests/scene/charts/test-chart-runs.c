/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"

#include "lamina-work.h"

#include <math.h>
#include <string.h>

/* Runs side by side: their types, and what no layer takes. */

static void
add_time (LaminaBuilder *builder,
          const char    *run,
          const char    *key,
          gint64         time)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (time, LAMINA_UNIT_NANOSECONDS);

  lamina_builder_add_property (builder, run, key, &value);
}

/* A run with layers of the types `a`, `b`, `c`, … that take so many microseconds. */
static guint32
add_run (LaminaBuilder *builder,
         const char    *title,
         const char    *types,
         const gint64  *times)
{
  guint32 run = lamina_builder_add_run (builder, title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);

  for (guint i = 0; types[i] != '\0'; i++)
    {
      LaminaLayerInit init = LAMINA_LAYER_INIT;

      init.type = types[i] == ' ' ? 0 : lamina_builder_intern (builder, types + i, 1);
      init.duration = times[i] * 1000;
      lamina_builder_add_layer (builder, run, &init);
    }
  return run;
}

static gint64
get_cell (LaminaChartData *data,
          guint            row,
          const char      *key)
{
  double number = lamina_chart_data_get_number (data, row, find_key (data, key));

  return isnan (number) ? LAMINA_ABSENT : (gint64) number;
}

/* The width of the boxes of a row, and whether there is a gap in them. */
static int
measure_bar (LaminaScene *scene,
             guint        row,
             gboolean    *is_cut)
{
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);
  int y = 0, left = G_MAXINT, right = 0;

  *is_cut = FALSE;
  for (guint i = 0; i < n; i++)
    if (boxes[i].fill.ink == LAMINA_INK_FAMILY && boxes[i].target.kind == LAMINA_TARGET_ROWS
        && boxes[i].target.first == row)
      {
        y = boxes[i].y;
        left = MIN (left, boxes[i].x);
        right = MAX (right, boxes[i].x + boxes[i].width);
      }
  for (guint i = 0; i < n; i++)
    *is_cut |= boxes[i].fill.ink == LAMINA_INK_VIEW && boxes[i].y == y && boxes[i].width == 3
               && boxes[i].x > right - 20;
  return right - left;
}

/* The types that take most over all runs; what no layer takes; a run without a total, and one whose layers overlap. */
static void
test_runs (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) scene = NULL;
  guint32 one, two;
  gboolean is_cut;

  one = add_run (builder, "one", "abcdefghij a", (const gint64[]) { 10, 20, 30, 40, 50, 60, 70, 80, 90, 1, 2, 3 });
  lamina_builder_set_stated_time (builder, one, 9999000);
  two = add_run (builder, "two", "ab", (const gint64[]) { 500, 500 });
  lamina_builder_set_stated_time (builder, two, 600000);
  add_run (builder, "three", "a", (const gint64[]) { 7 });
  add_time (builder, "one", "Mean", 400000);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  data = create_data (document, 1, "runs");
  g_assert_cmpuint (lamina_chart_data_get_n_rows (data), ==, 3);
  assert_parts (data);
  g_assert_cmpint (get_cell (data, 0, "duration_ns"), ==, 9999000);
  g_assert_cmpint (get_cell (data, 0, "layers_ns"), ==, 456000);
  g_assert_cmpint (get_cell (data, 0, "outside_ns"), ==, 9543000);
  g_assert_cmpint (get_cell (data, 0, "mean_ns"), ==, 400000);
  g_assert_cmpint (get_cell (data, 0, "type:a_ns"), ==, 13000);
  /* c, d, j and the one without a type. */
  g_assert_cmpint (get_cell (data, 0, "other_types_ns"), ==, 73000);
  g_assert_cmpuint (find_key (data, "type:d_ns"), ==, LAMINA_NONE);
  g_assert_cmpint (get_cell (data, 1, "duration_ns"), ==, 1000000);
  g_assert_cmpint (get_cell (data, 1, "profiled_ns"), ==, 600000);
  g_assert_cmpint (get_cell (data, 1, "outside_ns"), ==, LAMINA_ABSENT);
  g_assert_cmpint (get_cell (data, 1, "other_types_ns"), ==, LAMINA_ABSENT);
  g_assert_cmpint (get_cell (data, 2, "duration_ns"), ==, 7000);
  g_assert_cmpint (get_cell (data, 2, "profiled_ns"), ==, LAMINA_ABSENT);
  scene = lamina_chart_layout (data, 900, 300, metrics);
  g_assert_cmpint (measure_bar (scene, 1, &is_cut), >, 300);
  g_assert_false (is_cut);
  g_assert_cmpint (abs (measure_bar (scene, 0, &is_cut) - 2 * measure_bar (scene, 1, &is_cut)), <=, 3);
  measure_bar (scene, 0, &is_cut);
  g_assert_true (is_cut);
}

/* What the operations of a run are worked out to counts, as in all views, and is marked. */
static void
test_work (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaChartData) data = NULL;
  gint64 dims[] = { 8, 16 };

  for (guint i = 0; i < 2; i++)
    {
      guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
      LaminaLayerInit layer = LAMINA_LAYER_INIT;
      LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
      guint32 id;

      layer.type = lamina_builder_intern (builder, "Relu", -1);
      layer.duration = 1000;
      id = lamina_builder_add_layer (builder, run, &layer);
      if (i == 1)
        continue;
      tensor.shape = lamina_builder_intern_shape (builder, dims, G_N_ELEMENTS (dims));
      lamina_builder_add_input (builder, run, id, lamina_builder_add_tensor (builder, run, &tensor));
      lamina_builder_add_output (builder, run, id, lamina_builder_add_tensor (builder, run, &tensor));
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  for (guint i = 0; i < 2; i++)
    g_assert_nonnull (lamina_work_attach (document, i, NULL));
  data = create_data (document, 0, "runs");
  for (guint i = 0; i < 2; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_chart_data_get_value (data, i, find_key (data, "flop"), &value);
      g_assert_cmpint (value.kind == LAMINA_LAYER_VALUE_ABSENT, ==, i == 1);
      g_assert_cmpint (value.estimated, ==, i == 0);
    }
  g_assert_cmpint (get_cell (data, 0, "flop"), ==, 8 * 16);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chart-runs/parts", test_runs);
  g_test_add_func ("/chart-runs/work", test_work);
  return g_test_run ();
}

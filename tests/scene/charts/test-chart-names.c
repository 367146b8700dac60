/* SPDX-License-Identifier: Apache-2.0 */
#include "chart-fixture.h"

#include <string.h>

/* Names that are too long for their place keep what tells them apart. */

#define WIDTH 360
#define HEIGHT 290

/* How many texts of a picture have all of these words in them; NULL is none. */
static guint
count_texts (LaminaScene *scene,
             const char  *first,
             const char  *second)
{
  guint n, count = 0;
  const LaminaSceneText *texts = lamina_scene_get_texts (scene, &n);

  for (guint i = 0; i < n; i++)
    count += strstr (texts[i].text, first) != NULL && (second == NULL || strstr (texts[i].text, second) != NULL);
  return count;
}

/* Of paths the beginning and the middle give way. */
static void
test_paths (Charts        *self,
            gconstpointer  data)
{
  g_autoptr (LaminaChartData) chart = NULL;
  g_autoptr (LaminaScene) scene = NULL;

  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *forward = g_strdup_printf ("conv%u/Conv2D", i);
      g_autofree char *backward = g_strdup_printf ("gradients/conv%u/Conv2D_grad/Conv2DBackpropFilter", i);

      fixture_add (&self->fixture, &(Row) { forward, "Conv2D", 1000 * (i + 1) });
      fixture_add (&self->fixture, &(Row) { backward, "Conv2DBackpropFilter", 2000 * (i + 1) });
    }
  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "top-layers");
  scene = lamina_chart_layout (chart, WIDTH + 140, HEIGHT, self->metrics);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *layer = g_strdup_printf ("conv%u", i);

      g_assert_cmpuint (count_texts (scene, layer, "Conv2DBackpropFilter"), ==, 1);
    }
}

/* Where words and shapes have no room side by side, the shapes stand below the words, whole. */
static void
test_shapes (Charts        *self,
             gconstpointer  data)
{
  g_autoptr (LaminaChartData) chart = NULL;
  g_autoptr (LaminaScene) wide = NULL;
  g_autoptr (LaminaScene) narrow = NULL;

  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *inputs = g_strdup_printf ("10x%ux28x28 float32, 64x%ux3x3 float32", 100 + i, 100 + i);

      fixture_add (&self->fixture, &(Row) { "layer", "ConvolutionForward", 1000 * (i + 1), .inputs = inputs });
    }
  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "shapes");
  narrow = lamina_chart_layout (chart, WIDTH, HEIGHT, self->metrics);
  wide = lamina_chart_layout (chart, 3 * WIDTH, HEIGHT, self->metrics);
  g_assert_cmpuint (count_texts (narrow, "…", NULL), ==, 0);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *shapes = g_strdup_printf ("10×%u×28×28, 64×%u×3×3", 100 + i, 100 + i);

      g_assert_cmpuint (count_texts (narrow, shapes, NULL), ==, 1);
      g_assert_cmpuint (count_texts (narrow, shapes, "ConvolutionForward"), ==, 0);
      g_assert_cmpuint (count_texts (wide, shapes, "ConvolutionForward"), ==, 1);
    }
  g_assert_cmpuint (count_texts (narrow, "ConvolutionForward", NULL), >=, 5);
  g_assert_cmpint (lamina_chart_get_height (chart, WIDTH), >, lamina_chart_get_height (chart, 3 * WIDTH));
}

/* Layers of one name are one row with their count, or told apart by their shapes, else by their numbers. */
static void
test_repeated (Charts        *self,
               gconstpointer  data)
{
  static const struct
  {
    guint n;
    double duration;
  } rows[] = { { 2, 1700 }, { 2, 900 }, { 1, 700 }, { 1, 600 }, { 1, 300 }, { 1, 250 }, { 1, 200 }, { 1, 100 } };
  double before = 0;
  static const char *const expected[] = {
    "aten::mm · 4×4 ×2", "aten::mm · 4×8", "aten::relu", "aten::add ×2", "aten::cat · 6×4", "aten::cat · 3×4, 3×4",
    "aten::sub · #9", "aten::sub · #10",
  };
  g_autoptr (LaminaChartData) chart = NULL;
  g_autoptr (LaminaScene) scene = NULL;

  fixture_add (&self->fixture, &(Row) { "aten::mm", "aten::mm", 900, .outputs = "4x4 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::mm", "aten::mm", 800, .outputs = "4x4 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::mm", "aten::mm", 700, .outputs = "4x8 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::relu", "aten::relu", 600, .outputs = "4x8 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::add", "aten::add", 500 });
  fixture_add (&self->fixture, &(Row) { "aten::add", "aten::add", 400 });
  fixture_add (&self->fixture, &(Row) { "aten::cat", "aten::cat", 300, .inputs = "6x4 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::cat", "aten::cat", 250, .inputs = "3x4 float32, 3x4 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::cat", "aten::stack" });
  fixture_add (&self->fixture, &(Row) { "aten::sub", "aten::sub", 200, .inputs = "2x2 float32" });
  fixture_add (&self->fixture, &(Row) { "aten::sub", "aten::sub", 100, .inputs = "2x2 float16" });
  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "top-layers");
  scene = lamina_chart_layout (chart, 3 * WIDTH, HEIGHT, self->metrics);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const char *name = strstr (expected[i], "aten::") + strlen ("aten::");

      g_test_message ("%s", expected[i]);
      g_assert_cmpuint (count_texts (scene, name, NULL), ==, 1);
    }
  g_assert_cmpuint (lamina_chart_data_get_n_rows (chart), ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n;

      lamina_chart_data_get_layers (chart, i, &n);
      before += rows[i].duration;
      g_assert_cmpuint (n, ==, rows[i].n);
      g_assert_cmpfloat (lamina_chart_data_get_number (chart, i, find_key (chart, "layers")), ==, rows[i].n);
      g_assert_cmpfloat (lamina_chart_data_get_number (chart, i, find_key (chart, "duration_ns")), ==, rows[i].duration);
      g_assert_cmpfloat_with_epsilon (lamina_chart_data_get_number (chart, i, find_key (chart, "cumulative_share")),
                                      before / 4750, 1e-12);
    }
}

/* The section stands behind the name only where it differs, and then in place of the number. */
static void
test_sections (Charts        *self,
               gconstpointer  data)
{
  static const char *const expected[] = { "mm · first", "mm · second", "add ×2", "relu" };
  g_autoptr (LaminaChartData) chart = NULL;
  g_autoptr (LaminaScene) scene = NULL;

  fixture_add (&self->fixture, &(Row) { "mm", "mm", 900, .section = 1, .inputs = "4x4 float32" });
  fixture_add (&self->fixture, &(Row) { "mm", "mm", 800, .section = 2, .inputs = "4x4 float16" });
  fixture_add (&self->fixture, &(Row) { "add", "add", 700, .section = 2 });
  fixture_add (&self->fixture, &(Row) { "add", "add", 600, .section = 2 });
  fixture_add (&self->fixture, &(Row) { "relu", "relu", 500, .section = 1 });
  fixture_freeze (&self->fixture);
  chart = create_data (self->fixture.document, 0, "top-layers");
  scene = lamina_chart_layout (chart, 3 * WIDTH, HEIGHT, self->metrics);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpuint (count_texts (scene, expected[i], NULL), ==, 1);
  g_assert_cmpuint (count_texts (scene, "relu · ", NULL), ==, 0);
  g_assert_cmpuint (count_texts (scene, "add · second", NULL), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/chart-names/paths", Charts, "none", charts_setup, test_paths, charts_teardown);
  g_test_add ("/chart-names/shapes", Charts, "none", charts_setup, test_shapes, charts_teardown);
  g_test_add ("/chart-names/repeated", Charts, "none", charts_setup, test_repeated, charts_teardown);
  g_test_add ("/chart-names/sections", Charts, "none", charts_setup, test_sections, charts_teardown);
  return g_test_run ();
}

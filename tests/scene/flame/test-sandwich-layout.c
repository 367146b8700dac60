/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-picture.h"
#include "lamina-sandwich-layout.h"
#include "scene-dump.h"
#include "scene-fixture.h"

#include <string.h>

/* On one thread, main calls conv, and norm, which calls conv and relu. */
static const struct
{
  const char *name;
  gint64 start;
  gint64 duration;
} slices[] = {
  { "main", 0, 100000 }, { "conv", 0, 30000 }, { "norm", 40000, 50000 }, { "conv", 40000, 10000 }, { "relu", 50000, 20000 },
};

static LaminaDocument *
create_document (void)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);
  guint32 host, thread;

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  lamina_builder_add_clock (builder, 0, "clock");
  host = lamina_builder_add_group (builder, 0, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  thread = lamina_builder_add_track (builder, 0, host, "thread", 0);
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.name = lamina_builder_intern (builder, slices[i].name, -1);
      slice.start = slices[i].start;
      slice.duration = slices[i].duration;
      lamina_builder_add_slice (builder, 0, thread, &slice);
    }
  return scene_fixture_freeze (builder);
}

typedef struct
{
  LaminaDocument *document;
  LaminaSandwich *sandwich;
  LaminaMetrics *metrics;
  LaminaSandwichView view;
} Setup;

static void
setup_init (Setup      *self,
            const char *name)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  g_autoptr (LaminaFlameTree) tree = NULL;
  guint place;

  self->document = create_document ();
  tree = lamina_flame_tree_new (lamina_document_get_run (self->document, 0), NULL, &options, NULL);
  self->sandwich = lamina_sandwich_new (tree, NULL);
  self->metrics = lamina_metrics_new_fixed (6);
  self->view = (LaminaSandwichView) { .width = 452 };
  place = lamina_sandwich_find (self->sandwich, name);
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    self->view.halves[half] = lamina_sandwich_create_tree (self->sandwich, place, half, NULL);
}

static void
setup_clear (Setup *self)
{
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    lamina_flame_tree_unref (self->view.halves[half]);
  lamina_sandwich_unref (self->sandwich);
  lamina_metrics_free (self->metrics);
  lamina_document_unref (self->document);
}

static void
assert_dump (Setup      *self,
             const char *expected)
{
  g_autoptr (LaminaScene) scene = lamina_sandwich_layout (&self->view, self->metrics);
  g_autofree char *dump = lamina_scene_dump (scene);

  g_assert_cmpstr (dump, ==, expected);
}

/* The name in the middle, what calls it above, upside down, and below it that there is nothing. */
static void
test_callers (void)
{
  Setup self;

  setup_init (&self, "conv");
  assert_dump (&self,
               "scene 452x96\n"
               "group \"callers\" 0 22 452x22\n"
               "  text 0 32.5 0 start caption quiet \"Callers\"\n"
               "group \"caller 2\" 52 0 400x22\n"
               "  box 352 0 100x21 family:other = nodes [3 + 1]\n"
               "  text 356 10.5 92 start label label:other \"main\"\n"
               "  text 447 10.5 0 end label label:other \"10.0\u00a0µs\"\n"
               "group \"caller 1\" 52 22 400x22\n"
               "  box 52 22 299x21 family:other = nodes [1 + 1]\n"
               "  box 352 22 100x21 family:normalization = nodes [2 + 1]\n"
               "  text 56 32.5 292 start label label:other \"main\"\n"
               "  text 347 32.5 0 end label label:other \"30.0\u00a0µs\"\n"
               "  text 356 32.5 92 start label label:normalization \"norm\"\n"
               "  text 447 32.5 0 end label label:normalization \"10.0\u00a0µs\"\n"
               "group \"row 0\" 52 48 400x22\n"
               "  box 52 48 400x21 family:convolution = nodes [0 + 1]\n"
               "  text 56 58.5 392 start label label:convolution \"conv\"\n"
               "  text 447 58.5 0 end label label:convolution \"40.0\u00a0µs\"\n"
               "group \"callees\" 0 74 452x22\n"
               "  text 0 84.5 0 start caption quiet \"Callees\"\n"
               "  text 52 84.5 0 start caption quiet \"No callees.\"\n");
  setup_clear (&self);
}

static void
test_callees (void)
{
  Setup self;
  int x, y, width;

  setup_init (&self, "norm");
  assert_dump (&self,
               "scene 452x74\n"
               "group \"callers\" 0 0 452x22\n"
               "  text 0 10.5 0 start caption quiet \"Callers\"\n"
               "group \"caller 1\" 52 0 400x22\n"
               "  box 52 0 400x21 family:other = nodes [1 + 1]\n"
               "  text 56 10.5 392 start label label:other \"main\"\n"
               "  text 447 10.5 0 end label label:other \"50.0\u00a0µs\"\n"
               "group \"row 0\" 52 26 400x22\n"
               "  box 52 26 400x21 family:normalization = nodes [0 + 1]\n"
               "  text 56 36.5 392 start label label:normalization \"norm\"\n"
               "  text 447 36.5 0 end label label:normalization \"50.0\u00a0µs\"\n"
               "group \"callees\" 0 52 452x22\n"
               "  text 0 62.5 0 start caption quiet \"Callees\"\n"
               "group \"row 1\" 52 52 400x22\n"
               "  box 52 52 159x21 family:activation = nodes [1 + 1]\n"
               "  box 212 52 80x21 family:convolution = nodes [2 + 1]\n"
               "  text 56 62.5 152 start label label:activation \"relu\"\n"
               "  text 207 62.5 0 end label label:activation \"20.0\u00a0µs\"\n"
               "  text 216 62.5 72 start label label:convolution \"conv\"\n");
  lamina_sandwich_find_box (&self.view, self.metrics, LAMINA_SANDWICH_CALLEES, 0, &x, &y, &width);
  g_assert_cmpint (y, ==, lamina_sandwich_get_middle (&self.view));
  g_assert_cmpint (width, ==, 400);
  lamina_sandwich_find_box (&self.view, self.metrics, LAMINA_SANDWICH_CALLEES, 1, &x, &y, &width);
  g_assert_cmpint (x, ==, 52);
  g_assert_cmpint (width, ==, 160);
  lamina_sandwich_find_box (&self.view, self.metrics, LAMINA_SANDWICH_CALLERS, 1, &x, &y, &width);
  g_assert_cmpint (y, ==, 0);
  setup_clear (&self);
}

/* Of what is not in sight nothing is laid out, nor of what is not marked where only that is asked for. */
static void
test_parts (void)
{
  g_autofree guint8 *marks = NULL;
  g_autoptr (LaminaScene) scene = NULL;
  g_autofree char *dump = NULL;
  gint64 weight;
  guint n;
  Setup self;

  setup_init (&self, "conv");
  self.view.top = 44;
  self.view.height = 20;
  scene = lamina_sandwich_layout (&self.view, self.metrics);
  dump = lamina_scene_dump (scene);
  g_assert_null (strstr (dump, "\"caller "));
  g_assert_nonnull (strstr (dump, "\"row 0\""));
  g_clear_pointer (&scene, lamina_scene_unref);
  g_clear_pointer (&dump, g_free);
  self.view.top = self.view.height = 0;
  self.view.only_marked = TRUE;
  marks = lamina_flame_tree_match (self.view.halves[LAMINA_SANDWICH_CALLERS], "norm", &weight, &n, NULL);
  self.view.marks[LAMINA_SANDWICH_CALLERS] = marks;
  scene = lamina_sandwich_layout (&self.view, self.metrics);
  lamina_scene_get_boxes (scene, &n);
  g_assert_cmpuint (n, ==, 1);
  setup_clear (&self);
}

/* As a picture: of the name that takes most itself, or of the one that was asked for. */
static void
test_picture (void)
{
  g_autoptr (LaminaDocument) document = create_document ();
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *dump = NULL;
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;

  options.view = "sandwich";
  scene = lamina_picture_layout (document, &options, metrics, &error);
  g_assert_no_error (error);
  dump = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (dump, "Callers and callees of conv by calls"));
  g_clear_pointer (&scene, lamina_scene_unref);
  g_clear_pointer (&dump, g_free);
  options.name = "norm";
  options.height = 300;
  scene = lamina_picture_layout (document, &options, metrics, &error);
  g_assert_no_error (error);
  dump = lamina_scene_dump (scene);
  g_assert_nonnull (strstr (dump, "of norm by calls: widths are shares of its 50.0\u00a0µs of time of slices (100\u00a0µs total"));
  options.name = "pool";
  g_assert_null (lamina_picture_layout (document, &options, metrics, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sandwich/callers", test_callers);
  g_test_add_func ("/sandwich/callees", test_callees);
  g_test_add_func ("/sandwich/parts", test_parts);
  g_test_add_func ("/sandwich/picture", test_picture);
  return g_test_run ();
}

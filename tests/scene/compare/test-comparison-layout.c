/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-comparison-layout.h"
#include "lamina-page.h"
#include "lamina-scene-private.h"
#include "scene-dump.h"
#include "scene-fixture.h"

#include <string.h>

/* A comparison as pictures: golden scenes, places that lead to layers, bounds. */

typedef struct
{
  const char *name;
  const char *type;
  gint64 duration;
} Row;

static const Row rows_a[] = {
  { "stem", "conv", 40000 }, { "body", "conv", 30000 }, { "pool", "pool", 10000 }, { "gone", "relu", 5000 },
};

static const Row rows_b[] = {
  { "stem", "conv", 25000 }, { "cast", "reformat", 12000 }, { "body", "conv", 28000 }, { "pool", "pool", 30000 },
};

static LaminaDocument *
create_document (const char *title,
                 const Row  *rows,
                 guint       n)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);

  lamina_builder_add_run (builder, title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
  for (guint i = 0; i < n; i++)
    {
      LaminaLayerInit init = LAMINA_LAYER_INIT;

      init.name = lamina_builder_intern (builder, rows[i].name, -1);
      init.type = lamina_builder_intern (builder, rows[i].type, -1);
      init.duration = rows[i].duration;
      init.order = i;
      lamina_builder_add_layer (builder, 0, &init);
    }
  return scene_fixture_freeze (builder);
}

typedef struct
{
  LaminaDocument *a;
  LaminaDocument *b;
  LaminaComparison *comparison;
  LaminaMetrics *metrics;
} Fixture;

static LaminaComparison *
compare (LaminaDocument *a,
         LaminaDocument *b)
{
  return lamina_comparison_new (&(LaminaComparisonSide) { a, 0, LAMINA_NONE },
                                &(LaminaComparisonSide) { b, 0, LAMINA_NONE }, NULL);
}

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  self->a = create_document ("before", rows_a, G_N_ELEMENTS (rows_a));
  self->b = create_document ("now", rows_b, G_N_ELEMENTS (rows_b));
  self->comparison = compare (self->a, self->b);
  self->metrics = lamina_metrics_new_fixed (6);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_comparison_unref (self->comparison);
  lamina_metrics_free (self->metrics);
  lamina_document_unref (self->a);
  lamina_document_unref (self->b);
}

static void
compare_golden (LaminaScene *scene,
                const char  *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "expected", "scene", name, NULL);
  g_autofree char *dump = lamina_scene_dump (scene);
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;

  if (g_getenv ("LAMINA_UPDATE_EXPECTED"))
    g_file_set_contents (path, dump, -1, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &expected, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (dump, ==, expected);
}

static void
test_waterfall (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_waterfall_layout (self->comparison, 600, 0, self->metrics);

  g_assert_cmpint (lamina_scene_get_height (scene), ==, lamina_waterfall_get_height (self->comparison));
  compare_golden (scene, "comparison-waterfall.txt");
}

#define MOST_ROWS 600

/* The bands between both sides of a comparison of @n rows with the same rows, 600 pixels wide. */
static GArray *
list_bands (const Row *rows,
            guint      n)
{
  g_autoptr (LaminaDocument) a = create_document ("before", rows, n);
  g_autoptr (LaminaDocument) b = create_document ("now", rows, n);
  g_autoptr (LaminaComparison) comparison = compare (a, b);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) scene = lamina_ties_layout (comparison, 600, 0, LAMINA_ABSENT, LAMINA_ABSENT, metrics);
  GArray *bands = g_array_new (FALSE, FALSE, sizeof (LaminaSceneArea));

  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (scene, i);

      if (g_str_equal (group->name, "ties"))
        g_array_append_vals (bands, lamina_scene_get_things (scene, group).areas, group->n_areas);
    }
  return bands;
}

/* What is wide has a band of its own, and one that leads to it; a hair between them has none. */
static void
test_wide_bands (void)
{
  static const Row rows[] = { { "a", "conv", 500000 }, { "b", "relu", 100 }, { "c", "pool", 500000 } };
  g_autoptr (GArray) bands = list_bands (rows, G_N_ELEMENTS (rows));

  g_assert_cmpuint (bands->len, ==, 2);
  g_assert_cmpuint (g_array_index (bands, LaminaSceneArea, 0).target.first, ==, 0);
  g_assert_cmpuint (g_array_index (bands, LaminaSceneArea, 1).target.first, ==, 2);
}

/* Narrow neighbors are one until they are wide enough together, in the color of the largest of them. */
static void
test_narrow_bands (void)
{
  char names[MOST_ROWS][8];
  Row rows[MOST_ROWS];
  g_autoptr (GArray) bands = NULL;

  for (guint i = 0; i < MOST_ROWS; i++)
    {
      g_snprintf (names[i], sizeof names[i], "l%u", i);
      rows[i] = (Row) { names[i], i % 2 == 0 ? "conv" : "relu", i % 2 == 0 ? 1500 : 500 };
    }
  bands = list_bands (rows, MOST_ROWS);
  g_assert_cmpuint (bands->len, >=, 600 / 8);
  g_assert_cmpuint (bands->len, <=, 600 / 6 + 1);
  for (guint i = 0; i < bands->len; i++)
    {
      const LaminaSceneArea *band = &g_array_index (bands, LaminaSceneArea, i);

      g_assert_cmpuint (band->fill.family, ==, LAMINA_FAMILY_CONVOLUTION);
      g_assert_cmpuint (band->target.first % 2, ==, 0);
    }
}

/* Where there is no room for all, the last bar is the rest, and ends where B does. */
static void
test_short (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_waterfall_layout (self->comparison, 600, 110, self->metrics);
  g_autofree char *dump = lamina_scene_dump (scene);

  g_assert_nonnull (strstr (dump, "3 more types"));
}

static void
test_ties (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_ties_layout (self->comparison, 600, 0, LAMINA_ABSENT, LAMINA_ABSENT,
                                                      self->metrics);
  const LaminaTarget *target;
  LaminaPair pair;

  compare_golden (scene, "comparison-ties.txt");
  target = lamina_scene_pick (scene, 100, 30, 0);
  g_assert_nonnull (target);
  g_assert_cmpint (target->kind, ==, LAMINA_TARGET_ROWS);
  lamina_comparison_get_pair (self->comparison, target->first, &pair);
  g_assert_cmpuint (pair.layers_a[0], ==, 0);
  /* Between the lanes a band leads to the same. */
  target = lamina_scene_pick (scene, 100, 60, 0);
  g_assert_nonnull (target);
  g_assert_cmpuint (target->track, ==, 2);
  g_assert_cmpuint (target->first, ==, lamina_comparison_find (self->comparison, FALSE, 0));
}

static void
test_range (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LaminaScene) scene = lamina_ties_layout (self->comparison, 600, 0, 30000, 50000, self->metrics);
  g_autoptr (LaminaScene) pair = lamina_ties_layout_pair (self->comparison, 600, 0, 30000, 50000,
                                                          lamina_comparison_find (self->comparison, FALSE, 1),
                                                            self->metrics);
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  compare_golden (pair, "comparison-pair.txt");
  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpint (boxes[i].x, >=, 0);
      g_assert_cmpint (boxes[i].x + boxes[i].width, <=, 600);
    }
}

static void
test_picture (Fixture       *self,
              gconstpointer  data)
{
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = NULL;

  options.view = "comparison";
  scene = lamina_comparison_picture_layout (self->comparison, &options, self->metrics, &error);
  g_assert_no_error (error);
  compare_golden (scene, "comparison-picture.txt");
  options.view = "pie";
  g_assert_null (lamina_comparison_picture_layout (self->comparison, &options, self->metrics, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  options.view = "ties";
  options.width = 20;
  g_assert_null (lamina_comparison_picture_layout (self->comparison, &options, self->metrics, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  options.width = 900;
  options.height = 90;
  g_assert_null (lamina_comparison_picture_layout (self->comparison, &options, self->metrics, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  options.height = 700;
  options.view = "comparison";
  options.comparison = self->comparison;
  svg = lamina_picture_make (self->a, &options, LAMINA_PICTURE_SVG, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (svg, NULL), (gssize) g_bytes_get_size (svg), "before"));
}

/* A copy owns what it names: whoever asked for the picture may forget it all before it is drawn. */
static void
test_copied_options (void)
{
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  LaminaPictureOptions copy;
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) scene = NULL;
  g_autoptr (GError) error = NULL;
  const guint32 no_tracks[1] = { 0 };

  options.view = g_strdup ("ties");
  options.title = g_strdup ("Before and now");
  options.durations_of = g_strdup ("conv");
  options.tracks = no_tracks;
  {
    g_autoptr (LaminaDocument) a = create_document ("before", rows_a, G_N_ELEMENTS (rows_a));
    g_autoptr (LaminaDocument) b = create_document ("now", rows_b, G_N_ELEMENTS (rows_b));

    options.comparison = compare (a, b);
  }
  lamina_picture_options_copy (&options, &copy);
  g_clear_pointer (&options.comparison, lamina_comparison_unref);
  g_free ((char *) options.view);
  g_free ((char *) options.title);
  g_free ((char *) options.durations_of);

  g_assert_cmpstr (copy.title, ==, "Before and now");
  g_assert_cmpstr (copy.durations_of, ==, "conv");
  g_assert_null (copy.caption);
  g_assert_nonnull (copy.tracks);
  g_assert_true (copy.tracks != no_tracks);
  scene = lamina_comparison_picture_layout (copy.comparison, &copy, metrics, &error);
  g_assert_no_error (error);
  g_assert_nonnull (scene);
  lamina_picture_options_clear (&copy);
  g_assert_null (copy.comparison);
  lamina_picture_options_clear (&copy);
}

/* Without times there is a sentence, no picture. */
static void
test_timeless (void)
{
  static const Row timeless[] = { { "stem", "conv", LAMINA_ABSENT } };
  g_autoptr (LaminaDocument) a = create_document ("before", timeless, 1);
  g_autoptr (LaminaDocument) b = create_document ("now", rows_b, G_N_ELEMENTS (rows_b));
  g_autoptr (LaminaComparison) comparison = compare (a, b);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaScene) waterfall = lamina_waterfall_layout (comparison, 500, 0, metrics);
  g_autoptr (LaminaScene) ties = lamina_ties_layout (comparison, 500, 0, LAMINA_ABSENT, LAMINA_ABSENT, metrics);
  g_autofree char *dump = lamina_scene_dump (waterfall);
  LaminaPictureOptions options = LAMINA_PICTURE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  guint n;

  g_assert_nonnull (strstr (dump, "\"A has no times: only what corresponds is known.\""));
  lamina_scene_get_boxes (ties, &n);
  g_assert_cmpuint (n, ==, 0);
  options.view = "comparison";
  g_assert_null (lamina_comparison_picture_layout (comparison, &options, metrics, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
}

/* A side that is far shorter than the other is shown once more, as wide as the picture, where all is shown and has room. */
static void
check_magnified (LaminaComparison *comparison,
                 const char       *head,
                 const char       *box)
{
  const struct
  {
    int height;
    gint64 end;
    gboolean is_shown;
  } cases[] = { { 0, LAMINA_ABSENT, TRUE }, { 0, 20000, FALSE }, { LAMINA_TIES_HEIGHT, LAMINA_ABSENT, FALSE } };
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);

  g_assert_cmpint (lamina_ties_get_height (comparison), >, LAMINA_TIES_HEIGHT);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaScene) scene = lamina_ties_layout (comparison, 500, cases[i].height, LAMINA_ABSENT, cases[i].end,
                                                          metrics);
      g_autofree char *dump = lamina_scene_dump (scene);

      g_assert_true ((strstr (dump, head) != NULL) == cases[i].is_shown);
      g_assert_true ((strstr (dump, box) != NULL) == cases[i].is_shown);
    }
}

static void
test_magnified (Fixture       *self,
                gconstpointer  data)
{
  static const Row few[] = { { "stem", "conv", 7500 }, { "body", "conv", 10000 } };
  g_autoptr (LaminaDocument) other = create_document ("short", few, G_N_ELEMENTS (few));
  g_autoptr (LaminaComparison) down = compare (self->a, other);
  g_autoptr (LaminaComparison) up = compare (other, self->a);

  g_assert_cmpint (lamina_ties_get_height (self->comparison), ==, LAMINA_TIES_HEIGHT);
  check_magnified (down, "\"B alone, 4.86 times as wide\"", "box 0 200 213x26 family:convolution = rows");
  check_magnified (up, "\"A alone, 4.86 times as wide\"", "box 0 200 213x26 family:convolution = rows");
}

/* As many layers as anybody has are a picture of bounded size. */
static void
test_many (void)
{
  g_autofree Row *many = g_new (Row, 50000);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaDocument) a = NULL;
  g_autoptr (LaminaDocument) b = NULL;
  g_autoptr (LaminaComparison) comparison = NULL;
  g_autoptr (LaminaScene) ties = NULL;
  guint n_boxes, n_areas;

  for (guint i = 0; i < 50000; i++)
    many[i] = (Row) { i % 3 ? "a" : "b", i % 5 ? "conv" : "relu", 1 + i % 7 };
  a = create_document ("before", many, 50000);
  b = create_document ("now", many + 100, 49000);
  comparison = compare (a, b);
  ties = lamina_ties_layout (comparison, 1000, 0, LAMINA_ABSENT, LAMINA_ABSENT, metrics);
  lamina_scene_get_boxes (ties, &n_boxes);
  n_areas = ties->areas->len;
  g_assert_cmpuint (n_boxes, <=, 6000);
  g_assert_cmpuint (n_areas, <=, 1500);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/comparison-layout/waterfall", Fixture, NULL, setup, test_waterfall, teardown);
  g_test_add ("/comparison-layout/short", Fixture, NULL, setup, test_short, teardown);
  g_test_add ("/comparison-layout/ties", Fixture, NULL, setup, test_ties, teardown);
  g_test_add ("/comparison-layout/range", Fixture, NULL, setup, test_range, teardown);
  g_test_add ("/comparison-layout/magnified", Fixture, NULL, setup, test_magnified, teardown);
  g_test_add ("/comparison-layout/picture", Fixture, NULL, setup, test_picture, teardown);
  g_test_add_func ("/comparison-layout/copied-options", test_copied_options);
  g_test_add_func ("/comparison-layout/timeless", test_timeless);
  g_test_add_func ("/comparison-layout/many", test_many);
  g_test_add_func ("/comparison-layout/wide-bands", test_wide_bands);
  g_test_add_func ("/comparison-layout/narrow-bands", test_narrow_bands);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-flame.h"
#include "lamina-timeline.h"
#include "scene-dump.h"
#include "scene-fixture.h"

#include <string.h>

static LaminaDocument *
create_document (const char *const *names,
                 const gint64      *costs,
                 guint              n)
{
  LaminaBuilder *builder = lamina_builder_new (NULL);

  lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  for (guint i = 0; i < n; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = lamina_builder_intern (builder, names[i], -1);
      layer.type = lamina_builder_intern (builder, "Conv", -1);
      layer.duration = costs[i];
      lamina_builder_add_layer (builder, 0, &layer);
    }
  return scene_fixture_freeze (builder);
}

static LaminaFlameTree *
create_tree (LaminaDocument *document)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;

  options.by = LAMINA_FLAME_BY_NAMES;
  return lamina_flame_tree_new (lamina_document_get_run (document, 0), NULL, &options, NULL);
}

static LaminaDocument *
create_small (void)
{
  static const char *const names[] = { "net/block/conv(data)[3]", "net/block/relu", "net/tail", "loss", "a/b", "idle/x" };
  static const gint64 costs[] = { 600000, 150000, 50000, 198000, 2000, LAMINA_ABSENT };

  return create_document (names, costs, G_N_ELEMENTS (names));
}

static void
assert_dump (LaminaScene *scene,
             const char  *expected)
{
  g_autofree char *dump = lamina_scene_dump (scene);

  g_assert_cmpstr (dump, ==, expected);
}

static void
test_small (void)
{
  g_autoptr (LaminaDocument) document = create_small ();
  g_autoptr (LaminaFlameTree) tree = create_tree (document);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaFlameView view = { .width = 400 };
  g_autoptr (LaminaScene) scene = lamina_flame_layout (tree, &view, metrics);
  int x, y, width;

  assert_dump (scene,
               "scene 400x88\n"
               "group \"row 0\" 0 0 400x22\n"
               "  box 0 0 400x21 family:other = nodes [0 + 1]\n"
               "  text 4 10.5 392 start label label:other \"Σ 1.00\u00a0ms\"\n"
               "group \"row 1\" 0 22 400x22\n"
               "  box 0 22 319x21 family:convolution = nodes [1 + 1]\n"
               "  box 320 22 78x21 family:convolution = nodes [2 + 1]\n"
               "  box 399 22 1x21 family:convolution alpha 204 = nodes [3 + 2]\n"
               "  text 4 32.5 312 start label label:convolution \"net\"\n"
               "  text 315 32.5 0 end label label:convolution \"800\u00a0µs\"\n"
               "  text 324 32.5 71 start label label:convolution \"loss\"\n"
               "  text 394 32.5 0 end label label:convolution \"198\u00a0µs\"\n"
               "group \"row 2\" 0 44 400x22\n"
               "  box 0 44 299x21 family:convolution = nodes [5 + 1]\n"
               "  box 300 44 20x21 family:convolution = nodes [6 + 1]\n"
               "  box 399 44 1x21 family:convolution alpha 204 = nodes [7 + 2]\n"
               "  text 4 54.5 292 start label label:convolution \"block\"\n"
               "  text 295 54.5 0 end label label:convolution \"750\u00a0µs\"\n"
               "group \"row 3\" 0 66 400x22\n"
               "  box 0 66 239x21 family:convolution = nodes [9 + 1]\n"
               "  box 240 66 60x21 family:convolution = nodes [10 + 1]\n"
               "  text 4 76.5 232 start label label:convolution \"conv[3]\"\n"
               "  text 235 76.5 0 end label label:convolution \"600\u00a0µs\"\n"
               "  text 244 76.5 52 start label label:convolution \"relu\"\n");
  g_assert_true (lamina_flame_find_box (tree, &view, 2, &x, &y, &width));
  g_assert_cmpint (x, ==, 320);
  g_assert_cmpint (y, ==, 22);
  g_assert_cmpint (width, ==, 79);
}

/* In high rows a weight that has no room beside its name stands below it. */
static void
test_high_rows (void)
{
  g_autoptr (LaminaDocument) document = create_small ();
  g_autoptr (LaminaFlameTree) tree = create_tree (document);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaFlameView view = { .width = 400, .row_height = LAMINA_FLAME_MOST_ROW_HEIGHT };
  g_autoptr (LaminaScene) scene = lamina_flame_layout (tree, &view, metrics);
  g_autofree char *dump = lamina_scene_dump (scene);
  int x, y, width;

  g_assert_true (g_str_has_prefix (dump, "scene 400x264\n"));
  g_assert_nonnull (strstr (dump, "group \"row 3\" 0 198 400x66\n"
                                  "  box 0 198 239x65 family:convolution = nodes [9 + 1]\n"
                                  "  box 240 198 60x65 family:convolution = nodes [10 + 1]\n"
                                  "  text 4 230.5 232 start label label:convolution \"conv[3]\"\n"
                                  "  text 235 230.5 0 end label label:convolution \"600\u00a0µs\"\n"
                                  "  text 244 223.5 52 start label label:convolution \"relu\"\n"
                                  "  text 244 237.5 52 start label label:convolution \"150\u00a0µs\"\n"));
  g_assert_true (lamina_flame_find_box (tree, &view, 2, &x, &y, &width));
  g_assert_cmpint (y, ==, LAMINA_FLAME_MOST_ROW_HEIGHT);
  /* Only what is seen: the second and the third row. */
  view.top = LAMINA_FLAME_MOST_ROW_HEIGHT;
  view.height = LAMINA_FLAME_MOST_ROW_HEIGHT + 1;
  g_clear_pointer (&scene, lamina_scene_unref);
  scene = lamina_flame_layout (tree, &view, metrics);
  g_assert_cmpuint (lamina_scene_get_n_groups (scene), ==, 2);
}

/* A node as wide as the picture, and nothing of what is not below it. */
static void
test_zoom (void)
{
  g_autoptr (LaminaDocument) document = create_small ();
  g_autoptr (LaminaFlameTree) tree = create_tree (document);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaFlameView view = { .root = 1, .width = 400, .top = 22, .height = 22 };
  g_autoptr (LaminaScene) scene = lamina_flame_layout (tree, &view, metrics);
  int x, y, width;

  g_assert_cmpuint (lamina_flame_get_n_rows (tree, 1), ==, 3);
  assert_dump (scene,
               "scene 400x66\n"
               "group \"row 1\" 0 22 400x22\n"
               "  box 0 22 374x21 family:convolution = nodes [5 + 1]\n"
               "  box 375 22 25x21 family:convolution = nodes [6 + 1]\n"
               "  text 4 32.5 367 start label label:convolution \"block\"\n"
               "  text 370 32.5 0 end label label:convolution \"750\u00a0µs\"\n");
  g_assert_false (lamina_flame_find_box (tree, &view, 2, &x, &y, &width));
}

static void
test_marks (void)
{
  g_autoptr (LaminaDocument) document = create_small ();
  g_autoptr (LaminaFlameTree) tree = create_tree (document);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  guint32 layers[] = { 2, 4 };
  g_autofree guint8 *marks = lamina_flame_tree_mark (tree, layers, 2);
  LaminaFlameView view = { .width = 400, .marks = marks };
  g_autoptr (LaminaScene) scene = lamina_flame_layout (tree, &view, metrics);

  assert_dump (scene,
               "scene 400x88\n"
               "group \"row 0\" 0 0 400x22\n"
               "group \"row 1\" 0 22 400x22\n"
               "  box 399 22 1x21 family:convolution alpha 204 = nodes [3 + 2]\n"
               "group \"row 2\" 0 44 400x22\n"
               "  box 300 44 20x21 family:convolution = nodes [6 + 1]\n"
               "  box 399 44 1x21 family:convolution alpha 204 = nodes [7 + 2]\n"
               "group \"row 3\" 0 66 400x22\n");
}

/* However many there are, every node stands in one box of its row, and a frame stays within its limits. */
static void
test_many (void)
{
  enum { N = 60000 };
  g_autofree const char **names = g_new (const char *, N);
  g_autofree gint64 *costs = g_new (gint64, N);
  g_autoptr (GStringChunk) chunk = g_string_chunk_new (4096);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaFlameTree) tree = NULL;
  LaminaFlameView view = { .width = 1600 };

  for (guint i = 0; i < N; i++)
    {
      g_autofree char *name = g_strdup_printf ("n%u/a_long_part_%u/%u/%u/%u/%u/x%u", i % 7, i % 77, i % 1001, i % 1001, i % 1001,
                                               i % 1001, i);

      names[i] = g_string_chunk_insert (chunk, name);
      costs[i] = i * 7919 % 104729;
    }
  document = create_document (names, costs, N);
  tree = create_tree (document);
  for (guint pass = 0; pass < 3; pass++)
    {
      g_autoptr (LaminaScene) scene = NULL;
      const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
      const LaminaSceneBox *boxes;
      guint n, n_texts;
      guint32 next = 0;

      view.width = 800 << pass;
      view.row_height = pass > 1 ? 66 : 0;
      scene = lamina_flame_layout (tree, &view, metrics);
      boxes = lamina_scene_get_boxes (scene, &n);
      lamina_scene_get_texts (scene, &n_texts);
      g_assert_cmpuint (n, <=, LAMINA_MAX_BOXES);
      g_assert_cmpuint (n, >=, LAMINA_MAX_BOXES / 4);
      g_assert_cmpuint (n_texts, <=, LAMINA_MAX_LABELS);
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (boxes[i].target.first, ==, next);
          g_assert_cmpint (boxes[i].x, >=, 0);
          g_assert_cmpint (boxes[i].x + boxes[i].width, <=, view.width);
          g_assert_cmpint (boxes[i].width, >=, 1);
          next += boxes[i].target.n;
        }
      g_assert_cmpuint (next, ==, nodes->n);
    }
}

/* Nothing has a weight: boxes for all nevertheless. */
static void
test_weightless (void)
{
  static const char *const names[] = { "a/b", "a/c", "d" };
  static const gint64 costs[] = { LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT };
  g_autoptr (LaminaDocument) document = create_document (names, costs, G_N_ELEMENTS (names));
  g_autoptr (LaminaFlameTree) tree = create_tree (document);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new_fixed (6);
  LaminaFlameView view = { .width = 100 };
  g_autoptr (LaminaScene) scene = lamina_flame_layout (tree, &view, metrics);

  assert_dump (scene,
               "scene 100x66\n"
               "group \"row 0\" 0 0 100x22\n"
               "  box 0 0 100x21 family:other = nodes [0 + 1]\n"
               "  text 4 10.5 92 start label label:other \"Σ —\"\n"
               "group \"row 1\" 0 22 100x22\n"
               "  box 0 22 1x21 family:convolution alpha 60 = nodes [1 + 2]\n"
               "group \"row 2\" 0 44 100x22\n"
               "  box 0 44 1x21 family:convolution alpha 60 = nodes [3 + 2]\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/flame/small", test_small);
  g_test_add_func ("/flame/high-rows", test_high_rows);
  g_test_add_func ("/flame/zoom", test_zoom);
  g_test_add_func ("/flame/marks", test_marks);
  g_test_add_func ("/flame/many", test_many);
  g_test_add_func ("/flame/weightless", test_weightless);

  return g_test_run ();
}

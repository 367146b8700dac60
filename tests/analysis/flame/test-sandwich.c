/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"
#include "lamina-sandwich.h"

#include <string.h>

/*
 * Slices of one thread. `a` calls itself below `b`; `c` is called by `a`, by `b` and by `main`.
 *
 *   main                                (100)
 *     a            b            c
 *       c  b         a  c
 *            a         c
 */
static const struct
{
  const char *name;
  gint64 start;
  gint64 duration;
} slices[] = {
  { "main", 0, 100 }, { "a", 0, 40 }, { "c", 0, 10 }, { "b", 10, 20 }, { "a", 12, 6 },
  { "b", 40, 30 },    { "a", 40, 12 }, { "c", 41, 4 }, { "c", 60, 8 },  { "c", 80, 5 },
};

static LaminaRun *
build (Fixture *self)
{
  guint32 host = lamina_builder_add_group (self->builder, 0, LAMINA_NONE, "host", LAMINA_GROUP_HOST);
  guint32 thread = lamina_builder_add_track (self->builder, 0, host, "thread", 0);

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      slice.name = layer.name = lamina_builder_intern (self->builder, slices[i].name, -1);
      slice.start = slices[i].start;
      slice.duration = slices[i].duration;
      if (*slices[i].name == 'c')
        slice.layer = lamina_builder_add_layer (self->builder, 0, &layer);
      lamina_builder_add_slice (self->builder, 0, thread, &slice);
    }
  return fixture_freeze (self);
}

static LaminaSandwich *
create (LaminaRun *run)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  g_autoptr (LaminaFlameTree) tree = NULL;

  options.by = LAMINA_FLAME_BY_CALLS;
  options.track = 0;
  tree = lamina_flame_tree_new (run, NULL, &options, NULL);
  return lamina_sandwich_new (tree, NULL);
}

static void
dump_node (LaminaFlameTree *tree,
           guint32          node,
           GString         *text)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  guint n;

  lamina_flame_tree_get_layers (tree, node, NULL, &n);
  g_string_append_printf (text, "%*s%s %" G_GINT64_FORMAT " x%" G_GINT64_FORMAT " [%u]\n", nodes->depth[node], "",
                          nodes->name[node], nodes->total[node], nodes->calls[node], n);
  for (guint32 i = nodes->first_child[node]; i < nodes->first_child[node + 1]; i++)
    dump_node (tree, i, text);
}

static void
assert_half (LaminaSandwich     *sandwich,
             const char         *name,
             LaminaSandwichHalf  half,
             const char         *expected)
{
  g_autoptr (LaminaFlameTree) tree = lamina_sandwich_create_tree (sandwich, lamina_sandwich_find (sandwich, name), half,
                                                                  NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  dump_node (tree, 0, text);
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaSandwich) sandwich = create (run);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < lamina_sandwich_get_n_names (sandwich); i++)
    {
      const LaminaSandwichName *name = lamina_sandwich_get_name (sandwich, i);

      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " x%" G_GINT64_FORMAT " @%u\n",
                              name->name, name->self, name->total, name->calls, name->n_nodes);
      g_assert_cmpuint (lamina_sandwich_find (sandwich, name->name), ==, i);
    }
  /* What each does itself adds up to all there is; `a` below `a` is in its total once: 40 + 12. */
  g_assert_cmpstr (text->str, ==,
                   "c 27 27 x4 @4\n"
                   "main 25 100 x1 @1\n"
                   "a 24 52 x3 @3\n"
                   "b 24 50 x2 @2\n");
  g_assert_cmpuint (lamina_sandwich_find (sandwich, "d"), ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_sandwich_find_layer (sandwich, 2), ==, lamina_sandwich_find (sandwich, "c"));
  g_assert_cmpuint (lamina_sandwich_find_layer (sandwich, 99), ==, LAMINA_NONE);
}

static void
test_callees (Fixture       *self,
              gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaSandwich) sandwich = create (run);

  assert_half (sandwich, "a", LAMINA_SANDWICH_CALLEES,
               "a 52 x6 [2]\n"
               " b 20 x2 [0]\n"
               "  a 6 x1 [0]\n"
               " c 14 x2 [2]\n");
  assert_half (sandwich, "c", LAMINA_SANDWICH_CALLEES, "c 27 x4 [4]\n");
}

static void
test_callers (Fixture       *self,
              gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaSandwich) sandwich = create (run);

  assert_half (sandwich, "c", LAMINA_SANDWICH_CALLERS,
               "c 27 x4 [4]\n"
               " a 14 x2 [2]\n"
               "  main 10 x1 [1]\n"
               "  b 4 x1 [1]\n"
               "   main 4 x1 [1]\n"
               " b 8 x1 [1]\n"
               "  main 8 x1 [1]\n"
               " main 5 x1 [1]\n");
  assert_half (sandwich, "a", LAMINA_SANDWICH_CALLERS,
               "a 52 x6 [2]\n"
               " main 40 x4 [1]\n"
               " b 12 x2 [1]\n"
               "  main 12 x2 [1]\n");
  assert_half (sandwich, "main", LAMINA_SANDWICH_CALLERS, "main 100 x10 [4]\n");
}

/* The halves outlive what they were made of, as far as the document does. */
static void
test_lifetime (Fixture       *self,
               gconstpointer  data)
{
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  LaminaRun *run = build (self);
  g_autoptr (LaminaFlameTree) half = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  options.by = LAMINA_FLAME_BY_TYPES;
  {
    g_autoptr (LaminaFlameTree) tree = lamina_flame_tree_new (run, NULL, &options, NULL);
    g_autoptr (LaminaSandwich) sandwich = lamina_sandwich_new (tree, NULL);

    half = lamina_sandwich_create_tree (sandwich, lamina_sandwich_find (sandwich, "c"), LAMINA_SANDWICH_CALLERS, NULL);
    g_cancellable_cancel (cancelled);
    g_assert_null (lamina_sandwich_new (tree, cancelled));
    g_assert_null (lamina_sandwich_create_tree (sandwich, 0, LAMINA_SANDWICH_CALLEES, cancelled));
  }
  g_assert_cmpstr (lamina_flame_tree_get_nodes (half)->name[0], ==, "c");
  g_assert_cmpuint (lamina_flame_tree_get_nodes (half)->n, ==, 2);
}

/* Words in any case of letters, all of them; of nodes inside each other the outer one weighs. */
static void
test_match (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = build (self);
  g_autoptr (LaminaSandwich) sandwich = create (run);
  LaminaFlameTree *tree = lamina_sandwich_get_tree (sandwich);
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autofree guint8 *marks = NULL;
  g_autofree guint32 *names = NULL;
  gint64 weight;
  guint n;

  marks = lamina_flame_tree_match (tree, "A", &weight, &n, NULL);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (weight, ==, 100);
  for (guint32 i = 0; i < nodes->n; i++)
    g_assert_cmpuint (marks[i], ==, strchr (nodes->name[i], 'a') != NULL);
  g_clear_pointer (&marks, g_free);
  marks = lamina_flame_tree_match (tree, "a IN", &weight, &n, NULL);
  g_assert_cmpuint (n, ==, 1);
  g_assert_null (lamina_flame_tree_match (tree, "c a", &weight, &n, NULL));
  g_assert_cmpint (weight, ==, LAMINA_ABSENT);
  g_assert_null (lamina_flame_tree_match (tree, " ", &weight, &n, NULL));
  g_cancellable_cancel (cancelled);
  g_assert_null (lamina_flame_tree_match (tree, "A", &weight, &n, cancelled));
  names = lamina_sandwich_filter (sandwich, "", &n, cancelled);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_setup, func, fixture_teardown)

  ADD ("/sandwich/names", test_names);
  ADD ("/sandwich/callees", test_callees);
  ADD ("/sandwich/callers", test_callers);
  ADD ("/sandwich/lifetime", test_lifetime);
  ADD ("/flame-tree/match", test_match);
  return g_test_run ();
}

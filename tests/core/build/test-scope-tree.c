/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

static void
assert_layout (LaminaScopeTree *tree,
               gint64           start,
               const char      *expected)
{
  g_autoptr (GString) dump = g_string_new (NULL);
  guint n;
  const LaminaScope *scopes = lamina_scope_tree_layout (tree, start, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (dump, "%s(%d)%d:%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT " ", scopes[i].name,
                            (int) scopes[i].parent, (int) scopes[i].row, scopes[i].start, scopes[i].width);
  g_assert_cmpstr (dump->str, ==, expected);
}

static void
test_layout (void)
{
  g_autoptr (LaminaScopeTree) tree = lamina_scope_tree_new ();

  assert_layout (tree, 5, "");
  lamina_scope_tree_add (tree, "a/b", 2, 0);
  lamina_scope_tree_add (tree, "a", 1, 1);
  lamina_scope_tree_add (tree, "c", 4, 2);
  lamina_scope_tree_add (tree, "a/d/e", 0, 3);
  assert_layout (tree, 10, "a(-1)1:10+3 b(0)0:11+2 c(-1)2:13+4 d(0)-1:13+0 e(3)3:13+0 ");
}

/* Rows of one path stand beside each other; empty names are names; no path is too long. */
static void
test_strange (void)
{
  g_autoptr (LaminaScopeTree) tree = lamina_scope_tree_new ();
  g_autoptr (LaminaScopeTree) deep = lamina_scope_tree_new ();
  g_autoptr (GString) path = g_string_new ("x");
  guint n;

  lamina_scope_tree_add (tree, "", 1, 0);
  lamina_scope_tree_add (tree, "a", 1, 1);
  lamina_scope_tree_add (tree, "a", 2, 2);
  lamina_scope_tree_add (tree, "/", -5, 3);
  assert_layout (tree, 0, "(-1)0:0+1 a(-1)1:1+1 a(-1)2:2+2 (0)3:1+0 ");
  for (guint i = 0; i < 1000; i++)
    g_string_append (path, "/x");
  lamina_scope_tree_add (deep, path->str, G_MAXINT64, 0);
  lamina_scope_tree_add (deep, path->str, G_MAXINT64, 1);
  lamina_scope_tree_layout (deep, 0, &n);
  g_assert_cmpuint (n, ==, LAMINA_MAX_SCOPES + 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scope-tree/layout", test_layout);
  g_test_add_func ("/scope-tree/strange", test_strange);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sandwich.h"

G_BEGIN_DECLS

/*
 * A sandwich in two files: -sandwich.c gathers the names of the tree, -sandwich-trees.c makes the halves of one of them.
 *
 * @name_of is the name of each node of @tree but node 0, which has none: a place in @names. The outermost nodes of name i
 * are those in @outermost from [@first_outermost[i]] to before [@first_outermost[i + 1]], in the order of the tree.
 */
struct _LaminaSandwich
{
  gatomicrefcount ref_count;
  LaminaFlameTree *tree;
  GArray *names;
  guint32 *name_of;
  guint32 *first_outermost;
  guint32 *outermost;
  GHashTable *places;
};

/* How often a node was called itself: without what is below it. */
static inline gint64
lamina_sandwich_get_own_calls (const LaminaFlameNodes *nodes,
                               guint32                 node)
{
  gint64 calls = nodes->calls[node];

  for (guint32 child = nodes->first_child[node]; child < nodes->first_child[node + 1]; child++)
    calls -= nodes->calls[child];
  return MAX (calls, 0);
}

G_END_DECLS

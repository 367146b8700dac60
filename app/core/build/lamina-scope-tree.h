/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LAMINA_MAX_SCOPES:
 *
 * How many scopes may lie inside each other. What is left of a longer path is one name.
 */
#define LAMINA_MAX_SCOPES 256

/**
 * LaminaScope:
 * @name: its name inside the scope around it
 * @parent: the scope around it, or %LAMINA_NONE
 * @row: what was added under its path, or %LAMINA_NONE when it is a scope only
 * @start: where it begins
 * @width: its own weight and that of everything inside it
 *
 * A scope or a leaf. Its own weight comes first, then what is inside it, in the order of adding.
 */
typedef struct
{
  const char *name;
  guint32 parent;
  guint32 row;
  gint64 start;
  gint64 width;
} LaminaScope;

/**
 * LaminaScopeTree:
 *
 * Names with slashes, `gradients/conv1/Conv2D`, as a tree that is laid out on an axis by weight. Used by one thread.
 */
typedef struct _LaminaScopeTree LaminaScopeTree;

/**
 * lamina_scope_tree_new: (skip)
 *
 * Returns: (transfer full): an empty tree
 */
LAMINA_AVAILABLE
LaminaScopeTree *lamina_scope_tree_new (void);

LAMINA_AVAILABLE
void lamina_scope_tree_free (LaminaScopeTree *self);

/**
 * lamina_scope_tree_add:
 * @path: names with slashes between, valid UTF-8
 * @weight: its weight, 0 or more
 * @row: what it stands for
 *
 * Adds a row, and the scopes around it that are not there yet. Two rows of one path stand beside each other.
 */
LAMINA_AVAILABLE
void lamina_scope_tree_add (LaminaScopeTree *self,
                            const char      *path,
                            gint64           weight,
                            guint32          row);

/**
 * lamina_scope_tree_layout: (skip)
 * @start: where the first scope begins
 * @n: (out): how many
 *
 * Lays out the tree.
 *
 * Returns: (transfer none) (array length=n): the scopes, each behind the one around it; valid until the next call of
 *   lamina_scope_tree_add()
 */
LAMINA_AVAILABLE
const LaminaScope *lamina_scope_tree_layout (LaminaScopeTree *self,
                                             gint64           start,
                                             guint           *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaScopeTree, lamina_scope_tree_free)

G_END_DECLS

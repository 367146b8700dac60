/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_FLAME_MARKS (lamina_flame_marks_get_type ())
G_DECLARE_FINAL_TYPE (LaminaFlameMarks, lamina_flame_marks, LAMINA, FLAME_MARKS, GObject)

/*
 * Which nodes of flame trees stand out: those that match what the session searches for, else those of the selected layers.
 * It is worked out when somebody asks; a search of many nodes goes on in a thread, and until it is over what stood out
 * before does.
 *
 * The signal `changed` says that there is something else to be had, or will be.
 */

#define LAMINA_FLAME_MOST_TREES 2

LaminaFlameMarks *lamina_flame_marks_new          (void);

void              lamina_flame_marks_set_session  (LaminaFlameMarks       *self,
                                                   LaminaSession          *session);

/**
 * lamina_flame_marks_set_trees: (skip)
 * @self: marks
 * @trees: (array length=n_trees): of which nodes they are
 * @n_trees: at most %LAMINA_FLAME_MOST_TREES
 */
void              lamina_flame_marks_set_trees    (LaminaFlameMarks       *self,
                                                   LaminaFlameTree *const *trees,
                                                   guint                   n_trees);

/**
 * lamina_flame_marks_get:
 * @self: marks
 * @i: the index of a tree
 *
 * Returns: (transfer none) (nullable): whether each node of the tree stands out, until `changed`; %NULL where nothing is
 *   searched for and no node does. Where nothing is found, all stands back
 */
const guint8     *lamina_flame_marks_get          (LaminaFlameMarks       *self,
                                                   guint                   i);

/**
 * lamina_flame_marks_is_searching:
 * @self: marks
 *
 * Returns: whether a thread still looks for what @self will say
 */
gboolean          lamina_flame_marks_is_searching (LaminaFlameMarks       *self);

/**
 * lamina_flame_marks_get_found:
 * @self: marks
 * @i: the index of a tree
 * @weight: (out): the sum of the weights of the nodes that were found, see lamina_flame_tree_match()
 *
 * Returns: how many nodes the search found last
 */
guint             lamina_flame_marks_get_found    (LaminaFlameMarks       *self,
                                                   guint                   i,
                                                   gint64                 *weight);

G_END_DECLS

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

/* Of whose nodes they are; at most LAMINA_FLAME_MOST_TREES. */
void              lamina_flame_marks_set_trees    (LaminaFlameMarks       *self,
                                                   LaminaFlameTree *const *trees,
                                                   guint                   n_trees);

/* Whether each node of a tree stands out, until `changed`; NULL where nothing is searched for and no node does. Where
 * nothing is found, all stands back. */
const guint8     *lamina_flame_marks_get          (LaminaFlameMarks       *self,
                                                   guint                   i);

/* Whether a thread still looks for what is to be said. */
gboolean          lamina_flame_marks_is_searching (LaminaFlameMarks       *self);

/* How many nodes of a tree the search found last, and the sum of their weights, see lamina_flame_tree_match(). */
guint             lamina_flame_marks_get_found    (LaminaFlameMarks       *self,
                                                   guint                   i,
                                                   gint64                 *weight);

G_END_DECLS

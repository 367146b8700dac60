/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame.h"
#include "lamina-sandwich.h"

G_BEGIN_DECLS

/* What of a sandwich is seen. */
typedef struct
{
  LaminaFlameTree *halves[LAMINA_N_SANDWICH_HALVES]; /* the trees that lamina_sandwich_create_tree() made of one name */
  int width;
  int top;                                           /* the first pixel that is seen */
  int height;                                        /* how many pixels are seen; 0 for all */
  gboolean only_marked;                              /* whether to lay out nothing but the nodes that are marked */
  const guint8 *marks[LAMINA_N_SANDWICH_HALVES];     /* for each half, one for each node; NULL when none of them is marked */
  /* for each half the fills of its nodes, see lamina_coloring_create_named_nodes(); NULL for those of families */
  const guint8 *colors[LAMINA_N_SANDWICH_HALVES];
  gboolean textured;                                 /* as in LaminaFlameView */
} LaminaSandwichView;

/*
 * Lays out a name as a row, what it calls below it and what calls it above it, each as wide as its part of the weight of the name.
 * Callers stand upside down: next to the name those that call it, above them those that call these. Words at the left say what is
 * what. Positions are counted from the top of all rows, whatever is seen of them.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_sandwich_layout (const LaminaSandwichView *view,
                                     LaminaMetrics            *metrics);

/* How high all rows are, in pixels. */
LAMINA_AVAILABLE
int lamina_sandwich_get_height (const LaminaSandwichView *view);

/* Where the row of the name begins, in pixels. */
LAMINA_AVAILABLE
int lamina_sandwich_get_middle (const LaminaSandwichView *view);

/*
 * Says where a node stands.
 * @node: a node of it; node 0 of either half is the name
 */
LAMINA_AVAILABLE
void lamina_sandwich_find_box (const LaminaSandwichView *view,
                               LaminaMetrics            *metrics,
                               LaminaSandwichHalf        half,
                               guint32                   node,
                               int                      *x,
                               int                      *y,
                               int                      *width);

/* How many rows a half has beside that of the name. */
guint lamina_sandwich_get_n_rows (const LaminaSandwichView *view,
                                  LaminaSandwichHalf        half);

/* Adds what is seen of a half, or the row of the name, to a scene in which the picture begins at @x and @y. */
void lamina_sandwich_add_half (LaminaScene              *scene,
                               const LaminaSandwichView *view,
                               LaminaSandwichHalf        half,
                               int                       x,
                               int                       y,
                               LaminaMetrics            *metrics);

void lamina_sandwich_add_name (LaminaScene              *scene,
                               const LaminaSandwichView *view,
                               int                       x,
                               int                       y,
                               LaminaMetrics            *metrics);

G_END_DECLS

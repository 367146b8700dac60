/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"
#include "lamina-metrics.h"

G_BEGIN_DECLS

/* How high a row of a flame graph is, in pixels, where many rows want room. */
#define LAMINA_FLAME_ROW_HEIGHT 22

/* How high it is where few rows have much room: labels then take several lines, and weights stand below them. */
#define LAMINA_FLAME_MOST_ROW_HEIGHT 66

/* What of a flame graph is seen. */
typedef struct
{
  guint32 root; /* the node that is as wide as the picture */
  int width;
  int top; /* the first pixel that is seen */
  int height; /* how many pixels are seen; 0 for all */
  int row_height; /* how high a row is; 0 for LAMINA_FLAME_ROW_HEIGHT */
  const guint8 *marks; /* one for each node, see lamina_flame_tree_mark(): lays out only those that are marked; or NULL */
  const guint8 *colors; /* the fill of each node, see lamina_coloring_create_nodes(); NULL for those of families */
  gboolean textured; /* whether boxes that are large enough have LAMINA_PATTERN_TEXTURE, for pictures that may be printed in gray */
} LaminaFlameView;

/*
 * Lays out the nodes from @root on, each below the one around it and as wide as its part of it, the heaviest at the left. What a
 * node has of its own stays free at the right of its children. Each row is a group `row D`; those out of sight are left out, and
 * positions are counted from the first row whatever is seen.
 *
 * A node at least a pixel wide is a box of its own. Narrower neighbors are merged into a box that stands for all of them, the
 * stronger the more of it they fill. Nothing is left out. When there were more than LAMINA_MAX_BOXES boxes, the densest rows are
 * merged further.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_flame_layout (LaminaFlameTree       *tree,
                                  const LaminaFlameView *view,
                                  LaminaMetrics         *metrics);

/* How many rows the node and all below it take. */
LAMINA_AVAILABLE
guint lamina_flame_get_n_rows (LaminaFlameTree *tree,
                               guint32          root);

/* Says where a node stands. Returns whether it is @root or below it. */
LAMINA_AVAILABLE
gboolean lamina_flame_find_box (LaminaFlameTree       *tree,
                                const LaminaFlameView *view,
                                guint32                node,
                                int                   *x,
                                int                   *y,
                                int                   *width);

/* The weight with its unit: `22.4 ms`, `12 steps`, `1.03 GFLOP`. */
LAMINA_AVAILABLE
char *lamina_flame_dup_weight (LaminaFlameTree *tree,
                               gint64           weight);

/* Its short name; of a node 0 without a name the sum of all. */
LAMINA_AVAILABLE
char *lamina_flame_dup_label (LaminaFlameTree *tree,
                              guint32          node);

/*
 * Rows @first to before @first + @n of a tree, of which row 0 stands at @x and @y, and each further one below it, or above
 * it when @upward. @share says how many parts of a picture share its boxes and labels; 0 is as good as 1.
 */
typedef struct
{
  guint first;
  guint n;
  int x;
  int y;
  gboolean upward;
  guint share;
} LaminaFlamePart;

/* Adds a part to a scene, from the top to the bottom. Targets have 1 for a track when it goes upward. */
void lamina_flame_add_rows (LaminaScene           *scene,
                            LaminaFlameTree       *tree,
                            const LaminaFlameView *view,
                            const LaminaFlamePart *part,
                            LaminaMetrics         *metrics);

G_END_DECLS

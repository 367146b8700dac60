/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame.h"
#include "lamina-label-lines.h"

G_BEGIN_DECLS

/*
 * A box before it is placed: nodes @first to before @first + @n, from @left to @right in pixels with fractions. Merged
 * ones may be of several parents.
 */
typedef struct
{
  double left;
  double right;
  guint32 first;
  guint32 n;
} LaminaFlameSpan;

/* Rows of spans: those of row i are from @begin[i] to before @begin[i + 1]. */
typedef struct
{
  GArray *spans;
  GArray *begin;
} LaminaFlameRows;

/* The rows of which row @first and the @n - 1 below it hold at most @most boxes in all. */
void lamina_flame_rows_init (LaminaFlameRows *self,
                             LaminaFlameTree *tree,
                             guint32          root,
                             int              width,
                             guint            first,
                             guint            n,
                             guint            most);

void lamina_flame_rows_clear (LaminaFlameRows *self);

/* The sum of the weights of neighbors of one depth. */
gint64 lamina_flame_sum_up (const LaminaFlameNodes *nodes,
                            guint32                 first,
                            guint32                 n);

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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaFlameRows, lamina_flame_rows_clear)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-rows.h"

#include <math.h>

/*
 * Rows are laid out from the root on, each from the one above. Children stand in the order of their weights, so that
 * those too narrow for a box of their own stand together at the right; how far a box of them reaches is found by
 * halving, for the sums of neighbors are known. So a row takes as long as it has boxes, however many nodes it has.
 */

/* What is wider than this can't be looked at with more boxes in it. */
#define MOST_MERGE 64

typedef struct
{
  const LaminaFlameNodes *nodes;
  GArray *spans;
  guint begin;
  int merge;
} Row;

gint64
lamina_flame_sum_up (const LaminaFlameNodes *nodes,
                     guint32                 first,
                     guint32                 n)
{
  gint64 end;

  if (n == 0)
    return 0;
  end = lamina_number_add (nodes->before[first + n - 1], nodes->total[first + n - 1]);
  return end - nodes->before[first];
}

/* Adds a span, or makes the last one larger when both are too narrow and begin in the same place. */
static void
add_span (Row             *self,
          LaminaFlameSpan  span)
{
  LaminaFlameSpan *last = self->spans->len > self->begin
                          ? &g_array_index (self->spans, LaminaFlameSpan, self->spans->len - 1) : NULL;

  if (last && span.right - span.left < self->merge && last->right - last->left < self->merge
      && floor (last->left / self->merge) == floor (span.left / self->merge))
    {
      last->right = MAX (last->right, span.right);
      last->n = span.first + span.n - last->first;
      return;
    }
  g_array_append_val (self->spans, span);
}

/* The first child that ends behind @x, from @child on. */
static guint32
find_behind (const LaminaFlameNodes *nodes,
             guint32                 child,
             guint32                 end,
             double                  x,
             double                  left,
             double                  scale,
             gint64                  base)
{
  guint32 low = child, high = end;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      gint64 reach = lamina_number_add (nodes->before[middle], nodes->total[middle]) - base;

      if (left + (double) reach * scale > x)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/* The children of one node. */
static void
add_children (Row                   *self,
              const LaminaFlameSpan *parent)
{
  const LaminaFlameNodes *nodes = self->nodes;
  guint32 child = nodes->first_child[parent->first], end = nodes->first_child[parent->first + 1];
  gint64 total = nodes->total[parent->first], base = child < end ? nodes->before[child] : 0;
  double scale = total > 0 ? (parent->right - parent->left) / (double) total : 0;

  while (child < end)
    {
      LaminaFlameSpan span = { .left = parent->left + (double) (nodes->before[child] - base) * scale, .first = child,
                               .n = 1 };

      span.right = span.left + (double) MAX (nodes->total[child], 0) * scale;
      if (span.right - span.left < self->merge)
        {
          double edge = (floor (span.left / self->merge) + 1) * self->merge;
          guint32 next = MAX (find_behind (nodes, child, end, edge, parent->left, scale, base), child + 1);

          span.n = next - child;
          span.right = parent->left
                       + (double) (lamina_flame_sum_up (nodes, child, span.n) + nodes->before[child] - base) * scale;
        }
      add_span (self, span);
      child += span.n;
    }
}

/* What is below merged nodes is merged too. */
static void
add_merged (Row                   *self,
            const LaminaFlameSpan *parent)
{
  guint32 first = self->nodes->first_child[parent->first];
  guint32 end = self->nodes->first_child[parent->first + parent->n];

  if (end > first)
    add_span (self, (LaminaFlameSpan) { parent->left, parent->right, first, end - first });
}

/* Lays out the row below the spans from @begin to before @end; the row is empty when there is nothing below. */
static guint
lay_out_row (const LaminaFlameNodes *nodes,
             GArray                 *spans,
             guint                   begin,
             guint                   end,
             int                     merge)
{
  Row row = { nodes, spans, end, merge };

  g_array_set_size (spans, end);
  for (guint i = begin; i < end; i++)
    {
      LaminaFlameSpan parent = g_array_index (spans, LaminaFlameSpan, i);

      if (parent.n == 1 && parent.right - parent.left >= 1)
        add_children (&row, &parent);
      else
        add_merged (&row, &parent);
    }
  return spans->len - end;
}

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  guint left = *(const guint *) a, right = *(const guint *) b;

  return left < right ? -1 : left > right;
}

/* How many boxes a row may have when all together may have @most: rows with fewer leave theirs to the others. */
static guint
share_out (const GArray *begin,
           guint         first,
           guint         n,
           guint         most)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = first; i + 1 < begin->len && i < first + n; i++)
    {
      guint count = g_array_index (begin, guint, i + 1) - g_array_index (begin, guint, i);

      g_array_append_val (counts, count);
    }
  g_array_sort (counts, compare_counts);
  for (guint i = 0; i < counts->len; i++)
    {
      guint share = most / (counts->len - i);

      if (g_array_index (counts, guint, i) > share)
        return MAX (share, 1);
      most -= g_array_index (counts, guint, i);
    }
  return G_MAXUINT;
}

static void
lay_out (LaminaFlameRows        *self,
         const LaminaFlameNodes *nodes,
         guint32                 root,
         int                     width,
         guint                   first,
         guint                   end,
         guint                   limit)
{
  LaminaFlameSpan span = { 0, width, root, 1 };
  guint begin = 0;

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->begin, 0);
  g_array_append_val (self->spans, span);
  g_array_append_val (self->begin, begin);
  for (guint row = 1; row <= end; row++)
    {
      guint next = self->spans->len;
      int merge = 1;

      g_array_append_val (self->begin, next);
      while (lay_out_row (nodes, self->spans, begin, next, merge) > limit && row >= first && merge < MOST_MERGE)
        merge *= 2;
      if (self->spans->len == next || row == end)
        break;
      begin = next;
    }
}

void
lamina_flame_rows_init (LaminaFlameRows *self,
                        LaminaFlameTree *tree,
                        guint32          root,
                        int              width,
                        guint            first,
                        guint            n,
                        guint            most)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  guint limit;

  self->spans = g_array_new (FALSE, FALSE, sizeof (LaminaFlameSpan));
  self->begin = g_array_new (FALSE, FALSE, sizeof (guint));
  lay_out (self, nodes, root, width, first, first + n, G_MAXUINT);
  limit = share_out (self->begin, first, n, most);
  if (limit != G_MAXUINT)
    lay_out (self, nodes, root, width, first, first + n, limit);
}

void
lamina_flame_rows_clear (LaminaFlameRows *self)
{
  g_clear_pointer (&self->spans, g_array_unref);
  g_clear_pointer (&self->begin, g_array_unref);
}

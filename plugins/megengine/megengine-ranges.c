/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-ranges.h"

/*
 * A segment tree over the cells between neighboring bounds of ranges. A node knows how many ranges cover it as a
 * whole, and how many of its bytes are covered: all when there is such a range, else what its two children say.
 */
typedef struct
{
  guint64 covered;
  guint32 n_ranges;
} Node;

struct _MegengineRanges
{
  GArray *bounds; /* guint64 */
  Node *nodes;    /* NULL until the first range comes; the children of node i are 2 i + 1 and 2 i + 2 */
};

MegengineRanges *
megengine_ranges_new (void)
{
  MegengineRanges *self = g_new0 (MegengineRanges, 1);

  self->bounds = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

void
megengine_ranges_free (MegengineRanges *self)
{
  g_array_unref (self->bounds);
  g_free (self->nodes);
  g_free (self);
}

void
megengine_ranges_declare (MegengineRanges *self,
                          guint64          begin,
                          guint64          end)
{
  g_assert (self->nodes == NULL);
  if (begin >= end)
    return;
  g_array_append_val (self->bounds, begin);
  g_array_append_val (self->bounds, end);
}

static int
compare_bounds (gconstpointer a,
                gconstpointer b)
{
  guint64 x = *(const guint64 *) a;
  guint64 y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static guint64
get_bound (MegengineRanges *self,
           gsize            i)
{
  return g_array_index (self->bounds, guint64, i);
}

static void
seal (MegengineRanges *self)
{
  guint64 *bounds = (guint64 *) (gpointer) self->bounds->data;
  guint n = 0;

  g_array_sort (self->bounds, compare_bounds);
  for (guint i = 0; i < self->bounds->len; i++)
    if (n == 0 || bounds[n - 1] != bounds[i])
      bounds[n++] = bounds[i];
  g_array_set_size (self->bounds, n);
  self->nodes = g_new0 (Node, 4 * (gsize) n + 1);
}

/* @node stands for the cells from @first to before @last. */
static void
change (MegengineRanges *self,
        gsize            node,
        gsize            first,
        gsize            last,
        guint64          begin,
        guint64          end,
        int              by)
{
  gsize middle = first + (last - first) / 2;
  gboolean is_leaf = last - first == 1;
  Node *here = &self->nodes[node];

  if (get_bound (self, last) <= begin || end <= get_bound (self, first))
    return;
  if (begin <= get_bound (self, first) && get_bound (self, last) <= end)
    here->n_ranges += by;
  else if (!is_leaf)
    {
      change (self, 2 * node + 1, first, middle, begin, end, by);
      change (self, 2 * node + 2, middle, last, begin, end, by);
    }
  if (here->n_ranges > 0)
    here->covered = get_bound (self, last) - get_bound (self, first);
  else
    here->covered = is_leaf ? 0 : self->nodes[2 * node + 1].covered + self->nodes[2 * node + 2].covered;
}

static void
change_all (MegengineRanges *self,
            guint64          begin,
            guint64          end,
            int              by)
{
  if (self->nodes == NULL)
    seal (self);
  if (begin < end && self->bounds->len > 1)
    change (self, 0, 0, self->bounds->len - 1, begin, end, by);
}

void
megengine_ranges_add (MegengineRanges *self,
                      guint64          begin,
                      guint64          end)
{
  change_all (self, begin, end, 1);
}

void
megengine_ranges_remove (MegengineRanges *self,
                         guint64          begin,
                         guint64          end)
{
  change_all (self, begin, end, -1);
}

guint64
megengine_ranges_get_covered (MegengineRanges *self)
{
  return self->nodes ? self->nodes[0].covered : 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree-private.h"
#include "lamina-sandwich-private.h"

#include "lamina-order-rows.h"

/* A half while it grows. Its names are texts of our own, numbered as those of the sandwich. */
typedef struct
{
  LaminaSandwich *sandwich;
  LaminaFlameTree *tree;
  const LaminaFlameNodes *nodes;
  LaminaFlameGrowth *growth;
} Half;

static guint32
get_child (Half    *self,
           guint32  seed,
           guint32  node)
{
  guint32 name = self->sandwich->name_of[node];
  guint32 child = lamina_flame_growth_get_child (self->growth, seed, name * 2 + 1);

  g_array_index (self->growth->seeds, LaminaFlameSeed, child).family =
    (guint8) lamina_sandwich_get_name (self->sandwich, name)->family;
  return child;
}

static void
add_weight (Half    *self,
            guint32  seed,
            guint32  node,
            gint64   weight,
            gint64   calls)
{
  LaminaFlameSeed *to = &g_array_index (self->growth->seeds, LaminaFlameSeed, seed);

  to->self = lamina_number_add (to->self, weight);
  to->calls = lamina_number_add (to->calls, calls);
  to->estimated |= self->nodes->estimated[node];
}

static void
add_entries (Half          *self,
             guint32        seed,
             const guint32 *layers,
             guint          n)
{
  for (guint i = 0; i < n; i++)
    {
      LaminaFlameEntry entry = { seed, layers[i] };

      g_array_append_val (self->growth->entries, entry);
    }
}

static void
add_own (Half    *self,
         guint32  seed,
         guint32  node)
{
  guint n_own, n;
  const guint32 *layers = lamina_flame_tree_get_layers (self->tree, node, &n_own, &n);

  add_weight (self, seed, node, self->nodes->self[node], lamina_sandwich_get_own_calls (self->nodes, node));
  add_entries (self, seed, layers, n_own);
}

/* All below a node goes below the seed that stands for it. No tree is deeper than LAMINA_FLAME_MOST_DEPTH. */
static gboolean
add_callees (Half         *self,
             guint32       seed,
             guint32       node,
             GCancellable *cancellable)
{
  const LaminaFlameNodes *nodes = self->nodes;

  if (lamina_order_is_cancelled (cancellable, self->growth->entries->len))
    return FALSE;
  add_own (self, seed, node);
  for (guint32 child = nodes->first_child[node]; child < nodes->first_child[node + 1]; child++)
    if (!add_callees (self, get_child (self, seed, child), child, cancellable))
      return FALSE;
  return TRUE;
}

/* The way from a node to the outside; all that the node weighs came that way. */
static gboolean
add_callers (Half         *self,
             guint32       node,
             GCancellable *cancellable)
{
  guint32 seed = 0;
  guint n;
  const guint32 *layers = lamina_flame_tree_get_layers (self->tree, node, NULL, &n);

  for (guint32 i = self->nodes->parent[node]; i != 0; i = self->nodes->parent[i])
    seed = get_child (self, seed, i);
  add_weight (self, seed, node, self->nodes->total[node], self->nodes->calls[node]);
  add_entries (self, seed, layers, n);
  return !lamina_order_is_cancelled (cancellable, node);
}

static gboolean
grow (Half               *self,
      guint               i,
      LaminaSandwichHalf  half,
      GCancellable       *cancellable)
{
  LaminaFlameSeed *root = &g_array_index (self->growth->seeds, LaminaFlameSeed, 0);

  for (guint k = 0; k < self->sandwich->names->len; k++)
    g_ptr_array_add (self->growth->texts, (gpointer) lamina_sandwich_get_name (self->sandwich, k)->name);
  root->name = i * 2 + 1;
  root->family = (guint8) lamina_sandwich_get_name (self->sandwich, i)->family;
  for (guint32 k = self->sandwich->first_outermost[i]; k < self->sandwich->first_outermost[i + 1]; k++)
    {
      guint32 node = self->sandwich->outermost[k];

      if (half == LAMINA_SANDWICH_CALLEES ? !add_callees (self, 0, node, cancellable)
                                          : !add_callers (self, node, cancellable))
        return FALSE;
    }
  return !g_cancellable_is_cancelled (cancellable);
}

LaminaFlameTree *
lamina_sandwich_create_tree (LaminaSandwich     *self,
                             guint               i,
                             LaminaSandwichHalf  half,
                             GCancellable       *cancellable)
{
  g_auto (LaminaFlameGrowth) growth = { 0 };
  Half grown;

  g_return_val_if_fail (self != NULL && i < self->names->len, NULL);
  g_return_val_if_fail ((guint) half < LAMINA_N_SANDWICH_HALVES, NULL);

  lamina_flame_growth_init (&growth, lamina_flame_tree_get_run (self->tree), lamina_flame_tree_get_options (self->tree),
                            cancellable);
  growth.is_of_slices = lamina_flame_tree_is_of_slices (self->tree);
  growth.has_families = TRUE;
  grown = (Half) { self, self->tree, lamina_flame_tree_get_nodes (self->tree), &growth };
  return grow (&grown, i, half, cancellable) ? lamina_flame_growth_finish (&growth, self->tree) : NULL;
}

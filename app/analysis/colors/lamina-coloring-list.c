/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-coloring-private.h"

#include "lamina-order-rows.h"

#include <string.h>

/* What fills stand for: the lines of a legend, and the nodes of a flame tree. */

/* So many layers of a node are asked. */
#define MOST_ASKED 64

/* A node that has neither layers of its own nor a name that is colored. */
#define OPEN 0xff

static int
compare_entries (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const LaminaColoringEntry *left = a, *right = b;
  LaminaColoring *self = data;

  if (self->by != LAMINA_COLOR_BY_FAMILY && (left->color == LAMINA_FAMILY_OTHER) != (right->color == LAMINA_FAMILY_OTHER))
    return left->color == LAMINA_FAMILY_OTHER ? 1 : -1;
  if (left->sum != right->sum)
    return left->sum > right->sum ? -1 : 1;
  if (left->sum == LAMINA_ABSENT && left->n_layers != right->n_layers)
    return left->n_layers > right->n_layers ? -1 : 1;
  return (int) left->color - (int) right->color;
}

/* What did not run, or costs nobody knows how much where others cost something, has no line in a legend. */
static gboolean
is_counted (LaminaColoring *self,
            guint32         layer)
{
  const gint64 *costs = lamina_run_get_costs (self->run);

  return lamina_layers_get_calls (lamina_run_get_layers (self->run), layer) > 0
         && (costs == NULL || costs[layer] != LAMINA_ABSENT);
}

static void
add_layer (LaminaColoring      *self,
           guint32              layer,
           LaminaColoringEntry *entries)
{
  const gint64 *costs = lamina_run_get_costs (self->run);
  LaminaColoringEntry *entry = &entries[lamina_coloring_get_layer (self, layer)];

  if (!is_counted (self, layer))
    return;
  entry->n_layers++;
  entry->calls += lamina_layers_get_calls (lamina_run_get_layers (self->run), layer);
  if (costs != NULL)
    entry->sum = lamina_number_add (entry->sum == LAMINA_ABSENT ? 0 : entry->sum, costs[layer]);
}

GArray *
lamina_coloring_list (LaminaColoring *self,
                      const guint32  *layers,
                      guint           n)
{
  LaminaColoringEntry entries[LAMINA_N_FAMILIES];
  GArray *list = g_array_new (FALSE, FALSE, sizeof (LaminaColoringEntry));

  g_return_val_if_fail (self != NULL, list);

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    entries[i] = (LaminaColoringEntry) { (LaminaFamily) i, lamina_coloring_get_title (self, (LaminaFamily) i), 0,
                                         self->calls[i], self->calls[i] > 0 ? self->sums[i] : LAMINA_ABSENT };
  if (layers == NULL)
    n = lamina_run_get_layers (self->run)->n;
  for (guint i = 0; self->strings == NULL && i < n; i++)
    add_layer (self, layers != NULL ? layers[i] : i, entries);
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if (entries[i].title != NULL && entries[i].calls > 0)
      g_array_append_val (list, entries[i]);
  g_array_sort_with_data (list, compare_entries, self);
  return list;
}

guint32 *
lamina_coloring_dup_layers (LaminaColoring *self,
                            guint          *first,
                            GCancellable   *cancellable)
{
  guint places[LAMINA_N_FAMILIES];
  g_autofree guint32 *layers = NULL;
  guint n;

  g_return_val_if_fail (self != NULL && first != NULL, NULL);

  n = self->strings == NULL ? lamina_run_get_layers (self->run)->n : 0;
  memset (first, 0, (LAMINA_N_FAMILIES + 1) * sizeof *first);
  for (guint i = 0; i < n && !lamina_order_is_cancelled (cancellable, i); i++)
    first[lamina_coloring_get_layer (self, i) + 1] += is_counted (self, i);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    first[i + 1] += first[i];
  memcpy (places, first, sizeof places);
  layers = g_new (guint32, MAX (first[LAMINA_N_FAMILIES], 1));
  for (guint32 i = 0; i < n; i++)
    if (is_counted (self, i))
      layers[places[lamina_coloring_get_layer (self, i)]++] = i;
  return g_steal_pointer (&layers);
}

/* The fill of the layers and the name of a node itself. */
static guint8
get_own (LaminaColoring  *self,
         LaminaFlameTree *tree,
         guint32          node)
{
  guint n_own, n;
  const guint32 *layers = lamina_flame_tree_get_layers (tree, node, &n_own, &n);
  gpointer fill;

  for (guint i = 0; self->strings == NULL && i < MIN (n_own, MOST_ASKED); i++)
    if (lamina_coloring_get_layer (self, layers[i]) != LAMINA_FAMILY_OTHER)
      return (guint8) lamina_coloring_get_layer (self, layers[i]);
  if (self->strings == NULL)
    return n_own > 0 ? LAMINA_FAMILY_OTHER : OPEN;
  if (g_hash_table_lookup_extended (self->fill_of_name, lamina_flame_tree_get_nodes (tree)->name[node], NULL, &fill))
    return (guint8) GPOINTER_TO_UINT (fill);
  return LAMINA_FAMILY_OTHER;
}

/* The fill of all children of a node that weigh anything, if they have the same. */
static guint8
get_inherited (const LaminaFlameNodes *nodes,
               const guint8           *fills,
               guint32                 node)
{
  guint32 first = nodes->first_child[node], end = nodes->first_child[node + 1];

  /* They stand in the order of their weights. */
  for (guint32 i = first + 1; i < end && nodes->total[i] > 0; i++)
    if (fills[i] != fills[first])
      return LAMINA_FAMILY_OTHER;
  return first < end ? fills[first] : LAMINA_FAMILY_OTHER;
}

guint8 *
lamina_coloring_create_nodes (LaminaColoring  *self,
                              LaminaFlameTree *tree)
{
  const LaminaFlameNodes *nodes;
  guint8 *fills;

  g_return_val_if_fail (self != NULL && tree != NULL, NULL);

  nodes = lamina_flame_tree_get_nodes (tree);
  if (self->by == LAMINA_COLOR_BY_FAMILY)
    return g_memdup2 (nodes->family, nodes->n);
  fills = g_new (guint8, nodes->n);
  /* Children stand behind their parents. */
  for (guint32 i = nodes->n; i-- > 0;)
    {
      fills[i] = get_own (self, tree, i);
      if (fills[i] == OPEN)
        fills[i] = get_inherited (nodes, fills, i);
    }
  /* Node 0 is around all. */
  fills[0] = *nodes->name[0] == '\0' ? LAMINA_FAMILY_OTHER : fills[0];
  return fills;
}

guint8 *
lamina_coloring_create_named_nodes (LaminaColoring  *self,
                                    LaminaFlameTree *source,
                                    LaminaFlameTree *tree)
{
  g_autoptr (GHashTable) fill_of_name = NULL;
  g_autofree guint8 *found = NULL;
  const LaminaFlameNodes *from, *to;
  guint8 *fills;

  g_return_val_if_fail (self != NULL && source != NULL && tree != NULL, NULL);

  from = lamina_flame_tree_get_nodes (source);
  to = lamina_flame_tree_get_nodes (tree);
  if (self->by == LAMINA_COLOR_BY_FAMILY)
    return g_memdup2 (to->family, to->n);
  found = lamina_coloring_create_nodes (self, source);
  fill_of_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint32 i = 0; i < from->n; i++)
    if (found[i] != LAMINA_FAMILY_OTHER && !g_hash_table_contains (fill_of_name, from->name[i]))
      g_hash_table_insert (fill_of_name, (gpointer) from->name[i], GUINT_TO_POINTER (found[i]));
  fills = g_new (guint8, to->n);
  for (guint32 i = 0; i < to->n; i++)
    {
      gpointer fill;

      fills[i] = g_hash_table_lookup_extended (fill_of_name, to->name[i], NULL, &fill) ? (guint8) GPOINTER_TO_UINT (fill)
                                                                                      : LAMINA_FAMILY_OTHER;
    }
  return fills;
}

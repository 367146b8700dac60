/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich.h"

#include "lamina-flame-tree-private.h"
#include "lamina-match.h"
#include "lamina-order-rows.h"

#include <string.h>

/*
 * A sandwich in two files: -sandwich.c gathers the names of the tree, -sandwich-trees.c makes the halves of one of them.
 *
 * @name_of is the name of each node of @tree but node 0, which has none: a place in @names. The outermost nodes of name i
 * are those in @outermost from [@first_outermost[i]] to before [@first_outermost[i + 1]], in the order of the tree.
 */
struct _LaminaSandwich
{
  gatomicrefcount ref_count;
  LaminaFlameTree *tree;
  GArray *names;
  guint32 *name_of;
  guint32 *first_outermost;
  guint32 *outermost;
  GHashTable *places;
};

/* How often a node was called itself: without what is below it. */
static gint64
lamina_sandwich_get_own_calls (const LaminaFlameNodes *nodes,
                               guint32                 node)
{
  gint64 calls = nodes->calls[node];

  for (guint32 child = nodes->first_child[node]; child < nodes->first_child[node + 1]; child++)
    calls -= nodes->calls[child];
  return MAX (calls, 0);
}

typedef struct
{
  LaminaSandwich *sandwich;
  const LaminaFlameNodes *nodes;
  /* Names by their texts, and texts that were met before, which are most. */
  GHashTable *known;
  guint8 *is_outermost;
} Gathering;

static guint32
get_place (Gathering  *self,
           const char *text)
{
  LaminaSandwichName name = { .name = text, .family = LAMINA_FAMILY_OTHER, .total = LAMINA_ABSENT,
                              .self = LAMINA_ABSENT };
  gpointer place;

  if (g_hash_table_lookup_extended (self->known, text, NULL, &place))
    return GPOINTER_TO_UINT (place);
  if (!g_hash_table_lookup_extended (self->sandwich->places, text, NULL, &place))
    {
      place = GUINT_TO_POINTER (self->sandwich->names->len);
      g_array_append_val (self->sandwich->names, name);
      g_hash_table_insert (self->sandwich->places, (gpointer) text, place);
    }
  g_hash_table_insert (self->known, (gpointer) text, place);
  return GPOINTER_TO_UINT (place);
}

/* Gives every node its name. FALSE when cancelled. */
static gboolean
name_nodes (Gathering    *self,
            GCancellable *cancellable)
{
  self->sandwich->name_of[0] = LAMINA_NONE;
  for (guint32 i = 1; i < self->nodes->n; i++)
    {
      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      self->sandwich->name_of[i] = get_place (self, self->nodes->name[i]);
    }
  return TRUE;
}

static void
add_node (Gathering *self,
          guint32    node,
          gboolean   is_outermost)
{
  const LaminaFlameNodes *nodes = self->nodes;
  LaminaSandwichName *name = &g_array_index (self->sandwich->names, LaminaSandwichName, self->sandwich->name_of[node]);

  self->is_outermost[node] = is_outermost;
  if (is_outermost)
    name->total = lamina_number_add (name->total, nodes->total[node]);
  name->self = lamina_number_add (name->self, nodes->self[node]);
  name->calls = lamina_number_add (name->calls, lamina_sandwich_get_own_calls (nodes, node));
  name->estimated |= nodes->estimated[node];
  name->n_nodes++;
  if (name->family == LAMINA_FAMILY_OTHER)
    name->family = (LaminaFamily) nodes->family[node];
}

/* The next node of a walk through the depth, after @node, whose children were seen when @seen; node 0 at the end. */
static guint32
go_on (const LaminaFlameNodes *nodes,
       guint32                 node,
       gboolean               *seen)
{
  guint32 parent = nodes->parent[node];

  if (!*seen && nodes->first_child[node] < nodes->first_child[node + 1])
    return nodes->first_child[node];
  *seen = node + 1 >= nodes->first_child[parent + 1];
  return *seen ? parent : node + 1;
}

/* Walks through the tree; @open counts how many nodes of a name are around. FALSE when cancelled. */
static gboolean
sum_up (Gathering    *self,
        GCancellable *cancellable)
{
  g_autofree guint32 *open = g_new0 (guint32, MAX (self->sandwich->names->len, 1));
  guint32 node = self->nodes->n > 1 ? 1 : 0;
  gboolean seen = FALSE;
  guint n = 0;

  while (node != 0)
    {
      guint32 *around = &open[self->sandwich->name_of[node]];
      guint32 next;

      if (lamina_order_is_cancelled (cancellable, n++))
        return FALSE;
      if (!seen)
        add_node (self, node, (*around)++ == 0);
      next = go_on (self->nodes, node, &seen);
      /* Whoever goes down is still around. */
      if (seen || self->nodes->parent[next] != node)
        (*around)--;
      node = next;
    }
  return TRUE;
}

static int
compare_weights (gint64 a,
                 gint64 b)
{
  return a == b ? 0 : a > b ? -1 : 1;
}

static int
compare_names (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  const LaminaSandwichName *names = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  int order = compare_weights (names[left].self, names[right].self);

  if (order == 0)
    order = compare_weights (names[left].total, names[right].total);
  return order != 0 ? order : left < right ? -1 : 1;
}

/* The heaviest first. */
static void
put_in_order (LaminaSandwich *self,
              guint           n_nodes)
{
  guint n = self->names->len;
  const LaminaSandwichName *old = (const LaminaSandwichName *) (gpointer) self->names->data;
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *place = g_new (guint32, MAX (n, 1));
  GArray *names = g_array_sized_new (FALSE, FALSE, sizeof (LaminaSandwichName), n);

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  if (n > 1)
    g_qsort_with_data (order, (int) n, sizeof *order, compare_names, (gpointer) old);
  for (guint32 i = 0; i < n; i++)
    {
      place[order[i]] = i;
      g_array_append_val (names, old[order[i]]);
      g_hash_table_insert (self->places, (gpointer) old[order[i]].name, GUINT_TO_POINTER (i));
    }
  for (guint32 i = 1; i < n_nodes; i++)
    self->name_of[i] = place[self->name_of[i]];
  g_array_unref (self->names);
  self->names = names;
}

static void
list_outermost (LaminaSandwich *self,
                const guint8   *is_outermost,
                guint           n_nodes)
{
  guint n = self->names->len;
  g_autofree guint32 *next = NULL;

  self->first_outermost = g_new0 (guint32, (gsize) n + 1);
  for (guint32 i = 1; i < n_nodes; i++)
    self->first_outermost[self->name_of[i] + 1] += is_outermost[i];
  for (guint32 i = 0; i < n; i++)
    self->first_outermost[i + 1] += self->first_outermost[i];
  next = g_memdup2 (self->first_outermost, ((gsize) n + 1) * sizeof *next);
  self->outermost = g_new (guint32, MAX (self->first_outermost[n], 1));
  for (guint32 i = 1; i < n_nodes; i++)
    if (is_outermost[i])
      self->outermost[next[self->name_of[i]]++] = i;
}

LaminaSandwich *
lamina_sandwich_new (LaminaFlameTree *tree,
                     GCancellable    *cancellable)
{
  g_autoptr (LaminaSandwich) self = NULL;
  g_autoptr (GHashTable) known = NULL;
  g_autofree guint8 *is_outermost = NULL;
  const LaminaFlameNodes *nodes;
  Gathering gathering;

  g_return_val_if_fail (tree != NULL, NULL);

  self = g_new0 (LaminaSandwich, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->tree = lamina_flame_tree_ref (tree);
  self->names = g_array_new (FALSE, FALSE, sizeof (LaminaSandwichName));
  self->places = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  nodes = lamina_flame_tree_get_nodes (tree);
  known = g_hash_table_new (NULL, NULL);
  is_outermost = g_new0 (guint8, nodes->n);
  gathering = (Gathering) { self, nodes, known, is_outermost };
  self->name_of = g_new (guint32, nodes->n);
  if (!name_nodes (&gathering, cancellable) || !sum_up (&gathering, cancellable))
    return NULL;
  put_in_order (self, nodes->n);
  list_outermost (self, is_outermost, nodes->n);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

LaminaSandwich *
lamina_sandwich_ref (LaminaSandwich *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_sandwich_unref (LaminaSandwich *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->places);
  g_array_unref (self->names);
  g_free (self->name_of);
  g_free (self->first_outermost);
  g_free (self->outermost);
  lamina_flame_tree_unref (self->tree);
  g_free (self);
}

LaminaFlameTree *
lamina_sandwich_get_tree (LaminaSandwich *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->tree;
}

guint
lamina_sandwich_get_n_names (LaminaSandwich *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->names->len;
}

const LaminaSandwichName *
lamina_sandwich_get_name (LaminaSandwich *self,
                          guint           i)
{
  g_return_val_if_fail (self != NULL && i < self->names->len, NULL);
  return &g_array_index (self->names, LaminaSandwichName, i);
}

char *
lamina_sandwich_dup_label (LaminaSandwich *self,
                           guint           i)
{
  g_return_val_if_fail (self != NULL && i < self->names->len, NULL);
  return lamina_flame_tree_dup_label (self->tree, self->outermost[self->first_outermost[i]]);
}

guint
lamina_sandwich_find (LaminaSandwich *self,
                      const char     *name)
{
  gpointer place;

  g_return_val_if_fail (self != NULL && name != NULL, LAMINA_NONE);
  return g_hash_table_lookup_extended (self->places, name, NULL, &place) ? GPOINTER_TO_UINT (place) : LAMINA_NONE;
}

guint
lamina_sandwich_find_layer (LaminaSandwich *self,
                            guint32         layer)
{
  const LaminaFlameNodes *nodes;

  g_return_val_if_fail (self != NULL, LAMINA_NONE);

  nodes = lamina_flame_tree_get_nodes (self->tree);
  for (guint32 i = 1; i < nodes->n; i++)
    {
      guint n_own, n;
      const guint32 *layers = lamina_flame_tree_get_layers (self->tree, i, &n_own, &n);

      for (guint k = 0; k < n_own; k++)
        if (layers[k] == layer)
          return self->name_of[i];
    }
  return LAMINA_NONE;
}

/* What the user sees is the short form. */
static gboolean
match_name (LaminaSandwich  *self,
            guint            i,
            const GPtrArray *words)
{
  g_autofree char *label = NULL;

  if (lamina_match_name_all (lamina_flame_tree_get_run (self->tree), lamina_sandwich_get_name (self, i)->name, words))
    return TRUE;
  label = lamina_sandwich_dup_label (self, i);
  return lamina_match_contains_all (label, words);
}

guint32 *
lamina_sandwich_filter (LaminaSandwich *self,
                        const char     *text,
                        guint          *n,
                        GCancellable   *cancellable)
{
  g_autoptr (GPtrArray) words = NULL;
  guint32 *names;

  g_return_val_if_fail (self != NULL && text != NULL && n != NULL, NULL);

  words = lamina_match_split (text);
  names = g_new (guint32, MAX (self->names->len, 1));
  *n = 0;
  for (guint32 i = 0; i < self->names->len && !g_cancellable_is_cancelled (cancellable); i++)
    if (match_name (self, i, words))
      names[(*n)++] = i;
  return names;
}

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

/* All below a node goes below the seed that stands for it. No tree is deeper than LAMINA_FLAME_MOST_DEPTH. */
static gboolean
add_callees (Half         *self,
             guint32       seed,
             guint32       node,
             GCancellable *cancellable)
{
  const LaminaFlameNodes *nodes = self->nodes;
  guint n_own, n;
  const guint32 *layers;

  if (lamina_order_is_cancelled (cancellable, self->growth->entries->len))
    return FALSE;
  layers = lamina_flame_tree_get_layers (self->tree, node, &n_own, &n);
  add_weight (self, seed, node, self->nodes->self[node], lamina_sandwich_get_own_calls (self->nodes, node));
  add_entries (self, seed, layers, n_own);
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

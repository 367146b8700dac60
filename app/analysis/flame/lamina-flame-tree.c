/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree.h"

#include "lamina-flame-tree-private.h"
#include "lamina-match.h"
#include "lamina-module.h"
#include "lamina-order-rows.h"

#include <string.h>

/*
 * A tree grows in the order in which paths are met (LaminaFlameGrowth) and is then put in order: breadth first, the
 * heaviest child first. The layers are put in the order of a walk through the depth, so that those below a node stand
 * together.
 */
struct _LaminaFlameTree
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  LaminaFlameOptions options;
  gboolean is_of_slices;
  LaminaFlameNodes nodes;
  GStringChunk *chunk;
  LaminaFlameTree *source;
  guint32 *first_layer;
  guint32 *n_own;
  guint32 *n_layers;
  guint32 *layers;
};

void
lamina_flame_growth_init (LaminaFlameGrowth        *self,
                          LaminaRun                *run,
                          const LaminaFlameOptions *options,
                          GCancellable             *cancellable)
{
  LaminaFlameSeed root = { .parent = LAMINA_NONE, .self = LAMINA_ABSENT, .family = LAMINA_FAMILY_OTHER };

  *self = (LaminaFlameGrowth) { .run = run, .options = options, .cancellable = cancellable };
  self->seeds = g_array_new (FALSE, FALSE, sizeof (LaminaFlameSeed));
  self->entries = g_array_new (FALSE, FALSE, sizeof (LaminaFlameEntry));
  self->chunk = g_string_chunk_new (4096);
  self->ids = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  self->texts = g_ptr_array_new ();
  g_array_append_val (self->seeds, root);
}

void
lamina_flame_growth_clear (LaminaFlameGrowth *self)
{
  g_clear_pointer (&self->seeds, g_array_unref);
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->chunk, g_string_chunk_free);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_free (self->last);
  g_free (self->slots);
}

static gboolean
grow (LaminaFlameGrowth *self)
{
  const LaminaFlameOptions *options = self->options;
  gboolean has_weight = options->weight == LAMINA_FLAME_WEIGHT_COST ? lamina_run_get_totals (self->run)->cost != LAMINA_ABSENT
                                                                    : lamina_run_get_layers (self->run)->n > 0;

  if (options->by == LAMINA_FLAME_BY_CALLS && options->track < lamina_run_get_n_tracks (self->run))
    {
      self->is_of_slices = TRUE;
      return lamina_flame_growth_add_slices (self, options->track);
    }
  /* Without costs, the slices of all tracks say where the time goes. */
  if (options->by == LAMINA_FLAME_BY_CALLS && !has_weight)
    {
      self->is_of_slices = TRUE;
      for (guint i = 0; i < lamina_run_get_n_tracks (self->run); i++)
        if (!lamina_track_get_info (lamina_run_get_track (self->run, i))->is_counter && !lamina_flame_growth_add_slices (self, i))
          return FALSE;
      return TRUE;
    }
  if (options->by == LAMINA_FLAME_BY_CALLS || options->by == LAMINA_FLAME_BY_MODULES)
    return lamina_flame_growth_add_calls (self);
  if (options->by == LAMINA_FLAME_BY_STACKS)
    return lamina_flame_growth_add_stacks (self);
  return lamina_flame_growth_add_layers (self);
}

#define FAMILY_OPEN 0xff

/*
 * A node with nothing of its own has the family of its children where it is the same for all. @families holds those of
 * the seeds with something of their own, and FAMILY_OPEN for the others.
 */
static void
inherit_families (const GArray *seeds,
                  guint8       *families)
{
  g_autofree guint8 *own = g_memdup2 (families, seeds->len);

  for (guint i = seeds->len; i-- > 1;)
    {
      guint32 parent = g_array_index (seeds, LaminaFlameSeed, i).parent;

      if (families[i] == FAMILY_OPEN)
        families[i] = LAMINA_FAMILY_OTHER;
      if (own[parent] != FAMILY_OPEN || parent == 0)
        continue;
      if (families[parent] == FAMILY_OPEN)
        families[parent] = families[i];
      else if (families[parent] != families[i])
        families[parent] = LAMINA_FAMILY_OTHER;
    }
  families[0] = LAMINA_FAMILY_OTHER;
}

static guint8 *
create_families (const LaminaFlameGrowth *growth)
{
  const GArray *seeds = growth->seeds;
  guint8 *families = g_new (guint8, seeds->len);

  for (guint i = 0; i < seeds->len; i++)
    {
      const LaminaFlameSeed *seed = &g_array_index (seeds, LaminaFlameSeed, i);

      families[i] = growth->has_families || seed->calls > 0 || seed->self != LAMINA_ABSENT ? seed->family : FAMILY_OPEN;
    }
  if (!growth->has_families)
    inherit_families (seeds, families);
  return families;
}

/* Sums over whole subtrees: children come after their parents. */
static void
sum_up (const GArray *seeds,
        gint64       *totals,
        gint64       *calls,
        guint8       *estimated)
{
  for (guint i = 0; i < seeds->len; i++)
    {
      const LaminaFlameSeed *seed = &g_array_index (seeds, LaminaFlameSeed, i);

      totals[i] = seed->self;
      calls[i] = seed->calls;
      estimated[i] = seed->estimated;
    }
  for (guint i = seeds->len; i-- > 1;)
    {
      guint32 parent = g_array_index (seeds, LaminaFlameSeed, i).parent;

      totals[parent] = lamina_number_add (totals[parent], totals[i]);
      calls[parent] = lamina_number_add (calls[parent], calls[i]);
      estimated[parent] |= estimated[i];
    }
}

static int
compare_totals (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const gint64 *totals = user_data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  if (totals[left] != totals[right])
    return totals[left] > totals[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* The children of all seeds, those of seed i from [i] to before [i + 1], in the order in which they were met. */
static guint32 *
list_children (const GArray *seeds,
               guint32      *first)
{
  guint32 *children = g_new (guint32, seeds->len);
  g_autofree guint32 *next = NULL;

  memset (first, 0, (seeds->len + 1) * sizeof *first);
  for (guint i = 1; i < seeds->len; i++)
    first[g_array_index (seeds, LaminaFlameSeed, i).parent + 1]++;
  for (guint i = 0; i < seeds->len; i++)
    first[i + 1] += first[i];
  next = g_memdup2 (first, seeds->len * sizeof *first);
  for (guint i = 1; i < seeds->len; i++)
    children[next[g_array_index (seeds, LaminaFlameSeed, i).parent]++] = i;
  return children;
}

/*
 * The seeds breadth first, heaviest children first. @place takes the node that each seed becomes, @first_child the
 * children of the nodes.
 */
static guint32 *
put_in_order (const GArray *seeds,
              gint64       *totals,
              guint32      *place,
              guint32      *first_child)
{
  g_autofree guint32 *first = g_new (guint32, seeds->len + 1);
  g_autofree guint32 *children = list_children (seeds, first);
  guint32 *order = g_new (guint32, seeds->len);
  guint32 end = 1;

  order[0] = 0;
  place[0] = 0;
  for (guint32 i = 0; i < seeds->len; i++)
    {
      guint32 *begin = children + first[order[i]];
      guint32 n = first[order[i] + 1] - first[order[i]];

      if (n > 1)
        g_qsort_with_data (begin, (int) n, sizeof *begin, compare_totals, totals);
      first_child[i] = end;
      for (guint32 j = 0; j < n; j++)
        {
          place[begin[j]] = end;
          order[end++] = begin[j];
        }
    }
  first_child[seeds->len] = end;
  return order;
}

static void
fill_nodes (LaminaFlameTree   *self,
            LaminaFlameGrowth *growth,
            guint32           *place)
{
  guint n = growth->seeds->len;
  g_autofree gint64 *totals = g_new (gint64, n);
  g_autofree gint64 *all_calls = g_new (gint64, n);
  g_autofree guint8 *all_estimated = g_new (guint8, n);
  guint32 *parent = g_new (guint32, n), *first_child = g_new (guint32, n + 1);
  const char **name = g_new (const char *, n);
  guint16 *depth = g_new (guint16, n);
  guint8 *family = g_new (guint8, n), *estimated = g_new (guint8, n);
  gint64 *total = g_new (gint64, n), *self_weight = g_new (gint64, n), *before = g_new (gint64, n);
  gint64 *calls = g_new (gint64, n);
  g_autofree guint8 *families = create_families (growth);
  g_autofree guint32 *order = NULL;

  sum_up (growth->seeds, totals, all_calls, all_estimated);
  order = put_in_order (growth->seeds, totals, place, first_child);
  for (guint i = 0; i < n; i++)
    {
      const LaminaFlameSeed *seed = &g_array_index (growth->seeds, LaminaFlameSeed, order[i]);

      parent[i] = seed->parent == LAMINA_NONE ? LAMINA_NONE : place[seed->parent];
      name[i] = seed->name % 2 == 0 ? lamina_run_get_string (growth->run, seed->name / 2)
                                    : g_ptr_array_index (growth->texts, seed->name / 2);
      depth[i] = seed->depth;
      family[i] = families[order[i]];
      estimated[i] = all_estimated[order[i]];
      total[i] = totals[order[i]];
      self_weight[i] = seed->self;
      calls[i] = all_calls[order[i]];
      before[i] = i > 0 && depth[i] == depth[i - 1] ? lamina_number_add (before[i - 1], total[i - 1]) : 0;
    }
  self->nodes = (LaminaFlameNodes) { n, parent, first_child, name, depth, family, estimated, total, self_weight,
                                     before, calls };
}

static void
fill_layers (LaminaFlameTree *self,
             const GArray    *entries,
             const guint32   *place)
{
  const LaminaFlameNodes *nodes = &self->nodes;
  g_autofree guint32 *next = g_new (guint32, nodes->n);

  /* How many layers stand at each node, and how many below it too. */
  guint n = nodes->n;

  self->n_own = g_new0 (guint32, n);
  self->n_layers = g_new0 (guint32, n);
  for (guint i = 0; i < entries->len; i++)
    self->n_own[place[g_array_index (entries, LaminaFlameEntry, i).node]]++;
  for (guint i = n; i-- > 0;)
    {
      self->n_layers[i] += self->n_own[i];
      if (i > 0)
        self->n_layers[self->nodes.parent[i]] += self->n_layers[i];
    }
  self->first_layer = g_new0 (guint32, nodes->n);
  self->layers = g_new (guint32, MAX (entries->len, 1));
  for (guint i = 0; i < nodes->n; i++)
    {
      guint32 at = self->first_layer[i] + self->n_own[i];

      for (guint32 child = nodes->first_child[i]; child < nodes->first_child[i + 1]; child++)
        {
          self->first_layer[child] = at;
          at += self->n_layers[child];
        }
    }
  memcpy (next, self->first_layer, nodes->n * sizeof *next);
  for (guint i = 0; i < entries->len; i++)
    {
      const LaminaFlameEntry *entry = &g_array_index (entries, LaminaFlameEntry, i);

      self->layers[next[place[entry->node]]++] = entry->layer;
    }
}

LaminaFlameTree *
lamina_flame_growth_finish (LaminaFlameGrowth *growth,
                            LaminaFlameTree   *source)
{
  g_autofree guint32 *place = g_new (guint32, growth->seeds->len);
  LaminaFlameTree *self = g_new0 (LaminaFlameTree, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->run = growth->run;
  self->options = *growth->options;
  self->is_of_slices = growth->is_of_slices;
  fill_nodes (self, growth, place);
  fill_layers (self, growth->entries, place);
  self->chunk = g_steal_pointer (&growth->chunk);
  self->source = source ? lamina_flame_tree_ref (source) : NULL;
  return self;
}

LaminaFlameTree *
lamina_flame_tree_new (LaminaRun                *run,
                       LaminaTimebase           *timebase,
                       const LaminaFlameOptions *options,
                       GCancellable             *cancellable)
{
  g_auto (LaminaFlameGrowth) growth = { 0 };

  g_return_val_if_fail (run != NULL && options != NULL, NULL);
  g_return_val_if_fail ((guint) options->by < LAMINA_N_FLAME_BY, NULL);
  g_return_val_if_fail ((guint) options->weight < LAMINA_N_FLAME_WEIGHTS, NULL);

  lamina_flame_growth_init (&growth, run, options, cancellable);
  growth.timebase = timebase;
  if (!grow (&growth) || g_cancellable_is_cancelled (cancellable))
    return NULL;
  return lamina_flame_growth_finish (&growth, NULL);
}

LaminaFlameTree *
lamina_flame_tree_ref (LaminaFlameTree *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_flame_tree_unref (LaminaFlameTree *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free ((gpointer) self->nodes.parent);
  g_free ((gpointer) self->nodes.first_child);
  g_free ((gpointer) self->nodes.name);
  g_free ((gpointer) self->nodes.depth);
  g_free ((gpointer) self->nodes.family);
  g_free ((gpointer) self->nodes.estimated);
  g_free ((gpointer) self->nodes.total);
  g_free ((gpointer) self->nodes.self);
  g_free ((gpointer) self->nodes.before);
  g_free ((gpointer) self->nodes.calls);
  g_free (self->first_layer);
  g_free (self->n_own);
  g_free (self->n_layers);
  g_free (self->layers);
  g_string_chunk_free (self->chunk);
  g_clear_pointer (&self->source, lamina_flame_tree_unref);
  g_free (self);
}

LaminaRun *
lamina_flame_tree_get_run (LaminaFlameTree *self)
{
  return self->run;
}

const LaminaFlameOptions *
lamina_flame_tree_get_options (LaminaFlameTree *self)
{
  return &self->options;
}

gboolean
lamina_flame_tree_is_of_slices (LaminaFlameTree *self)
{
  return self->is_of_slices;
}

const LaminaFlameNodes *
lamina_flame_tree_get_nodes (LaminaFlameTree *self)
{
  return &self->nodes;
}

const guint32 *
lamina_flame_tree_get_layers (LaminaFlameTree *self,
                              guint32          node,
                              guint           *n_own,
                              guint           *n)
{
  g_return_val_if_fail (node < self->nodes.n, NULL);

  if (n_own)
    *n_own = self->n_own[node];
  *n = self->n_layers[node];
  return self->layers + self->first_layer[node];
}

char *
lamina_flame_tree_dup_label (LaminaFlameTree *self,
                             guint32          node)
{
  const LaminaLayers *layers;
  const char *module;
  guint32 first;

  g_return_val_if_fail (self != NULL && node < self->nodes.n, NULL);

  layers = lamina_run_get_layers (self->run);
  first = self->n_layers[node] > 0 ? self->layers[self->first_layer[node]] : LAMINA_NONE;
  if (first != LAMINA_NONE
      && lamina_text_equal (lamina_run_get_string (self->run, lamina_column_id (layers->name, first)), self->nodes.name[node]))
    return lamina_layer_dup_label (self->run, first);
  module = lamina_module_get_name (self->nodes.name[node]);
  return lamina_slice_dup_label (module ? module : lamina_run_translate (self->run, self->nodes.name[node]));
}

#define CANCEL_MASK 0xff

/* The nodes whose names match. Nodes of one name share its text, or nearly all do. */
static guint
match_names (LaminaRun              *run,
             const LaminaFlameNodes *nodes,
             const GPtrArray        *words,
             guint8                 *marks,
             GCancellable           *cancellable)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint32 i = 0; i < nodes->n; i++)
    {
      gpointer answer;

      if ((i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (cancellable))
        return 0;
      if (!g_hash_table_lookup_extended (known, nodes->name[i], NULL, &answer))
        {
          answer = GUINT_TO_POINTER (lamina_match_name_all (run, nodes->name[i], words));
          g_hash_table_insert (known, (gpointer) nodes->name[i], answer);
        }
      marks[i] = (guint8) GPOINTER_TO_UINT (answer);
      n += marks[i];
    }
  return n;
}

/* Parents stand before their children. */
static gint64
sum_outermost (const LaminaFlameNodes *nodes,
               const guint8           *marks)
{
  g_autofree guint8 *inside = g_new0 (guint8, nodes->n);
  gint64 sum = marks[0] ? nodes->total[0] : LAMINA_ABSENT;

  for (guint32 i = 1; i < nodes->n; i++)
    {
      inside[i] = inside[nodes->parent[i]] || marks[nodes->parent[i]];
      if (marks[i] && !inside[i])
        sum = lamina_number_add (sum, nodes->total[i]);
    }
  return sum;
}

guint8 *
lamina_flame_tree_match (LaminaFlameTree *self,
                         const char      *text,
                         gint64          *weight,
                         guint           *n,
                         GCancellable    *cancellable)
{
  const LaminaFlameNodes *nodes;
  g_autoptr (GPtrArray) words = NULL;
  g_autofree guint8 *marks = NULL;

  g_return_val_if_fail (self != NULL && text != NULL && weight != NULL && n != NULL, NULL);

  *weight = LAMINA_ABSENT;
  *n = 0;
  words = lamina_match_split (text);
  if (words->len == 0)
    return NULL;
  nodes = lamina_flame_tree_get_nodes (self);
  marks = g_new0 (guint8, nodes->n);
  *n = match_names (lamina_flame_tree_get_run (self), nodes, words, marks, cancellable);
  if (*n == 0)
    return NULL;
  *weight = sum_outermost (nodes, marks);
  return g_steal_pointer (&marks);
}

guint32
lamina_flame_tree_find (LaminaFlameTree   *self,
                        const char *const *path,
                        guint              n)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self);
  guint32 node = 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 child = nodes->first_child[node];

      while (child < nodes->first_child[node + 1] && strcmp (nodes->name[child], path[i]) != 0)
        child++;
      if (child == nodes->first_child[node + 1])
        break;
      node = child;
    }
  return node;
}

guint8 *
lamina_flame_tree_mark (LaminaFlameTree *self,
                        const guint32   *layers,
                        guint            n)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (self);
  guint n_layers = lamina_run_get_layers (lamina_flame_tree_get_run (self))->n;
  guint n_all, n_own, n_below;
  const guint32 *all = lamina_flame_tree_get_layers (self, 0, NULL, &n_all);
  g_autofree guint8 *chosen = g_new0 (guint8, MAX (n_layers, 1));
  g_autofree guint32 *counts = g_new0 (guint32, (gsize) n_all + 1);
  g_autofree guint8 *marks = g_new0 (guint8, nodes->n);
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    if (layers[i] < n_layers)
      chosen[layers[i]] = TRUE;
  /* How many of the layers up to the i-th were chosen: [i]. */
  for (guint i = 0; i < n_all; i++)
    counts[i + 1] = counts[i] + chosen[all[i]];
  for (guint32 i = 0; n > 0 && i < nodes->n; i++)
    {
      const guint32 *below = lamina_flame_tree_get_layers (self, i, &n_own, &n_below);
      gsize at = (gsize) (below - all);

      if (n_below == 0 || counts[at + n_below] == counts[at])
        continue;
      marks[i] = counts[at + n_below] - counts[at] == n_below;
      for (guint k = 0; k < n_own && !marks[i]; k++)
        marks[i] = chosen[below[k]];
      any |= marks[i];
    }
  return any ? g_steal_pointer (&marks) : NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-tree.h"

#include "lamina-match.h"

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

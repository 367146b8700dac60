/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-collect.h"
#include "chrome-key.h"
#include "chrome-shortening.h"
#include "onnxruntime-trace-private.h"

#include <string.h>

/*
 * Nodes are ordered by start. A fence belongs to the node of its name that begins next on its thread, or began last; a
 * kernel to the node that its file names as its parent, the last that had begun, or to the innermost node of its type around it
 * on its own thread; a node inside another one on the same thread is part of a subgraph.
 */

static int
compare_nodes (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const ChromeEvents *events = data;
  guint32 left = ((const OnnxruntimeNode *) a)->row, right = ((const OnnxruntimeNode *) b)->row;

  if (events->start[left] != events->start[right])
    return events->start[left] < events->start[right] ? -1 : 1;
  if (events->end[left] != events->end[right])
    return events->end[left] > events->end[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Models of old exporters have nodes without names: the type and the index stand for them. */
static guint32
find_name (OnnxruntimeTrace   *self,
           const ChromeColumn *types,
           guint32             row)
{
  /* Of several versions. */
  static const char *const keys[] = { "node_index", "graph_index", "exec_plan_index" };
  guint32 type = chrome_events_get_text (types, row);
  g_autofree char *text = NULL;
  gint64 index = LAMINA_ABSENT;

  if (self->bases[row] != 0)
    return self->bases[row];
  if (type == LAMINA_NONE)
    return lamina_builder_intern (self->builder, "node", -1);
  for (guint i = 0; i < G_N_ELEMENTS (keys) && index == LAMINA_ABSENT; i++)
    index = chrome_events_get_number (chrome_events_find_column (self->events, keys[i]), row);
  if (index == LAMINA_ABSENT)
    return type;
  text = g_strdup_printf ("%s #%" G_GINT64_FORMAT, chrome_trace_get_text (self->trace, type), index);
  return lamina_builder_intern (self->builder, text, -1);
}

static void
name_nodes (OnnxruntimeTrace *self)
{
  const ChromeColumn *types = chrome_events_find_column (self->events, "op_name");

  for (guint i = 0; i < self->nodes->len; i++)
    {
      OnnxruntimeNode *node = onnxruntime_trace_get_node (self, i);

      node->name = find_name (self, types, node->row);
      self->events->name[node->row] = node->name;
    }
}

/* Of each track, the nodes that are still open at a start: the last of them is around it. */
static void
find_parents (OnnxruntimeTrace *self)
{
  g_autofree guint32 *open = g_new (guint32, MAX (self->trace->tracks->len, 1));

  for (guint i = 0; i < self->trace->tracks->len; i++)
    open[i] = LAMINA_NONE;
  for (guint i = 0; i < self->nodes->len; i++)
    {
      OnnxruntimeNode *node = onnxruntime_trace_get_node (self, i);
      guint32 *last = &open[self->events->track[node->row]];

      while (*last != LAMINA_NONE && !chrome_collect_within (self->trace, node->row, onnxruntime_trace_get_node (self, *last)->row))
        *last = onnxruntime_trace_get_node (self, *last)->parent;
      node->parent = *last;
      *last = i;
    }
}

static void
index_name (GHashTable *names,
            guint64     key,
            guint       node)
{
  GArray *found = g_hash_table_lookup (names, &key);

  if (!found)
    {
      found = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (names, g_memdup2 (&key, sizeof key), found);
    }
  g_array_append_val (found, node);
}

/* By the name of a node or LAMINA_NONE for any, and the track or LAMINA_NONE for any: where it ran, in the order of starts. */
static GHashTable *
index_names (OnnxruntimeTrace *self)
{
  GHashTable *names = g_hash_table_new_full (chrome_key_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->nodes->len; i++)
    {
      guint32 row = onnxruntime_trace_get_node (self, i)->row;

      index_name (names, chrome_key (self->bases[row], LAMINA_NONE), i);
      index_name (names, chrome_key (self->bases[row], self->events->track[row]), i);
      index_name (names, chrome_key (LAMINA_NONE, self->events->track[row]), i);
    }
  return names;
}

/* How many of the nodes begin up to @time. */
static guint
count_begun (OnnxruntimeTrace *self,
             const GArray     *nodes,
             gint64            time)
{
  guint first = 0, n = nodes->len;

  while (n > 0)
    {
      guint half = n / 2;
      guint i = g_array_index (nodes, guint, first + half);

      if (self->events->start[onnxruntime_trace_get_node (self, i)->row] <= time)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  return first;
}

static OnnxruntimeNode *
find_node (OnnxruntimeTrace *self,
           GHashTable       *names,
           guint32           base,
           guint32           track,
           gint64            time,
           gboolean          is_next)
{
  const guint64 key = chrome_key (base, track);
  const GArray *nodes = g_hash_table_lookup (names, &key);
  guint n;

  if (!nodes)
    return NULL;
  n = count_begun (self, nodes, is_next ? time - 1 : time);
  if (is_next ? n == nodes->len : n == 0)
    return NULL;
  return onnxruntime_trace_get_node (self, g_array_index (nodes, guint, is_next ? n : n - 1));
}

static void
join_fence (OnnxruntimeTrace *self,
            GHashTable       *names,
            guint32          *layers,
            guint32           row)
{
  const char *name = chrome_trace_get_text (self->trace, self->events->name[row]);
  gboolean is_before = g_str_has_suffix (name, "_fence_before");
  gint64 start = self->events->start[row], end = self->events->end[row];
  OnnxruntimeNode *node = find_node (self, names, self->bases[row], self->events->track[row],
                                     is_before ? end : start, is_before);

  chrome_events_need_kinds (self->events)[row] = LAMINA_SLICE_WAIT;
  if (!node)
    return;
  node->fence = lamina_number_add (node->fence, end - start);
  layers[row] = (guint32) (node - onnxruntime_trace_get_node (self, 0));
}

/* The innermost node of the type of the kernel around it. */
static OnnxruntimeNode *
find_node_around (OnnxruntimeTrace   *self,
                  GHashTable         *names,
                  const ChromeColumn *types,
                  guint32             row)
{
  guint32 type = chrome_events_get_text (types, row);
  OnnxruntimeNode *node = find_node (self, names, LAMINA_NONE, self->events->track[row], self->events->start[row], FALSE);

  if (type == LAMINA_NONE)
    return NULL;
  while (node && !(chrome_collect_within (self->trace, row, node->row) && chrome_events_get_text (types, node->row) == type))
    node = node->parent == LAMINA_NONE ? NULL : onnxruntime_trace_get_node (self, node->parent);
  return node;
}

static void
join_kernel (OnnxruntimeTrace   *self,
             GHashTable         *names,
             const ChromeColumn *parents,
             const ChromeColumn *types,
             guint32            *layers,
             guint32             row)
{
  guint32 parent = chrome_events_get_text (parents, row);
  guint32 process = chrome_trace_get_process_of (self->trace, row);
  OnnxruntimeNode *node = NULL;

  if (parent != LAMINA_NONE)
    {
      const char *text = chrome_trace_get_text (self->trace, parent);
      gsize length = strlen (text) - (g_str_has_suffix (text, "_kernel_time") ? strlen ("_kernel_time") : 0);

      node = find_node (self, names, lamina_builder_intern (self->builder, text, (gssize) length), LAMINA_NONE,
                        self->events->start[row], FALSE);
    }
  else
    node = find_node_around (self, names, types, row);
  if (!node)
    return;
  if (chrome_trace_get_process (self->trace, process)->kind != LAMINA_GROUP_DEVICE)
    node->device = lamina_number_add (node->device, self->events->end[row] - self->events->start[row]);
  layers[row] = (guint32) (node - onnxruntime_trace_get_node (self, 0));
}

/* Until there are layers, their column holds the indexes of nodes. */
gboolean
onnxruntime_join (OnnxruntimeTrace *self)
{
  guint32 *layers = chrome_events_need_layers (self->events);
  const ChromeColumn *parents = chrome_events_find_column (self->events, "parent_name");
  const ChromeColumn *types = chrome_events_find_column (self->events, "op_name");
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (GArray) kernels = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint row = 0; row < self->events->n; row++)
    if (self->kinds[row] == ONNXRUNTIME_NODE)
      {
        const OnnxruntimeNode node = { row, self->bases[row], LAMINA_NONE, LAMINA_NONE, LAMINA_NONE, LAMINA_ABSENT,
                                       LAMINA_ABSENT };

        g_array_append_val (self->nodes, node);
      }
    else if (self->kinds[row] == ONNXRUNTIME_KERNEL)
      g_array_append_val (kernels, row);
  g_array_sort_with_data (self->nodes, compare_nodes, self->events);
  find_parents (self);
  names = index_names (self);
  chrome_shorten_kernels (self->trace, (const guint32 *) (gpointer) kernels->data, kernels->len);
  for (guint row = 0; row < self->events->n; row++)
    {
      if (chrome_trace_is_cancelled (self->trace, row))
        return FALSE;
      if (self->kinds[row] == ONNXRUNTIME_FENCE)
        join_fence (self, names, layers, row);
      else if (self->kinds[row] == ONNXRUNTIME_KERNEL)
        join_kernel (self, names, parents, types, layers, row);
    }
  name_nodes (self);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      OnnxruntimeNode *node = onnxruntime_trace_get_node (self, i);

      layers[node->row] = i;
      node->section = onnxruntime_find_section (self, node->row);
    }
  return TRUE;
}

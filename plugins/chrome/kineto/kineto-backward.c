/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-names-private.h"

/* So many threads may bear one number; a file in which more do says nothing by it. */
#define MOST_THREADS 64

/*
 * An operator that autograd records has a Sequence number, and so has the node that autograd runs for it, which also names
 * the thread that recorded it. Most files hold arrows between the two; where none are, they follow from the numbers.
 *
 * Several operators inside each other bear the number that the innermost of them uses up: the last one to start is meant.
 * Of those that run backward, the node is meant, not what the engine wraps around it. The thread is a number of PyTorch's
 * own. It only matters where two threads record the same number: then it is the thread that other nodes of the same number
 * of thread belong to.
 */

typedef struct
{
  gint64 sequence;
  gint64 thread; /* forward: the track; backward: what the file writes */
  gint64 start;
  guint32 row;
  gboolean is_engine;
} Node;

typedef struct
{
  const KinetoTrace *trace;
  GArray *forward;  /* Node: by sequence, then track, then start */
  GArray *backward; /* Node: the same order; the node before what wraps it */
  GHashTable *tracks; /* thread that a backward node names: track + 1 */
} Backward;

static int
compare_numbers (gint64 a,
                 gint64 b)
{
  return a < b ? -1 : a > b;
}

static int
compare_nodes (gconstpointer a,
               gconstpointer b)
{
  const Node *left = a, *right = b;
  int order = compare_numbers (left->sequence, right->sequence);

  order = order != 0 ? order : compare_numbers (left->thread, right->thread);
  order = order != 0 ? order : left->is_engine - right->is_engine;
  order = order != 0 ? order : compare_numbers (left->start, right->start);
  return order != 0 ? order : compare_numbers (left->row, right->row);
}

static gboolean
has_arrows (const KinetoTrace *self,
            guint32            category)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < events->n_rest; i++)
    {
      guint32 row = events->rest[i];

      if (events->category[row] == category && (events->phase[row] == 's' || events->phase[row] == 'f'))
        return TRUE;
    }
  return FALSE;
}

static void
collect_nodes (Backward *self)
{
  const ChromeEvents *events = self->trace->events;
  const ChromeColumn *sequences = chrome_events_find_column (events, "Sequence number");
  const ChromeColumn *threads = chrome_events_find_column (events, "Fwd thread id");

  for (guint i = 0; sequences && i < events->n && !chrome_trace_is_cancelled (self->trace->trace, i); i++)
    {
      Node node = { .row = i, .start = events->start[i] };

      if (self->trace->classes[i] != KINETO_OPERATOR || events->slice[i] == LAMINA_NONE)
        continue;
      node.sequence = chrome_events_get_number (sequences, i);
      node.thread = chrome_events_get_number (threads, i);
      if (node.sequence == LAMINA_ABSENT || node.sequence < 0)
        continue;
      if (node.thread != LAMINA_ABSENT && node.thread > 0)
        {
          node.is_engine = kineto_names_is_marked (self->trace->names, events->name[i], KINETO_NAME_ENGINE);
          g_array_append_val (self->backward, node);
          continue;
        }
      node.thread = events->track[i];
      g_array_append_val (self->forward, node);
    }
  if (self->backward->len == 0 || chrome_trace_is_cancelled (self->trace->trace, 0))
    return;
  g_array_sort (self->forward, compare_nodes);
  g_array_sort (self->backward, compare_nodes);
}

static const Node *
get_node (const GArray *nodes,
          guint         i)
{
  return &g_array_index (nodes, Node, i);
}

/* Where the forward nodes end that stand before a place in their order or at it. */
static guint
find_end (const GArray *nodes,
          gint64        sequence,
          gint64        thread,
          gint64        start)
{
  const Node place = { .sequence = sequence, .thread = thread, .start = start, .row = G_MAXUINT32 };
  guint from = 0, to = nodes->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (compare_nodes (get_node (nodes, middle), &place) <= 0)
        from = middle + 1;
      else
        to = middle;
    }
  return from;
}

/* The last operator on @track that bears the number of @node and starts before it; NULL without one. */
static const Node *
find_on_track (Backward   *self,
               const Node *node,
               gint64      track)
{
  guint end = find_end (self->forward, node->sequence, track, node->start);
  const Node *last = end > 0 ? get_node (self->forward, end - 1) : NULL;

  return last && last->sequence == node->sequence && last->thread == track ? last : NULL;
}

/* The same on the one track that has such an operator; NULL where several have. */
static const Node *
find_on_one_track (Backward   *self,
                   const Node *node)
{
  const Node *found = NULL;
  guint n_tracks = 0;

  for (guint i = find_end (self->forward, node->sequence, G_MININT64, G_MININT64); i < self->forward->len; n_tracks++)
    {
      const Node *first = get_node (self->forward, i), *last;

      if (first->sequence != node->sequence)
        break;
      last = find_on_track (self, node, first->thread);
      if (n_tracks == MOST_THREADS || (last && found))
        return NULL;
      found = last ? last : found;
      i = find_end (self->forward, first->sequence, first->thread, G_MAXINT64);
    }
  return found;
}

/* Which thread is meant by a number that backward nodes name. */
static void
learn_tracks (Backward *self)
{
  for (guint i = 0; i < self->backward->len && !chrome_trace_is_cancelled (self->trace->trace, i); i++)
    {
      const Node *node = get_node (self->backward, i);
      const Node *forward;

      if (g_hash_table_contains (self->tracks, &node->thread))
        continue;
      forward = find_on_one_track (self, node);
      if (forward)
        g_hash_table_insert (self->tracks, g_memdup2 (&node->thread, sizeof node->thread),
                             GUINT_TO_POINTER (forward->thread + 1));
    }
}

static void
tie_nodes (Backward *self,
           guint32   category)
{
  for (guint i = 0; i < self->backward->len && !chrome_trace_is_cancelled (self->trace->trace, i); i++)
    {
      const Node *node = get_node (self->backward, i);
      guint32 track = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, &node->thread));
      const Node *forward;

      if (i > 0 && node[-1].sequence == node->sequence && node[-1].thread == node->thread)
        continue;
      forward = track > 0 ? find_on_track (self, node, track - 1) : NULL;
      if (forward)
        chrome_trace_add_tie (self->trace->trace, category, forward->row, node->row);
    }
}

void
kineto_tie_backward (const KinetoTrace *self)
{
  Backward backward = { .trace = self };
  guint32 category = lamina_builder_intern (self->builder, "fwdbwd", -1);

  if (has_arrows (self, category))
    return;
  backward.forward = g_array_new (FALSE, FALSE, sizeof (Node));
  backward.backward = g_array_new (FALSE, FALSE, sizeof (Node));
  backward.tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  collect_nodes (&backward);
  learn_tracks (&backward);
  tie_nodes (&backward, category);
  g_array_unref (backward.forward);
  g_array_unref (backward.backward);
  g_hash_table_unref (backward.tracks);
}

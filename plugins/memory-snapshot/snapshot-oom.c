/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-oom.h"

/* An address that is in use, and the first one behind it; of segments that grow what ties them. */
typedef struct
{
  guint64 begin;
  guint64 end;
  guint32 stream;
  gboolean grows;
} Used;

static int
compare_used (gconstpointer a,
              gconstpointer b)
{
  guint64 x = ((const Used *) a)->begin, y = ((const Used *) b)->begin;

  return x < y ? -1 : x > y;
}

static void
add_used (GArray     *used,
          gint64      bytes,
          const Used *at)
{
  Used added = *at;

  if (!__builtin_add_overflow (at->begin, (guint64) MAX (bytes, 0), &added.end))
    g_array_append_val (used, added);
}

/* The blocks that are handed out at a position, by address. @is_exact: whether the file states the size of each. */
static GArray *
list_used (const SnapshotWalk *walk,
           gint64              position,
           gboolean           *is_exact)
{
  GArray *used = g_array_new (FALSE, FALSE, sizeof (Used));

  *is_exact = TRUE;
  for (guint i = 0; i < walk->old->len; i++)
    {
      const SnapshotOld *old = &g_array_index (walk->old, SnapshotOld, i);

      if (old->end != LAMINA_NONE && snapshot_get_event (walk->snapshot, old->end)->time <= position)
        continue;
      *is_exact &= old->block != LAMINA_NONE;
      add_used (used, snapshot_walk_get_old_size (walk, old).active, &(Used) { .begin = old->address });
    }
  for (guint i = 0; i < walk->n && snapshot_walk_get_event (walk, i)->time <= position; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (walk, i);

      if (event->action != SNAPSHOT_ALLOC
          || (event->partner != LAMINA_NONE && snapshot_get_event (walk->snapshot, event->partner)->time <= position))
        continue;
      *is_exact &= event->block != LAMINA_NONE;
      add_used (used, snapshot_get_size (walk->snapshot, event->size, event->block).active, &(Used) { .begin = event->address });
    }
  g_array_sort (used, compare_used);
  return used;
}

/* The segments at a position, by address: pieces of one that grows are one, for what is free in it reaches over them. */
static GArray *
list_segments (const SnapshotWalk *walk,
               gint64              position)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Used));
  guint n = 0;

  for (guint i = 0; i < walk->pieces->len; i++)
    {
      const SnapshotPiece *piece = &g_array_index (walk->pieces, SnapshotPiece, i);

      if (piece->first <= position && position <= piece->last)
        add_used (pieces, piece->bytes, &(Used) { .begin = piece->address, .stream = piece->stream, .grows = piece->grows });
    }
  g_array_sort (pieces, compare_used);
  for (guint i = 0; i < pieces->len; i++)
    {
      const Used *piece = &g_array_index (pieces, Used, i);
      Used *before = n > 0 ? &g_array_index (pieces, Used, n - 1) : NULL;

      if (before != NULL && before->grows && piece->grows && before->stream == piece->stream && before->end == piece->begin)
        before->end = piece->end;
      else
        g_array_index (pieces, Used, n++) = *piece;
    }
  g_array_set_size (pieces, n);
  return g_steal_pointer (&pieces);
}

/* The longest stretch of a segment that no block is in. */
static gint64
find_largest_free (const GArray *segments,
                   const GArray *used)
{
  guint64 largest = 0;
  guint next = 0;

  for (guint i = 0; i < segments->len; i++)
    {
      const Used *segment = &g_array_index (segments, Used, i);
      guint64 free_from = segment->begin;

      for (; next < used->len && g_array_index (used, Used, next).begin < segment->end; next++)
        {
          const Used *block = &g_array_index (used, Used, next);

          if (block->begin > free_from)
            largest = MAX (largest, block->begin - free_from);
          free_from = MAX (free_from, block->end);
        }
      if (segment->end > free_from)
        largest = MAX (largest, segment->end - free_from);
    }
  return (gint64) MIN (largest, G_MAXINT64);
}

static gint64
sum_up (const GArray *used)
{
  gint64 sum = 0;

  for (guint i = 0; i < used->len; i++)
    sum = lamina_add_saturating (sum, (gint64) MIN (g_array_index (used, Used, i).end - g_array_index (used, Used, i).begin,
                                                    G_MAXINT64));
  return sum;
}

SnapshotOom
snapshot_explain_oom (const SnapshotWalk *walk,
                      gint64              position)
{
  SnapshotOom oom;
  g_autoptr (GArray) used = list_used (walk, position, &oom.is_exact);
  g_autoptr (GArray) segments = list_segments (walk, position);

  oom.reserved = sum_up (segments);
  oom.left = MAX (lamina_subtract_saturating (oom.reserved, sum_up (used)), 0);
  oom.largest = find_largest_free (segments, used);
  return oom;
}

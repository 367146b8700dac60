/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-walk.h"

#include <glib/gi18n.h>

/* An address that is in use, or was until the event that was passed last. */
typedef struct
{
  guint32 end;
  guint32 asked;
  guint32 block;
  guint32 reused; /* the allocation that stands there next; the address is free then */
  gboolean is_free;
} Open;

/* Addresses that the allocator has: a node of the tree for each stretch, by its first address. No two overlap. */
typedef struct
{
  guint64 address;
  guint64 end;
  gint64 last;
  guint32 stream;
  guint32 pool;
  gboolean grows;
} Stretch;

typedef struct
{
  SnapshotWalk *walk;
  GHashTable *by_address; /* address → index of `open` and 1 */
  GArray *open;
  GTree *stretches;
} Walker;

static int
compare_addresses (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static int
compare_old (gconstpointer a,
             gconstpointer b)
{
  return compare_addresses (&((const SnapshotOld *) a)->address, &((const SnapshotOld *) b)->address, NULL);
}

/* The axis */

static gboolean
find_has_times (const SnapshotWalk *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      gint64 time = snapshot_walk_get_event (self, i)->time;

      if (time == LAMINA_ABSENT || time < -SNAPSHOT_MAX_TIME || time > SNAPSHOT_MAX_TIME)
        return FALSE;
    }
  return self->n > 0;
}

/* Regions go on behind the last event, and so does what is kept then. */
static gint64
find_last_annotation (const SnapshotWalk *self)
{
  const GArray *annotations = self->snapshot->annotations;
  gint64 last = G_MININT64;

  for (guint i = 0; i < annotations->len && self->has_times; i++)
    {
      const SnapshotAnnotation *annotation = &g_array_index (annotations, SnapshotAnnotation, i);

      if (snapshot_annotation_is_placed (annotation))
        last = MAX (last, annotation->time * 1000);
    }
  return last;
}

/* Many events share a microsecond. They stand in their order, a nanosecond apart, so that no two are at one position. */
static void
set_positions (SnapshotWalk *self)
{
  gint64 position = self->has_times ? snapshot_walk_get_event (self, 0)->time * 1000 - 1 : 0;
  gint64 latest = G_MININT64;
  gint64 last_annotation = find_last_annotation (self);
  gboolean is_shuffled = FALSE;

  self->begin = position;
  for (guint i = 0; i < self->n; i++)
    {
      SnapshotEvent *event = snapshot_walk_get_event (self, i);

      is_shuffled |= self->has_times && event->time < latest;
      latest = MAX (latest, event->time);
      position = self->has_times ? MAX (event->time * 1000, position + 1) : position + 1;
      event->time = position;
    }
  self->end = MAX (position, last_annotation);
  if (is_shuffled)
    lamina_import_note (self->snapshot->import,
                        N_("events are not in the order of their times: those that come too late in the file"
                           " stand right behind the one before"), self->snapshot->source, 0, LAMINA_NONE);
}

/* Allocations */

static Open *
find_open (Walker  *self,
           guint64  address)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_address, (gpointer) (guintptr) address));

  return found > 0 ? &g_array_index (self->open, Open, found - 1) : NULL;
}

static Open *
need_open (Walker  *self,
           guint64  address)
{
  Open *known = find_open (self, address);

  if (known != NULL)
    return known;
  g_array_append_vals (self->open, &(Open) { .is_free = TRUE, .reused = LAMINA_NONE }, 1);
  g_hash_table_insert (self->by_address, (gpointer) (guintptr) address, GUINT_TO_POINTER (self->open->len));
  return &g_array_index (self->open, Open, self->open->len - 1);
}

static void
pass_end (Walker        *self,
          guint32        row,
          SnapshotEvent *event)
{
  Open *open = need_open (self, event->address);

  if (!open->is_free)
    event->is_lost = TRUE;
  else
    *open = (Open) { .end = row, .asked = LAMINA_NONE, .block = LAMINA_NONE, .reused = LAMINA_NONE };
}

static void
pass_request (Walker        *self,
              guint32        row,
              SnapshotEvent *event)
{
  Open *open = find_open (self, event->address);

  if (open == NULL || open->is_free || open->asked != LAMINA_NONE)
    event->is_lost = TRUE;
  else
    open->asked = row;
}

static void
pass_allocation (Walker        *self,
                 guint32        row,
                 SnapshotEvent *event)
{
  Open *open = need_open (self, event->address);

  if (open->is_free)
    {
      event->is_lost = TRUE;
      event->partner = open->reused;
      self->walk->n_lost++;
    }
  else
    {
      event->partner = open->end;
      event->asked = open->asked;
      event->block = open->block;
      if (open->end != LAMINA_NONE)
        {
          snapshot_get_event (self->walk->snapshot, open->end)->partner = row;
          snapshot_get_event (self->walk->snapshot, open->end)->asked = open->asked;
        }
    }
  open->is_free = TRUE;
  open->reused = row;
}

/* What is left was there before. */
static void
list_old (Walker *self)
{
  GHashTableIter iter;
  gpointer address, index;

  g_hash_table_iter_init (&iter, self->by_address);
  while (g_hash_table_iter_next (&iter, &address, &index))
    {
      const Open *open = &g_array_index (self->open, Open, GPOINTER_TO_UINT (index) - 1);
      SnapshotOld old = { (guint64) (guintptr) address, open->end, open->asked, open->block };

      if (!open->is_free)
        g_array_append_val (self->walk->old, old);
    }
  g_array_sort (self->walk->old, compare_old);
}

/* Segments */

/* The first stretch that ends behind @address, or NULL. */
static Stretch *
find_stretch (Walker  *self,
              guint64  address)
{
  GTreeNode *node = g_tree_upper_bound (self->stretches, &address);
  GTreeNode *before = node ? g_tree_node_previous (node) : g_tree_node_last (self->stretches);
  Stretch *stretch = before ? g_tree_node_value (before) : NULL;

  if (stretch != NULL && stretch->end > address)
    return stretch;
  return node ? g_tree_node_value (node) : NULL;
}

static void
add_stretch (Walker        *self,
             const Stretch *stretch)
{
  Stretch *added = g_memdup2 (stretch, sizeof *stretch);

  g_tree_replace (self->stretches, &added->address, added);
}

static void
add_piece (Walker        *self,
           const Stretch *stretch,
           guint64        begin,
           guint64        end,
           gint64         first)
{
  SnapshotPiece piece = { begin, (gint64) MIN (end - begin, G_MAXINT64), first, stretch->last, stretch->stream, stretch->pool,
                          stretch->grows };

  if (first <= stretch->last)
    g_array_append_val (self->walk->pieces, piece);
}

/* From @position on the addresses were there, and before they were not. How many of the bytes were in the tree. */
static guint64
begin_addresses (Walker  *self,
                 guint64  begin,
                 guint64  end,
                 gint64   position)
{
  guint64 covered = 0;
  Stretch *found;

  while ((found = find_stretch (self, begin)) != NULL && found->address < end)
    {
      Stretch stretch = *found, behind = *found;
      guint64 from = MAX (begin, stretch.address), to = MIN (end, stretch.end);

      add_piece (self, &stretch, from, to, position);
      covered += to - from;
      g_tree_remove (self->stretches, &stretch.address);
      behind.address = to;
      if (stretch.address < from)
        {
          Stretch before = stretch;

          before.end = from;
          add_stretch (self, &before);
        }
      if (to < behind.end)
        add_stretch (self, &behind);
      if (to >= end)
        break;
      begin = to;
    }
  return covered;
}

static void
pass_segment (Walker              *self,
              const SnapshotEvent *event)
{
  guint64 end;

  if (event->size <= 0 || __builtin_add_overflow (event->address, (guint64) event->size, &end))
    {
      self->walk->n_odd_segments++;
      return;
    }
  if (event->action == SNAPSHOT_SEGMENT_ALLOC || event->action == SNAPSHOT_SEGMENT_MAP)
    {
      self->walk->n_odd_segments += self->walk->has_end
                                    && begin_addresses (self, event->address, end, event->time) != (guint64) event->size;
      self->walk->reserved_begin = lamina_subtract_saturating (self->walk->reserved_begin, event->size);
    }
  else
    {
      Stretch stretch = { event->address, end, event->time - 1, event->stream, 0, event->action == SNAPSHOT_SEGMENT_UNMAP };

      self->walk->n_odd_segments += begin_addresses (self, event->address, end, event->time) > 0;
      add_stretch (self, &stretch);
      self->walk->reserved_begin = lamina_add_saturating (self->walk->reserved_begin, event->size);
    }
}

static gboolean
list_remaining (gpointer key,
                gpointer value,
                gpointer data)
{
  Walker *self = data;
  const Stretch *stretch = value;

  add_piece (self, stretch, stretch->address, stretch->end, self->walk->begin);
  return FALSE;
}

/* The walk */

static void
add_segment (Walker                *self,
             const SnapshotSegment *segment)
{
  Stretch stretch = { .address = segment->address, .last = self->walk->end, .stream = segment->stream, .pool = segment->pool,
                      .grows = segment->grows };

  if (segment->total == LAMINA_ABSENT || segment->total == 0
      || __builtin_add_overflow (segment->address, (guint64) segment->total, &stretch.end))
    return;
  begin_addresses (self, stretch.address, stretch.end, self->walk->end + 1);
  add_stretch (self, &stretch);
  self->walk->reserved_end = lamina_add_saturating (self->walk->reserved_end, segment->total);
}

/* How it is in the end, and how it was before the first event as far as sizes tell. */
static void
begin_at_end (Walker        *self,
              const guint32 *segments,
              guint          n)
{
  Snapshot *snapshot = self->walk->snapshot;
  g_autoptr (GHashTable) mine = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (guint i = 0; i < n; i++)
    {
      add_segment (self, &g_array_index (snapshot->segments, SnapshotSegment, segments[i]));
      g_hash_table_add (mine, GUINT_TO_POINTER (segments[i]));
    }
  for (guint32 i = 0; i < snapshot->blocks->len; i++)
    {
      const SnapshotBlock *block = snapshot_get_block (snapshot, i);

      if (block->is_active && block->segment != LAMINA_NONE && g_hash_table_contains (mine, GUINT_TO_POINTER (block->segment)))
        *need_open (self, block->address) = (Open) { .end = LAMINA_NONE, .asked = LAMINA_NONE, .block = i,
                                                     .reused = LAMINA_NONE };
    }
  self->walk->reserved_begin = self->walk->reserved_end;
}

static gboolean
walk_back (Walker       *self,
           GCancellable *cancellable)
{
  for (guint i = self->walk->n; i-- > 0;)
    {
      guint32 row = self->walk->events[i];
      SnapshotEvent *event = snapshot_get_event (self->walk->snapshot, row);

      if (i % 65536 == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      switch (event->action)
        {
        case SNAPSHOT_ALLOC: pass_allocation (self, row, event); break;
        case SNAPSHOT_FREE_COMPLETED: pass_end (self, row, event); break;
        case SNAPSHOT_FREE_REQUESTED: pass_request (self, row, event); break;
        case SNAPSHOT_SEGMENT_ALLOC:
        case SNAPSHOT_SEGMENT_FREE:
        case SNAPSHOT_SEGMENT_MAP:
        case SNAPSHOT_SEGMENT_UNMAP: pass_segment (self, event); break;
        default: break;
        }
    }
  return TRUE;
}

void
snapshot_place_blocks (Snapshot *snapshot)
{
  for (guint32 i = 0; i < snapshot->segments->len; i++)
    {
      SnapshotSegment *segment = &g_array_index (snapshot->segments, SnapshotSegment, i);

      segment->next = segment->address;
      if (segment->blocks != LAMINA_NONE)
        snapshot_get_list (snapshot, segment->blocks)->segment = i;
    }
  for (guint32 i = 0; i < snapshot->blocks->len; i++)
    {
      SnapshotBlock *block = snapshot_get_block (snapshot, i);
      SnapshotSegment *segment;
      guint32 history = block->history != LAMINA_NONE ? snapshot_get_list (snapshot, block->history)->value : LAMINA_NONE;

      if (block->list != LAMINA_NONE)
        block->segment = snapshot_get_list (snapshot, block->list)->segment;
      if (block->segment == LAMINA_NONE)
        continue;
      segment = &g_array_index (snapshot->segments, SnapshotSegment, block->segment);
      if (block->address == 0)
        block->address = segment->next;
      segment->next = block->address + (guint64) MAX (block->size, 0);
      if (history < snapshot->blocks->len && block->requested == LAMINA_ABSENT)
        {
          block->requested = snapshot_get_block (snapshot, history)->requested;
          block->call = snapshot_get_block (snapshot, history)->call;
        }
    }
}

SnapshotWalk *
snapshot_walk_new (Snapshot      *snapshot,
                   guint32       *events,
                   guint          n_events,
                   const guint32 *segments,
                   guint          n_segments,
                   GCancellable  *cancellable)
{
  g_autoptr (SnapshotWalk) self = g_new0 (SnapshotWalk, 1);
  Walker walker = { .walk = self };
  gboolean done;

  *self = (SnapshotWalk) { .snapshot = snapshot, .events = events, .n = n_events, .has_end = !snapshot->is_cut };
  self->old = g_array_new (FALSE, FALSE, sizeof (SnapshotOld));
  self->pieces = g_array_new (FALSE, FALSE, sizeof (SnapshotPiece));
  self->has_times = find_has_times (self);
  set_positions (self);
  walker.by_address = g_hash_table_new (snapshot_hash_number, g_direct_equal);
  walker.open = g_array_new (FALSE, FALSE, sizeof (Open));
  walker.stretches = g_tree_new_full (compare_addresses, NULL, NULL, g_free);
  if (self->has_end)
    begin_at_end (&walker, segments, n_segments);
  done = walk_back (&walker, cancellable);
  list_old (&walker);
  g_tree_foreach (walker.stretches, list_remaining, &walker);
  g_hash_table_unref (walker.by_address);
  g_array_unref (walker.open);
  g_tree_unref (walker.stretches);
  return done ? g_steal_pointer (&self) : NULL;
}

void
snapshot_walk_free (SnapshotWalk *self)
{
  g_free (self->events);
  g_array_unref (self->old);
  g_array_unref (self->pieces);
  g_free (self);
}

SnapshotSize
snapshot_get_size (const Snapshot *snapshot,
                   gint64          requested,
                   guint32         block)
{
  SnapshotSize size = { .requested = MAX (requested, 0) };

  if (block != LAMINA_NONE)
    size.active = MAX (snapshot_get_block (snapshot, block)->size, 0);
  else if (size.requested > G_MAXINT64 - SNAPSHOT_GRAIN)
    size.active = size.requested;
  else
    size.active = (size.requested + SNAPSHOT_GRAIN - 1) / SNAPSHOT_GRAIN * SNAPSHOT_GRAIN;
  return size;
}

SnapshotSize
snapshot_walk_get_old_size (const SnapshotWalk *self,
                            const SnapshotOld  *old)
{
  const SnapshotBlock *block = old->block != LAMINA_NONE ? snapshot_get_block (self->snapshot, old->block) : NULL;
  gint64 requested;

  if (block == NULL)
    requested = snapshot_get_event (self->snapshot, old->end)->size;
  else
    requested = block->requested != LAMINA_ABSENT ? block->requested : block->size;
  return snapshot_get_size (self->snapshot, requested, old->block);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-sites.h"
#include "snapshot-walk.h"

#include <glib/gi18n.h>

/* More devices than that no machine has. */
#define MAX_DEVICES 64

/* Levels of memory, each a counter. */
typedef enum
{
  LEVEL_RESERVED,  /* what the allocator has of the device */
  LEVEL_ACTIVE,    /* blocks that are handed out */
  LEVEL_REQUESTED, /* what the program asked for in them */
  N_LEVELS,
} LevelKind;

typedef struct
{
  gint64 now;
  gint64 begin;
  gint64 peak;
  gint64 peak_at; /* position */
  guint32 counter;
} Level;

/* One device, or pinned memory of the host. */
typedef struct
{
  Snapshot *snapshot;
  SnapshotWalk *walk;
  SnapshotSites *sites;
  const char *title;  /* of the run */
  gboolean is_alone;  /* there is no other run */
  gboolean is_joined; /* the run is that of a trace */
  guint32 run;
  guint32 clock;
  guint32 *calls;     /* call of the run for each node, or LAMINA_NONE */
  guint32 *streams;   /* string for each stream */
  Level levels[N_LEVELS];
} Build;

typedef struct
{
  GArray *segments; /* guint32 */
  GArray *events;   /* guint32 */
  gint64 device;    /* LAMINA_ABSENT for the host */
} Place;

static const char *const level_names[N_LEVELS] = {
  [LEVEL_RESERVED] = N_("Reserved"),
  [LEVEL_ACTIVE] = N_("Active"),
  [LEVEL_REQUESTED] = N_("Requested"),
};

/* The least that an allocator can have handed out for @requested bytes. */
static gint64
round_up (gint64 requested)
{
  return requested > G_MAXINT64 - SNAPSHOT_GRAIN ? requested : (requested + SNAPSHOT_GRAIN - 1) / SNAPSHOT_GRAIN * SNAPSHOT_GRAIN;
}

static gint64
get_requested (const SnapshotBlock *block)
{
  return MAX (block->requested != LAMINA_ABSENT ? block->requested : block->size, 0);
}

/* What an allocation that ends at an event, or is there in the end, takes of each level. */
static void
get_sizes (Build   *self,
           gint64   requested,
           guint32  block,
           gint64   sizes[N_LEVELS])
{
  sizes[LEVEL_REQUESTED] = MAX (requested, 0);
  sizes[LEVEL_ACTIVE] = block != LAMINA_NONE ? MAX (snapshot_get_block (self->snapshot, block)->size, 0)
                                             : round_up (sizes[LEVEL_REQUESTED]);
}

static void
get_old_sizes (Build             *self,
               const SnapshotOld *old,
               gint64             sizes[N_LEVELS])
{
  gint64 requested = old->block != LAMINA_NONE ? get_requested (snapshot_get_block (self->snapshot, old->block))
                                               : snapshot_get_event (self->snapshot, old->end)->size;

  get_sizes (self, requested, old->block, sizes);
}

/* Levels over the events */

static void
change_level (Build     *self,
              LevelKind  kind,
              gint64     by,
              gint64     position)
{
  Level *level = &self->levels[kind];

  level->now = lamina_add_saturating (level->now, by);
  if (level->now > level->peak)
    {
      level->peak = level->now;
      level->peak_at = position;
    }
  lamina_builder_add_sample (self->snapshot->builder, self->run, level->counter, position, (double) level->now);
}

static void
change_levels (Build  *self,
               gint64  sizes[N_LEVELS],
               int     sign,
               gint64  position)
{
  change_level (self, LEVEL_ACTIVE, sign * sizes[LEVEL_ACTIVE], position);
  change_level (self, LEVEL_REQUESTED, sign * sizes[LEVEL_REQUESTED], position);
}

static void
add_counters (Build *self)
{
  Snapshot *snapshot = self->snapshot;
  LaminaBuilder *builder = snapshot->builder;
  const char *word = self->is_joined ? N_("Memory snapshot") : N_("Memory");
  guint32 group = lamina_builder_add_group (builder, self->run, LAMINA_NONE, lamina_builder_own_word (builder, word),
                                            LAMINA_GROUP_COUNTERS);
  gint64 sizes[N_LEVELS];

  for (guint i = 0; i < self->walk->old->len; i++)
    {
      get_old_sizes (self, &g_array_index (self->walk->old, SnapshotOld, i), sizes);
      self->levels[LEVEL_ACTIVE].now = lamina_add_saturating (self->levels[LEVEL_ACTIVE].now, sizes[LEVEL_ACTIVE]);
      self->levels[LEVEL_REQUESTED].now = lamina_add_saturating (self->levels[LEVEL_REQUESTED].now, sizes[LEVEL_REQUESTED]);
    }
  self->levels[LEVEL_RESERVED].now = self->walk->reserved_begin;
  for (guint i = 0; i < N_LEVELS; i++)
    {
      Level *level = &self->levels[i];

      level->counter = lamina_builder_add_counter (builder, self->run, group, lamina_builder_own_word (builder, level_names[i]),
                                                   self->clock, LAMINA_UNIT_BYTES, i == LEVEL_ACTIVE || !self->walk->has_end);
      level->begin = level->peak = level->now;
      level->peak_at = self->walk->begin;
      lamina_builder_add_sample (builder, self->run, level->counter, self->walk->begin, (double) level->now);
    }
}

/* An allocation whose end is lost ends where its address is handed out again. */
static void
end_lost (Build         *self,
          GHashTable    *lost,
          SnapshotEvent *event)
{
  SnapshotEvent *before = g_hash_table_lookup (lost, (gpointer) (guintptr) event->address);
  gint64 sizes[N_LEVELS];

  if (before != NULL)
    {
      get_sizes (self, before->size, LAMINA_NONE, sizes);
      change_levels (self, sizes, -1, event->time);
    }
  if (event->is_lost)
    g_hash_table_insert (lost, (gpointer) (guintptr) event->address, event);
  else if (before != NULL)
    g_hash_table_remove (lost, (gpointer) (guintptr) event->address);
}

static void
add_levels (Build *self)
{
  g_autoptr (GHashTable) lost = g_hash_table_new (snapshot_hash_number, g_direct_equal);
  gint64 sizes[N_LEVELS];

  add_counters (self);
  for (guint i = 0; i < self->walk->n; i++)
    {
      SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      switch (event->action)
        {
        case SNAPSHOT_ALLOC:
          if (self->walk->n_lost > 0)
            end_lost (self, lost, event);
          get_sizes (self, event->size, event->block, sizes);
          change_levels (self, sizes, 1, event->time);
          break;
        case SNAPSHOT_FREE_COMPLETED:
          if (event->is_lost)
            break;
          get_sizes (self, event->partner != LAMINA_NONE ? snapshot_get_event (self->snapshot, event->partner)->size : event->size,
                     LAMINA_NONE, sizes);
          change_levels (self, sizes, -1, event->time);
          break;
        case SNAPSHOT_SEGMENT_ALLOC:
        case SNAPSHOT_SEGMENT_MAP: change_level (self, LEVEL_RESERVED, MAX (event->size, 0), event->time); break;
        case SNAPSHOT_SEGMENT_FREE:
        case SNAPSHOT_SEGMENT_UNMAP: change_level (self, LEVEL_RESERVED, -MAX (event->size, 0), event->time); break;
        default: break;
        }
    }
}

/* Calls and sites */

static void
mark_call (Build   *self,
           guint32  node)
{
  for (; node != LAMINA_NONE && self->calls[node] == LAMINA_NONE;
       node = snapshot_calls_get_caller (self->snapshot->calls, node))
    self->calls[node] = 0;
}

/* Callers have smaller numbers than what they call. */
static void
add_calls (Build *self)
{
  SnapshotCalls *calls = self->snapshot->calls;
  guint n = snapshot_calls_get_n (calls);

  self->calls = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->calls[i] = LAMINA_NONE;
  for (guint i = 0; i < self->walk->n; i++)
    if (snapshot_walk_get_event (self->walk, i)->action == SNAPSHOT_ALLOC)
      mark_call (self, snapshot_walk_get_event (self->walk, i)->call);
  for (guint i = 0; i < self->walk->old->len; i++)
    {
      guint32 block = g_array_index (self->walk->old, SnapshotOld, i).block;

      mark_call (self, block != LAMINA_NONE ? snapshot_get_block (self->snapshot, block)->call : LAMINA_NONE);
    }
  for (guint32 i = 0; i < n; i++)
    if (self->calls[i] != LAMINA_NONE)
      {
        guint32 caller = snapshot_calls_get_caller (calls, i);

        self->calls[i] = lamina_builder_add_call (self->snapshot->builder, self->run,
                                                  caller != LAMINA_NONE ? self->calls[caller] : LAMINA_NONE,
                                                  snapshot_calls_get_text (calls, i));
      }
}

/* Allocations */

typedef struct
{
  guint64 address;
  gint64 bytes;
  gint64 first;
  gint64 last;
  guint32 call;
  guint32 stream;
  guint32 block;
  guint32 asked;
  gboolean is_old;
  gboolean is_lost;
} Allocation;

static void
add_tensor (Build            *self,
            const Allocation *allocation)
{
  LaminaBuilder *builder = self->snapshot->builder;
  const SnapshotBlock *block = allocation->block != LAMINA_NONE ? snapshot_get_block (self->snapshot, allocation->block) : NULL;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  LaminaAllocation how = LAMINA_ALLOCATION_INIT;
  gint64 peak = self->levels[LEVEL_REQUESTED].peak_at;
  guint32 row, site;

  site = snapshot_sites_add (self->sites, allocation->call, allocation->bytes, !allocation->is_old,
                             allocation->first <= peak && peak <= allocation->last, allocation->last >= self->walk->end);
  /* Of a trace the core finds the layer that was at work. */
  if (!self->is_joined)
    tensor.producer = site;
  tensor.name = how.site = snapshot_sites_get_name (self->sites, site);
  tensor.bytes = allocation->bytes;
  tensor.address = allocation->address;
  if (allocation->is_lost)
    tensor.estimated = LAMINA_ESTIMATE_LIFETIME;
  row = lamina_builder_add_tensor (builder, self->run, &tensor);
  lamina_builder_add_lifetime (builder, self->run, row, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, self->clock, allocation->first,
                               allocation->last);
  if (allocation->call != LAMINA_NONE)
    how.call = self->calls[allocation->call];
  how.module = snapshot_calls_get_asker (self->snapshot->calls, allocation->call);
  how.stream = allocation->stream < self->snapshot->streams->len ? self->streams[allocation->stream] : 0;
  how.block = block ? block->size : LAMINA_ABSENT;
  how.released = allocation->asked != LAMINA_NONE ? snapshot_get_event (self->snapshot, allocation->asked)->time : LAMINA_ABSENT;
  lamina_builder_set_allocation (builder, self->run, row, &how);
}

static void
add_old_tensors (Build *self)
{
  for (guint i = 0; i < self->walk->old->len; i++)
    {
      const SnapshotOld *old = &g_array_index (self->walk->old, SnapshotOld, i);
      const SnapshotEvent *end = old->end != LAMINA_NONE ? snapshot_get_event (self->snapshot, old->end) : NULL;
      const SnapshotBlock *block = old->block != LAMINA_NONE ? snapshot_get_block (self->snapshot, old->block) : NULL;
      Allocation allocation = { .address = old->address, .first = self->walk->begin, .block = old->block, .asked = old->asked,
                                .is_old = TRUE };
      gint64 sizes[N_LEVELS];

      get_old_sizes (self, old, sizes);
      allocation.bytes = sizes[LEVEL_REQUESTED];
      allocation.last = end ? end->time - 1 : self->walk->end;
      allocation.call = block ? block->call : LAMINA_NONE;
      allocation.stream = end ? end->stream : g_array_index (self->snapshot->segments, SnapshotSegment, block->segment).stream;
      add_tensor (self, &allocation);
    }
}

static void
add_new_tensors (Build *self)
{
  for (guint i = 0; i < self->walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);
      const SnapshotEvent *end = event->partner != LAMINA_NONE ? snapshot_get_event (self->snapshot, event->partner) : NULL;
      Allocation allocation = { .address = event->address, .bytes = MAX (event->size, 0), .first = event->time,
                                .last = end ? end->time - 1 : self->walk->end, .call = event->call, .stream = event->stream,
                                .block = event->block, .asked = event->asked, .is_lost = event->is_lost };

      if (event->action == SNAPSHOT_ALLOC)
        add_tensor (self, &allocation);
    }
}

static void
add_segments (Build *self)
{
  lamina_builder_set_grain (self->snapshot->builder, self->run, SNAPSHOT_GRAIN);
  for (guint i = 0; i < self->walk->pieces->len; i++)
    {
      const SnapshotPiece *piece = &g_array_index (self->walk->pieces, SnapshotPiece, i);
      LaminaSegment segment = { .address = piece->address, .bytes = piece->bytes, .clock = self->clock, .first = piece->first,
                                .last = piece->last, .pool = piece->pool, .grows = piece->grows };

      segment.stream = piece->stream < self->snapshot->streams->len ? self->streams[piece->stream] : 0;
      lamina_builder_add_segment (self->snapshot->builder, self->run, &segment);
    }
}

/* Marks and spans */

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
list_used (Build    *self,
           gint64    position,
           gboolean *is_exact)
{
  GArray *used = g_array_new (FALSE, FALSE, sizeof (Used));
  gint64 sizes[N_LEVELS];

  *is_exact = TRUE;
  for (guint i = 0; i < self->walk->old->len; i++)
    {
      const SnapshotOld *old = &g_array_index (self->walk->old, SnapshotOld, i);

      if (old->end != LAMINA_NONE && snapshot_get_event (self->snapshot, old->end)->time <= position)
        continue;
      get_old_sizes (self, old, sizes);
      *is_exact &= old->block != LAMINA_NONE;
      add_used (used, sizes[LEVEL_ACTIVE], &(Used) { .begin = old->address });
    }
  for (guint i = 0; i < self->walk->n && snapshot_walk_get_event (self->walk, i)->time <= position; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action != SNAPSHOT_ALLOC
          || (event->partner != LAMINA_NONE && snapshot_get_event (self->snapshot, event->partner)->time <= position))
        continue;
      get_sizes (self, event->size, event->block, sizes);
      *is_exact &= event->block != LAMINA_NONE;
      add_used (used, sizes[LEVEL_ACTIVE], &(Used) { .begin = event->address });
    }
  g_array_sort (used, compare_used);
  return used;
}

/* The segments at a position, by address: pieces of one that grows are one, for what is free in it reaches over them. */
static GArray *
list_segments (Build  *self,
               gint64  position)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Used));
  guint n = 0;

  for (guint i = 0; i < self->walk->pieces->len; i++)
    {
      const SnapshotPiece *piece = &g_array_index (self->walk->pieces, SnapshotPiece, i);

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

/* More are not explained: each takes a look at all allocations. */
#define MAX_EXPLAINED 20

/* What there was when memory ran out: how much the allocator had, how much of that was free, and in how long a piece at most. */
static char *
explain_oom (Build               *self,
             const SnapshotEvent *event)
{
  gboolean is_exact;
  g_autoptr (GArray) used = list_used (self, event->time, &is_exact);
  g_autoptr (GArray) segments = list_segments (self, event->time);
  gint64 reserved = sum_up (segments), left = lamina_subtract_saturating (reserved, sum_up (used));
  g_autofree char *had = lamina_figure_dup (reserved, LAMINA_UNIT_BYTES);
  g_autofree char *free_text = lamina_figure_dup (MAX (left, 0), LAMINA_UNIT_BYTES);
  g_autofree char *largest = lamina_figure_dup (find_largest_free (segments, used), LAMINA_UNIT_BYTES);
  const char *mark = is_exact ? "" : "≈\u00a0";

  return g_strdup_printf ("; of %s reserved %s%s were free, in pieces of at most %s%s", had, mark, free_text, mark, largest);
}

static void
add_mark (Build               *self,
          const SnapshotEvent *event,
          guint               *n_explained)
{
  LaminaBuilder *builder = self->snapshot->builder;
  g_autofree char *more = event->action == SNAPSHOT_OOM && self->walk->has_end && (*n_explained)++ < MAX_EXPLAINED
                            ? explain_oom (self, event) : g_strdup ("");
  g_autofree char *asked = event->size != LAMINA_ABSENT ? lamina_figure_dup (event->size, LAMINA_UNIT_BYTES) : g_strdup ("?");
  g_autofree char *left = event->address <= G_MAXINT64 ? lamina_figure_dup ((gint64) event->address, LAMINA_UNIT_BYTES)
                                                       : g_strdup ("?");
  g_autofree char *text = NULL;

  if (event->action == SNAPSHOT_OOM)
    text = g_strdup_printf ("out of memory: asked for %s, the device had %s free%s", asked, left, more);
  else if (event->action == SNAPSHOT_ANNOTATE)
    text = g_strdup (lamina_builder_get_string (builder, event->text));
  else
    text = g_strdup ("snapshot");
  lamina_builder_add_mark (builder, self->run, LAMINA_NONE, self->clock, event->time, 0, lamina_builder_intern (builder, text, -1));
}

static void
add_marks (Build *self)
{
  guint n_explained = 0;

  for (guint i = 0; i < self->walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_OOM || event->action == SNAPSHOT_TAKEN || event->action == SNAPSHOT_ANNOTATE)
        add_mark (self, event, &n_explained);
    }
}

static void
add_span (Build                    *self,
          guint32                  *track,
          const SnapshotAnnotation *begin,
          const SnapshotAnnotation *end)
{
  LaminaBuilder *builder = self->snapshot->builder;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  if (*track == LAMINA_NONE)
    {
      guint32 group = lamina_builder_add_group (builder, self->run, LAMINA_NONE, lamina_builder_own_word (builder, N_("Program")),
                                                LAMINA_GROUP_OTHER);

      *track = lamina_builder_add_track (builder, self->run, group, lamina_builder_own_word (builder, N_("Annotations")),
                                         self->clock);
    }
  slice.start = begin->time * 1000;
  slice.duration = end ? MAX (end->time * 1000 - slice.start, 0) : MAX (self->walk->end - slice.start, 0);
  slice.is_open = end == NULL;
  slice.name = begin->name;
  slice.kind = LAMINA_SLICE_SPAN;
  lamina_builder_add_slice (builder, self->run, *track, &slice);
}

static gboolean
is_placed (const SnapshotAnnotation *annotation)
{
  return annotation->time > -G_GINT64_CONSTANT (3900000000000000) && annotation->time < G_GINT64_CONSTANT (3900000000000000);
}

/* Regions of one name may lie in each other: an end belongs to the one that began last. */
static void
add_spans (Build  *self,
           gint64  device)
{
  LaminaImport *import = self->snapshot->import;
  GArray *annotations = self->snapshot->annotations;
  g_autoptr (GHashTable) open = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autofree guint32 *before = g_new (guint32, MAX (annotations->len, 1)); /* the one of its name around it, and 1 */
  g_autofree guint32 *ends = g_new0 (guint32, MAX (annotations->len, 1));  /* its end, and 1 */
  guint32 track = LAMINA_NONE;

  for (guint32 i = 0; self->walk->has_times && i < annotations->len; i++)
    {
      const SnapshotAnnotation *annotation = &g_array_index (annotations, SnapshotAnnotation, i);
      gpointer name = GUINT_TO_POINTER (annotation->name);
      guint32 begin = GPOINTER_TO_UINT (g_hash_table_lookup (open, name));

      if (annotation->device != device || !is_placed (annotation))
        continue;
      if (!annotation->is_end)
        {
          before[i] = begin;
          g_hash_table_insert (open, name, GUINT_TO_POINTER (i + 1));
          lamina_import_account (import, annotation->record, LAMINA_RECORD_SHOWN);
        }
      else if (begin > 0)
        {
          ends[begin - 1] = i + 1;
          g_hash_table_insert (open, name, GUINT_TO_POINTER (before[begin - 1]));
          lamina_import_account (import, annotation->record, LAMINA_RECORD_MERGED);
        }
    }
  for (guint32 i = 0; self->walk->has_times && i < annotations->len; i++)
    {
      const SnapshotAnnotation *annotation = &g_array_index (annotations, SnapshotAnnotation, i);

      if (annotation->device == device && !annotation->is_end && is_placed (annotation))
        add_span (self, &track, annotation,
                  ends[i] > 0 ? &g_array_index (annotations, SnapshotAnnotation, ends[i] - 1) : NULL);
    }
}

/* Properties */

static void
add_property (Build      *self,
              const char *name,
              gint64      bytes,
              gboolean    is_estimated)
{
  LaminaBuilder *builder = self->snapshot->builder;
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *key = self->is_alone ? g_strdup (name) : g_strdup_printf ("%s, %s", name, self->title);

  value.estimated = is_estimated;
  lamina_builder_add_property (builder, lamina_builder_own_word (builder, N_("Memory")), lamina_builder_own_text (builder, key, name),
                               &value);
}

/*
 * Other programs take the sizes of events for those of blocks, and so find another level at the beginning: they are named too, so
 * that nobody wonders.
 */
static void
add_levels_of_events (Build *self)
{
  gint64 level = self->levels[LEVEL_ACTIVE].now, peak = level;

  for (guint i = self->walk->n; i-- > 0;)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_ALLOC)
        level = lamina_subtract_saturating (level, MAX (event->size, 0));
      else if (event->action == SNAPSHOT_FREE_COMPLETED)
        level = lamina_add_saturating (level, MAX (event->size, 0));
      peak = MAX (peak, level);
    }
  if (level == self->levels[LEVEL_ACTIVE].begin && peak == self->levels[LEVEL_ACTIVE].peak)
    return;
  add_property (self, N_("Active at the start, if blocks were as large as requests"), level, TRUE);
  add_property (self, N_("Active at the peak, if blocks were as large as requests"), peak, TRUE);
}

static void
add_properties (Build *self)
{
  static const struct
  {
    const char *begin;
    const char *peak;
    const char *end;
  } names[N_LEVELS] = {
    [LEVEL_RESERVED] = { N_("Reserved at the start"), N_("Reserved at the peak"), N_("Reserved at the end") },
    [LEVEL_ACTIVE] = { N_("Active at the start"), N_("Active at the peak"), N_("Active at the end") },
    [LEVEL_REQUESTED] = { N_("Requested at the start"), N_("Requested at the peak"), N_("Requested at the end") },
  };

  for (guint i = 0; i < N_LEVELS && self->walk->has_end; i++)
    {
      const Level *level = &self->levels[i];
      gboolean is_estimated = i == LEVEL_ACTIVE;

      add_property (self, names[i].begin, level->begin, is_estimated);
      add_property (self, names[i].peak, level->peak, is_estimated && level->peak != level->now);
      add_property (self, names[i].end, level->now, FALSE);
    }
  if (self->walk->has_end && self->walk->n > 0)
    add_levels_of_events (self);
}

/* What became of each record. */
static void
account (Build *self)
{
  LaminaImport *import = self->snapshot->import;

  for (guint i = 0; i < self->walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (self->walk, i);

      if (event->action == SNAPSHOT_UNKNOWN)
        lamina_import_skip (import, event->record, N_("what the event does is not known"));
      else if (event->action == SNAPSHOT_ALLOC || event->action == SNAPSHOT_SEGMENT_ALLOC || event->action == SNAPSHOT_SEGMENT_MAP
               || event->action >= SNAPSHOT_OOM)
        lamina_import_account (import, event->record, LAMINA_RECORD_SHOWN);
      else if (event->is_lost)
        lamina_import_skip (import, event->record, N_("what is freed is not allocated then"));
      else
        lamina_import_account (import, event->record, LAMINA_RECORD_MERGED);
    }
  if (self->walk->n_lost > 0)
    lamina_import_note (import, N_("allocations are neither freed nor there in the end: they are shown until their address is handed"
                                   " out again"), self->snapshot->source, 0, LAMINA_NONE);
  if (self->walk->n_odd_segments > 0)
    lamina_import_note (import, N_("segments come or go that don't fit to those in the end: events are missing"),
                        self->snapshot->source, 0, LAMINA_NONE);
  for (guint i = 0; i < N_LEVELS; i++)
    if (self->levels[i].begin < 0)
      lamina_import_note (import, N_("memory at the start comes out below zero: events are missing"), self->snapshot->source, 0,
                          LAMINA_NONE);
  if (self->walk->has_end && self->levels[LEVEL_RESERVED].begin < self->levels[LEVEL_ACTIVE].begin)
    lamina_import_note (import, N_("more is active at the start than is reserved: events are missing"), self->snapshot->source, 0,
                        LAMINA_NONE);
}

static void
name_streams (Build *self)
{
  GArray *streams = self->snapshot->streams;

  self->streams = g_new (guint32, MAX (streams->len, 1));
  for (guint i = 0; i < streams->len; i++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, g_array_index (streams, guint64, i));

      self->streams[i] = lamina_builder_intern (self->snapshot->builder, text, -1);
    }
}

/*
 * PyTorch counts both from the same clock. Where trace and snapshot have no moment in common, that can't be so, or they are of
 * different runs: then they begin together, and whoever knows better may move them.
 */
static void
join_clock (Build  *self,
            gint64  begin,
            gint64  end)
{
  LaminaBuilder *builder = self->snapshot->builder;

  self->clock = lamina_builder_add_clock (builder, self->run, lamina_builder_own_word (builder, N_("Memory snapshot")));
  if (self->walk->end >= begin && self->walk->begin <= end)
    return;
  lamina_builder_set_clock_offset (builder, self->run, self->clock, lamina_subtract_saturating (begin, self->walk->begin),
                                   LAMINA_CLOCK_UNKNOWN, LAMINA_ABSENT);
  lamina_import_note (self->snapshot->import, N_("trace and snapshot have no moment in common: they are shown as if they had begun"
                                                 " together"), self->snapshot->source, 0, LAMINA_NONE);
}

/* The run of a trace that the memory of a device becomes a part of, if there is one. */
static gboolean
join_run (Build *self)
{
  gint64 begin, end;

  if (!lamina_builder_get_span (self->snapshot->builder, 0, &begin, &end))
    return FALSE;
  if (!self->walk->has_times)
    {
      lamina_import_note (self->snapshot->import, N_("the snapshot has no times: it is a run beside the trace"),
                          self->snapshot->source, 0, LAMINA_NONE);
      return FALSE;
    }
  self->run = 0;
  join_clock (self, begin, end);
  return TRUE;
}

static gboolean
build_place (Snapshot     *snapshot,
             Place        *place,
             gboolean      is_alone,
             gboolean      joins,
             GCancellable *cancellable)
{
  LaminaBuilder *builder = snapshot->builder;
  guint n_events = place->events->len;
  g_autoptr (SnapshotWalk) walk = snapshot_walk_new (snapshot, (guint32 *) (gpointer) g_array_free (g_steal_pointer (&place->events),
                                                                                                 FALSE), n_events,
                                                     (const guint32 *) (gpointer) place->segments->data, place->segments->len,
                                                     cancellable);
  const char *device = N_("Device"), *host = N_("Pinned memory of the host");
  g_autofree char *title = place->device == LAMINA_ABSENT ? g_strdup (host)
                                                          : g_strdup_printf ("%s %" G_GINT64_FORMAT, device, place->device);
  Build self = { .snapshot = snapshot, .walk = walk, .title = title, .is_alone = is_alone };

  if (walk == NULL)
    return FALSE;
  self.is_joined = joins && join_run (&self);
  if (!self.is_joined)
    {
      self.run = lamina_builder_add_run (builder,
                                         lamina_builder_own_text (builder, title, place->device == LAMINA_ABSENT ? host : device),
                                         walk->has_times ? LAMINA_AXIS_NANOSECONDS : LAMINA_AXIS_STEPS,
                                         walk->has_times ? LAMINA_TIMING_MEASURED : LAMINA_TIMING_ORDER);
      lamina_builder_set_layer_word (builder, self.run, LAMINA_LAYER_WORD_SITE);
      self.clock = lamina_builder_add_clock (builder, self.run, title);
    }
  self.sites = snapshot_sites_new (snapshot, self.is_joined ? LAMINA_NONE : self.run, title);
  name_streams (&self);
  add_levels (&self);
  add_calls (&self);
  snapshot_sites_find (self.sites, walk);
  add_old_tensors (&self);
  add_new_tensors (&self);
  add_segments (&self);
  add_marks (&self);
  add_spans (&self, place->device);
  add_properties (&self);
  account (&self);
  snapshot_sites_finish (self.sites);
  snapshot_sites_free (self.sites);
  g_free (self.calls);
  g_free (self.streams);
  return !g_cancellable_is_cancelled (cancellable);
}

/* Which segments and events are of which device */

static void
clear_place (gpointer data)
{
  Place *place = data;

  g_array_unref (place->segments);
  g_clear_pointer (&place->events, g_array_unref);
}

/* NULL for devices beyond those that a machine has. */
static Place *
need_place (GArray *places,
            gint64  device)
{
  Place place = { .device = device };

  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, Place, i).device == device)
      return &g_array_index (places, Place, i);
  if (places->len >= MAX_DEVICES)
    return NULL;
  place.segments = g_array_new (FALSE, FALSE, sizeof (guint32));
  place.events = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (places, place);
  return &g_array_index (places, Place, places->len - 1);
}

static void
place_segments (Snapshot *self,
                GArray   *places)
{
  for (guint32 i = 0; i < self->segments->len; i++)
    {
      const SnapshotSegment *segment = &g_array_index (self->segments, SnapshotSegment, i);
      gboolean is_of_host = segment->list != LAMINA_NONE && segment->list == self->host_segments;
      Place *place = is_of_host ? need_place (places, LAMINA_ABSENT)
                                : segment->device != LAMINA_ABSENT ? need_place (places, segment->device) : NULL;

      if (place != NULL)
        g_array_append_val (place->segments, i);
      if (place != NULL)
        lamina_import_account (self->import, segment->record, LAMINA_RECORD_SHOWN);
      else
        lamina_import_skip (self->import, segment->record, N_("the segment is of no device"));
    }
}

static void
place_events (Snapshot *self,
              GArray   *places)
{
  for (guint32 i = 0; i < self->events->len; i++)
    {
      const SnapshotEvent *event = snapshot_get_event (self, i);
      const SnapshotList *list = event->list != LAMINA_NONE ? snapshot_get_list (self, event->list) : NULL;
      Place *place = NULL;

      if (list != NULL && list->parent != LAMINA_NONE && list->parent == self->device_traces)
        place = need_place (places, list->place);
      else if (list != NULL && self->host_traces != LAMINA_NONE
               && (list->parent == self->host_traces || event->list == self->host_traces))
        place = need_place (places, LAMINA_ABSENT);
      if (place != NULL)
        g_array_append_val (place->events, i);
      else
        lamina_import_skip (self->import, event->record, N_("the event is in the trace of no device"));
    }
}

/* What says more about a segment or an event is merged; what is left of that belongs nowhere. */
static void
account_rest (Snapshot *self)
{
  for (guint32 i = 0; i < self->blocks->len; i++)
    {
      const SnapshotBlock *block = snapshot_get_block (self, i);

      if (block->segment != LAMINA_NONE)
        lamina_import_account (self->import, block->record, LAMINA_RECORD_MERGED);
      if (block->segment != LAMINA_NONE && block->history != LAMINA_NONE)
        {
          guint32 first = snapshot_get_list (self, block->history)->value;

          for (guint32 j = first; j < self->blocks->len && j - first < snapshot_get_list (self, block->history)->n; j++)
            lamina_import_account (self->import, snapshot_get_block (self, j)->record, LAMINA_RECORD_MERGED);
        }
    }
  for (guint32 i = 0; i < self->blocks->len; i++)
    lamina_import_skip (self->import, snapshot_get_block (self, i)->record, N_("the block is in no segment"));
  for (guint32 i = 0; i < self->annotations->len; i++)
    lamina_import_skip (self->import, g_array_index (self->annotations, SnapshotAnnotation, i).record,
                        N_("the region has no beginning, or no place on the axis"));
}

/* Members of the whole, and of the dicts in it: settings. A dict of dicts is one text. */
static void
add_fact (Snapshot           *self,
          const SnapshotFact *fact,
          const char         *group)
{
  LaminaValue value = fact->value;

  if (fact->child != LAMINA_NONE || value.type == LAMINA_VALUE_NULL)
    {
      if (fact->text == LAMINA_NONE || fact->text == 0)
        return;
      value = LAMINA_VALUE_INIT_TEXT (lamina_builder_get_string (self->builder, fact->text));
    }
  lamina_builder_add_property (self->builder, group, lamina_builder_get_string (self->builder, fact->key), &value);
}

static void
add_facts (Snapshot *self)
{
  const char *settings = N_("Allocator settings");
  guint32 allocator = LAMINA_NONE;

  for (guint i = 0; i < self->facts->len; i++)
    {
      const SnapshotFact *fact = &g_array_index (self->facts, SnapshotFact, i);

      if (fact->dict == self->root && fact->child != LAMINA_NONE)
        allocator = fact->child;
      else if (fact->dict == self->root)
        add_fact (self, fact, lamina_builder_own_word (self->builder, N_("Snapshot")));
    }
  for (guint i = 0; i < self->facts->len && allocator != LAMINA_NONE; i++)
    if (g_array_index (self->facts, SnapshotFact, i).dict == allocator)
      add_fact (self, &g_array_index (self->facts, SnapshotFact, i), lamina_builder_own_word (self->builder, settings));
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  gint64 x = ((const Place *) a)->device, y = ((const Place *) b)->device;

  if (x == LAMINA_ABSENT || y == LAMINA_ABSENT)
    return (x == LAMINA_ABSENT) - (y == LAMINA_ABSENT);
  return (x > y) - (x < y);
}

/* The device that most is known of: a trace is joined with one. */
static guint
find_busiest (const GArray *places)
{
  guint busiest = 0;

  for (guint i = 1; i < places->len; i++)
    if (g_array_index (places, Place, i).events->len > g_array_index (places, Place, busiest).events->len)
      busiest = i;
  return busiest;
}

gboolean
snapshot_build (Snapshot     *self,
                GCancellable *cancellable)
{
  guint joined;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  g_array_set_clear_func (places, clear_place);
  lamina_builder_set_tool (self->builder, "PyTorch");
  snapshot_place_blocks (self);
  place_segments (self, places);
  place_events (self, places);
  g_array_sort (places, compare_places);
  joined = find_busiest (places);
  for (guint i = 0; i < places->len; i++)
    if (!build_place (self, &g_array_index (places, Place, i), places->len == 1, i == joined, cancellable))
      return FALSE;
  account_rest (self);
  add_facts (self);
  return places->len > 0;
}

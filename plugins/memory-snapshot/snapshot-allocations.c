/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-allocations.h"

#include "snapshot-sites.h"

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
  guint32 category;
  gboolean is_old;
  gboolean is_lost;
} Allocation;

typedef struct
{
  const SnapshotRun *run;
  const SnapshotWalk *walk;
  const Snapshot *snapshot;
  LaminaBuilder *builder;
  SnapshotSites *sites;
  gint64 peak;          /* position */
  guint32 *calls;       /* call of the run for each node, or LAMINA_NONE */
  guint32 *streams;     /* string for each stream */
} Build;

static void
name_streams (Build *self)
{
  GArray *streams = self->snapshot->streams;

  self->streams = g_new (guint32, MAX (streams->len, 1));
  for (guint i = 0; i < streams->len; i++)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, g_array_index (streams, guint64, i));

      self->streams[i] = lamina_builder_intern (self->builder, text, -1);
    }
}

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

        self->calls[i] = lamina_builder_add_call (self->builder, self->run->number,
                                                  caller != LAMINA_NONE ? self->calls[caller] : LAMINA_NONE,
                                                  snapshot_calls_get_text (calls, i));
      }
}

static void
add_tensor (Build            *self,
            const Allocation *allocation)
{
  LaminaBuilder *builder = self->builder;
  const SnapshotBlock *block = allocation->block != LAMINA_NONE ? snapshot_get_block (self->snapshot, allocation->block) : NULL;
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  LaminaAllocation how = LAMINA_ALLOCATION_INIT;
  guint32 row, site;

  site = snapshot_sites_add (self->sites, allocation->call, allocation->is_old ? LAMINA_ABSENT : allocation->first,
                             allocation->bytes,
                             allocation->first <= self->peak && self->peak <= allocation->last,
                             allocation->last >= self->walk->end);
  /* Of a trace the core finds the layer that was at work. */
  if (!self->run->is_joined)
    tensor.producer = site;
  tensor.name = how.site = snapshot_sites_get_name (self->sites, site);
  tensor.bytes = allocation->bytes;
  tensor.address = allocation->address;
  if (allocation->is_lost)
    tensor.estimated = LAMINA_ESTIMATE_LIFETIME;
  row = lamina_builder_add_tensor (builder, self->run->number, &tensor);
  lamina_builder_add_lifetime (builder, self->run->number, row, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, self->run->clock,
                               allocation->first, allocation->last);
  if (allocation->call != LAMINA_NONE)
    how.call = self->calls[allocation->call];
  how.module = snapshot_calls_get_asker (self->snapshot->calls, allocation->call);
  how.stream = allocation->stream < self->snapshot->streams->len ? self->streams[allocation->stream] : 0;
  how.category = allocation->category;
  how.is_older = allocation->is_old;
  how.block = block ? block->size : LAMINA_ABSENT;
  how.released = allocation->asked != LAMINA_NONE ? snapshot_get_event (self->snapshot, allocation->asked)->time : LAMINA_ABSENT;
  lamina_builder_set_allocation (builder, self->run->number, row, &how);
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

      allocation.bytes = snapshot_walk_get_old_size (self->walk, old).requested;
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
                                .block = event->block, .asked = event->asked, .category = event->text,
                                .is_lost = event->is_lost };

      if (event->action == SNAPSHOT_ALLOC)
        add_tensor (self, &allocation);
    }
}

static void
add_segments (Build *self)
{
  lamina_builder_set_grain (self->builder, self->run->number, SNAPSHOT_GRAIN);
  for (guint i = 0; i < self->walk->pieces->len; i++)
    {
      const SnapshotPiece *piece = &g_array_index (self->walk->pieces, SnapshotPiece, i);
      LaminaSegment segment = { .address = piece->address, .bytes = piece->bytes, .clock = self->run->clock, .first = piece->first,
                                .last = piece->last, .pool = piece->pool, .grows = piece->grows };

      segment.stream = piece->stream < self->snapshot->streams->len ? self->streams[piece->stream] : 0;
      lamina_builder_add_segment (self->builder, self->run->number, &segment);
    }
}

void
snapshot_allocations_build (const SnapshotRun *run,
                            SnapshotRegions   *regions,
                            gint64             peak)
{
  Snapshot *snapshot = run->walk->snapshot;
  Build self = { .run = run, .walk = run->walk, .snapshot = snapshot, .builder = run->builder, .peak = peak };

  self.sites = snapshot_sites_new (snapshot, run->is_joined ? NULL : regions, run->is_joined ? LAMINA_NONE : run->number,
                                   run->device);
  name_streams (&self);
  add_calls (&self);
  snapshot_sites_find (self.sites, run->walk);
  add_old_tensors (&self);
  add_new_tensors (&self);
  add_segments (&self);
  snapshot_sites_finish (self.sites);
  snapshot_sites_free (self.sites);
  g_free (self.calls);
  g_free (self.streams);
}

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot.h"

G_BEGIN_DECLS

/* An allocation that was there before the first event. */
typedef struct
{
  guint64 address;
  guint32 end;    /* event that ends it, or LAMINA_NONE */
  guint32 asked;  /* event that asks for its end, or LAMINA_NONE */
  guint32 block;  /* block that holds it in the end, or LAMINA_NONE */
} SnapshotOld;

/* What an allocation takes, in bytes. */
typedef struct
{
  gint64 requested;
  gint64 active;  /* of its block */
} SnapshotSize;

/* A stretch of addresses that was the allocator's from @first to @last, positions on the axis. */
typedef struct
{
  guint64 address;
  gint64 bytes;
  gint64 first;
  gint64 last;
  guint32 stream;
  guint32 pool;
  gboolean grows;   /* with others side by side it is one segment */
} SnapshotPiece;

/*
 * The events of one device in their order, and what followed from going backwards through them: which allocation each belongs to,
 * what was there before, and which addresses the allocator had when. An end that the events don't have the beginning of means
 * that it lies before them, for a snapshot keeps the last events only.
 */
typedef struct
{
  Snapshot *snapshot;
  guint32 *events;
  guint n;
  gboolean has_times;    /* the axis is nanoseconds since 1970, else the number of the event from 1 on */
  gboolean has_end;      /* segments tell how it is in the end */
  gint64 begin;          /* position right before the first event */
  gint64 end;            /* of the last event, or of an annotation behind it */
  GArray *old;           /* SnapshotOld, by address */
  GArray *pieces;        /* SnapshotPiece */
  gint64 reserved_end;   /* bytes */
  gint64 reserved_begin;
  guint n_lost;          /* allocations whose end is lost */
  guint n_odd_segments;  /* events of segments that don't fit to what is there */
} SnapshotWalk;

/* @events: (transfer full): events of one device; @segments: which of the segments are its. NULL when cancelled. */
SnapshotWalk *snapshot_walk_new  (Snapshot       *snapshot,
                                  guint32        *events,
                                  guint           n_events,
                                  const guint32  *segments,
                                  guint           n_segments,
                                  GCancellable   *cancellable);

void          snapshot_walk_free (SnapshotWalk   *self);

/* Says which segment each block is in, and where. Called once, before any walk. */
void          snapshot_place_blocks (Snapshot    *snapshot);

static inline SnapshotEvent *
snapshot_walk_get_event (const SnapshotWalk *self,
                         guint               i)
{
  return snapshot_get_event (self->snapshot, self->events[i]);
}

/* What @requested bytes take; @block: that holds them, else LAMINA_NONE for the least that an allocator can have handed out. */
SnapshotSize  snapshot_get_size          (const Snapshot     *snapshot,
                                          gint64              requested,
                                          guint32             block);

SnapshotSize  snapshot_walk_get_old_size (const SnapshotWalk *self,
                                          const SnapshotOld  *old);

/* The run that what a walk found becomes, or becomes a part of. */
typedef struct
{
  SnapshotWalk *walk;
  LaminaBuilder *builder;
  LaminaImport *import;
  guint32 number;
  guint32 clock;
  const char *device; /* title */
  gboolean is_joined; /* the run is that of a trace */
} SnapshotRun;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SnapshotWalk, snapshot_walk_free)

G_END_DECLS

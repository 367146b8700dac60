/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "snapshot-calls.h"

G_BEGIN_DECLS

/*
 * A memory snapshot of PyTorch as plain tables, and the way it goes:
 *
 *   snapshot_read ()    carries out the pickle; snapshot-rows.h makes a row of one of these tables of each dict, whichever its keys
 *                       call for
 *   snapshot_walk ()    goes backwards through the events of one device from the segments as they are in the end, and so finds
 *                       which allocation each event belongs to, and how much there was at the beginning
 *   snapshot_build ()   makes runs of it, one a device: of what a walk found snapshot-levels.h makes counters,
 *                       snapshot-allocations.h tensors, sites and segments, snapshot-regions.h slices and sections,
 *                       snapshot-marks.h marks
 *
 * Sizes are bytes, times microseconds since 1970 or LAMINA_ABSENT.
 */

typedef enum
{
  SNAPSHOT_UNKNOWN,
  SNAPSHOT_ALLOC,
  SNAPSHOT_FREE_REQUESTED,
  SNAPSHOT_FREE_COMPLETED,
  SNAPSHOT_SEGMENT_ALLOC,
  SNAPSHOT_SEGMENT_FREE,
  SNAPSHOT_SEGMENT_MAP,
  SNAPSHOT_SEGMENT_UNMAP,
  SNAPSHOT_OOM,
  SNAPSHOT_TAKEN,
  SNAPSHOT_ANNOTATE,
} SnapshotAction;

/* What an event belongs to is found by snapshot_walk(). */
typedef struct
{
  guint64 address;   /* of an SNAPSHOT_OOM: what the device had free */
  gint64 size;       /* what was asked for, not the block that came of it */
  gint64 time;       /* after snapshot_walk() the position on the axis */
  guint32 call;      /* node of SnapshotCalls */
  guint32 stream;    /* index of a stream */
  guint32 list;      /* that it is in */
  guint32 record;
  guint32 text;      /* string: what an annotation says; of an allocation what it is for */
  guint32 partner;   /* of an allocation the event that ends it, and of that one the allocation; or LAMINA_NONE. Of an allocation
                        whose end is lost the next one at its address, or LAMINA_NONE */
  guint32 asked;     /* of either the event that asks for its end, or LAMINA_NONE */
  guint32 block;     /* of an allocation that is there in the end its block, or LAMINA_NONE */
  guint8 action;     /* SnapshotAction */
  guint8 is_lost;    /* of an allocation: its end is not among the events. Of another one: there is nothing that it ends */
} SnapshotEvent;

typedef struct
{
  guint64 address;
  gint64 size;
  gint64 requested;
  guint32 call;
  guint32 list;
  guint32 history;   /* list of the blocks that older files describe it by, or LAMINA_NONE */
  guint32 segment;   /* LAMINA_NONE until it is known */
  guint32 record;
  gboolean is_active;
} SnapshotBlock;

typedef struct
{
  guint64 address;
  gint64 total;
  gint64 device;     /* LAMINA_ABSENT when it does not say */
  guint32 stream;
  guint32 pool;      /* string, or 0 */
  guint32 blocks;    /* list, or LAMINA_NONE */
  guint32 list;
  guint32 record;
  guint64 next;      /* address behind the blocks that are known */
  gboolean grows;    /* it is made of pieces that lie side by side, each an event */
} SnapshotSegment;

typedef struct
{
  guint32 name;
  gint64 device;
  gint64 time;
  gboolean is_end;
  guint32 record;
} SnapshotAnnotation;

/* A member of a dict that is no row of a table, such as a setting. */
typedef struct
{
  guint32 dict;
  guint32 key;
  guint32 child;     /* the dict that it holds, or LAMINA_NONE */
  guint32 text;      /* the string that it holds, or LAMINA_NONE */
  LaminaValue value; /* what it holds otherwise; LAMINA_VALUE_NULL when it is neither */
} SnapshotFact;

/* A row is in a list, and a list may be in another: @parent is that one, or LAMINA_NONE, @place its place there. */
typedef struct
{
  guint32 parent;
  guint32 place;
  guint32 n;
  guint32 value;     /* of a list of frames the node, of another one the first row */
  guint32 segment;   /* of a list of blocks the segment, or LAMINA_NONE until that is known */
  gboolean is_stack;
} SnapshotList;

typedef struct
{
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSource *source;
  SnapshotCalls *calls;
  GArray *events;
  GArray *blocks;
  GArray *segments;
  GArray *annotations;
  GArray *facts;
  GArray *lists;
  GArray *streams;   /* guint64: as the file has them */
  guint32 device_segments; /* lists of the whole, or LAMINA_NONE */
  guint32 device_traces;
  guint32 host_segments;
  guint32 host_traces;
  guint32 root;      /* dict of the whole, or LAMINA_NONE */
  gboolean is_cut;   /* the text ends before the pickle does */
} Snapshot;

/* FALSE with an error when it is no snapshot, or asks for what is not carried out. */
Snapshot *snapshot_read  (LaminaBuilder  *builder,
                          LaminaSource   *source,
                          GCancellable   *cancellable,
                          GError        **error);

void      snapshot_free  (Snapshot       *self);

/* FALSE when there is nothing to show, or cancelled. */
gboolean  snapshot_build (Snapshot       *self,
                          GCancellable   *cancellable);

/* Microseconds beyond that are no time of ours: as nanoseconds they would not fit. */
#define SNAPSHOT_MAX_TIME G_GINT64_CONSTANT (3900000000000000)

/* What is kept by default of a size: an allocator hands out no less than this, in bytes, and multiples of it. */
#define SNAPSHOT_GRAIN 512

/* A GHashFunc for addresses and other numbers of 64 bits as keys: the lower half alone is the same for all segments of 4 GiB. */
static inline guint
snapshot_hash_number (gconstpointer number)
{
  return (guint) ((guint64) (guintptr) number * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static inline gboolean
snapshot_annotation_is_placed (const SnapshotAnnotation *annotation)
{
  return annotation->time > -SNAPSHOT_MAX_TIME && annotation->time < SNAPSHOT_MAX_TIME;
}

static inline SnapshotEvent *
snapshot_get_event (const Snapshot *self,
                    guint32         event)
{
  return &g_array_index (self->events, SnapshotEvent, event);
}

static inline SnapshotBlock *
snapshot_get_block (const Snapshot *self,
                    guint32         block)
{
  return &g_array_index (self->blocks, SnapshotBlock, block);
}

static inline SnapshotList *
snapshot_get_list (const Snapshot *self,
                   guint32         list)
{
  return &g_array_index (self->lists, SnapshotList, list);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Snapshot, snapshot_free)

G_END_DECLS

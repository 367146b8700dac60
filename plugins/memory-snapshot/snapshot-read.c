/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "pickle-reader.h"
#include "snapshot.h"

#include <glib/gi18n.h>
#include <string.h>

/*
 * The machine that a pickle is a program for, with a stack, marks in it, and a memo of values that come back. A value is eight
 * bytes, so that the twelve million values that a file of a gigabyte remembers take less room than their text: what it is in the
 * upper byte, and which one below. A list of frames becomes a node of the tree of calls, a dict a row, as soon as they are filled.
 */
typedef guint64 Value;

typedef enum
{
  IS_UNSET,    /* in the memo */
  IS_NONE,
  IS_BOOLEAN,
  IS_INTEGER,  /* 56 bits with a sign */
  IS_WIDE,     /* an integer of 64 bits with a sign: index into `wide` */
  IS_UNSIGNED, /* one from 2⁶³ on: its bits are there */
  IS_REAL,     /* its bits are there */
  IS_TEXT,     /* string of the builder */
  IS_PAIR,     /* a tuple of two integers: index of the first one in `wide` */
  IS_LIST,
  IS_DICT,
  IS_OTHER,
} ValueType;

#define PAYLOAD_BITS 56
#define PAYLOAD_MASK ((G_GUINT64_CONSTANT (1) << PAYLOAD_BITS) - 1)

/* More values than that are not put on the stack: no list of a real file is as long. */
#define MAX_STACK (1u << 26)

/* The numbers of a memo follow each other. Who skips more than this asks for memory, not for values. */
#define MAX_MEMO_GAP 65536

/* So many settings are read. */
#define MAX_FACTS 10000

typedef enum
{
  DICT_NEW,
  DICT_FACTS,
  DICT_FRAME,
  DICT_EVENT,
  DICT_BLOCK,
  DICT_HISTORY, /* of a block: what it was before. A row of the blocks, too */
  DICT_SEGMENT,
  DICT_ANNOTATION,
} DictKind;

typedef struct
{
  guint8 kind;
  guint32 row;
} Dict;

/* Words that mean something as a key or as a value. */
typedef enum
{
  KEY_NONE,
  KEY_ACTION,
  KEY_ACTIVE_ALLOCATED,
  KEY_ACTIVE_AWAITING_FREE,
  KEY_ACTIVE_PENDING_FREE,
  KEY_ADDR,
  KEY_ADDRESS,
  KEY_ALLOC,
  KEY_ANNOTATE,
  KEY_BLOCKS,
  KEY_DEVICE,
  KEY_DEVICE_FREE,
  KEY_DEVICE_TRACES,
  KEY_END,
  KEY_FILENAME,
  KEY_FRAMES,
  KEY_FREE,
  KEY_FREE_COMPLETED,
  KEY_FREE_REQUESTED,
  KEY_HISTORY,
  KEY_HOST_SEGMENTS,
  KEY_HOST_TRACES,
  KEY_LINE,
  KEY_NAME,
  KEY_OOM,
  KEY_REAL_SIZE,
  KEY_REQUESTED_SIZE,
  KEY_SEGMENT_ALLOC,
  KEY_SEGMENT_FREE,
  KEY_SEGMENT_MAP,
  KEY_SEGMENT_POOL_ID,
  KEY_SEGMENT_UNMAP,
  KEY_SEGMENTS,
  KEY_SIZE,
  KEY_SNAPSHOT,
  KEY_STAGE,
  KEY_STATE,
  KEY_STREAM,
  KEY_TIME_US,
  KEY_TOTAL_SIZE,
  KEY_USER_METADATA,
  N_KEYS,
} Key;

static const char *const key_texts[N_KEYS] = {
  [KEY_ACTION] = "action",
  [KEY_ACTIVE_ALLOCATED] = "active_allocated",
  [KEY_ACTIVE_AWAITING_FREE] = "active_awaiting_free",
  [KEY_ACTIVE_PENDING_FREE] = "active_pending_free",
  [KEY_ADDR] = "addr",
  [KEY_ADDRESS] = "address",
  [KEY_ALLOC] = "alloc",
  [KEY_ANNOTATE] = "annotate",
  [KEY_BLOCKS] = "blocks",
  [KEY_DEVICE] = "device",
  [KEY_DEVICE_FREE] = "device_free",
  [KEY_DEVICE_TRACES] = "device_traces",
  [KEY_END] = "END",
  [KEY_FILENAME] = "filename",
  [KEY_FRAMES] = "frames",
  [KEY_FREE] = "free",
  [KEY_FREE_COMPLETED] = "free_completed",
  [KEY_FREE_REQUESTED] = "free_requested",
  [KEY_HISTORY] = "history",
  [KEY_HOST_SEGMENTS] = "host_segments",
  [KEY_HOST_TRACES] = "host_traces",
  [KEY_LINE] = "line",
  [KEY_NAME] = "name",
  [KEY_OOM] = "oom",
  [KEY_REAL_SIZE] = "real_size",
  [KEY_REQUESTED_SIZE] = "requested_size",
  [KEY_SEGMENT_ALLOC] = "segment_alloc",
  [KEY_SEGMENT_FREE] = "segment_free",
  [KEY_SEGMENT_MAP] = "segment_map",
  [KEY_SEGMENT_POOL_ID] = "segment_pool_id",
  [KEY_SEGMENT_UNMAP] = "segment_unmap",
  [KEY_SEGMENTS] = "segments",
  [KEY_SIZE] = "size",
  [KEY_SNAPSHOT] = "snapshot",
  [KEY_STAGE] = "stage",
  [KEY_STATE] = "state",
  [KEY_STREAM] = "stream",
  [KEY_TIME_US] = "time_us",
  [KEY_TOTAL_SIZE] = "total_size",
  [KEY_USER_METADATA] = "user_metadata",
};

static const guint8 actions[N_KEYS] = {
  [KEY_ALLOC] = SNAPSHOT_ALLOC,
  [KEY_FREE] = SNAPSHOT_FREE_COMPLETED,
  [KEY_FREE_REQUESTED] = SNAPSHOT_FREE_REQUESTED,
  [KEY_FREE_COMPLETED] = SNAPSHOT_FREE_COMPLETED,
  [KEY_SEGMENT_ALLOC] = SNAPSHOT_SEGMENT_ALLOC,
  [KEY_SEGMENT_FREE] = SNAPSHOT_SEGMENT_FREE,
  [KEY_SEGMENT_MAP] = SNAPSHOT_SEGMENT_MAP,
  [KEY_SEGMENT_UNMAP] = SNAPSHOT_SEGMENT_UNMAP,
  [KEY_OOM] = SNAPSHOT_OOM,
  [KEY_SNAPSHOT] = SNAPSHOT_TAKEN,
  [KEY_ANNOTATE] = SNAPSHOT_ANNOTATE,
};

typedef struct
{
  Snapshot *snapshot;
  PickleReader *reader;
  guint max_depth;
  guint8 *keys;        /* Key of each string of the builder with a number below n_keys */
  guint n_keys;
  GArray *stack;       /* Value */
  GArray *marks;       /* guint: how high the stack was */
  GArray *memo;        /* Value */
  GArray *wide;        /* guint64 */
  GArray *dicts;       /* Dict */
  guint32 open_list;   /* the list of frames that is being filled, or LAMINA_NONE */
  GArray *open_frames; /* its frames, the innermost first */
  GHashTable *streams; /* number → index */
  guint64 last_stream;
  guint32 last_stream_index;
} Machine;

static inline Value
value_new (ValueType type,
           guint64   payload)
{
  return (Value) type << PAYLOAD_BITS | (payload & PAYLOAD_MASK);
}

static inline ValueType
value_get_type (Value value)
{
  return (ValueType) (value >> PAYLOAD_BITS);
}

static inline guint64
value_get_payload (Value value)
{
  return value & PAYLOAD_MASK;
}

static inline gboolean
is_of (Value     value,
       ValueType type)
{
  return value_get_type (value) == type;
}

static Value
value_new_wide (Machine   *self,
                ValueType  type,
                guint64    bits)
{
  g_array_append_val (self->wide, bits);
  return value_new (type, self->wide->len - 1);
}

static Value
value_new_integer (Machine *self,
                   gint64   integer)
{
  const gint64 end = G_GINT64_CONSTANT (1) << (PAYLOAD_BITS - 1);

  return integer >= -end && integer < end ? value_new (IS_INTEGER, (guint64) integer)
                                          : value_new_wide (self, IS_WIDE, (guint64) integer);
}

static guint64
get_wide (Machine *self,
          Value    value)
{
  return g_array_index (self->wide, guint64, value_get_payload (value));
}

/* A number from 0 on, as a size is; LAMINA_ABSENT for anything else. */
static gint64
get_integer (Machine *self,
             Value    value)
{
  if (is_of (value, IS_INTEGER))
    return (gint64) (value << (64 - PAYLOAD_BITS)) >> (64 - PAYLOAD_BITS);
  return is_of (value, IS_WIDE) ? (gint64) get_wide (self, value) : LAMINA_ABSENT;
}

static gint64
get_size (Machine *self,
          Value    value)
{
  gint64 size = get_integer (self, value);

  return size >= 0 ? size : LAMINA_ABSENT;
}

static guint64
get_bits (Machine *self,
          Value    value)
{
  if (is_of (value, IS_UNSIGNED))
    return get_wide (self, value);
  return is_of (value, IS_INTEGER) || is_of (value, IS_WIDE) ? (guint64) get_integer (self, value) : 0;
}

static guint32
get_text (Value value)
{
  return is_of (value, IS_TEXT) ? (guint32) value_get_payload (value) : 0;
}

static guint32
get_list (Value value)
{
  return is_of (value, IS_LIST) ? (guint32) value_get_payload (value) : LAMINA_NONE;
}

static Key
get_key (Machine *self,
         Value    value)
{
  guint32 text = get_text (value);

  return text < self->n_keys ? (Key) self->keys[text] : KEY_NONE;
}

static Dict *
get_dict (Machine *self,
          Value    value)
{
  return &g_array_index (self->dicts, Dict, value_get_payload (value));
}

static guint32
find_stream (Machine *self,
             guint64  number)
{
  Snapshot *snapshot = self->snapshot;
  gpointer found;

  if (snapshot->streams->len > 0 && self->last_stream == number)
    return self->last_stream_index;
  if (!g_hash_table_lookup_extended (self->streams, (gpointer) (guintptr) number, NULL, &found))
    {
      found = GUINT_TO_POINTER (snapshot->streams->len);
      g_array_append_val (snapshot->streams, number);
      g_hash_table_insert (self->streams, (gpointer) (guintptr) number, found);
    }
  self->last_stream = number;
  self->last_stream_index = GPOINTER_TO_UINT (found);
  return self->last_stream_index;
}

/* Lists of frames */

/* The list that was filled last becomes a node. */
static void
close_list (Machine *self)
{
  if (self->open_list == LAMINA_NONE)
    return;
  snapshot_get_list (self->snapshot, self->open_list)->value =
    snapshot_calls_find (self->snapshot->calls, (const guint32 *) (gpointer) self->open_frames->data, self->open_frames->len);
  self->open_list = LAMINA_NONE;
}

static void
open_list (Machine *self,
           guint32  list)
{
  SnapshotList *opened = snapshot_get_list (self->snapshot, list);

  if (list == self->open_list)
    return;
  close_list (self);
  self->open_list = list;
  g_array_set_size (self->open_frames, 0);
  for (guint32 node = opened->is_stack ? opened->value : LAMINA_NONE; node != LAMINA_NONE;
       node = snapshot_calls_get_caller (self->snapshot->calls, node))
    g_array_append_vals (self->open_frames, &(guint32) { snapshot_calls_get_frame (self->snapshot->calls, node) }, 1);
  opened->is_stack = TRUE;
}

static void
add_frame (Machine *self,
           guint32  list,
           guint32  frame)
{
  open_list (self, list);
  if (self->open_frames->len < SNAPSHOT_MAX_FRAMES)
    g_array_append_val (self->open_frames, frame);
}

static guint32
get_call (Machine *self,
          Value    value)
{
  guint32 list = get_list (value);

  if (list == LAMINA_NONE)
    return LAMINA_NONE;
  if (list == self->open_list)
    close_list (self);
  return snapshot_get_list (self->snapshot, list)->is_stack ? snapshot_get_list (self->snapshot, list)->value : LAMINA_NONE;
}

/* Rows */

static guint32
open_record (Machine *self,
             guint64  offset)
{
  return lamina_import_open_record (self->snapshot->import, self->snapshot->source, offset);
}

static void
begin_row (Machine  *self,
           Dict     *dict,
           DictKind  kind,
           guint64   offset)
{
  Snapshot *snapshot = self->snapshot;

  dict->kind = (guint8) kind;
  switch (kind)
    {
    case DICT_EVENT:
      dict->row = snapshot->events->len;
      g_array_append_vals (snapshot->events,
                           &(SnapshotEvent) { .size = LAMINA_ABSENT, .time = LAMINA_ABSENT, .call = LAMINA_NONE,
                                              .list = LAMINA_NONE, .record = open_record (self, offset), .partner = LAMINA_NONE,
                                              .asked = LAMINA_NONE, .block = LAMINA_NONE }, 1);
      break;
    case DICT_BLOCK:
    case DICT_HISTORY:
      dict->row = snapshot->blocks->len;
      g_array_append_vals (snapshot->blocks,
                           &(SnapshotBlock) { .size = LAMINA_ABSENT, .requested = LAMINA_ABSENT, .call = LAMINA_NONE,
                                              .list = LAMINA_NONE, .history = LAMINA_NONE, .segment = LAMINA_NONE,
                                              .record = open_record (self, offset) }, 1);
      break;
    case DICT_SEGMENT:
      dict->row = snapshot->segments->len;
      g_array_append_vals (snapshot->segments,
                           &(SnapshotSegment) { .total = LAMINA_ABSENT, .device = LAMINA_ABSENT, .blocks = LAMINA_NONE,
                                                .list = LAMINA_NONE, .record = open_record (self, offset) }, 1);
      break;
    case DICT_ANNOTATION:
      dict->row = snapshot->annotations->len;
      g_array_append_vals (snapshot->annotations,
                           &(SnapshotAnnotation) { .device = LAMINA_ABSENT, .time = LAMINA_ABSENT,
                                                   .record = open_record (self, offset) }, 1);
      break;
    case DICT_NEW:
    case DICT_FACTS:
    case DICT_FRAME:
    default:
      break;
    }
}

/* What a dict is shows in its keys; @pairs are keys and values in turn. */
static DictKind
find_kind (Machine     *self,
           const Value *pairs,
           guint        n)
{
  for (guint i = 0; i + 1 < n; i += 2)
    switch ((int) get_key (self, pairs[i]))
      {
      case KEY_ACTION: return DICT_EVENT;
      case KEY_FILENAME: return DICT_FRAME;
      case KEY_TOTAL_SIZE: return DICT_SEGMENT;
      case KEY_STATE: return DICT_BLOCK;
      case KEY_REAL_SIZE: return DICT_HISTORY;
      case KEY_STAGE: return DICT_ANNOTATION;
      default: break;
      }
  return DICT_FACTS;
}

static void
set_frame (Machine     *self,
           Dict        *dict,
           const Value *pairs,
           guint        n)
{
  SnapshotFrame frame = { 0 };

  for (guint i = 0; i + 1 < n; i += 2)
    switch ((int) get_key (self, pairs[i]))
      {
      case KEY_NAME: frame.name = get_text (pairs[i + 1]); break;
      case KEY_FILENAME: frame.file = get_text (pairs[i + 1]); break;
      case KEY_LINE: frame.line = MAX (get_integer (self, pairs[i + 1]), 0); break;
      default: break;
      }
  dict->row = snapshot_calls_add_frame (self->snapshot->calls, &frame);
}

static void
set_event (Machine *self,
           guint32  row,
           Value    key,
           Value    value)
{
  SnapshotEvent *event = snapshot_get_event (self->snapshot, row);

  switch ((int) get_key (self, key))
    {
    case KEY_ACTION: event->action = actions[get_key (self, value)]; break;
    case KEY_ADDR:
    case KEY_DEVICE_FREE: event->address = get_bits (self, value); break;
    case KEY_SIZE: event->size = get_size (self, value); break;
    case KEY_STREAM: event->stream = find_stream (self, get_bits (self, value)); break;
    case KEY_TIME_US: event->time = get_integer (self, value); break;
    case KEY_FRAMES: event->call = get_call (self, value); break;
    case KEY_USER_METADATA: event->text = get_text (value); break;
    default: break;
    }
}

static void
set_block (Machine *self,
           guint32  row,
           Value    key,
           Value    value)
{
  SnapshotBlock *block = snapshot_get_block (self->snapshot, row);
  Key state = get_key (self, value);

  switch ((int) get_key (self, key))
    {
    case KEY_ADDR:
    case KEY_ADDRESS: block->address = get_bits (self, value); break;
    case KEY_SIZE: block->size = get_size (self, value); break;
    case KEY_REAL_SIZE:
    case KEY_REQUESTED_SIZE: block->requested = get_size (self, value); break;
    case KEY_FRAMES: block->call = get_call (self, value); break;
    case KEY_HISTORY: block->history = get_list (value); break;
    case KEY_STATE:
      block->is_active = state == KEY_ACTIVE_ALLOCATED || state == KEY_ACTIVE_AWAITING_FREE || state == KEY_ACTIVE_PENDING_FREE;
      break;
    default: break;
    }
}

/* Memory of a graph has a pool of its own; that of all others is (0, 0). */
static guint32
get_pool (Machine *self,
          Value    value)
{
  g_autofree char *text = NULL;
  const guint64 *pair;

  if (!is_of (value, IS_PAIR))
    return 0;
  pair = &g_array_index (self->wide, guint64, value_get_payload (value));
  if (pair[0] == 0 && pair[1] == 0)
    return 0;
  text = g_strdup_printf ("(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", (gint64) pair[0], (gint64) pair[1]);
  return lamina_builder_intern (self->snapshot->builder, text, -1);
}

static void
set_segment (Machine *self,
             guint32  row,
             Value    key,
             Value    value)
{
  SnapshotSegment *segment = &g_array_index (self->snapshot->segments, SnapshotSegment, row);

  switch ((int) get_key (self, key))
    {
    case KEY_ADDRESS: segment->address = get_bits (self, value); break;
    case KEY_TOTAL_SIZE: segment->total = get_size (self, value); break;
    case KEY_DEVICE: segment->device = get_integer (self, value); break;
    case KEY_STREAM: segment->stream = find_stream (self, get_bits (self, value)); break;
    case KEY_SEGMENT_POOL_ID: segment->pool = get_pool (self, value); break;
    case KEY_BLOCKS: segment->blocks = get_list (value); break;
    default: break;
    }
}

static void
set_annotation (Machine *self,
                guint32  row,
                Value    key,
                Value    value)
{
  SnapshotAnnotation *annotation = &g_array_index (self->snapshot->annotations, SnapshotAnnotation, row);

  switch ((int) get_key (self, key))
    {
    case KEY_STAGE: annotation->is_end = get_key (self, value) == KEY_END; break;
    case KEY_NAME: annotation->name = get_text (value); break;
    case KEY_DEVICE: annotation->device = get_integer (self, value); break;
    case KEY_TIME_US: annotation->time = get_integer (self, value); break;
    default: break;
    }
}

static void
set_fact (Machine *self,
          guint32  dict,
          Value    key,
          Value    value)
{
  Snapshot *snapshot = self->snapshot;
  SnapshotFact fact = { .dict = dict, .key = get_text (key), .child = LAMINA_NONE, .text = LAMINA_NONE,
                        .value = { .type = LAMINA_VALUE_NULL } };
  guint64 bits;

  switch ((int) get_key (self, key))
    {
    case KEY_SEGMENTS: snapshot->device_segments = get_list (value); return;
    case KEY_DEVICE_TRACES: snapshot->device_traces = get_list (value); return;
    case KEY_HOST_SEGMENTS: snapshot->host_segments = get_list (value); return;
    case KEY_HOST_TRACES: snapshot->host_traces = get_list (value); return;
    default: break;
    }
  switch ((int) value_get_type (value))
    {
    case IS_DICT: fact.child = (guint32) value_get_payload (value); break;
    case IS_TEXT: fact.text = get_text (value); break;
    case IS_BOOLEAN:
      fact.value = (LaminaValue) { .type = LAMINA_VALUE_BOOLEAN, .integer = (gint64) value_get_payload (value) };
      break;
    case IS_INTEGER:
    case IS_WIDE: fact.value = LAMINA_VALUE_INIT_INTEGER (get_integer (self, value), LAMINA_UNIT_NONE); break;
    case IS_REAL:
      bits = get_wide (self, value);
      fact.value.type = LAMINA_VALUE_REAL;
      memcpy (&fact.value.real, &bits, sizeof bits);
      break;
    default: break;
    }
  if (fact.key != 0 && snapshot->facts->len < MAX_FACTS)
    g_array_append_val (snapshot->facts, fact);
}

static void
set_items (Machine     *self,
           Value        target,
           const Value *pairs,
           guint        n,
           guint64      offset)
{
  Dict *dict;

  if (!is_of (target, IS_DICT))
    return;
  dict = get_dict (self, target);
  if (dict->kind == DICT_NEW)
    begin_row (self, dict, find_kind (self, pairs, n), offset);
  if (dict->kind == DICT_FRAME)
    set_frame (self, dict, pairs, n);
  else
    for (guint i = 0; i + 1 < n; i += 2)
      switch (dict->kind)
        {
        case DICT_EVENT: set_event (self, dict->row, pairs[i], pairs[i + 1]); break;
        case DICT_BLOCK:
        case DICT_HISTORY: set_block (self, dict->row, pairs[i], pairs[i + 1]); break;
        case DICT_SEGMENT: set_segment (self, dict->row, pairs[i], pairs[i + 1]); break;
        case DICT_ANNOTATION: set_annotation (self, dict->row, pairs[i], pairs[i + 1]); break;
        default: set_fact (self, (guint32) value_get_payload (target), pairs[i], pairs[i + 1]); break;
        }
}

/* A row is in one list: in the first one that it is put into. */
static void
append_dict (Machine *self,
             guint32  list,
             Value    value)
{
  const Dict *dict = get_dict (self, value);
  SnapshotList *into = snapshot_get_list (self->snapshot, list);
  guint32 *in = NULL;

  if (dict->kind == DICT_FRAME)
    {
      add_frame (self, list, dict->row);
      return;
    }
  if (dict->kind == DICT_EVENT)
    in = &snapshot_get_event (self->snapshot, dict->row)->list;
  else if (dict->kind == DICT_BLOCK || dict->kind == DICT_HISTORY)
    in = &snapshot_get_block (self->snapshot, dict->row)->list;
  else if (dict->kind == DICT_SEGMENT)
    in = &g_array_index (self->snapshot->segments, SnapshotSegment, dict->row).list;
  if (in != NULL && *in == LAMINA_NONE)
    *in = list;
  if (!into->is_stack && into->n == 0)
    into->value = dict->row;
  into->n++;
}

static void
append (Machine     *self,
        Value        target,
        const Value *values,
        guint        n)
{
  guint32 list = get_list (target);

  for (guint i = 0; list != LAMINA_NONE && i < n; i++)
    if (is_of (values[i], IS_DICT))
      append_dict (self, list, values[i]);
    else if (is_of (values[i], IS_LIST))
      {
        SnapshotList *inner = snapshot_get_list (self->snapshot, get_list (values[i]));

        if (inner->parent == LAMINA_NONE)
          {
            inner->parent = list;
            inner->place = snapshot_get_list (self->snapshot, list)->n;
          }
        snapshot_get_list (self->snapshot, list)->n++;
      }
}

/* The machine */

static void
damage (Machine               *self,
        const PickleOperation *operation,
        const char            *what)
{
  pickle_reader_refuse (self->reader, operation->offset, LAMINA_ERROR_SYNTAX, "the pickle is damaged: %s", what);
}

static void
push (Machine               *self,
      const PickleOperation *operation,
      Value                  value)
{
  if (self->stack->len >= MAX_STACK)
    pickle_reader_refuse (self->reader, operation->offset, LAMINA_ERROR_LIMIT, "more than %u values that nothing takes", MAX_STACK);
  else
    g_array_append_val (self->stack, value);
}

static inline Value
get_value (Machine *self,
           guint    i)
{
  return g_array_index (self->stack, Value, i);
}

static inline guint
get_floor (Machine *self)
{
  return self->marks->len > 0 ? g_array_index (self->marks, guint, self->marks->len - 1) : 0;
}

/* Whether @n values lie above the mark. */
static gboolean
has_values (Machine               *self,
            const PickleOperation *operation,
            guint                  n)
{
  if (self->stack->len - get_floor (self) >= n)
    return TRUE;
  damage (self, operation, "a value is missing");
  return FALSE;
}

/* Takes the mark away: where it stood, or LAMINA_NONE. */
static guint
take_mark (Machine               *self,
           const PickleOperation *operation)
{
  guint floor = get_floor (self);

  if (self->marks->len == 0)
    {
      damage (self, operation, "a mark is missing");
      return LAMINA_NONE;
    }
  g_array_set_size (self->marks, self->marks->len - 1);
  return floor;
}

static Value
new_list (Machine *self)
{
  SnapshotList list = { .parent = LAMINA_NONE, .value = LAMINA_NONE, .segment = LAMINA_NONE };

  g_array_append_val (self->snapshot->lists, list);
  return value_new (IS_LIST, self->snapshot->lists->len - 1);
}

static Value
new_dict (Machine *self)
{
  Dict dict = { .kind = DICT_NEW, .row = LAMINA_NONE };

  g_array_append_val (self->dicts, dict);
  return value_new (IS_DICT, self->dicts->len - 1);
}

static void
make_tuple (Machine               *self,
            const PickleOperation *operation)
{
  Value value = value_new (IS_OTHER, 0);
  guint begin;

  if (operation->integer > 0 && !has_values (self, operation, (guint) operation->integer))
    return;
  begin = operation->integer < 0 ? take_mark (self, operation) : self->stack->len - (guint) operation->integer;
  if (begin == LAMINA_NONE)
    return;
  if (self->stack->len - begin == 2)
    {
      guint64 pair[2] = { get_bits (self, get_value (self, begin)), get_bits (self, get_value (self, begin + 1)) };

      value = value_new (IS_PAIR, self->wide->len);
      g_array_append_vals (self->wide, pair, 2);
    }
  g_array_set_size (self->stack, begin);
  push (self, operation, value);
}

/* Fills the container below the mark with what lies above it, or a new one in its place. */
static void
take_marked (Machine               *self,
             const PickleOperation *operation)
{
  guint begin = take_mark (self, operation);
  const Value *values;
  guint n;
  Value target;

  if (begin == LAMINA_NONE)
    return;
  if (operation->kind == PICKLE_APPENDS || operation->kind == PICKLE_SET_ITEMS)
    {
      if (begin == 0 || (self->marks->len > 0 && begin - 1 < get_floor (self)))
        {
          damage (self, operation, "what a mark stands on is missing");
          return;
        }
      target = get_value (self, begin - 1);
    }
  else
    target = operation->kind == PICKLE_NEW_LIST ? new_list (self) : new_dict (self);
  values = (const Value *) (gpointer) self->stack->data + begin;
  n = self->stack->len - begin;
  if (operation->kind == PICKLE_APPENDS || operation->kind == PICKLE_NEW_LIST)
    append (self, target, values, n);
  else
    set_items (self, target, values, n, operation->offset);
  g_array_set_size (self->stack, begin);
  if (operation->kind == PICKLE_NEW_LIST || operation->kind == PICKLE_NEW_DICT)
    push (self, operation, target);
}

/* The same with the one item, or the key and the value, that lie on top. */
static void
take_topmost (Machine               *self,
              const PickleOperation *operation)
{
  guint n = operation->kind == PICKLE_APPEND ? 1 : 2;
  Value values[2];
  guint begin;

  if (!has_values (self, operation, n + 1))
    return;
  begin = self->stack->len - n;
  memcpy (values, &g_array_index (self->stack, Value, begin), n * sizeof *values);
  if (n == 1)
    append (self, get_value (self, begin - 1), values, 1);
  else
    set_items (self, get_value (self, begin - 1), values, 2, operation->offset);
  g_array_set_size (self->stack, begin);
}

static void
put (Machine               *self,
     const PickleOperation *operation)
{
  guint64 place = operation->integer < 0 ? self->memo->len : (guint64) operation->integer;

  if (!has_values (self, operation, 1))
    return;
  if (place > (guint64) self->memo->len + MAX_MEMO_GAP)
    {
      damage (self, operation, "the memo has gaps");
      return;
    }
  if (place >= self->memo->len)
    g_array_set_size (self->memo, (guint) place + 1);
  g_array_index (self->memo, Value, place) = get_value (self, self->stack->len - 1);
}

static void
get (Machine               *self,
     const PickleOperation *operation)
{
  guint64 place = (guint64) operation->integer;

  if (place >= self->memo->len || is_of (g_array_index (self->memo, Value, place), IS_UNSET))
    damage (self, operation, "the memo has no such value");
  else
    push (self, operation, g_array_index (self->memo, Value, place));
}

static void
push_mark (Machine               *self,
           const PickleOperation *operation)
{
  if (self->marks->len >= self->max_depth)
    pickle_reader_refuse (self->reader, operation->offset, LAMINA_ERROR_LIMIT, "more than %u marks within each other",
                          self->max_depth);
  else
    g_array_append_val (self->marks, self->stack->len);
}

static void
pop (Machine               *self,
     const PickleOperation *operation)
{
  guint begin;

  /* On a bare mark it takes the mark. */
  if (operation->kind == PICKLE_POP_MARK || (self->marks->len > 0 && self->stack->len == get_floor (self)))
    {
      if ((begin = take_mark (self, operation)) != LAMINA_NONE)
        g_array_set_size (self->stack, begin);
    }
  else if (has_values (self, operation, 1))
    g_array_set_size (self->stack, self->stack->len - 1);
}

static void
carry_out (Machine               *self,
           const PickleOperation *operation)
{
  guint64 bits;

  switch (operation->kind)
    {
    case PICKLE_NONE: push (self, operation, value_new (IS_NONE, 0)); break;
    case PICKLE_BOOLEAN: push (self, operation, value_new (IS_BOOLEAN, (guint64) operation->integer)); break;
    case PICKLE_INTEGER: push (self, operation, value_new_integer (self, operation->integer)); break;
    case PICKLE_UNSIGNED: push (self, operation, value_new_wide (self, IS_UNSIGNED, (guint64) operation->integer)); break;
    case PICKLE_REAL:
      memcpy (&bits, &operation->real, sizeof bits);
      push (self, operation, value_new_wide (self, IS_REAL, bits));
      break;
    case PICKLE_TEXT:
      push (self, operation,
            value_new (IS_TEXT, lamina_builder_intern_raw (self->snapshot->builder, operation->text, operation->length)));
      break;
    case PICKLE_OTHER: push (self, operation, value_new (IS_OTHER, 0)); break;
    case PICKLE_EMPTY_DICT: push (self, operation, new_dict (self)); break;
    case PICKLE_EMPTY_LIST: push (self, operation, new_list (self)); break;
    case PICKLE_TUPLE: make_tuple (self, operation); break;
    case PICKLE_NEW_DICT:
    case PICKLE_NEW_LIST:
    case PICKLE_APPENDS:
    case PICKLE_SET_ITEMS: take_marked (self, operation); break;
    case PICKLE_APPEND:
    case PICKLE_SET_ITEM: take_topmost (self, operation); break;
    case PICKLE_MARK: push_mark (self, operation); break;
    case PICKLE_PUT: put (self, operation); break;
    case PICKLE_GET: get (self, operation); break;
    case PICKLE_POP:
    case PICKLE_POP_MARK: pop (self, operation); break;
    case PICKLE_DUPLICATE:
      if (has_values (self, operation, 1))
        push (self, operation, get_value (self, self->stack->len - 1));
      break;
    case PICKLE_STOP:
    default: break;
    }
}

/*
 * What lies on the stack where the text was cut is put where it was on its way to: what is above a mark into the container
 * below it. A list that still waits for its only item has no mark; what follows a list where a key should stand is that item.
 */
static void
gather_members (Machine *self,
                Value    target,
                guint    begin,
                guint64  offset)
{
  const Value *values = (const Value *) (gpointer) self->stack->data;

  for (guint i = begin; i + 1 < self->stack->len; i += 2)
    {
      Value pair[2] = { values[i], values[i + 1] };
      Value into = pair[1];

      for (; i + 2 < self->stack->len && is_of (into, IS_LIST) && !is_of (values[i + 2], IS_TEXT); i++)
        {
          append (self, into, &values[i + 2], 1);
          into = values[i + 2];
        }
      set_items (self, target, pair, 2, offset);
    }
}

static void
gather (Machine *self,
        guint64  offset)
{
  while (self->marks->len > 0)
    {
      guint begin = get_floor (self);
      guint floor;

      g_array_set_size (self->marks, self->marks->len - 1);
      floor = get_floor (self);
      if (begin > floor && is_of (get_value (self, begin - 1), IS_LIST))
        append (self, get_value (self, begin - 1), &g_array_index (self->stack, Value, begin), self->stack->len - begin);
      else if (begin > floor && is_of (get_value (self, begin - 1), IS_DICT)
               && get_dict (self, get_value (self, begin - 1))->kind <= DICT_FACTS && self->marks->len == 0)
        gather_members (self, get_value (self, begin - 1), begin, offset);
      g_array_set_size (self->stack, begin);
    }
}

static void
machine_init (Machine      *self,
              Snapshot     *snapshot,
              GCancellable *cancellable)
{
  guint32 ids[N_KEYS] = { 0 };

  *self = (Machine) { .snapshot = snapshot, .open_list = LAMINA_NONE };
  self->reader = pickle_reader_new (snapshot->source, snapshot->import, cancellable);
  self->max_depth = lamina_source_get_limits (snapshot->source)->max_depth;
  self->stack = g_array_new (FALSE, FALSE, sizeof (Value));
  self->marks = g_array_new (FALSE, FALSE, sizeof (guint));
  self->memo = g_array_new (FALSE, TRUE, sizeof (Value));
  self->wide = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->dicts = g_array_new (FALSE, FALSE, sizeof (Dict));
  self->open_frames = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->streams = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (guint i = 1; i < N_KEYS; i++)
    {
      ids[i] = lamina_builder_intern (snapshot->builder, key_texts[i], -1);
      self->n_keys = MAX (self->n_keys, ids[i] + 1);
    }
  self->keys = g_new0 (guint8, self->n_keys);
  for (guint i = 1; i < N_KEYS; i++)
    self->keys[ids[i]] = (guint8) i;
}

static void
machine_clear (Machine *self)
{
  GArray *arrays[] = { self->stack, self->marks, self->memo, self->wide, self->dicts, self->open_frames };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_hash_table_unref (self->streams);
  g_free (self->keys);
  pickle_reader_free (self->reader);
}

/* The whole is a dict; functions of old return the list of segments alone. */
static void
find_root (Machine *self)
{
  Value root = self->stack->len > 0 ? get_value (self, 0) : value_new (IS_NONE, 0);

  if (is_of (root, IS_DICT))
    self->snapshot->root = (guint32) value_get_payload (root);
  else if (is_of (root, IS_LIST) && self->snapshot->device_segments == LAMINA_NONE)
    self->snapshot->device_segments = get_list (root);
}

static gboolean
run_machine (Machine  *self,
             GError  **error)
{
  Snapshot *snapshot = self->snapshot;
  PickleOperation operation = { 0 };

  while (pickle_reader_next (self->reader, &operation))
    carry_out (self, &operation);
  if (!pickle_reader_finish (self->reader, error))
    return FALSE;
  snapshot->is_cut = pickle_reader_is_cut (self->reader);
  if (snapshot->is_cut)
    {
      lamina_import_repair (snapshot->import, N_("the pickle ends in the middle: what was whole is shown"), snapshot->source,
                            operation.offset, LAMINA_NONE);
      gather (self, operation.offset);
    }
  close_list (self);
  find_root (self);
  return TRUE;
}

Snapshot *
snapshot_read (LaminaBuilder  *builder,
               LaminaSource   *source,
               GCancellable   *cancellable,
               GError        **error)
{
  g_autoptr (Snapshot) self = g_new0 (Snapshot, 1);
  Machine machine;
  gboolean done;

  self->builder = lamina_builder_ref (builder);
  self->import = lamina_import_ref (lamina_builder_get_import (builder));
  self->source = lamina_source_ref (source);
  self->calls = snapshot_calls_new (builder);
  self->events = g_array_new (FALSE, FALSE, sizeof (SnapshotEvent));
  self->blocks = g_array_new (FALSE, FALSE, sizeof (SnapshotBlock));
  self->segments = g_array_new (FALSE, FALSE, sizeof (SnapshotSegment));
  self->annotations = g_array_new (FALSE, FALSE, sizeof (SnapshotAnnotation));
  self->facts = g_array_new (FALSE, FALSE, sizeof (SnapshotFact));
  self->lists = g_array_new (FALSE, FALSE, sizeof (SnapshotList));
  self->streams = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->device_segments = self->device_traces = self->host_segments = self->host_traces = self->root = LAMINA_NONE;
  machine_init (&machine, self, cancellable);
  done = run_machine (&machine, error);
  machine_clear (&machine);
  return done ? g_steal_pointer (&self) : NULL;
}

void
snapshot_free (Snapshot *self)
{
  GArray *arrays[] = { self->events, self->blocks, self->segments, self->annotations, self->facts, self->lists, self->streams };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  snapshot_calls_free (self->calls);
  lamina_builder_unref (self->builder);
  lamina_import_unref (self->import);
  lamina_source_unref (self->source);
  g_free (self);
}

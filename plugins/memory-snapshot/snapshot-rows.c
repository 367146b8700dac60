/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-rows.h"

#include <string.h>

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
  KEY_CATEGORY,
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
  KEY_IS_EXPANDABLE,
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
  [KEY_CATEGORY] = "category",
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
  [KEY_IS_EXPANDABLE] = "is_expandable",
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

struct _SnapshotRows
{
  Snapshot *snapshot;
  guint8 *keys;        /* Key of each string of the builder with a number below n_keys */
  guint n_keys;
  GArray *wide;        /* guint64 */
  GArray *dicts;       /* Dict */
  guint32 open_list;   /* the list of frames that is being filled, or LAMINA_NONE */
  guint32 *open_frames; /* its frames, the innermost first, of which there is room for SNAPSHOT_MAX_FRAMES */
  guint n_open_frames;
  GHashTable *streams; /* number → index */
  guint64 last_stream;
  guint32 last_stream_index;
};

SnapshotValue
snapshot_rows_new_wide (SnapshotRows      *self,
                        SnapshotValueType  type,
                        guint64            bits)
{
  g_array_append_val (self->wide, bits);
  return snapshot_value_new (type, self->wide->len - 1);
}

SnapshotValue
snapshot_rows_new_integer (SnapshotRows *self,
                           gint64        integer)
{
  const gint64 end = G_GINT64_CONSTANT (1) << (PAYLOAD_BITS - 1);

  return integer >= -end && integer < end ? snapshot_value_new (SNAPSHOT_IS_INTEGER, (guint64) integer)
                                          : snapshot_rows_new_wide (self, SNAPSHOT_IS_WIDE, (guint64) integer);
}

static guint64
get_wide (SnapshotRows  *self,
          SnapshotValue  value)
{
  return g_array_index (self->wide, guint64, snapshot_value_get_payload (value));
}

/* A number from 0 on, as a size is; LAMINA_ABSENT for anything else. */
static gint64
get_integer (SnapshotRows  *self,
             SnapshotValue  value)
{
  if (snapshot_value_is (value, SNAPSHOT_IS_INTEGER))
    return (gint64) (value << (64 - PAYLOAD_BITS)) >> (64 - PAYLOAD_BITS);
  return snapshot_value_is (value, SNAPSHOT_IS_WIDE) ? (gint64) get_wide (self, value) : LAMINA_ABSENT;
}

static gint64
get_size (SnapshotRows  *self,
          SnapshotValue  value)
{
  gint64 size = get_integer (self, value);

  return size >= 0 ? size : LAMINA_ABSENT;
}

static guint64
get_bits (SnapshotRows  *self,
                        SnapshotValue  value)
{
  if (snapshot_value_is (value, SNAPSHOT_IS_UNSIGNED))
    return get_wide (self, value);
  return snapshot_value_is (value, SNAPSHOT_IS_INTEGER) || snapshot_value_is (value, SNAPSHOT_IS_WIDE)
         ? (guint64) get_integer (self, value) : 0;
}

static guint32
get_text (SnapshotValue value)
{
  return snapshot_value_is (value, SNAPSHOT_IS_TEXT) ? (guint32) snapshot_value_get_payload (value) : 0;
}

static Key
get_key (SnapshotRows  *self,
         SnapshotValue  value)
{
  guint32 text = get_text (value);

  return text < self->n_keys ? (Key) self->keys[text] : KEY_NONE;
}

static Dict *
get_dict (SnapshotRows  *self,
          SnapshotValue  value)
{
  return &g_array_index (self->dicts, Dict, snapshot_value_get_payload (value));
}

static guint32
find_stream (SnapshotRows *self,
             guint64       number)
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
void
snapshot_rows_close (SnapshotRows *self)
{
  if (self->open_list == LAMINA_NONE)
    return;
  snapshot_get_list (self->snapshot, self->open_list)->value =
    snapshot_calls_find (self->snapshot->calls, self->open_frames, self->n_open_frames);
  self->open_list = LAMINA_NONE;
}

static void
open_list (SnapshotRows *self,
           guint32       list)
{
  SnapshotList *opened = snapshot_get_list (self->snapshot, list);

  snapshot_rows_close (self);
  self->open_list = list;
  self->n_open_frames = 0;
  for (guint32 node = opened->is_stack ? opened->value : LAMINA_NONE; node != LAMINA_NONE;
       node = snapshot_calls_get_caller (self->snapshot->calls, node))
    self->open_frames[self->n_open_frames++] = snapshot_calls_get_frame (self->snapshot->calls, node);
  opened->is_stack = TRUE;
}

static inline gboolean
is_frame (const Dict    *dicts,
          SnapshotValue  value)
{
  return snapshot_value_is (value, SNAPSHOT_IS_DICT) && dicts[snapshot_value_get_payload (value)].kind == DICT_FRAME;
}

/* How many of the values are frames, which are added, before one that is not. */
static guint
add_frames (SnapshotRows        *self,
            guint32              list,
            const SnapshotValue *values,
            guint                n)
{
  const Dict *dicts = (const Dict *) self->dicts->data;
  guint32 *open;
  guint room, i;

  if (n == 0 || !is_frame (dicts, values[0]))
    return 0;
  if (list != self->open_list)
    open_list (self, list);
  open = self->open_frames + self->n_open_frames;
  room = SNAPSHOT_MAX_FRAMES - self->n_open_frames;
  for (i = 0; i < n && is_frame (dicts, values[i]); i++)
    if (i < room)
      open[i] = dicts[snapshot_value_get_payload (values[i])].row;
  self->n_open_frames += MIN (i, room);
  return i;
}

static guint32
get_call (SnapshotRows  *self,
          SnapshotValue  value)
{
  guint32 list = snapshot_value_get_list (value);

  if (list == LAMINA_NONE)
    return LAMINA_NONE;
  if (list == self->open_list)
    snapshot_rows_close (self);
  return snapshot_get_list (self->snapshot, list)->is_stack ? snapshot_get_list (self->snapshot, list)->value : LAMINA_NONE;
}

/* Rows */

static guint32
open_record (SnapshotRows *self,
             guint64       offset)
{
  return lamina_import_open_record (self->snapshot->import, self->snapshot->source, offset);
}

static void
begin_row (SnapshotRows *self,
           Dict         *dict,
           DictKind      kind,
           guint64       offset)
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
find_kind (SnapshotRows        *self,
           const SnapshotValue *pairs,
           guint                n)
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
set_frame (SnapshotRows        *self,
           Dict                *dict,
           const SnapshotValue *pairs,
           guint                n)
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
set_event (SnapshotRows  *self,
           guint32        row,
           SnapshotValue  key,
           SnapshotValue  value)
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
    case KEY_CATEGORY:
    case KEY_USER_METADATA: event->text = get_text (value); break;
    default: break;
    }
}

static void
set_block (SnapshotRows  *self,
           guint32        row,
           SnapshotValue  key,
           SnapshotValue  value)
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
    case KEY_HISTORY: block->history = snapshot_value_get_list (value); break;
    case KEY_STATE:
      block->is_active = state == KEY_ACTIVE_ALLOCATED || state == KEY_ACTIVE_AWAITING_FREE || state == KEY_ACTIVE_PENDING_FREE;
      break;
    default: break;
    }
}

/* Memory of a graph has a pool of its own; that of all others is (0, 0). */
static guint32
get_pool (SnapshotRows  *self,
          SnapshotValue  value)
{
  g_autofree char *text = NULL;
  const guint64 *pair;

  if (!snapshot_value_is (value, SNAPSHOT_IS_PAIR))
    return 0;
  pair = &g_array_index (self->wide, guint64, snapshot_value_get_payload (value));
  if (pair[0] == 0 && pair[1] == 0)
    return 0;
  text = g_strdup_printf ("(%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", (gint64) pair[0], (gint64) pair[1]);
  return lamina_builder_intern (self->snapshot->builder, text, -1);
}

static void
set_segment (SnapshotRows  *self,
             guint32        row,
             SnapshotValue  key,
             SnapshotValue  value)
{
  SnapshotSegment *segment = &g_array_index (self->snapshot->segments, SnapshotSegment, row);

  switch ((int) get_key (self, key))
    {
    case KEY_ADDRESS: segment->address = get_bits (self, value); break;
    case KEY_TOTAL_SIZE: segment->total = get_size (self, value); break;
    case KEY_DEVICE: segment->device = get_integer (self, value); break;
    case KEY_STREAM: segment->stream = find_stream (self, get_bits (self, value)); break;
    case KEY_SEGMENT_POOL_ID: segment->pool = get_pool (self, value); break;
    case KEY_IS_EXPANDABLE:
      segment->grows = snapshot_value_is (value, SNAPSHOT_IS_BOOLEAN) && snapshot_value_get_payload (value) != 0;
      break;
    case KEY_BLOCKS: segment->blocks = snapshot_value_get_list (value); break;
    default: break;
    }
}

static void
set_annotation (SnapshotRows  *self,
                guint32        row,
                SnapshotValue  key,
                SnapshotValue  value)
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
set_fact (SnapshotRows  *self,
          guint32        dict,
          SnapshotValue  key,
          SnapshotValue  value)
{
  Snapshot *snapshot = self->snapshot;
  SnapshotFact fact = { .dict = dict, .key = get_text (key), .child = LAMINA_NONE, .text = LAMINA_NONE,
                        .value = { .type = LAMINA_VALUE_NULL } };
  guint64 bits;

  switch ((int) get_key (self, key))
    {
    case KEY_SEGMENTS: snapshot->device_segments = snapshot_value_get_list (value); return;
    case KEY_DEVICE_TRACES: snapshot->device_traces = snapshot_value_get_list (value); return;
    case KEY_HOST_SEGMENTS: snapshot->host_segments = snapshot_value_get_list (value); return;
    case KEY_HOST_TRACES: snapshot->host_traces = snapshot_value_get_list (value); return;
    default: break;
    }
  switch ((int) snapshot_value_get_type (value))
    {
    case SNAPSHOT_IS_DICT: fact.child = (guint32) snapshot_value_get_payload (value); break;
    case SNAPSHOT_IS_TEXT: fact.text = get_text (value); break;
    case SNAPSHOT_IS_BOOLEAN:
      fact.value = (LaminaValue) { .type = LAMINA_VALUE_BOOLEAN, .integer = (gint64) snapshot_value_get_payload (value) };
      break;
    case SNAPSHOT_IS_INTEGER:
    case SNAPSHOT_IS_WIDE: fact.value = LAMINA_VALUE_INIT_INTEGER (get_integer (self, value), LAMINA_UNIT_NONE); break;
    case SNAPSHOT_IS_REAL:
      bits = get_wide (self, value);
      fact.value.type = LAMINA_VALUE_REAL;
      memcpy (&fact.value.real, &bits, sizeof bits);
      break;
    default: break;
    }
  if (fact.key != 0 && snapshot->facts->len < MAX_FACTS)
    g_array_append_val (snapshot->facts, fact);
}

void
snapshot_rows_set_items (SnapshotRows        *self,
                         SnapshotValue        target,
                         const SnapshotValue *pairs,
                         guint                n,
                         guint64              offset)
{
  Dict *dict;

  if (!snapshot_value_is (target, SNAPSHOT_IS_DICT))
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
        default: set_fact (self, (guint32) snapshot_value_get_payload (target), pairs[i], pairs[i + 1]); break;
        }
}

/* A row is in one list: in the first one that it is put into. */
static void
append_dict (SnapshotRows  *self,
             guint32        list,
             SnapshotValue  value)
{
  const Dict *dict = get_dict (self, value);
  SnapshotList *into = snapshot_get_list (self->snapshot, list);
  guint32 *in = NULL;

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

void
snapshot_rows_append (SnapshotRows        *self,
                      SnapshotValue        target,
                      const SnapshotValue *values,
                      guint                n)
{
  guint32 list = snapshot_value_get_list (target);

  if (list == LAMINA_NONE)
    return;
  for (guint i = add_frames (self, list, values, n); i < n; i += 1 + add_frames (self, list, values + i + 1, n - i - 1))
    if (snapshot_value_is (values[i], SNAPSHOT_IS_DICT))
      append_dict (self, list, values[i]);
    else if (snapshot_value_is (values[i], SNAPSHOT_IS_LIST))
      {
        SnapshotList *inner = snapshot_get_list (self->snapshot, snapshot_value_get_list (values[i]));

        if (inner->parent == LAMINA_NONE)
          {
            inner->parent = list;
            inner->place = snapshot_get_list (self->snapshot, list)->n;
          }
        snapshot_get_list (self->snapshot, list)->n++;
      }
}

SnapshotValue
snapshot_rows_new_list (SnapshotRows *self)
{
  SnapshotList list = { .parent = LAMINA_NONE, .value = LAMINA_NONE, .segment = LAMINA_NONE };

  g_array_append_val (self->snapshot->lists, list);
  return snapshot_value_new (SNAPSHOT_IS_LIST, self->snapshot->lists->len - 1);
}

SnapshotValue
snapshot_rows_new_dict (SnapshotRows *self)
{
  Dict dict = { .kind = DICT_NEW, .row = LAMINA_NONE };

  g_array_append_val (self->dicts, dict);
  return snapshot_value_new (SNAPSHOT_IS_DICT, self->dicts->len - 1);
}

SnapshotValue
snapshot_rows_new_pair (SnapshotRows  *self,
                        SnapshotValue  first,
                        SnapshotValue  second)
{
  guint64 pair[2] = { get_bits (self, first), get_bits (self, second) };

  g_array_append_vals (self->wide, pair, 2);
  return snapshot_value_new (SNAPSHOT_IS_PAIR, self->wide->len - 2);
}

gboolean
snapshot_rows_is_plain (SnapshotRows  *self,
                        SnapshotValue  value)
{
  return snapshot_value_is (value, SNAPSHOT_IS_DICT) && get_dict (self, value)->kind <= DICT_FACTS;
}

SnapshotRows *
snapshot_rows_new (Snapshot *snapshot)
{
  SnapshotRows *self = g_new0 (SnapshotRows, 1);
  guint32 ids[N_KEYS] = { 0 };

  self->snapshot = snapshot;
  self->open_list = LAMINA_NONE;
  self->wide = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->dicts = g_array_new (FALSE, FALSE, sizeof (Dict));
  self->open_frames = g_new (guint32, SNAPSHOT_MAX_FRAMES);
  self->streams = g_hash_table_new (snapshot_hash_number, g_direct_equal);
  for (guint i = 1; i < N_KEYS; i++)
    {
      ids[i] = lamina_builder_intern (snapshot->builder, key_texts[i], -1);
      self->n_keys = MAX (self->n_keys, ids[i] + 1);
    }
  self->keys = g_new0 (guint8, self->n_keys);
  for (guint i = 1; i < N_KEYS; i++)
    self->keys[ids[i]] = (guint8) i;
  return self;
}

void
snapshot_rows_free (SnapshotRows *self)
{
  g_array_unref (self->wide);
  g_array_unref (self->dicts);
  g_free (self->open_frames);
  g_hash_table_unref (self->streams);
  g_free (self->keys);
  g_free (self);
}

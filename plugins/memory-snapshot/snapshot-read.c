/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "pickle-reader.h"
#include "snapshot-rows.h"

#include <glib/gi18n.h>
#include <string.h>

/* The machine that a pickle is a program for, with a stack, marks in it, and a memo of values that come back. */
typedef struct
{
  Snapshot *snapshot;
  SnapshotRows *rows;
  PickleReader *reader;
  guint max_depth;
  SnapshotValue *stack;
  guint n_stack;
  guint capacity; /* of the stack */
  guint *marks;   /* how high the stack was; there is room for `max_depth` */
  guint n_marks;
  SnapshotValue *memo;
  gsize n_memo;
  gsize memo_capacity;
} Machine;

/* More values than that are not put on the stack: no list of a real file is as long. */
#define MAX_STACK (1u << 26)

/* The numbers of a memo follow each other. Who skips more than this asks for memory, not for values. */
#define MAX_MEMO_GAP 65536

static void
damage (Machine               *self,
        const PickleOperation *operation,
        const char            *what)
{
  pickle_reader_refuse (self->reader, operation->offset, LAMINA_ERROR_SYNTAX, "the pickle is damaged: %s", what);
}

/* Makes room for @n more values. Twelve million go over the stack in a second: no function is called for each. */
static inline gboolean
make_room (Machine               *self,
           const PickleOperation *operation,
           gsize                  n)
{
  if (G_UNLIKELY (self->n_stack + n > MAX_STACK))
    {
      pickle_reader_refuse (self->reader, operation->offset, LAMINA_ERROR_LIMIT, "more than %u values that nothing takes",
                            MAX_STACK);
      return FALSE;
    }
  if (G_UNLIKELY (self->n_stack + n > self->capacity))
    {
      while (self->n_stack + n > self->capacity)
        self->capacity *= 2;
      self->stack = g_renew (SnapshotValue, self->stack, self->capacity);
    }
  return TRUE;
}

static inline void
push (Machine               *self,
      const PickleOperation *operation,
      SnapshotValue          value)
{
  if (make_room (self, operation, 1))
    self->stack[self->n_stack++] = value;
}

static inline SnapshotValue
get_value (Machine *self,
           guint    i)
{
  return self->stack[i];
}

static inline guint
get_floor (Machine *self)
{
  return self->n_marks > 0 ? self->marks[self->n_marks - 1] : 0;
}

/* Whether @n values lie above the mark. */
static gboolean
has_values (Machine               *self,
            const PickleOperation *operation,
            guint                  n)
{
  if (self->n_stack - get_floor (self) >= n)
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

  if (self->n_marks == 0)
    {
      damage (self, operation, "a mark is missing");
      return LAMINA_NONE;
    }
  self->n_marks--;
  return floor;
}

static void
make_tuple (Machine               *self,
            const PickleOperation *operation)
{
  SnapshotValue value = snapshot_value_new (SNAPSHOT_IS_OTHER, 0);
  guint begin;

  if (operation->integer > 0 && !has_values (self, operation, (guint) operation->integer))
    return;
  begin = operation->integer < 0 ? take_mark (self, operation) : self->n_stack - (guint) operation->integer;
  if (begin == LAMINA_NONE)
    return;
  if (self->n_stack - begin == 2)
    value = snapshot_rows_new_pair (self->rows, get_value (self, begin), get_value (self, begin + 1));
  self->n_stack = begin;
  push (self, operation, value);
}

/* Fills the container below the mark with what lies above it, or a new one in its place. */
static void
take_marked (Machine               *self,
             const PickleOperation *operation)
{
  guint begin = take_mark (self, operation);
  const SnapshotValue *values;
  guint n;
  SnapshotValue target;

  if (begin == LAMINA_NONE)
    return;
  if (operation->kind == PICKLE_APPENDS || operation->kind == PICKLE_SET_ITEMS)
    {
      if (begin == 0 || (self->n_marks > 0 && begin - 1 < get_floor (self)))
        {
          damage (self, operation, "what a mark stands on is missing");
          return;
        }
      target = get_value (self, begin - 1);
    }
  else
    target = operation->kind == PICKLE_NEW_LIST ? snapshot_rows_new_list (self->rows) : snapshot_rows_new_dict (self->rows);
  values = self->stack + begin;
  n = self->n_stack - begin;
  if (operation->kind == PICKLE_APPENDS || operation->kind == PICKLE_NEW_LIST)
    snapshot_rows_append (self->rows, target, values, n);
  else
    snapshot_rows_set_items (self->rows, target, values, n, operation->offset);
  self->n_stack = begin;
  if (operation->kind == PICKLE_NEW_LIST || operation->kind == PICKLE_NEW_DICT)
    push (self, operation, target);
}

/* The same with the one item, or the key and the value, that lie on top. */
static void
take_topmost (Machine               *self,
              const PickleOperation *operation)
{
  guint n = operation->kind == PICKLE_APPEND ? 1 : 2;
  SnapshotValue values[2];
  guint begin;

  if (!has_values (self, operation, n + 1))
    return;
  begin = self->n_stack - n;
  memcpy (values, &self->stack[begin], n * sizeof *values);
  if (n == 1)
    snapshot_rows_append (self->rows, get_value (self, begin - 1), values, 1);
  else
    snapshot_rows_set_items (self->rows, get_value (self, begin - 1), values, 2, operation->offset);
  self->n_stack = begin;
}

static void
put (Machine               *self,
     const PickleOperation *operation)
{
  guint64 place = operation->integer < 0 ? self->n_memo : (guint64) operation->integer;

  if (!has_values (self, operation, 1))
    return;
  if (place > self->n_memo + MAX_MEMO_GAP)
    {
      damage (self, operation, "the memo has gaps");
      return;
    }
  if (G_UNLIKELY (place >= self->memo_capacity))
    {
      self->memo_capacity = MAX (2 * self->memo_capacity, place + 1);
      self->memo = g_renew (SnapshotValue, self->memo, self->memo_capacity);
    }
  for (; self->n_memo <= place; self->n_memo++)
    self->memo[self->n_memo] = snapshot_value_new (SNAPSHOT_IS_UNSET, 0);
  self->memo[place] = get_value (self, self->n_stack - 1);
}

static void
get (Machine               *self,
     const PickleOperation *operation)
{
  guint64 place = (guint64) operation->integer;

  if (place >= self->n_memo || snapshot_value_is (self->memo[place], SNAPSHOT_IS_UNSET))
    damage (self, operation, "the memo has no such value");
  else
    push (self, operation, self->memo[place]);
}

/* One after the other; the offset goes along. */
static void
get_each (Machine         *self,
          PickleOperation *operation)
{
  gsize n = operation->length / PICKLE_GET_BYTES;
  guint64 begin = operation->offset;
  const SnapshotValue *memo = self->memo;
  gsize n_memo = self->n_memo;
  SnapshotValue *top;

  if (!make_room (self, operation, n))
    return;
  top = self->stack + self->n_stack;
  for (gsize i = 0; i < n; i++)
    {
      guint32 place = pickle_operation_get_number (operation, i);

      if (place >= n_memo || snapshot_value_is (memo[place], SNAPSHOT_IS_UNSET))
        {
          operation->offset = begin + i * PICKLE_GET_BYTES;
          damage (self, operation, "the memo has no such value");
          return;
        }
      top[i] = memo[place];
    }
  self->n_stack += (guint) n;
  operation->offset = begin + (n - 1) * PICKLE_GET_BYTES;
}

static void
push_mark (Machine               *self,
           const PickleOperation *operation)
{
  if (self->n_marks >= self->max_depth)
    pickle_reader_refuse (self->reader, operation->offset, LAMINA_ERROR_LIMIT, "more than %u marks within each other",
                          self->max_depth);
  else
    self->marks[self->n_marks++] = self->n_stack;
}

static void
pop (Machine               *self,
     const PickleOperation *operation)
{
  guint begin;

  /* On a bare mark it takes the mark. */
  if (operation->kind == PICKLE_POP_MARK || (self->n_marks > 0 && self->n_stack == get_floor (self)))
    {
      if ((begin = take_mark (self, operation)) != LAMINA_NONE)
        self->n_stack = begin;
    }
  else if (has_values (self, operation, 1))
    self->n_stack--;
}

static void
carry_out (Machine               *self,
           const PickleOperation *operation)
{
  guint64 bits;

  switch (operation->kind)
    {
    case PICKLE_NONE: push (self, operation, snapshot_value_new (SNAPSHOT_IS_NONE, 0)); break;
    case PICKLE_BOOLEAN: push (self, operation, snapshot_value_new (SNAPSHOT_IS_BOOLEAN, (guint64) operation->integer)); break;
    case PICKLE_INTEGER: push (self, operation, snapshot_rows_new_integer (self->rows, operation->integer)); break;
    case PICKLE_UNSIGNED:
      push (self, operation, snapshot_rows_new_wide (self->rows, SNAPSHOT_IS_UNSIGNED, (guint64) operation->integer));
      break;
    case PICKLE_REAL:
      memcpy (&bits, &operation->real, sizeof bits);
      push (self, operation, snapshot_rows_new_wide (self->rows, SNAPSHOT_IS_REAL, bits));
      break;
    case PICKLE_TEXT:
      push (self, operation,
            snapshot_value_new (SNAPSHOT_IS_TEXT,
                                lamina_builder_intern_raw (self->snapshot->builder, operation->text, operation->length)));
      break;
    case PICKLE_OTHER: push (self, operation, snapshot_value_new (SNAPSHOT_IS_OTHER, 0)); break;
    case PICKLE_EMPTY_DICT: push (self, operation, snapshot_rows_new_dict (self->rows)); break;
    case PICKLE_EMPTY_LIST: push (self, operation, snapshot_rows_new_list (self->rows)); break;
    case PICKLE_TUPLE: make_tuple (self, operation); break;
    case PICKLE_NEW_DICT:
    case PICKLE_NEW_LIST:
    case PICKLE_APPENDS:
    case PICKLE_SET_ITEMS: take_marked (self, operation); break;
    case PICKLE_APPEND:
    case PICKLE_SET_ITEM: take_topmost (self, operation); break;
    case PICKLE_MARK: push_mark (self, operation); break;
    case PICKLE_PUT: put (self, operation); break;
    case PICKLE_POP:
    case PICKLE_POP_MARK: pop (self, operation); break;
    case PICKLE_DUPLICATE:
      if (has_values (self, operation, 1))
        push (self, operation, get_value (self, self->n_stack - 1));
      break;
    case PICKLE_GET: get (self, operation); break;
    case PICKLE_GETS:
    case PICKLE_STOP:
    default: break;
    }
}

/*
 * What lies on the stack where the text was cut is put where it was on its way to: what is above a mark into the container
 * below it. A list that still waits for its only item has no mark; what follows a list where a key should stand is that item.
 */
static void
gather_members (Machine       *self,
                SnapshotValue  target,
                guint          begin,
                guint64        offset)
{
  const SnapshotValue *values = self->stack;

  for (guint i = begin; i + 1 < self->n_stack; i += 2)
    {
      SnapshotValue pair[2] = { values[i], values[i + 1] };
      SnapshotValue into = pair[1];

      for (; i + 2 < self->n_stack && snapshot_value_is (into, SNAPSHOT_IS_LIST)
             && !snapshot_value_is (values[i + 2], SNAPSHOT_IS_TEXT); i++)
        {
          snapshot_rows_append (self->rows, into, &values[i + 2], 1);
          into = values[i + 2];
        }
      snapshot_rows_set_items (self->rows, target, pair, 2, offset);
    }
}

static void
gather (Machine *self,
        guint64  offset)
{
  while (self->n_marks > 0)
    {
      guint begin = get_floor (self);
      guint floor;

      self->n_marks--;
      floor = get_floor (self);
      if (begin > floor && snapshot_value_is (get_value (self, begin - 1), SNAPSHOT_IS_LIST))
        snapshot_rows_append (self->rows, get_value (self, begin - 1), &self->stack[begin],
                              self->n_stack - begin);
      else if (begin > floor && snapshot_rows_is_plain (self->rows, get_value (self, begin - 1)) && self->n_marks == 0)
        gather_members (self, get_value (self, begin - 1), begin, offset);
      self->n_stack = begin;
    }
}

static void
machine_init (Machine      *self,
              Snapshot     *snapshot,
              GCancellable *cancellable)
{
  *self = (Machine) { .snapshot = snapshot, .rows = snapshot_rows_new (snapshot) };
  self->reader = pickle_reader_new (snapshot->source, snapshot->import, cancellable);
  self->max_depth = lamina_source_get_limits (snapshot->source)->max_depth;
  self->capacity = 1024;
  self->stack = g_new (SnapshotValue, self->capacity);
  self->marks = g_new (guint, self->max_depth);
}

static void
machine_clear (Machine *self)
{
  g_free (self->stack);
  g_free (self->marks);
  g_free (self->memo);
  snapshot_rows_free (self->rows);
  pickle_reader_free (self->reader);
}

/* The whole is a dict; functions of old return the list of segments alone. */
static void
find_root (Machine *self)
{
  SnapshotValue root = self->n_stack > 0 ? get_value (self, 0) : snapshot_value_new (SNAPSHOT_IS_NONE, 0);

  if (snapshot_value_is (root, SNAPSHOT_IS_DICT))
    self->snapshot->root = (guint32) snapshot_value_get_payload (root);
  else if (snapshot_value_is (root, SNAPSHOT_IS_LIST) && self->snapshot->device_segments == LAMINA_NONE)
    self->snapshot->device_segments = snapshot_value_get_list (root);
}

static gboolean
run_machine (Machine  *self,
             GError  **error)
{
  Snapshot *snapshot = self->snapshot;
  PickleOperation operation = { 0 };

  while (pickle_reader_next (self->reader, &operation))
    if (operation.kind == PICKLE_GETS)
      get_each (self, &operation);
    else
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
  snapshot_rows_close (self->rows);
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

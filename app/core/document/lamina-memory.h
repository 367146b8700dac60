/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run.h"

G_BEGIN_DECLS

/**
 * LaminaSegment:
 * @address: where it begins
 * @bytes: how long it is
 * @clock: what @first and @last are counted from
 * @first: the first time or step at which it is there, in the unit of the axis
 * @last: the last one, inclusive
 * @stream: a string: the queue whose work it is for, or 0
 * @pool: a string: which of several pools it belongs to, or 0
 * @grows: whether it is a piece of one that grows in pieces: those of a stream that lie side by side are one, and blocks may reach
 *   from one into the next
 *
 * Memory that an allocator has from the device, to hand out in blocks. One that grows in pieces is as many segments.
 */
typedef struct
{
  guint64 address;
  gint64 bytes;
  guint32 clock;
  gint64 first;
  gint64 last;
  guint32 stream;
  guint32 pool;
  gboolean grows;
} LaminaSegment;

/**
 * LaminaMemoryFailure:
 * @clock: what @time is counted from
 * @time: when, in the unit of the axis
 * @asked: how many bytes were asked for
 * @available: how many the device itself had free, or %LAMINA_ABSENT
 *
 * An allocation that failed, as memory had run out.
 */
typedef struct
{
  guint32 clock;
  gint64 time;
  gint64 asked;
  gint64 available;
} LaminaMemoryFailure;

/**
 * LaminaMemoryReport:
 * @address: of what was allocated
 * @bytes: its size, which may be that of the block that holds it
 * @clock: what @time is counted from
 * @time: when
 * @track: the track that says so: whatever stands around the time there asked for it
 *
 * What a trace says of an allocation that a recording of memory beside it knows more about.
 */
typedef struct
{
  guint64 address;
  gint64 bytes;
  guint32 clock;
  gint64 time;
  guint32 track;
} LaminaMemoryReport;

/**
 * LaminaMemory:
 * @n_calls: number of rows of the tree of calls
 * @caller: what called each, a row before it, or %LAMINA_NONE for what nothing called
 * @function: strings: which function, and where in it
 * @n: number of allocations, that of the tensors of the run; 0 when the file says nothing about their memory
 * @call: for each tensor the call that asked for it, the innermost one, or %LAMINA_NONE
 * @site: for each tensor a string: the place in the program that asked for it, or 0
 * @module: for each tensor a string: the module or the operator that asked for it there, or 0
 * @stream: for each tensor a string: the queue whose work it is for, or 0
 * @category: for each tensor a string: what it is for, as the tool says, or 0; %NULL when the file says so of none
 * @block: for each tensor the bytes of the block that holds it, which may be more than the tensor needs, or %LAMINA_ABSENT
 * @released: for each tensor the time or step, on the clock of its lifetime, at which the program gave it up; it is kept on
 *   as long as the device may still use it. %LAMINA_ABSENT when the file does not say
 * @older: for each tensor whether it was there before the recording, so that its lifetime begins where that does
 * @counter: the track that counts what the tensors keep together, or %LAMINA_NONE
 * @grain: what the allocator hands out multiples of, in bytes; 0 when that is not known
 * @n_segments: number of segments
 * @segments: what blocks are in, in no order
 * @n_failures: number of allocations that failed
 * @failures: these, in the order of the file
 *
 * How the tensors of a run were allocated: by whom, and where. The tensors themselves and their lifetimes are in
 * #LaminaTensors.
 */
typedef struct
{
  guint n_calls;
  const guint32 *caller;
  const guint32 *function;
  guint n;
  const guint32 *call;
  const guint32 *site;
  const guint32 *module;
  const guint32 *stream;
  const guint32 *category;
  const gint64 *block;
  const gint64 *released;
  const guint8 *older;
  guint32 counter;
  gint64 grain;
  guint n_segments;
  const LaminaSegment *segments;
  guint n_failures;
  const LaminaMemoryFailure *failures;
} LaminaMemory;

/**
 * lamina_run_get_memory: (skip)
 *
 * Returns: (transfer none): how its tensors were allocated; tables without rows when the file does not say
 */
LAMINA_AVAILABLE
const LaminaMemory *lamina_run_get_memory (LaminaRun *self);

G_END_DECLS

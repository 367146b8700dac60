/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>
#include <stdio.h>

/* Writes PyTorch traces of any size as Kineto spells them: a group of fields per line, host events before device events.
 * The same arguments give the same bytes on every machine. Used by benchmarks, and by tests that need a trace of some
 * size which is known to be whole. */

/**
 * TraceKind:
 * @TRACE_REAL: the training of a transformer on one device: about as many names, shapes and tracks as real traces have,
 *   times counted from `baseTimeNanoseconds`
 * @TRACE_HARD: what loads slowly: 256 tracks whose events stand interleaved, one event in a hundred out of order, names
 *   from 300 000 (one in eight with escapes), 20 000 shape lists, times since 1970
 *
 * What a trace looks like.
 */
typedef enum
{
  TRACE_REAL,
  TRACE_HARD,
} TraceKind;

/**
 * TraceCounts:
 * @bytes: size of the text
 * @events: elements of `traceEvents`
 * @slices: those with a duration (`X`)
 * @flow_ends: those of flows (`s`, `f`)
 * @marks: instants (`i`)
 * @metadata: metadata (`M`)
 * @operators: the slices of category `cpu_op`
 * @device_slices: the slices on device streams
 *
 * What was written.
 */
typedef struct
{
  guint64 bytes;
  guint64 events;
  guint64 slices;
  guint64 flow_ends;
  guint64 marks;
  guint64 metadata;
  guint64 operators;
  guint64 device_slices;
} TraceCounts;

/**
 * trace_maker_write:
 * @file: takes the text
 * @kind: what it shall look like
 * @bytes: how large it shall be; off by less than a tenth, or by one iteration of about 400 KB
 * @counts: (out): what was written
 *
 * Writes a trace. Whether all of it could be written is what ferror() and fclose() say.
 */
void trace_maker_write (FILE        *file,
                        TraceKind    kind,
                        guint64      bytes,
                        TraceCounts *counts);

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * The steps of assembling, in their order. They say which rows are slices, on which track,
 * from when to when; and take rows that were merged into others out of what is left for the marks.
 *
 * Until chrome_assemble_slices() gives a row its index, `slice` of a row that will be a slice is CHROME_SLICE_WAITING.
 */

/* chrome-metadata.c: a process for each pid, a track for each thread; the span of the trace. */
void     chrome_assemble_threads   (ChromeTrace *self);
/*
 * chrome-assemble.c: X events whose duration is missing or negative (joining takes the others), and T events with one; makes
 * `rest`, which the steps after it may go through.
 */
void     chrome_assemble_complete  (ChromeTrace *self);
/* chrome-metadata.c: names and order of processes and threads from M events. */
void     chrome_assemble_metadata  (ChromeTrace *self);
/* chrome-durations.c: B with E. */
void     chrome_assemble_durations (ChromeTrace *self);
/* chrome-async.c: b, n, e and S, T, p, F. */
void     chrome_assemble_async     (ChromeTrace *self);
/* chrome-objects.c: N, O, D. */
void     chrome_assemble_objects   (ChromeTrace *self);
/* chrome-nest.c: lists the rows that are slices on their tracks, in the order of the file. */
void     chrome_assemble_rows      (ChromeTrace *self);
/* Puts these rows in order, and clips what the resolution made overlap. */
void     chrome_assemble_slices    (ChromeTrace *self);
/* chrome-metadata.c: tracks of marks and processes of counters are needed, too. */
void     chrome_assemble_moments   (ChromeTrace *self);
/* Leaves out tracks on which nothing stands. */
void     chrome_assemble_needed    (ChromeTrace *self);
/* chrome-metadata.c, when it is known what is shown: accounts for the names. */
void     chrome_assemble_names     (ChromeTrace *self);

/* All of them, and the dialect. FALSE when it was cancelled. */
gboolean chrome_trace_assemble     (ChromeTrace *self);

/*
 * Marks: instants, samples, snapshots, and whatever else happened at one time or could not become a slice (an end
 * without a begin, a negative duration). They stand on their track; those that concern the whole trace above all
 * tracks: instants say whom they concern; memory dumps and the clock concern everybody.
 */
gboolean chrome_assemble_is_mark   (const ChromeEvents *events,
                                    guint32             row);
gboolean chrome_assemble_is_global (const ChromeEvents *events,
                                    guint32             row);

/* The row @merged becomes a part of the slice of @row: its name and category where that has none, and its arguments. */
void     chrome_assemble_merge      (ChromeTrace *self,
                                     guint32      row,
                                     guint32      merged);

/* The slice of a row without an end lasts up to the end of the trace, and says so. */
void     chrome_assemble_leave_open (ChromeTrace *self,
                                     guint32      row);

/* Lists something about a row in the import report. */
void     chrome_assemble_note       (ChromeTrace *self,
                                     guint32      row,
                                     const char  *kind);

/* Which property of a process or a thread a metadata event gives. */
typedef enum
{
  CHROME_METADATA_OTHER,
  CHROME_METADATA_PROCESS_NAME,
  CHROME_METADATA_PROCESS_LABELS,
  CHROME_METADATA_PROCESS_SORT,
  CHROME_METADATA_THREAD_NAME,
  CHROME_METADATA_THREAD_SORT,
} ChromeMetadataKind;

/*
 * text    of names and labels, a string; 0 without one
 * number  of sort indexes; LAMINA_ABSENT without one
 */
typedef struct
{
  ChromeMetadataKind kind;
  guint32 text;
  gint64 number;
} ChromeMetadata;

/* What the event of a row says: it opens its arguments, for rows of the phase M alone. */
ChromeMetadata chrome_metadata_read  (ChromeTrace          *trace,
                                      guint32               row);

/* Gives it to the process or the thread of the row; FALSE when it is nothing of theirs. */
gboolean       chrome_metadata_apply (ChromeTrace          *trace,
                                      guint32               row,
                                      const ChromeMetadata *metadata);

G_END_DECLS

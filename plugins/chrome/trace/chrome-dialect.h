/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * A dialect is what one tool means by its events. The base reads and shows every trace; a dialect adds what only its
 * tool's words say. It is a constant `ChromeDialect` in a room of its own, named in the table of chrome-format.c:
 *
 *   const ChromeDialect chrome_dialect_kineto = {
 *     .name = "kineto", .wants = wants, .n_wants = G_N_ELEMENTS (wants),
 *     .recognize = recognize, .arrange = arrange, .understand = understand, .describe = describe,
 *   };
 *
 * There are no other globals: what a dialect keeps between its steps is `trace->dialect_data`.
 *
 * Columns that are wanted of `args` are read for every trace, since which dialect it is often shows only at its end. The
 * wants of all dialects are joined; equal keys must be wanted with the same type. See chrome_events_find_column().
 *
 * The steps, in order:
 *
 * recognize  when it is known which rows are slices (`slice` is CHROME_SLICE_WAITING), but not their order: how surely the
 *            trace is of this dialect, 0 to 100. The highest above 0 is asked for the rest, of equal ones the first; plain/
 *            takes what no other does. Look at members of the root (chrome_trace_find_member()), at names of processes, at
 *            categories. From CHROME_DIALECT_SURE on no other is asked, so that this is for what no other writes
 *
 * claims     (optional) what two files are to each other, see LaminaFormatInterface. Files that are joined share a run, one
 *            after the other
 *
 * dup_part   (optional) which part of a document a file is, and when it was recorded, see LaminaFormatInterface
 *
 * dup_title  (optional) what to call one file of several: `rank 1`
 *
 * divide     (optional) rows stand on their tracks in the order of the file. It may add processes and tracks and move rows to
 *            them (both in `rows` and in events->track), where a pid and a tid name two things
 *
 * gives_way  (optional) whether a slice is drawn around others with some room: where it overlaps them by no more than the
 *            resolution of times, its edges are moved, and not theirs
 *
 * arrange    (optional) tracks and slices are assembled, nothing is in the builder yet but the run. It may set titles,
 *            captions, sort keys, kinds and parents of processes and tracks, and move tracks between processes
 *            (LAMINA_GROUP_DEVICE makes slices count as device time). It may not change which slices are on a track
 *
 * understand (optional) groups and tracks are in the builder (chrome_trace_get_place()), slices are not
 *            yet. It may add layers, sections, tensors, metrics, counters, marks and properties to the builder, in
 *            whichever order; set cells of
 *              chrome_events_need_layers (events)[row]   the layer of the slice of that row
 *              events->name[row]                         a shorter name for the slice
 *              chrome_events_need_kinds (events)[row]    the LaminaSliceKind of the slice of that row
 *              events->phase[row] = CHROME_PHASE_TAKEN   for rows that are no slices and that the base must not show; the
 *                                                        dialect accounts for their records itself
 *            tie slices by chrome_trace_add_tie(), and those of devices to their calls by `launches` of their tracks;
 *            say by `id_scopes` that ids of flows are those of a part of the processes; and give a layer its attributes by
 *              lamina_builder_add_layer_args (builder, run, layer, 0, 0, chrome_trace_get_offset (trace, row), events->length[row])
 *            which names the whole event, as slices do: the base describes it (members of args first).
 *            Slices of a track nest: walk track->rows in order with a stack of ends. Returns FALSE when it was cancelled
 *
 * describe   (optional) for each attribute of an event that somebody looks at, in the order of the file: FALSE lets the
 *            base add it as it stands; TRUE when the dialect has added what it wants to have in its place. @key is the
 *            name of the attribute, @value its value (containers as compact JSON)
 *
 * describe_around  (optional) for a slice that somebody looks at, or that of a layer, after its attributes: adds what stands
 *            around it
 *
 * free_data  (optional) frees trace->dialect_data
 */

#define CHROME_DIALECT_SURE 90

typedef struct
{
  const char *key;
  ChromeWantType type;
} ChromeWant;

struct _ChromeDialect
{
  const char *name;
  const ChromeWant *wants;
  guint n_wants;

  int      (*recognize) (ChromeTrace       *trace);
  LaminaClaim (*claims) (const LaminaHead  *opened,
                         const LaminaHead  *sibling);
  char    *(*dup_part)  (const LaminaHead  *file,
                         gint64            *time);
  char    *(*dup_title) (ChromeTrace       *trace);
  void     (*divide)    (ChromeTrace       *trace);
  gboolean (*gives_way) (ChromeTrace       *trace,
                         guint32            row);
  void     (*arrange)   (ChromeTrace       *trace);
  gboolean (*understand) (ChromeTrace      *trace);
  gboolean (*describe)  (LaminaDetails     *details,
                         const char        *key,
                         const LaminaValue *value);
  void     (*describe_around) (LaminaDetails        *details,
                               LaminaRun            *run,
                               const LaminaSliceRef *slice);
  void     (*free_data) (gpointer           data);
};

/* All wanted columns, for chrome_events_new(). */
typedef struct
{
  const char **keys;
  ChromeWantType *types;
  guint n;
} ChromeWants;

ChromeWants         *chrome_wants_new         (const ChromeDialect *const *dialects);
void                 chrome_wants_free        (ChromeWants                *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromeWants, chrome_wants_free)

G_END_DECLS

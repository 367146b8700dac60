/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-events.h"

G_BEGIN_DECLS

/*
 * Everything that is known of one trace, and the way of the data:
 *
 *   read        the members of the object form, and the elements of `traceEvents` into the event table
 *   assemble    processes and tracks; slices from X, B/E, async, T and object events; the dialect, which may divide tracks;
 *               the order of slices on their tracks
 *   arrange     (dialect) names, order, grouping and kinds of tracks
 *   understand  (dialect) layers, sections, tensors, counters; the layer of each slice
 *   build       slices, flows, counters and marks go to the builder
 *
 * chrome-dialect.h tells what a dialect does in its steps.
 */

/*
 * A member of the root other than the events.
 *
 * type    what it is; NOTHING in an array-form trace never occurs
 * value   its value when it is a scalar; null for a container and for a text of more than 64 KiB
 * offset  where the value stands in the source, for lamina_json_reader_new (source, offset, length, NULL, …)
 * length  its length in bytes
 */
typedef struct
{
  char *key;
  LaminaJsonType type;
  LaminaValue value;
  guint64 offset;
  guint64 length;
  gboolean is_used;
} ChromeMember;

/*
 * A process becomes a group of tracks. `arrange` may change everything but pid, and add more (pid LAMINA_NONE).
 *
 * pid       a string, as the file writes it; LAMINA_NONE where the file writes none
 * title     what to call it: `python (pid 1234)`; owned. NULL: the base composes it from name and pid
 * name      of the process_name event, a string, or 0
 * labels    of the process_labels event, a string, or 0
 * is_relabeled  there are several such events, which differ
 * parent    the process around it (with a smaller index), or LAMINA_NONE
 * sort      of the process_sort_index event; 0 without one. Equal ones stand by number, then by text of pid
 * kind      LAMINA_GROUP_HOST unless a dialect knows better
 * group     the group in the builder, from `understand` on
 * is_needed something stands in it: tracks that are shown, or counters
 */
typedef struct
{
  guint32 pid;
  char *title;
  guint32 name;
  guint32 labels;
  guint32 parent;
  gint64 sort;
  LaminaGroupKind kind;
  guint32 group;
  gboolean is_relabeled;
  gboolean is_needed;
} ChromeProcess;

typedef enum
{
  CHROME_TRACK_THREAD,  /* what a pid and a tid name */
  CHROME_TRACK_ASYNC,   /* async events of one name; several when they overlap */
  CHROME_TRACK_OBJECTS, /* lives of objects of one type */
} ChromeTrackKind;

/*
 * A track of slices: a thread on which something stands, or what assembling made beside the threads.
 * From `understand` on, chrome_trace_get_place() is its index in the builder. Tracks from n_tracks of the trace on have
 * nothing on them: they only tell the process of events that are no slices, and are not in the builder.
 *
 * process   index of its process; `arrange` may move a track to another one
 * tid       a string, as the file writes it; LAMINA_NONE where the file writes none
 * title     what to call it: `worker (1234)`; owned. NULL: the base composes it from name and tid
 * caption   a quiet second line; owned, or NULL
 * name      of the thread_name event, a string, or 0
 * sort      of the thread_sort_index event; 0 without one. Equal ones stand by kind, then by number, then by text of
 *           tid
 * rows      (array length=n): the events that are its slices, by start, longer ones first except for what was over before:
 *           row rows[i] is slice i
 * launches  (array length=n): of a track of a device, by slice: the row of the call that asked for it, or LAMINA_NONE; made by
 *           a dialect that knows calls, else NULL. An arrow leads from there, whether or not the file draws one
 * is_needed while assembling: something else than slices stands on it, too; tracks with nothing are left out
 * overlaps  slices may pass the ends of those around them
 */
typedef struct
{
  ChromeTrackKind kind;
  guint32 process;
  guint32 tid;
  char *title;
  char *caption;
  guint32 name;
  gint64 sort;
  guint32 *rows;
  guint32 *launches;
  guint n;
  gboolean is_needed;
  gboolean overlaps;
} ChromeTrack;

/* An arrow that no flow event draws: between the slices of two rows, with a string as its name. */
typedef struct
{
  guint32 name;
  guint32 from;
  guint32 to;
} ChromeTie;

typedef struct _ChromeDialect ChromeDialect;
typedef struct _ChromeOrder ChromeOrder;

typedef struct
{
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSource *source;
  GCancellable *cancellable;
  guint32 run;

  GArray *members;    /* ChromeMember, in the order of the file */
  ChromeEvents *events;
  GArray *processes;  /* ChromeProcess */
  GArray *tracks;     /* ChromeTrack */
  GArray *ties;       /* ChromeTie, of a dialect */
  guint32 *id_scopes; /* by process: ids of flows mean the same where it is equal; NULL where they do in the whole file */
  guint32 launch_name; /* a string: what arrows to `launches` of tracks are called that the file does not draw */
  GHashTable *bound;  /* row of a flow event: row of the slice that a dialect knows it to be of; NULL until it knows one */
  ChromeOrder *flow_order; /* of chrome-flows.c alone */
  GArray *flow_ends;  /* ChromeFlowEnd, from binding to building */
  guint n_tracks;     /* those of them that are shown, which stand first */

  /* Several files that are one document share a run; each has its clock, and a group around its processes. */
  guint source_index;
  guint32 clock;
  gint64 origin;        /* set by `arrange`: when its times begin, in nanoseconds since 1970; LAMINA_ABSENT when not known */
  gint64 first_origin;  /* that of the first file, which the times of the run are counted from */
  gboolean has_snapshot; /* a recording of memory is joined with it */
  gboolean is_placed;   /* whether there are times in the run; before, first_origin means nothing */
  guint32 first_track;  /* the place of its first track in the builder */
  guint32 parent_group; /* or LAMINA_NONE */
  char *title;          /* what this file is among them: `rank 1`; NULL when it is alone */
  GHashTable *sections; /* by string: sections of the run, so that those of one title are one in all files */

  const ChromeDialect *const *dialects; /* all that there are; the last one takes any trace */
  const ChromeDialect *dialect;         /* set while assembling */
  gpointer dialect_data; /* of the dialect alone, freed by its `free_data` */

  gint64 start;       /* the first and the last time of all events; LAMINA_ABSENT without one */
  gint64 end;
} ChromeTrace;

/* @dialects: see above, NULL at its end; @sections: see above; shared. */
ChromeTrace         *chrome_trace_new         (LaminaBuilder              *builder,
                                               LaminaSource               *source,
                                               const ChromeDialect *const *dialects,
                                               GHashTable                 *sections,
                                               GCancellable               *cancellable);
void                 chrome_trace_free        (ChromeTrace       *self);

/*
 * A member of the root by its key, or NULL. Whoever shows it in words of its own sets is_used: then the base
 * does not.
 */
ChromeMember        *chrome_trace_find_member (ChromeTrace       *self,
                                               const char        *key);

/* Looked at for one of many rows alone, as @i counts them: asking costs more than most of what is done for a row. */
static inline gboolean
chrome_trace_is_cancelled (const ChromeTrace *self,
                           guint              i)
{
  return (i & 0x3fff) == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* The track in the builder; LAMINA_NONE for none. */
static inline guint32
chrome_trace_get_place (const ChromeTrace *self,
                        guint32            track)
{
  return track == LAMINA_NONE ? LAMINA_NONE : self->first_track + track;
}

/* The text of a string id; "" for 0 and for LAMINA_NONE. */
const char          *chrome_trace_get_text    (ChromeTrace       *self,
                                               guint32            id);

/* How an id is written, see ChromeExtra; "" for 0. */
char                *chrome_trace_dup_id      (ChromeTrace       *self,
                                               guint32            id);

/* The record of a row, for lamina_import_account() and its like. */
guint32              chrome_trace_get_record  (ChromeTrace       *self,
                                               guint32            row);

/* Where the event of a row stands in its file, as its record says. */
guint64              chrome_trace_get_offset  (ChromeTrace       *self,
                                               guint32            row);

/*
 * A reader that stands inside `args` of an event, to be walked by lamina_json_reader_next_member(); NULL when the event
 * has no object of that name. For single events: opening one takes a microsecond or more.
 */
LaminaJsonReader    *chrome_trace_open_args   (ChromeTrace       *self,
                                               guint32            row);

static inline ChromeProcess *
chrome_trace_get_process (ChromeTrace *self,
                          guint        i)
{
  return &g_array_index (self->processes, ChromeProcess, i);
}

static inline ChromeTrack *
chrome_trace_get_track (ChromeTrace *self,
                        guint        i)
{
  return &g_array_index (self->tracks, ChromeTrack, i);
}

/* The process of an event of any phase but CHROME_PHASE_NONE. */
static inline guint32
chrome_trace_get_process_of (ChromeTrace *self,
                             guint32      row)
{
  return chrome_trace_get_track (self, self->events->track[row])->process;
}

/* Appends a process, or (while assembling) a track without slices; pointers to others may move. */
guint32              chrome_trace_add_track   (ChromeTrace       *self,
                                               ChromeTrackKind    kind,
                                               guint32            process);
guint32              chrome_trace_add_process (ChromeTrace       *self,
                                               guint32            pid);

/* While understanding: an arrow from the slice of a row to that of another. Rows that are no slices tie nothing. */
void                 chrome_trace_add_tie     (ChromeTrace       *self,
                                               guint32            name,
                                               guint32            from,
                                               guint32            to);

/* While understanding: a flow event belongs to the slice of a row, wherever it stands. */
void                 chrome_trace_bind_flow   (ChromeTrace       *self,
                                               guint32            flow,
                                               guint32            row);

/*
 * A reader that stands inside the member of the root of this key, to be walked; NULL when there is none, or it is of another
 * type than @type, OBJECT or ARRAY.
 */
LaminaJsonReader    *chrome_trace_open_member (ChromeTrace       *self,
                                               const char        *key,
                                               LaminaJsonType     type);

/* Of an event that stands there the same as chrome_trace_open_args(). */
LaminaJsonReader    *chrome_open_args         (LaminaSource      *source,
                                               guint64            offset,
                                               guint64            length);

/*
 * The members of the root that no dialect used become properties of the document; large ones are named by their
 * place.
 */
void chrome_trace_add_properties (ChromeTrace *self);

/*
 * Adds a value as a property: a container by its members where it is small. @length is that of the value in the
 * file.
 */
void chrome_trace_add_property   (ChromeTrace       *self,
                                  const char        *group,
                                  const char        *key,
                                  guint64            offset,
                                  guint64            length);

/* Adds a property of the document, under the heading of this file when there are several. */
void chrome_trace_add_value      (ChromeTrace       *self,
                                  const char        *group,
                                  const char        *key,
                                  const LaminaValue *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ChromeTrace, chrome_trace_free)

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What Nsight Systems exports as SQLite. A load takes these steps, a file each:
 *
 *   read     rows of the tables become events on tracks; tables and columns may be missing, as versions write different ones
 *   steps    ranges that are called like steps become sections
 *   nest     on each thread, what each call stands in
 *   layers   which layer an event belongs to, by the call that launched it; layers, their tensors
 *   build    groups, tracks, slices and arrows
 *
 * Processes and threads have numbers of 64 bits: machine, process (24 bits) and thread (24 bits). A call launched the work of
 * the same process that has its correlation id; the id alone is that of several.
 *
 * A layer is an operator of PyTorch, which `nsys --pytorch=autograd-shapes-nvtx` and `emit_nvtx ()` write as ranges of NVTX,
 * with what it launched; in a process without such, the innermost range around a launch; and without either the work itself.
 * Work of a graph is a layer of its own inside that which launched the graph.
 */

typedef enum
{
  NSYS_CALL,     /* of the runtime or the driver */
  NSYS_OPERATOR, /* a range that PyTorch wrote for an operator */
  NSYS_RANGE,    /* another range that nests on its thread */
  NSYS_SPAN,     /* a range that began and ended anywhere */
  NSYS_OS,       /* a call of the system */
  NSYS_OVERHEAD, /* the profiler's own */
  NSYS_WAIT,     /* the host waits for a device */
  NSYS_KERNEL,   /* work of a device, from here on */
  NSYS_COPY,
  NSYS_FILL,
  NSYS_GRAPH,    /* all of a graph at once */
} NsysKind;

/*
 * name, category  strings; of a kernel, until names are known, the place of its name in the list of strings
 * around     of what nests, the event of the innermost operator around it, or range where the process has no operators; of
 *            work, the call that launched it; LAMINA_NONE without one
 * item       of work and operators, and of ranges that are layers: its NsysItem
 * region     a string: the innermost range around that the program itself has named; 0 without one
 * slice      of its track, once it was added
 * args_*     see lamina_sqlite_rows_get_args()
 */
typedef struct
{
  gint64 start;
  gint64 end;
  guint64 args_offset;
  guint32 args_length;
  guint32 track;
  guint32 name;
  guint32 category;
  guint32 around;
  guint32 item;
  guint32 region;
  guint32 slice;
  guint8 kind;
  gboolean is_open : 1;
  gboolean is_own : 1;     /* work that is a layer of its own wherever it was launched */
  gboolean is_library : 1; /* a range of a library, not of the program */
  gboolean is_inner : 1;   /* a copy on one device */
} NsysEvent;

/*
 * A layer that will be.
 *
 * event     its operator, range or work
 * parent    the item around it, or LAMINA_NONE
 * device    a string: where its work was done; 0 without work
 * bytes     moved by its copies and fills, or LAMINA_ABSENT
 * op        its number, by which others name what they take; -1 without
 * sizes     a string: the shapes of what it takes; 0 without
 * inputs    where the list of what it takes begins, n_inputs of them
 * layer     in the builder, once it was added
 */
typedef struct
{
  guint32 event;
  guint32 parent;
  guint32 device;
  gint64 bytes;
  gint64 op;
  gint64 seq;
  guint32 sizes;
  guint32 inputs;
  guint16 n_inputs;
  guint8 phase;
  gboolean has_kernels : 1;
  gboolean has_inner : 1;
  guint32 layer;
} NsysItem;

/* What made an input: operator and which of its results; op 0 when that is not known. */
typedef struct
{
  gint64 op;
  gint32 output;
} NsysEdge;

typedef enum
{
  NSYS_THREAD,    /* ranges and calls */
  NSYS_SPANS,     /* ranges that need not nest */
  NSYS_SYSTEM,    /* calls of the system */
  NSYS_PROFILER,
  NSYS_STREAM,
  NSYS_WAITS,
} NsysTrackKind;

/*
 * id      of a thread; of a stream its number
 * device  index of its device, or LAMINA_NONE
 * track   in the builder
 */
typedef struct
{
  guint8 kind;
  guint32 process;
  guint32 device;
  gint64 id;
  gint64 context;
  guint32 n;
  guint32 track;
} NsysTrack;

typedef struct
{
  gint64 id; /* its number with all bits of a thread 0 */
  gint64 pid;
  char *name;
  gboolean has_operators;
  gboolean has_backward;
} NsysProcess;

typedef struct
{
  gint64 id;
  char *name; /* or NULL */
  guint32 label;
} NsysDevice;

/* A text of the table of strings. */
typedef struct
{
  char *text;
  guint64 args_offset;
  guint32 args_length;
  guint32 name;    /* in the builder, or 0 */
  guint32 kernel;  /* the same as a kernel's name, or 0 */
} NsysString;

/* A step of a process, ascending by process and start. */
typedef struct
{
  guint32 process;
  guint32 section;
  gint64 start;
  gint64 end;
} NsysStep;

typedef struct
{
  guint32 track; /* or LAMINA_NONE for the whole run */
  guint32 name;
  gint64 time;
  guint64 args_offset;
  guint32 args_length;
} NsysMark;

/*
 * by_*       places in the lists, from 1 on
 * common_names  strings of kernels that were told apart from others: the string that all of these would have
 * calls      by process and correlation id, see nsys_correlate()
 * step_names strings that sections are called by
 * end        of the last event
 * n_graphs   launches of graphs whose work is not in the file
 */
typedef struct
{
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSqlite *database;
  GCancellable *cancellable;
  guint32 run;

  GArray *strings;
  GHashTable *by_string;
  GHashTable *common_names;
  GPtrArray *processes;
  GHashTable *by_process;
  GPtrArray *devices;
  GHashTable *by_device;
  GHashTable *device_of; /* of pid and the number that the process knows it by: that of the machine */
  GArray *tracks;
  GHashTable *by_track;
  GHashTable *threads;   /* gint64: a string of its name */
  GHashTable *domains;   /* number: a string */

  GArray *events;
  GArray *items;
  GArray *edges;
  GArray *marks;
  GArray *steps;
  GHashTable *step_names;
  GHashTable *calls;
  gint64 end;
  guint n_graphs;
} NsysTrace;

static inline NsysEvent *
nsys_trace_get_event (NsysTrace *self,
                      guint32    i)
{
  return &g_array_index (self->events, NsysEvent, i);
}

static inline NsysItem *
nsys_trace_get_item (NsysTrace *self,
                     guint32    i)
{
  return &g_array_index (self->items, NsysItem, i);
}

static inline NsysTrack *
nsys_trace_get_track (NsysTrace *self,
                      guint32    i)
{
  return &g_array_index (self->tracks, NsysTrack, i);
}

static inline gboolean
nsys_kind_is_work (guint8 kind)
{
  return kind >= NSYS_KERNEL;
}

static inline gboolean
nsys_trace_is_cancelled (NsysTrace *self,
                         guint      i)
{
  return i % 65536 == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* Names. Rows that only say what others mean are no records. */
void     nsys_names_read         (NsysTrace   *self);
guint32  nsys_names_get          (NsysTrace   *self,
                                  gint64       id);
guint32  nsys_names_find         (NsysTrace   *self,
                                  gint64       id);
void     nsys_names_shorten      (NsysTrace   *self);
guint32  nsys_names_need_process (NsysTrace   *self,
                                  gint64       id);
guint32  nsys_names_need_device  (NsysTrace   *self,
                                  guint32      process,
                                  gint64       id);

/* A name of a kernel as other demanglers write it. (transfer full) */
char    *nsys_kernel_dup_usual_name (const char *text);

/* The part of a number that names the process, and the number of a process that people know. */
gint64   nsys_process_of         (gint64       id);

/* Whether a range is an operator of PyTorch; then its text up to its arguments is its name, and these fill @item. */
gboolean nsys_operator_parse     (NsysTrace   *self,
                                  const char  *text,
                                  gsize        length,
                                  gsize       *name_length,
                                  NsysItem    *item);

/* The dimensions of each argument: @firsts has where those of each begin in @dims, and one more. FALSE for another list. */
gboolean nsys_operator_parse_sizes (const char *text,
                                    GArray     *dims,
                                    GArray     *firsts);

/* The steps. FALSE where it was cancelled, as all of them. */
gboolean nsys_read               (NsysTrace   *self);
gboolean nsys_find_steps         (NsysTrace   *self);
guint32  nsys_find_section       (NsysTrace   *self,
                                  guint32      process,
                                  gint64       time);
gboolean nsys_nest               (NsysTrace   *self);
gboolean nsys_add_layers         (NsysTrace   *self);
gboolean nsys_build_tracks       (NsysTrace   *self);
gboolean nsys_build_slices       (NsysTrace   *self);

/* The call of a process with a correlation id, or LAMINA_NONE; and where it is noted, from 1 on, which is made by @add. */
gpointer nsys_correlate          (guint32      process,
                                  gint64       correlation);

/* Marks that engines of autograd put before what they run. */
#define NSYS_ENGINE "autograd::engine::evaluate_function"

gboolean nsys_describe           (LaminaDocument    *document,
                                  const LaminaPlace *place,
                                  LaminaSqlite     **database,
                                  LaminaDetails     *details,
                                  GError           **error);

G_END_DECLS

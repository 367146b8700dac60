/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What the databases of profilers of GPUs say alike, whatever their tables are called. A reader (a room beside this one) turns
 * rows into events on tracks; then these steps follow, a file each:
 *
 *   steps    ranges that are called like steps become sections
 *   nest     on each thread, what each call stands in
 *   project  ranges, on devices, by what was launched in them; then those that need not nest
 *   layers   which layer an event belongs to, by the call that launched it; layers, their tensors
 *   build    groups, tracks, slices and arrows
 *
 * Processes and threads have numbers of 64 bits: machine, process (24 bits) and thread (24 bits), as Nsight Systems makes them.
 * A call launched the work of the same process that has its correlation id; the id alone is that of several.
 *
 * A layer is an operator of PyTorch, which `nsys --pytorch=autograd-shapes-nvtx` and `emit_nvtx ()` write as ranges,
 * with what it launched; in a process without such, the innermost range around a launch; and without either the work itself.
 * Work of a graph is a layer of its own inside that which launched the graph.
 */

typedef enum
{
  GPU_CALL,     /* of the runtime or the driver */
  GPU_OPERATOR, /* a range that PyTorch wrote for an operator */
  GPU_RANGE,    /* another range that nests on its thread */
  GPU_SPAN,     /* a range that began and ended anywhere */
  GPU_OS,       /* a call of the system */
  GPU_OVERHEAD, /* the profiler's own */
  GPU_WAIT,     /* the host waits for a device */
  GPU_PROJECTION, /* a range, where and when its work is done */
  GPU_KERNEL,   /* work of a device, from here on */
  GPU_COPY,
  GPU_FILL,
  GPU_GRAPH,    /* all of a graph at once */
} GpuKind;

/*
 * name, category  strings; of a kernel, until names are known, the place of its name in the list of strings
 * around     of what nests, the event of the innermost operator around it, or range where the process has no operators; of
 *            work, the call that launched it; LAMINA_NONE without one
 * item       of work and operators, and of ranges that are layers: its GpuItem
 * region     the event of the innermost range around that the program itself has named, or LAMINA_NONE
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
} GpuEvent;

/*
 * A layer that will be.
 *
 * event     its operator, range or work
 * parent    the item around it, or LAMINA_NONE
 * device    a string: where its work was done; 0 without work
 * bytes     moved by its copies and fills, or LAMINA_ABSENT
 * message   bytes that its kernels exchange with other devices, or LAMINA_ABSENT
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
  gint64 message;
  gint64 op;
  gint64 seq;
  guint32 sizes;
  guint32 inputs;
  guint16 n_inputs;
  guint8 phase;
  gboolean has_kernels : 1;
  gboolean has_inner : 1;
  guint32 layer;
} GpuItem;

/* What made an input: operator and which of its results; op 0 when that is not known. */
typedef struct
{
  gint64 op;
  gint32 output;
} GpuEdge;

typedef enum
{
  GPU_THREAD,    /* ranges and calls */
  GPU_SPANS,     /* ranges that need not nest */
  GPU_SYSTEM,    /* calls of the system */
  GPU_PROFILER,
  GPU_PROJECTIONS,
  GPU_STREAM,
  GPU_QUEUE,     /* work of a device that is known by its queue alone */
  GPU_WAITS,
} GpuTrackKind;

/*
 * id      of a thread; of a stream or queue its number
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
} GpuTrack;

typedef struct
{
  gint64 id; /* its number with all bits of a thread 0 */
  gint64 pid;
  char *name;
  gboolean has_operators;
  gboolean has_backward;
} GpuProcess;

typedef struct
{
  gint64 id;
  char *name; /* or NULL */
  guint32 label;
} GpuDevice;

/* A text of a table of strings. @column: a static text, where it stands. */
typedef struct
{
  char *text;
  const char *column;
  guint64 args_offset;
  guint32 args_length;
  guint32 name;    /* in the builder, or 0 */
  guint32 kernel;  /* the same as a kernel's name, or 0 */
} GpuString;

/* A step of a process, ascending by process and start. */
typedef struct
{
  guint32 process;
  guint32 section;
  gint64 start;
  gint64 end;
} GpuStep;

typedef struct
{
  guint32 track; /* or LAMINA_NONE for the whole run */
  guint32 name;
  gint64 time;
  guint64 args_offset;
  guint32 args_length;
} GpuMark;

/* What a profiler counts while a kernel runs. @adds_up: whether that of several kernels is the sum of theirs. */
typedef struct
{
  char *name;
  gboolean adds_up;
} GpuCounter;

typedef struct
{
  guint32 counter;
  guint32 event;
  double value;
} GpuValue;

/* A range that need not nest, and the thread that began it and ended it. */
typedef struct
{
  guint32 event;
  guint32 thread; /* its track */
} GpuSpan;

/*
 * by_*       places in the lists, from 1 on
 * common_names  strings of kernels that were told apart from others: the string that all of these would have
 * calls      by process and correlation id: places in the list of events, from 1 on
 * step_names strings that sections are called by
 * messages   of ranges that hand over a message, the place in the list of events and 1: its bytes
 * senders    of calls in such a range, the place and 1: that of the range and 1
 * by_counter places of counters, from 1 on, by their names
 * samples    tracks of what is sampled, from 1 on, by their names, in the group that is theirs
 * categories of what needs no other: strings, by kinds of events
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
  GHashTable *domains;   /* of domain and category, or the domain alone: a string */
  GHashTable *messages;
  GHashTable *senders;

  GArray *events;
  GArray *items;
  GArray *edges;
  GArray *spans;
  GArray *marks;
  GArray *steps;
  GHashTable *step_names;
  GHashTable *calls;
  GArray *counters;
  GHashTable *by_counter;
  GArray *values;
  GHashTable *samples;
  guint32 sample_group;
  guint32 categories[GPU_GRAPH + 1];
  gint64 end;
  guint n_graphs;
} GpuTrace;

static inline GpuEvent *
gpu_trace_get_event (GpuTrace *self,
                     guint32   i)
{
  return &g_array_index (self->events, GpuEvent, i);
}

static inline GpuItem *
gpu_trace_get_item (GpuTrace *self,
                    guint32   i)
{
  return &g_array_index (self->items, GpuItem, i);
}

static inline GpuTrack *
gpu_trace_get_track (GpuTrace *self,
                     guint32   i)
{
  return &g_array_index (self->tracks, GpuTrack, i);
}

static inline GpuProcess *
gpu_trace_get_process (GpuTrace       *self,
                       const GpuEvent *event)
{
  return self->processes->pdata[gpu_trace_get_track (self, event->track)->process];
}

static inline gboolean
gpu_kind_is_work (guint8 kind)
{
  return kind >= GPU_KERNEL;
}

static inline gboolean
gpu_trace_is_cancelled (GpuTrace *self,
                        guint     i)
{
  return i % 65536 == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* A number for a table of numbers. (transfer full) */
static inline gpointer
gpu_dup_number (gint64 number)
{
  return g_memdup2 (&number, sizeof number);
}

/* Numbers by numbers: LAMINA_ABSENT for one that is not there. A number that is absent is not kept. */
GHashTable *gpu_numbers_new       (void);
void     gpu_numbers_set          (GHashTable     *self,
                                   gint64          key,
                                   gint64          number);
gint64   gpu_numbers_get          (GHashTable     *self,
                                   gint64          key);

/* The numbers of a column of a table by those of another. */
GHashTable *gpu_numbers_read      (GpuTrace       *self,
                                   const char     *table,
                                   const char     *key,
                                   const char     *number);

/* A string: the range around that the program itself has named, unless it is a step; 0 without one. */
guint32  gpu_trace_get_region     (GpuTrace       *self,
                                   const GpuEvent *event);

/* Makes a run, and opens the database where there is one. To be cleared by gpu_trace_clear (), also when it fails. */
void     gpu_trace_init           (GpuTrace       *self,
                                   LaminaBuilder  *builder,
                                   GCancellable   *cancellable);
gboolean gpu_trace_open           (GpuTrace       *self,
                                   LaminaSource   *source,
                                   LaminaBuilder  *builder,
                                   GCancellable   *cancellable,
                                   GError        **error);
void     gpu_trace_clear          (GpuTrace       *self);

/* Says that a table of events is not shown, where it has rows. */
void     gpu_trace_note_table     (GpuTrace       *self,
                                   const char     *table);

/* What follows when all is read: from steps to slices. FALSE when it was cancelled. */
gboolean gpu_trace_show           (GpuTrace       *self);

/* A text of the current row that is UTF-8, or NULL: for an empty one, too. (transfer full) */
char    *gpu_rows_dup_text        (LaminaSqliteRows *rows,
                                   guint             column);

/* Strings of tables of strings, by their ids there: their place in the list, LAMINA_NONE without one; a string of the builder, 0
 * without one; or the text, `""` without one. @args_*: where somebody finds a row or an object with the text in @column;
 * @text: (transfer full) */
void     gpu_names_append         (GpuTrace       *self,
                                   gint64          id,
                                   char           *text,
                                   const char     *column,
                                   guint64         args_offset,
                                   guint32         args_length);
void     gpu_names_add            (GpuTrace         *self,
                                   gint64            id,
                                   LaminaSqliteRows *rows,
                                   guint             column,
                                   const char       *column_name);
void     gpu_names_read           (GpuTrace         *self,
                                   const char       *table,
                                   const char       *column);
guint32  gpu_names_find           (GpuTrace       *self,
                                   gint64          id);
guint32  gpu_names_get            (GpuTrace       *self,
                                   gint64          id);
const char *gpu_names_get_text    (GpuTrace       *self,
                                   gint64          id);

/* Gives kernels their short names. Their name was a place in the list of strings. */
void     gpu_names_shorten        (GpuTrace       *self);

/* A name of a kernel as most demanglers write it. (transfer full) */
char    *gpu_kernel_dup_usual_name (const char    *text);

/* Processes and devices by their numbers. Of a device people see @number, behind the name of its machine unless @host is NULL; no
 * two are to be called alike, for what is said of one is looked up by that. What a process calls device @number may be another
 * one of the machine; what all call so, when @pid is absent. The first name counts. @name: (transfer full) or NULL */
gint64   gpu_thread_of            (gint64          machine,
                                   gint64          pid,
                                   gint64          tid);
gint64   gpu_process_of           (gint64          id);
guint32  gpu_names_need_process   (GpuTrace       *self,
                                   gint64          id);
void     gpu_names_name_process   (GpuTrace       *self,
                                   guint32         process,
                                   char           *name);
guint32  gpu_names_need_device    (GpuTrace       *self,
                                   guint32         process,
                                   gint64          id);
guint32  gpu_names_add_device     (GpuTrace       *self,
                                   gint64          id,
                                   const char     *host,
                                   gint64          number);
void     gpu_names_map_device     (GpuTrace       *self,
                                   gint64          pid,
                                   gint64          number,
                                   guint32         device);
void     gpu_names_name_device    (GpuTrace       *self,
                                   guint32         device,
                                   char           *name);
void     gpu_names_add_property   (GpuTrace       *self,
                                   guint32         device,
                                   const char     *key,
                                   gint64          number,
                                   LaminaUnit      unit);
void     gpu_names_add_thread     (GpuTrace       *self,
                                   gint64          thread,
                                   char           *name);

/* Reads a table whose rows are records. */
LaminaSqliteRows *gpu_events_begin (GpuTrace          *self,
                                    const char        *table,
                                    const char *const *columns);
gboolean gpu_events_next          (GpuTrace         *self,
                                   LaminaSqliteRows *rows);

/* An event from its times, of which the end may be absent; and as a whole, with the category of its kind where it has none.
 * @record: LAMINA_NONE for what stands in none of its own. FALSE when it was skipped. */
gboolean gpu_events_start         (GpuTrace       *self,
                                   guint32         record,
                                   gint64          start,
                                   gint64          end,
                                   GpuEvent       *event);
gboolean gpu_events_append        (GpuTrace       *self,
                                   guint32         record,
                                   const GpuEvent *event);
void     gpu_events_append_mark   (GpuTrace       *self,
                                   guint32         record,
                                   const GpuMark  *mark);

/* The same of the current row, from the columns of its times. */
gboolean gpu_events_take_times    (GpuTrace         *self,
                                   LaminaSqliteRows *rows,
                                   guint             start,
                                   guint             end,
                                   GpuEvent         *event);
gboolean gpu_events_add           (GpuTrace         *self,
                                   LaminaSqliteRows *rows,
                                   GpuEvent         *event);
void     gpu_events_add_mark      (GpuTrace         *self,
                                   LaminaSqliteRows *rows,
                                   GpuMark           mark);

/* What the event moves that was added last, a copy or a fill: what stays on one device is read and written there. */
void     gpu_events_add_bytes     (GpuTrace       *self,
                                   gint64          bytes);

/* How large the message is that the range hands over that was added last. */
void     gpu_events_add_message   (GpuTrace       *self,
                                   gint64          bytes);

/* Which thread began the range that was added last and ended it: what that launched meanwhile is the work of the range. */
void     gpu_events_add_span      (GpuTrace       *self,
                                   gint64          thread);

/* Tells an operator from other ranges, and names it. @category: a string for other ranges. */
void     gpu_events_name_range    (GpuTrace       *self,
                                   const char     *text,
                                   gsize           length,
                                   guint32         category,
                                   GpuEvent       *event);

guint32  gpu_events_intern        (GpuTrace       *self,
                                   const char     *text);

/* Tracks; numbers that are absent are 0. */
GHashTable *gpu_events_new_tracks (void);
guint32  gpu_events_need_thread   (GpuTrace       *self,
                                   GpuTrackKind    kind,
                                   gint64          thread);
guint32  gpu_events_need_queue    (GpuTrace       *self,
                                   GpuTrackKind    kind,
                                   gint64          process,
                                   gint64          device,
                                   gint64          context,
                                   gint64          stream);

/* The track of what waits for a device: the one that the work of its context is on, whatever number the row says. */
guint32  gpu_events_need_waits    (GpuTrace       *self,
                                   gint64          process,
                                   gint64          device,
                                   gint64          context);

/* Adds a range once more, on the device that its work is done on. @device: its index; @start, @end: of that work */
void     gpu_events_add_projection (GpuTrace      *self,
                                    guint32        range,
                                    guint32        device,
                                    gint64         start,
                                    gint64         end);

/* Calls by what they launched: notes the event that was added last, and finds that of a process, or LAMINA_NONE. */
void     gpu_events_note_call     (GpuTrace       *self,
                                   guint32         process,
                                   gint64          correlation,
                                   gboolean        replaces);
guint32  gpu_events_find_call     (GpuTrace       *self,
                                   guint32         process,
                                   gint64          correlation);

/* Whether a range is an operator of PyTorch; then its text up to its arguments is its name, and these fill @item. */
gboolean gpu_operator_parse       (GpuTrace       *self,
                                   const char     *text,
                                   gsize           length,
                                   gsize          *name_length,
                                   GpuItem        *item);

/* The dimensions of each argument: @firsts has where those of each begin in @dims, and one more. FALSE for another list. */
gboolean gpu_operator_parse_sizes (const char     *text,
                                   GArray         *dims,
                                   GArray         *firsts);

/* What a kernel counted. It becomes a column of layers by gpu_counters_show (), when these are there. Beside it a track of samples
 * in the builder, when other tracks are there. */
guint32  gpu_counters_need        (GpuTrace       *self,
                                   const char     *name,
                                   gboolean        adds_up);
void     gpu_counters_add         (GpuTrace       *self,
                                   guint32         counter,
                                   guint32         event,
                                   double          value);
gboolean gpu_counters_show        (GpuTrace       *self);
guint32  gpu_counters_need_track  (GpuTrace       *self,
                                   const char     *name,
                                   LaminaUnit      unit);

/* The steps of gpu_trace_show (). */
gboolean gpu_find_steps           (GpuTrace       *self);
guint32  gpu_find_section         (GpuTrace       *self,
                                   guint32         process,
                                   gint64          time);
gboolean gpu_nest                 (GpuTrace       *self);
gboolean gpu_project              (GpuTrace       *self);
gboolean gpu_project_spans        (GpuTrace       *self);
gboolean gpu_build_tracks         (GpuTrace       *self);
gboolean gpu_add_layers           (GpuTrace       *self);
gboolean gpu_build_slices         (GpuTrace       *self);

/* What engines of autograd put before what they run. */
#define GPU_ENGINE "autograd::engine::evaluate_function"

/*
 * How rows are described to people.
 *
 * strings   the table of strings, or of several how their names begin: the one counts that ends like the table of the row
 * value     its column
 * names     columns that hold numbers of strings
 * left_out  columns that say nothing more than the views show
 */
typedef struct
{
  const char *strings;
  const char *value;
  const char *const *names;
  const char *const *left_out;
} GpuWords;

/* The database of what is described, which stays open with @format. */
LaminaSqlite *gpu_describe_open   (LaminaFormat       *format,
                                   LaminaDocument     *document,
                                   GError            **error);
gboolean gpu_describe             (LaminaFormat       *format,
                                   LaminaDocument     *document,
                                   const LaminaPlace  *place,
                                   const GpuWords     *words,
                                   LaminaDetails      *details,
                                   GError            **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GpuTrace, gpu_trace_clear)

G_END_DECLS

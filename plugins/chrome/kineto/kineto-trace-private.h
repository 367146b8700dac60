/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

#include "lamina-order.h"

G_BEGIN_DECLS

/*
 * What PyTorch's profiler (Kineto) means by its events:
 *
 *   operator     `cpu_op`: work that a thread asked for. Each becomes a layer; its parent is the operator around it
 *   call         `cuda_runtime` and its like: what an operator asks of the driver
 *   work         `kernel`, `gpu_memcpy`, `gpu_memset`: what a device did. It belongs to the innermost operator around the
 *                call with the same correlation; without such a call to the operator with the same External id; without
 *                either it is a layer of its own. Where several have the number, see kineto-numbers-private.h
 *   inner work   what belongs to an operator that is no operation itself but the frame of many: its call launches a graph
 *                (`cudaGraphLaunch`), or it is a region of the compiler (`Torch-Compiled Region`, `CompiledFunction`,
 *                `## Call CompiledFxGraph`). Each piece is a layer of its own inside that operator. The kernels of any other
 *                operator are the ways in which it does its one operation, and are one layer with it
 *   annotation   `user_annotation`: a span on a thread, a region of its code. `ProfilerStep#N` are the sections
 *   waiting      `cuda_sync` and its like, and what has the category of work and the name of a wait, `event_wait`: a stream, a
 *                device or the host stands still
 *   echo         `overhead`, spans of the profiler, and with classes of their own `gpu_user_annotation`, `cuda_event` and
 *                waiting: no work, since it would be counted a second time. They are slices and nothing else
 *
 * Times of a layer add up, whatever overlaps:
 *
 *   host         the duration of the operator
 *   host self    without what the operators directly inside it cover
 *   device       of the work that it owns, without what work of other layers inside that covers. Where work overlaps on one
 *                stream, the part that was covered already is not counted again. What was moved to the lane of another stream,
 *                as replays of graphs may be, says in `original_stream` which it ran on
 *
 * So neither the sum of host self over a thread nor the sum of device over a stream exceeds the time in which the thread
 * or the stream was in use.
 */
typedef enum
{
  KINETO_UNKNOWN,
  KINETO_OPERATOR,
  KINETO_CALL,
  KINETO_WORK,
  KINETO_COPY, /* work that moves data */
  KINETO_FILL, /* work that sets memory */
  KINETO_ANNOTATION,
  KINETO_FUNCTION, /* of Python, while a thread runs it */
  KINETO_WAIT,     /* waiting of a stream, an event or a device */
  KINETO_EVENT,    /* a moment that a stream notes */
  KINETO_DEVICE_ANNOTATION, /* the work of a stream that was launched in an annotation */
  KINETO_ECHO,
} KinetoClass;

static inline gboolean
kineto_class_is_work (KinetoClass class)
{
  return class == KINETO_WORK || class == KINETO_COPY || class == KINETO_FILL;
}

/* What an item owns besides copies to a device, or from one. */
typedef enum
{
  KINETO_OWNS_KERNELS = 1 << 0,      /* work that is no copy */
  KINETO_OWNS_INNER_COPIES = 1 << 1, /* copies on one device */
} KinetoOwns;

/*
 * A layer that will be: an operator, or work that is one of its own.
 *
 * row      its event
 * parent   the item of the operator around it, of inner work that which launched it, or LAMINA_NONE
 * self     host time without that of the operators inside; of work LAMINA_ABSENT
 * device   device time, or LAMINA_ABSENT
 * launch   the event that tells its section and annotation: that of an operator, the call of work, or LAMINA_NONE
 * layer    its layer in the builder, once it was added
 * device_name  a string: where its work was done
 * bytes    moved by the copies that it owns, or LAMINA_ABSENT; of a layer that is a fill, what it sets. What stays on one
 *          device is read and written there
 * phase    LaminaPhase
 * is_work  it is work without an operator, or inner work
 * is_open  it is an operator whose end is not in the file: how long it took is not known
 * owns     KinetoOwns
 * is_frame  it is an operator all of whose work is inner work
 */
typedef struct
{
  guint32 row;
  guint32 parent;
  gint64 self;
  gint64 device;
  gint64 bytes;
  guint32 launch;
  guint32 layer;
  guint32 device_name;
  guint8 phase;
  guint8 is_work;
  guint8 owns;
  guint8 is_open;
  guint8 is_frame;
} KinetoItem;

/*
 * What a name says, as bits.
 *
 * ENGINE  of an operator: the engine of autograd runs it
 * REGION  of an operator: it is a region of the compiler
 * GRAPH   of a call: it launches a graph
 * WAIT    of what has the category of work: it waits
 * INNER   of a copy: what it copies stays on one device
 */
typedef enum
{
  KINETO_NAME_ENGINE = 1 << 0,
  KINETO_NAME_REGION = 1 << 1,
  KINETO_NAME_GRAPH = 1 << 2,
  KINETO_NAME_WAIT = 1 << 3,
  KINETO_NAME_INNER = 1 << 4,
} KinetoNameMarks;

/* A step of the profiler on the track of the thread that drove it. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint32 section;
  guint32 track;
} KinetoStep;

/*
 * classes  of each row: KinetoClass
 * item_of  the layer column of the event table, which holds indexes of items until layers are added
 * items    KinetoItem, the operators of a track together and in order
 * places   of kineto-join.c alone
 * order    the items in the order of their layers. Those of one start keep theirs: an operator before those inside it
 * steps    KinetoStep, ascending
 * step_names  a set of strings: what they are called
 * annotations  of kineto-join.c alone
 * name_marks  by string, for the first n_names: KinetoNameMarks, of names of operators, calls and work
 * has_graphs  a call of the file launches a graph
 * has_waits   something of the category of work waits
 * common_names  of a name that was told apart from others: the short name of all of them, see kineto_names_shorten()
 * ranks    by process: a string that names its rank, where a tool has put several into one file; else NULL
 * phases   by row: the LaminaPhase of calls that stand in no operator, and of annotations that say one
 * device_names  by track: a string that names the device on which its work was done; 0 for a track without work
 */
typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  LaminaBuilder *builder;
  guint32 run;
  guint8 *classes;
  guint32 *item_of;
  GArray *items;
  LaminaOrderItem *places;
  guint n_places;
  guint32 *order;
  GArray *steps;
  GHashTable *step_names;
  GArray *annotations;
  guint8 *name_marks;
  guint32 n_names;
  gboolean has_graphs;
  gboolean has_waits;
  GHashTable *common_names;
  guint32 *ranks;
  guint8 *phases;
  guint32 *device_names;
} KinetoTrace;

static inline gboolean
kineto_trace_is_marked (const KinetoTrace *self,
                        guint32            name,
                        KinetoNameMarks    mark)
{
  return name < self->n_names && (self->name_marks[name] & mark) != 0;
}

static inline gboolean
kineto_trace_is_engine (const KinetoTrace *self,
                        guint32            name)
{
  return kineto_trace_is_marked (self, name, KINETO_NAME_ENGINE);
}

/* What it is called in a trace where it need not be told apart; 0 where that is its name. */
static inline guint32
kineto_trace_get_common_name (const KinetoTrace *self,
                              guint32            name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->common_names, GUINT_TO_POINTER (name)));
}

static inline KinetoItem *
kineto_trace_get_item (KinetoTrace *self,
                       guint32      i)
{
  return &g_array_index (self->items, KinetoItem, i);
}

/* What stands behind the names of nodes that the engine of autograd runs. */
#define KINETO_ENGINE "(autograd::engine::evaluate_function)"

/* The class of each row, to be freed with g_free(). Dividing leaves them to the steps after it, as the data of the dialect. */
guint8  *kineto_classify         (ChromeTrace *trace);

/*
 * Whether two files are ranks of one job, or one is a snapshot of the memory of the other; which rank a file is and when it was
 * recorded, and what to call one of them.
 */
LaminaClaim kineto_claims        (const LaminaHead *opened,
                                  const LaminaHead *sibling);
char    *kineto_dup_part         (const LaminaHead *file,
                                  gint64           *time);
char    *kineto_dup_rank_title   (ChromeTrace *trace);

/*
 * What tracks and layers call a device: its label, with its pid where several have the same, else `GPU 0`, or `HPU 0` where
 * the file calls the process so.
 */
char    *kineto_dup_device_name  (ChromeTrace         *trace,
                                  const ChromeProcess *process);

/* Tells the ranks of a file that holds several: for KinetoTrace. */
guint32 *kineto_find_ranks       (KinetoTrace *self);

/* For id_scopes of the trace: that of each process is the first one of its rank. NULL where the file holds one rank. */
guint32 *kineto_scope_by_ranks   (KinetoTrace *self);

/* See ChromeDialect. */
gboolean kineto_describe         (LaminaDetails     *details,
                                  const char        *key,
                                  const LaminaValue *value);
void     kineto_describe_around  (LaminaDetails        *details,
                                  LaminaRun            *run,
                                  const LaminaSliceRef *slice);

/* Of collectives: an attribute, as kineto_describe(); and what follows from all of them. */
gboolean kineto_describe_collective (LaminaDetails     *details,
                                     const char        *key,
                                     const LaminaValue *value);
void     kineto_describe_message    (LaminaDetails     *details);

gboolean kineto_is_all_gather    (const char  *type);

/* Strings that tell what the operator of a row did with others, where that is known: its name and its type. @around: the row of
 * the operator around it, or LAMINA_NONE. */
void     kineto_name_collective  (KinetoTrace *self,
                                  guint32      row,
                                  guint32      around,
                                  guint32     *name,
                                  guint32     *type);

/* Whether a step is one of the process of a launch. */
static inline gboolean
kineto_drives (KinetoTrace      *self,
               const KinetoStep *step,
               guint32           launch)
{
  return chrome_trace_get_track (self->trace, step->track)->process == chrome_trace_get_process_of (self->trace, launch);
}

/*
 * The step that a launch belongs to, or NULL. Of steps that overlap, those of several threads, it is the last that has begun
 * and is open: one of the same process, and another one's only without it.
 */
const KinetoStep *kineto_find_step (KinetoTrace *self,
                                    guint32      launch);

/* The annotation by a launch: a string, or 0. @waiting is the step whose thread waits for that of the launch, or NULL. */
guint32  kineto_find_annotation  (KinetoTrace      *self,
                                  guint32           launch,
                                  const KinetoStep *waiting);

/*
 * Names that devices and operators have, and the shorter ones that are shown in their place. Making it looks at no string.
 * Then it can mark names by what they say, which joining needs. Shortening adds strings and touches no
 * event; afterwards it can be applied.
 */
typedef struct _KinetoNames KinetoNames;

KinetoNames *kineto_names_new         (KinetoTrace *trace);
void         kineto_names_mark        (KinetoNames *self);
void         kineto_names_shorten     (KinetoNames *self);
void         kineto_names_apply       (KinetoNames *self);
void         kineto_names_free        (KinetoNames *self);

/* Joining looks at no string and adds none, so that shortening can go on beside it: what it needs is found before. */
void     kineto_prepare_joining  (KinetoTrace *self);
gboolean kineto_join_host        (KinetoTrace *self);
gboolean kineto_join_devices     (KinetoTrace *self);

/* The order of items. Sorting looks at nothing but keys, so that devices can be joined beside it. */
void     kineto_key_operators    (KinetoTrace *self);
void     kineto_sort_operators   (KinetoTrace *self);
gboolean kineto_order_items      (KinetoTrace *self);

/* FALSE when it was cancelled. */
void     kineto_divide           (ChromeTrace *trace);
void     kineto_arrange          (ChromeTrace *trace);
void     kineto_find_steps       (KinetoTrace *self);
gboolean kineto_find_annotations (KinetoTrace *self);
void     kineto_tie_backward     (KinetoTrace *self);
gboolean kineto_add_layers       (KinetoTrace *self);
void     kineto_add_memory       (KinetoTrace *self);
void     kineto_add_properties   (ChromeTrace *trace);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-track.h"
#include "lamina-value.h"

G_BEGIN_DECLS

/**
 * LaminaRun:
 *
 * One execution or plan inside a document: an axis with its tracks, layers and tensors. Immutable; owned by its
 * document and valid as long as it.
 *
 * Tables are columns: plain arrays of the same length, read directly. A column of which no row has a value is %NULL;
 * the lamina_column functions read such a column as absent everywhere. Strings are ids, see lamina_run_get_string().
 */

/**
 * LaminaClock:
 * @name: what to call it
 * @offset: the suggested offset: what to add to get a time on the axis, in the unit of the axis
 * @basis: how it was found
 * @bound: the smallest offset that is possible, in the same unit, or %LAMINA_ABSENT
 *
 * A clock that times of a run are counted from.
 */
typedef struct
{
  const char *name;
  gint64 offset;
  LaminaClockBasis basis;
  gint64 bound;
} LaminaClock;

/**
 * LaminaGroup:
 * @name: what to call it
 * @parent: the group around it, or %LAMINA_NONE
 * @kind: what it stands for
 *
 * A group of tracks: a process, a device.
 */
typedef struct
{
  const char *name;
  guint32 parent;
  LaminaGroupKind kind;
} LaminaGroup;

/**
 * LaminaSection:
 * @title: what to call it
 * @n_layers: layers that belong to it
 *
 * A named part of a run.
 */
typedef struct
{
  const char *title;
  guint n_layers;
} LaminaSection;

/**
 * LaminaMetric:
 * @name: the tool's own name of it
 * @unit: its unit
 * @integers: (nullable): a cell for each layer, %LAMINA_ABSENT where there is none; %NULL for a metric of real numbers
 * @reals: (nullable): a cell for each layer, NaN where there is none; %NULL for a metric of integers
 * @estimated: whether Lamina worked its cells out; the file does not state them
 *
 * A column of the tool's own, or one that follows from such columns.
 */
typedef struct
{
  const char *name;
  LaminaUnit unit;
  const gint64 *integers;
  const double *reals;
  gboolean estimated;
} LaminaMetric;

/**
 * LaminaSliceRef:
 * @track: a track of the run
 * @slice: a slice of the track
 *
 * Names a slice of a run.
 */
typedef struct
{
  guint32 track;
  guint32 slice;
} LaminaSliceRef;

/**
 * LaminaArgs:
 * @title: a string as a heading, or 0
 * @source: index of the file
 * @offset: byte offset in its (inflated) text
 * @length: length in bytes
 *
 * Where attributes stand that are parsed when somebody looks.
 */
typedef struct
{
  guint32 title;
  guint32 source;
  guint64 offset;
  guint64 length;
} LaminaArgs;

/**
 * LaminaLayers:
 * @n: number of layers
 * @name: strings
 * @type: strings
 * @key: strings that equal layers of different runs share
 * @device: strings
 * @parent: layers, or %LAMINA_NONE
 * @section: sections, or %LAMINA_NONE
 * @annotation: (nullable): strings: the regions of the program's code that launched them, see #LaminaLayerInit; 0 for none
 * @track: tracks that the views take them to, or %LAMINA_NONE
 * @order: (nullable): positions in the order of execution, or %LAMINA_NONE: lamina_layers_get_order()
 * @is_in_order: @order is not there, since the layers stand in the order of execution
 * @calls: (nullable): how often each ran: lamina_layers_get_calls()
 * @phase: #LaminaPhase
 * @family: #LaminaFamily
 * @estimated: #LaminaEstimate
 * @start: (nullable): first starts on the clock of @track: lamina_run_get_layer_track_start()
 * @starts_with_slice: @start is not there, since each layer starts with its first slice on @track
 * @host: time on the host with children
 * @host_self: time on the host without children
 * @device_time: time on devices
 * @wait: the part of the device time before the first kernel
 * @duration: a time that the file states without saying which
 * @flop: floating point operations
 * @bytes: bytes moved
 * @first_input: @n + 1 indexes into @inputs: those of layer i are from [i] to before [i + 1]
 * @inputs: tensors
 * @first_output: (nullable): @n + 1 indexes into @outputs: lamina_column_first()
 * @outputs: tensors
 * @first_slice: @n + 1 indexes into @slices
 * @slices: slices that belong to the layers, those of a layer in the order of their tracks and starts
 * @first_args: (nullable): @n + 1 indexes into @args
 * @args: (nullable): where attributes stand
 * @first_part: (nullable): @n + 1 indexes into @parts
 * @parts: (nullable): strings: what a tool fused into the layers
 * @label: (nullable): strings: short names that the format gives, 0 where it gives none: lamina_layer_dup_label()
 *
 * The layers of a run. @start is in the unit of the axis. The other times are nanoseconds, and like @flop and @bytes
 * sums over all calls; %LAMINA_ABSENT where they are not known. @device_time is that of the outermost device slices that
 * a layer owns, less what slices of other layers inside them cover; the time of kernels alone is @device_time less
 * @wait.
 */
typedef struct
{
  guint n;
  const guint32 *name;
  const guint32 *type;
  const guint32 *key;
  const guint32 *device;
  const guint32 *parent;
  const guint32 *section;
  const guint32 *annotation;
  const guint32 *track;
  const guint32 *order;
  gboolean is_in_order;
  const guint32 *calls;
  const guint8 *phase;
  const guint8 *family;
  const guint8 *estimated;
  const gint64 *start;
  gboolean starts_with_slice;
  const gint64 *host;
  const gint64 *host_self;
  const gint64 *device_time;
  const gint64 *wait;
  const gint64 *duration;
  const gint64 *flop;
  const gint64 *bytes;
  const guint32 *first_input;
  const guint32 *inputs;
  const guint32 *first_output;
  const guint32 *outputs;
  const guint32 *first_slice;
  const LaminaSliceRef *slices;
  const guint32 *first_args;
  const LaminaArgs *args;
  const guint32 *first_part;
  const guint32 *parts;
  const guint32 *label;
} LaminaLayers;

/**
 * LaminaLifetime:
 * @kind: what is kept
 * @clock: what @first and @last are counted from
 * @bytes: how much, or %LAMINA_ABSENT
 * @first: the first time or step, in the unit of the axis
 * @last: the last one, inclusive
 *
 * When something of a tensor is kept in memory.
 */
typedef struct
{
  LaminaLifetimeKind kind;
  guint32 clock;
  gint64 bytes;
  gint64 first;
  gint64 last;
} LaminaLifetime;

/**
 * LaminaTensors:
 * @n: number of tensors
 * @name: (nullable): strings
 * @dtype: strings
 * @layout: (nullable): strings
 * @shape: shapes; 0 where it is not known, see lamina_run_get_shape()
 * @producer: (nullable): layers, or %LAMINA_NONE
 * @role: (nullable): #LaminaRole: lamina_tensors_get_role()
 * @estimated: #LaminaEstimate
 * @bytes: sizes, or %LAMINA_ABSENT
 * @address: (nullable): addresses, or 0
 * @first_consumer: @n + 1 indexes into @consumers
 * @consumers: layers that read the tensors, each once, in the order of the layers
 * @first_lifetime: (nullable): @n + 1 indexes into @lifetimes: lamina_column_first()
 * @lifetimes: (nullable): when they are kept
 * @first_args: (nullable): @n + 1 indexes into @args
 * @args: (nullable): where attributes stand
 *
 * The tensors of a run.
 */
typedef struct
{
  guint n;
  const guint32 *name;
  const guint32 *dtype;
  const guint32 *layout;
  const guint32 *shape;
  const guint32 *producer;
  const guint8 *role;
  const guint8 *estimated;
  const gint64 *bytes;
  const guint64 *address;
  const guint32 *first_consumer;
  const guint32 *consumers;
  const guint32 *first_lifetime;
  const LaminaLifetime *lifetimes;
  const guint32 *first_args;
  const LaminaArgs *args;
} LaminaTensors;

/**
 * LaminaFlow:
 * @name: a string, or 0
 * @from: where it begins; track %LAMINA_NONE when the file has no beginning
 * @to: where it ends; track %LAMINA_NONE when the file has no end
 *
 * An arrow between two slices.
 */
typedef struct
{
  guint32 name;
  LaminaSliceRef from;
  LaminaSliceRef to;
} LaminaFlow;

/**
 * LaminaMark:
 * @name: a string
 * @track: the track that it stands on, or %LAMINA_NONE for the whole run
 * @clock: what @time is counted from
 * @time: when, in the unit of the axis
 * @duration: how long, in the same unit; 0 for a moment
 * @source: index of the file that holds its arguments
 * @args_length: length of its arguments in bytes, or 0
 * @args_offset: byte offset where they stand
 *
 * A moment or a span with a name.
 */
typedef struct
{
  guint32 name;
  guint32 track;
  guint32 clock;
  gint64 time;
  gint64 duration;
  guint32 source;
  guint32 args_length;
  guint64 args_offset;
} LaminaMark;

/**
 * LaminaTotals:
 * @executed: layers that ran
 * @cost: sum of the costs in nanoseconds, or %LAMINA_ABSENT when no layer has one
 * @flop: sum of the floating point operations, or %LAMINA_ABSENT
 * @bytes: sum of the bytes moved, or %LAMINA_ABSENT
 * @tensor_bytes: sum of the sizes of all tensors, each counted once, or %LAMINA_ABSENT. Absent also where a tensor has no
 *   name: such rows stand for all tensors of one shape and dtype, and the file does not tell how many there were
 * @n_slices: slices on all tracks
 * @n_counters: tracks of samples
 *
 * Sums over a run. A sum that does not fit into 64 bits stops at the largest number.
 */
typedef struct
{
  guint executed;
  gint64 cost;
  gint64 flop;
  gint64 bytes;
  gint64 tensor_bytes;
  guint64 n_slices;
  guint n_counters;
} LaminaTotals;

/**
 * lamina_run_get_title:
 *
 * Returns: what to call it
 */
LAMINA_AVAILABLE
const char *lamina_run_get_title (LaminaRun *self);

/**
 * lamina_run_get_shown_title:
 *
 * What a run is called in the language of the user. Runs are still told apart, found and kept by lamina_run_get_title().
 *
 * Returns: (transfer none): the title, translated unless it is the file's
 */
LAMINA_AVAILABLE
const char *lamina_run_get_shown_title (LaminaRun *self);

/**
 * lamina_run_translate:
 * @text: a name or a caption of one of its groups or tracks, or the name of a metric
 *
 * Returns: (transfer none): see lamina_document_translate()
 */
LAMINA_AVAILABLE
const char *lamina_run_translate (LaminaRun  *self,
                                  const char *text);

/**
 * lamina_run_get_unit:
 *
 * Returns: what x means
 */
LAMINA_AVAILABLE
LaminaAxisUnit lamina_run_get_unit (LaminaRun *self);

/**
 * lamina_run_get_timing:
 *
 * Returns: how the positions came about
 */
LAMINA_AVAILABLE
LaminaTiming lamina_run_get_timing (LaminaRun *self);

/**
 * lamina_run_get_layer_word:
 *
 * Returns: what the tool calls its layers
 */
LAMINA_AVAILABLE
LaminaLayerWord lamina_run_get_layer_word (LaminaRun *self);

/**
 * lamina_run_get_stated_time:
 *
 * Returns: how long the file states that all took of which the layers are the parts, in nanoseconds, or %LAMINA_ABSENT
 */
LAMINA_AVAILABLE
gint64 lamina_run_get_stated_time (LaminaRun *self);

/**
 * lamina_run_get_cost_kind:
 *
 * Returns: which time its cost is
 */
LAMINA_AVAILABLE
LaminaCost lamina_run_get_cost_kind (LaminaRun *self);

/**
 * lamina_run_get_costs: (skip)
 *
 * Returns: (transfer none) (nullable): the cost of each layer in nanoseconds, a column like the others; %NULL when no
 *   layer has one
 */
LAMINA_AVAILABLE
const gint64 *lamina_run_get_costs (LaminaRun *self);

/**
 * lamina_run_get_totals: (skip)
 *
 * Returns: (transfer none): its sums
 */
LAMINA_AVAILABLE
const LaminaTotals *lamina_run_get_totals (LaminaRun *self);

/**
 * lamina_run_get_string:
 * @id: a string id of any column
 *
 * Returns: the string, valid UTF-8; the empty string for id 0
 */
LAMINA_AVAILABLE
const char *lamina_run_get_string (LaminaRun *self,
                                   guint32    id);

/**
 * lamina_run_get_text_size:
 *
 * Returns: the bytes of all its strings together, each counted once: one name may have hundreds of megabytes, so that to look
 *   through few of them takes long
 */
LAMINA_AVAILABLE
guint64 lamina_run_get_text_size (LaminaRun *self);

/**
 * lamina_run_dup_whole_names:
 * @self: a run of a document
 * @name: a name of a layer or a slice
 *
 * What the files call it where a format made it shorter. They are read from there, in any thread.
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): the whole names, each once; %NULL when @name is whole, or
 *   when the file has changed since
 */
LAMINA_AVAILABLE
GStrv lamina_run_dup_whole_names (LaminaRun  *self,
                                  const char *name);

/**
 * lamina_run_dup_whole_name:
 * @self: a run of a document
 * @name: a name of a layer or a slice
 *
 * Returns: (transfer full): the one of lamina_run_dup_whole_names(), else @name: none or several say no more than that
 */
LAMINA_AVAILABLE
char *lamina_run_dup_whole_name (LaminaRun  *self,
                                 const char *name);

/**
 * lamina_run_get_shape: (skip)
 * @id: a shape id of a column, not 0
 * @n: (out): number of dimensions; 0 for a scalar
 *
 * Returns: (transfer none) (array length=n): the dimensions, outermost first; %LAMINA_ABSENT for one that is not known
 */
LAMINA_AVAILABLE
const gint64 *lamina_run_get_shape (LaminaRun *self,
                                    guint32    id,
                                    guint     *n);

/**
 * lamina_run_dup_shape_text:
 * @id: a shape id of a column, not 0
 *
 * Returns: (transfer full): the shape as `10×512×28×28`, an unknown dimension as `?`, a scalar as `scalar`
 */
LAMINA_AVAILABLE
char *lamina_run_dup_shape_text (LaminaRun *self,
                                 guint32    id);

/**
 * lamina_run_get_n_clocks:
 *
 * Returns: number of clocks; at least one where there is a track
 */
LAMINA_AVAILABLE
guint lamina_run_get_n_clocks (LaminaRun *self);

/**
 * lamina_run_get_clock: (skip)
 * @i: which one
 *
 * Returns: (transfer none): a clock
 */
LAMINA_AVAILABLE
const LaminaClock *lamina_run_get_clock (LaminaRun *self,
                                         guint      i);

/**
 * lamina_run_get_n_sections:
 *
 * Returns: number of sections; 0 when the file names no parts
 */
LAMINA_AVAILABLE
guint lamina_run_get_n_sections (LaminaRun *self);

/**
 * lamina_run_get_section: (skip)
 * @i: which one
 *
 * Returns: (transfer none): a section
 */
LAMINA_AVAILABLE
const LaminaSection *lamina_run_get_section (LaminaRun *self,
                                             guint      i);

/**
 * lamina_run_get_n_groups:
 *
 * Returns: number of groups of tracks
 */
LAMINA_AVAILABLE
guint lamina_run_get_n_groups (LaminaRun *self);

/**
 * lamina_run_get_group: (skip)
 * @i: which one
 *
 * Returns: (transfer none): a group
 */
LAMINA_AVAILABLE
const LaminaGroup *lamina_run_get_group (LaminaRun *self,
                                         guint      i);

/**
 * lamina_run_get_n_tracks:
 *
 * Returns: number of tracks: of slices and of samples
 */
LAMINA_AVAILABLE
guint lamina_run_get_n_tracks (LaminaRun *self);

/**
 * lamina_run_get_track: (skip)
 * @i: which one; tracks stand in the order in which the views show them, those of a group together
 *
 * Returns: (transfer none): a track
 */
LAMINA_AVAILABLE
LaminaTrack *lamina_run_get_track (LaminaRun *self,
                                   guint      i);

/**
 * lamina_run_dup_track_path:
 * @i: a track
 *
 * Returns: (transfer full): the names of its groups and its own: `gpu0:0/Operators`
 */
LAMINA_AVAILABLE
char *lamina_run_dup_track_path (LaminaRun *self,
                                 guint      i);

/**
 * lamina_run_get_track_kind:
 * @i: a track
 *
 * Returns: what the nearest group of the track stands for, %LAMINA_GROUP_OTHER without one
 */
LAMINA_AVAILABLE
LaminaGroupKind lamina_run_get_track_kind (LaminaRun *self,
                                           guint      i);

/**
 * lamina_run_get_layers: (skip)
 *
 * Returns: (transfer none): its layers
 */
LAMINA_AVAILABLE
const LaminaLayers *lamina_run_get_layers (LaminaRun *self);

/**
 * lamina_run_get_layer_track_start:
 *
 * Returns: its first start on the clock of its track, or %LAMINA_ABSENT
 */
LAMINA_AVAILABLE
gint64 lamina_run_get_layer_track_start (LaminaRun *self,
                                         guint      layer);

/**
 * lamina_run_get_tensors: (skip)
 *
 * Returns: (transfer none): its tensors
 */
LAMINA_AVAILABLE
const LaminaTensors *lamina_run_get_tensors (LaminaRun *self);

/**
 * lamina_run_get_n_metrics:
 *
 * Returns: number of columns of the tool's own
 */
LAMINA_AVAILABLE
guint lamina_run_get_n_metrics (LaminaRun *self);

/**
 * lamina_run_get_metric: (skip)
 * @i: which one
 *
 * Returns: (transfer none): a metric
 */
LAMINA_AVAILABLE
const LaminaMetric *lamina_run_get_metric (LaminaRun *self,
                                           guint      i);

/**
 * lamina_run_get_flows: (skip)
 * @n: (out): how many
 *
 * Returns: (array length=n) (nullable): its flows
 */
LAMINA_AVAILABLE
const LaminaFlow *lamina_run_get_flows (LaminaRun *self,
                                        guint     *n);

/**
 * lamina_run_get_marks: (skip)
 * @n: (out): how many
 *
 * Returns: (array length=n) (nullable): its marks
 */
LAMINA_AVAILABLE
const LaminaMark *lamina_run_get_marks (LaminaRun *self,
                                        guint     *n);

/**
 * lamina_run_attach: (skip)
 * @key: what it is
 * @data: (transfer full): something that was worked out about the run
 * @destroy: frees it
 *
 * Keeps @data with the run until it is freed, for those who show the run. What is there under @key already stays, and
 * @data is freed. Any thread.
 *
 * Returns: (transfer none): what is kept
 */
LAMINA_AVAILABLE
gpointer lamina_run_attach (LaminaRun      *self,
                            GQuark          key,
                            gpointer        data,
                            GDestroyNotify  destroy);

/**
 * lamina_run_get_attached: (skip)
 * @key: what it is
 *
 * Returns: (transfer none) (nullable): what lamina_run_attach() kept
 */
LAMINA_AVAILABLE
gpointer lamina_run_get_attached (LaminaRun *self,
                                  GQuark     key);

/**
 * lamina_column_number: (skip)
 * @column: (nullable): a column of numbers
 *
 * Returns: the value, or %LAMINA_ABSENT
 */
static inline gint64
lamina_column_number (const gint64 *column,
                      guint         row)
{
  return column ? column[row] : LAMINA_ABSENT;
}

/**
 * lamina_column_id: (skip)
 * @column: (nullable): a column of string or shape ids
 *
 * Returns: the id, or 0
 */
static inline guint32
lamina_column_id (const guint32 *column,
                  guint          row)
{
  return column ? column[row] : 0;
}

/**
 * lamina_column_row: (skip)
 * @column: (nullable): a column of indexes of rows
 *
 * Returns: the index, or %LAMINA_NONE
 */
static inline guint32
lamina_column_row (const guint32 *column,
                   guint          row)
{
  return column ? column[row] : LAMINA_NONE;
}

/**
 * lamina_column_first: (skip)
 * @first: (nullable): indexes of the first of several things that each row has
 * @row: a row, or the number of rows
 *
 * Returns: the index; 0 when no row has any
 */
static inline guint32
lamina_column_first (const guint32 *first,
                     guint          row)
{
  return first ? first[row] : 0;
}

/**
 * lamina_tensors_get_role: (skip)
 * @tensors: tensors
 *
 * Returns: what it is for
 */
static inline LaminaRole
lamina_tensors_get_role (const LaminaTensors *tensors,
                         guint                tensor)
{
  return tensors->role ? (LaminaRole) tensors->role[tensor] : LAMINA_ROLE_UNKNOWN;
}

/**
 * lamina_layers_get_calls: (skip)
 * @layers: layers
 *
 * Returns: how often it ran
 */
static inline guint32
lamina_layers_get_calls (const LaminaLayers *layers,
                         guint               layer)
{
  return layers->calls ? layers->calls[layer] : 1;
}

/**
 * lamina_layers_get_order: (skip)
 * @layers: layers
 *
 * Returns: its position in the order of execution, or %LAMINA_NONE
 */
static inline guint32
lamina_layers_get_order (const LaminaLayers *layers,
                         guint               layer)
{
  return layers->is_in_order ? layer : lamina_column_row (layers->order, layer);
}

G_END_DECLS

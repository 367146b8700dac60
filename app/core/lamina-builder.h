/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-import.h"
#include "lamina-track.h"
#include "lamina-value.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_BUILDER (lamina_builder_get_type ())

/**
 * LaminaBuilder:
 *
 * Takes what a format reads and becomes a #LaminaDocument. Used by one thread.
 *
 * Rows are named by the index that their `add` function returned, counted from 0 in each run (slices and samples: in
 * each track, in the order of adding). They can be added in any order; the core sorts, nests and indexes when the
 * document is frozen. Texts are handed over once, as the id of an interned string. A row that would exceed a limit is
 * not added: the function returns %LAMINA_NONE and the load ends with %LAMINA_ERROR_LIMIT; a call with %LAMINA_NONE as
 * the row does nothing, so that a format need not check. Indexes outside their table are criticals.
 */

/**
 * LaminaSliceInit:
 * @start: when it starts on the clock of its track
 * @duration: how long it takes; %LAMINA_ABSENT when its end is not in the file
 * @name: a string
 * @category: a string, or 0
 * @layer: the layer that it belongs to, or %LAMINA_NONE
 * @kind: what it stands for
 * @is_open: its end is not in the file, and @duration is only how long it is drawn
 * @args_length: bytes of its arguments, or 0
 * @args_offset: where they stand in the source of its track
 *
 * A slice to be added. Begin with %LAMINA_SLICE_INIT.
 */
typedef struct
{
  gint64 start;
  gint64 duration;
  guint32 name;
  guint32 category;
  guint32 layer;
  LaminaSliceKind kind;
  gboolean is_open;
  guint32 args_length;
  guint64 args_offset;
} LaminaSliceInit;

#define LAMINA_SLICE_INIT ((LaminaSliceInit) { .layer = LAMINA_NONE })

/**
 * LaminaSliceColumns: (skip)
 * @n: how many slices
 * @start: (array length=n): starts
 * @duration: (array length=n): durations, or %LAMINA_ABSENT
 * @name: (array length=n): strings
 * @category: (array length=n) (nullable): strings, or 0
 * @layer: (array length=n) (nullable): layers, or %LAMINA_NONE
 * @flags: (array length=n) (nullable): #LaminaSliceKind, and %LAMINA_SLICE_OPEN where @duration is only how long the
 *   slice is drawn
 * @args_offset: (array length=n) (nullable): where arguments stand
 * @args_length: (array length=n) (nullable): their length, or 0
 *
 * Slices to be added by lamina_builder_add_slice_columns(). See #LaminaSliceInit.
 */
typedef struct
{
  guint n;
  const gint64 *start;
  const gint64 *duration;
  const guint32 *name;
  const guint32 *category;
  const guint32 *layer;
  const guint8 *flags;
  const guint64 *args_offset;
  const guint32 *args_length;
} LaminaSliceColumns;

/**
 * LaminaLayerInit:
 * @name: a string
 * @type: a string, or 0 when the file does not say
 * @key: a string that equal layers of different runs share; 0 to use the name
 * @device: a string, or 0
 * @phase: part of the work
 * @parent: the layer around it, or %LAMINA_NONE
 * @section: its section, or %LAMINA_NONE
 * @track: the track that the views take it to, or %LAMINA_NONE
 * @order: its position in the order of execution, or %LAMINA_NONE
 * @calls: how often it ran; 0 when it did not run
 * @start: its first start on the clock of @track, or %LAMINA_ABSENT. Without one, the core takes that of its first
 *   slice
 * @host: time on the host with its children, or %LAMINA_ABSENT
 * @host_self: the same without its children, or %LAMINA_ABSENT: then the core works it out from @host
 * @device_time: time on devices, or %LAMINA_ABSENT: then the core works it out from its slices on device tracks
 * @wait: the part of the device time before its first kernel, or %LAMINA_ABSENT
 * @duration: a time that the file states without saying which, or %LAMINA_ABSENT
 * @flop: floating point operations of all calls, or %LAMINA_ABSENT
 * @bytes: bytes moved by all calls, or %LAMINA_ABSENT
 * @estimated: what of this is estimated
 *
 * A layer to be added. Begin with %LAMINA_LAYER_INIT. Times are nanoseconds, and sums over all calls.
 */
typedef struct
{
  guint32 name;
  guint32 type;
  guint32 key;
  guint32 device;
  LaminaPhase phase;
  guint32 parent;
  guint32 section;
  guint32 track;
  guint32 order;
  guint32 calls;
  gint64 start;
  gint64 host;
  gint64 host_self;
  gint64 device_time;
  gint64 wait;
  gint64 duration;
  gint64 flop;
  gint64 bytes;
  LaminaEstimate estimated;
} LaminaLayerInit;

#define LAMINA_LAYER_INIT                                                                                        \
  ((LaminaLayerInit) { .parent = LAMINA_NONE, .section = LAMINA_NONE, .track = LAMINA_NONE, .order = LAMINA_NONE, \
                       .calls = 1, .start = LAMINA_ABSENT, .host = LAMINA_ABSENT, .host_self = LAMINA_ABSENT,    \
                       .device_time = LAMINA_ABSENT, .wait = LAMINA_ABSENT, .duration = LAMINA_ABSENT,           \
                       .flop = LAMINA_ABSENT, .bytes = LAMINA_ABSENT })

/**
 * LaminaTensorInit:
 * @name: a string
 * @dtype: a string in the words of the file, or 0
 * @layout: a string, or 0
 * @shape: an id of lamina_builder_intern_shape(), or 0 when the file does not say
 * @role: what it is for
 * @producer: the layer that makes it, or %LAMINA_NONE: then the core takes the layer that names it as an output, but
 *   no backward layer for a parameter or an input, of which it makes the gradient
 * @bytes: its size, or %LAMINA_ABSENT
 * @address: where it stands in memory, or 0
 * @estimated: what of this is estimated
 *
 * A tensor to be added. Begin with %LAMINA_TENSOR_INIT.
 */
typedef struct
{
  guint32 name;
  guint32 dtype;
  guint32 layout;
  guint32 shape;
  LaminaRole role;
  guint32 producer;
  gint64 bytes;
  guint64 address;
  LaminaEstimate estimated;
} LaminaTensorInit;

#define LAMINA_TENSOR_INIT ((LaminaTensorInit) { .producer = LAMINA_NONE, .bytes = LAMINA_ABSENT })

LAMINA_AVAILABLE
GType lamina_builder_get_type (void) G_GNUC_CONST;

/**
 * lamina_builder_new: (skip)
 * @limits: (nullable): what a file may ask for, or %NULL for the defaults
 *
 * Returns: (transfer full): a builder without runs
 */
LAMINA_AVAILABLE
LaminaBuilder *lamina_builder_new (const LaminaLimits *limits);

LAMINA_AVAILABLE
LaminaBuilder *lamina_builder_ref (LaminaBuilder *self);

LAMINA_AVAILABLE
void lamina_builder_unref (LaminaBuilder *self);

/**
 * lamina_builder_get_import:
 * @self: a builder
 *
 * Returns: (transfer none): where records are accounted for and repairs are listed
 */
LAMINA_AVAILABLE
LaminaImport *lamina_builder_get_import (LaminaBuilder *self);

/**
 * lamina_builder_freeze: (skip)
 * @self: a builder, which is empty afterwards
 * @sources: (nullable): the files that were read
 * @format: (nullable): the object that read them, for lamina_document_describe()
 * @format_name: (nullable): the name of its module
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Sorts, nests and indexes what was added. Called by the core after a load, and by tests.
 *
 * Returns: (transfer full): the document, or %NULL when it was cancelled or a limit had been reached
 */
LAMINA_AVAILABLE
LaminaDocument *lamina_builder_freeze (LaminaBuilder  *self,
                                       LaminaSources  *sources,
                                       LaminaFormat   *format,
                                       const char     *format_name,
                                       GCancellable   *cancellable,
                                       GError        **error);

/**
 * lamina_builder_intern:
 * @self: a builder
 * @text: (array length=length) (element-type guint8): valid UTF-8
 * @length: its length in bytes, or -1 when it is closed by a NUL
 *
 * Strings that no table of a document names are given back when it is frozen.
 *
 * Returns: the id of the string; the empty string has id 0
 */
LAMINA_AVAILABLE
guint32 lamina_builder_intern (LaminaBuilder *self,
                               const char    *text,
                               gssize         length);

/**
 * lamina_builder_intern_raw: (skip)
 * @self: a builder
 * @text: (array length=length) (element-type guint8): bytes that need not be UTF-8
 * @length: their number
 *
 * Like lamina_builder_intern(), with U+FFFD in the place of bytes that are not UTF-8, which is listed as a repair.
 *
 * Returns: the id of the string
 */
LAMINA_AVAILABLE
guint32 lamina_builder_intern_raw (LaminaBuilder *self,
                                   const char    *text,
                                   gsize          length);

/**
 * lamina_builder_intern_pairs:
 * @self: a builder
 * @n: how many
 * @first: (array length=n): ids of strings
 * @second: (array length=n): ids of strings
 * @ids: (array length=n) (out caller-allocates): the ids of their pairs
 *
 * Interns the text of two strings with a blank between them, which is put together when somebody asks for it: so keys
 * that are made of long texts take no memory of their own. Equal strings give the same pair, but a pair is never the same
 * string as one that was interned as a text.
 */
LAMINA_AVAILABLE
void lamina_builder_intern_pairs (LaminaBuilder *self,
                                  guint          n,
                                  const guint32 *first,
                                  const guint32 *second,
                                  guint32       *ids);

/**
 * lamina_builder_get_string:
 * @self: a builder
 * @id: the id of a string that was interned
 *
 * Returns: (transfer none): the string, closed by a NUL; it stays where it is until the builder is freed or frozen
 */
LAMINA_AVAILABLE
const char *lamina_builder_get_string (LaminaBuilder *self,
                                       guint32        id);

/**
 * lamina_builder_intern_shape:
 * @self: a builder
 * @dims: (array length=n): the dimensions, outermost first; %LAMINA_ABSENT for one that is not known
 * @n: how many; 0 for a scalar
 *
 * Returns: the id of the shape, never 0
 */
LAMINA_AVAILABLE
guint32 lamina_builder_intern_shape (LaminaBuilder *self,
                                     const gint64  *dims,
                                     guint          n);

/**
 * lamina_builder_set_tool:
 * @self: a builder
 * @tool: the program that wrote the file, in its own spelling
 *
 * Names the tool.
 */
LAMINA_AVAILABLE
void lamina_builder_set_tool (LaminaBuilder *self,
                              const char    *tool);

/**
 * lamina_builder_add_property: (skip)
 * @self: a builder
 * @group: a heading
 * @key: a name
 * @value: its value, which is copied
 *
 * Adds a property of the document.
 */
LAMINA_AVAILABLE
void lamina_builder_add_property (LaminaBuilder     *self,
                                  const char        *group,
                                  const char        *key,
                                  const LaminaValue *value);

/**
 * lamina_builder_add_run:
 * @self: a builder
 * @title: what to call it, unique in the document
 * @unit: what x means
 * @timing: how the positions came about
 *
 * Returns: the run
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_run (LaminaBuilder  *self,
                                const char     *title,
                                LaminaAxisUnit  unit,
                                LaminaTiming    timing);

/**
 * lamina_builder_add_clock:
 * @self: a builder
 * @run: a run
 * @name: what to call it
 *
 * Returns: the clock, with offset 0 and basis %LAMINA_CLOCK_FILE. A run without clocks gets one when a track is added
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_clock (LaminaBuilder *self,
                                  guint32        run,
                                  const char    *name);

/**
 * lamina_builder_set_clock_offset:
 * @self: a builder
 * @run: a run
 * @clock: a clock
 * @offset: what to add to a time on this clock to get a time on the axis
 * @basis: how it was found
 * @bound: the smallest offset that is possible, or %LAMINA_ABSENT
 *
 * Suggests the offset of a clock.
 */
LAMINA_AVAILABLE
void lamina_builder_set_clock_offset (LaminaBuilder    *self,
                                      guint32           run,
                                      guint32           clock,
                                      gint64            offset,
                                      LaminaClockBasis  basis,
                                      gint64            bound);

/**
 * lamina_builder_add_section:
 * @self: a builder
 * @run: a run
 * @title: what to call it
 *
 * Returns: the section
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_section (LaminaBuilder *self,
                                    guint32        run,
                                    const char    *title);

/**
 * lamina_builder_add_group:
 * @self: a builder
 * @run: a run
 * @parent: the group around it, or %LAMINA_NONE
 * @name: what to call it
 * @kind: what it stands for
 *
 * Returns: the group. Groups stand in the order of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_group (LaminaBuilder   *self,
                                  guint32          run,
                                  guint32          parent,
                                  const char      *name,
                                  LaminaGroupKind  kind);

/**
 * lamina_builder_add_track:
 * @self: a builder
 * @run: a run
 * @group: its group, or %LAMINA_NONE
 * @name: what to call it
 * @clock: what its starts are counted from
 *
 * Adds a track of slices.
 *
 * Returns: the track. Tracks of a group stand in the order of their sort keys, then of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_track (LaminaBuilder *self,
                                  guint32        run,
                                  guint32        group,
                                  const char    *name,
                                  guint32        clock);

/**
 * lamina_builder_add_counter:
 * @self: a builder
 * @run: a run
 * @group: its group, or %LAMINA_NONE
 * @name: what to call it
 * @clock: what its times are counted from
 * @unit: unit of its values
 * @estimated: whether the values are worked out and do not stand in the file
 *
 * Adds a track of samples. A sample holds until the next one.
 *
 * Returns: the track
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_counter (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        group,
                                    const char    *name,
                                    guint32        clock,
                                    LaminaUnit     unit,
                                    gboolean       estimated);

/**
 * lamina_builder_set_track_sort:
 * @self: a builder
 * @run: a run
 * @track: a track
 * @sort: its sort key; 0 without this call
 *
 * Moves a track among those of its group.
 */
LAMINA_AVAILABLE
void lamina_builder_set_track_sort (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        track,
                                    gint64         sort);

/**
 * lamina_builder_set_track_caption:
 * @self: a builder
 * @run: a run
 * @track: a track
 * @caption: what a reader must know of it, in a few words
 *
 * Adds a quiet second line to the name of a track.
 */
LAMINA_AVAILABLE
void lamina_builder_set_track_caption (LaminaBuilder *self,
                                       guint32        run,
                                       guint32        track,
                                       const char    *caption);

/**
 * lamina_builder_set_track_source:
 * @self: a builder
 * @run: a run
 * @track: a track
 * @source: index of the file that holds the arguments of its slices; 0 without this call
 *
 * Says where arguments stand.
 */
LAMINA_AVAILABLE
void lamina_builder_set_track_source (LaminaBuilder *self,
                                      guint32        run,
                                      guint32        track,
                                      guint          source);

/**
 * lamina_builder_add_slice:
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @slice: the slice
 *
 * Returns: the slice
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slice (LaminaBuilder         *self,
                                  guint32                run,
                                  guint32                track,
                                  const LaminaSliceInit *slice);

/**
 * lamina_builder_add_slices:
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @n: how many
 * @starts: (array length=n): starts
 * @durations: (array length=n): durations
 * @names: (array length=n): strings
 *
 * Adds many slices that belong to no layer.
 *
 * Returns: the first of them; the others follow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slices (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        track,
                                   guint          n,
                                   const gint64  *starts,
                                   const gint64  *durations,
                                   const guint32 *names);

/**
 * lamina_builder_add_slice_columns: (skip)
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @slices: the slices
 *
 * Adds many slices with everything that belongs to them.
 *
 * Returns: the first of them; the others follow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slice_columns (LaminaBuilder            *self,
                                          guint32                   run,
                                          guint32                   track,
                                          const LaminaSliceColumns *slices);

/**
 * lamina_builder_reserve_slices:
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @n: how many slices it is going to have
 *
 * Makes room, so that a large track is never copied while it grows. More and fewer may be added.
 */
LAMINA_AVAILABLE
void lamina_builder_reserve_slices (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        track,
                                    guint          n);

/**
 * lamina_builder_add_slice_inits: (skip)
 * @self: a builder
 * @run: a run
 * @track: a track of slices
 * @n: how many
 * @slices: (array length=n): the slices
 *
 * Adds many slices, best some thousand at a time: so many stay in the cache of the processor. A track whose slices come
 * by start, longer ones first, need not be sorted.
 *
 * Returns: the first of them; the others follow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_slice_inits (LaminaBuilder         *self,
                                        guint32                run,
                                        guint32                track,
                                        guint                  n,
                                        const LaminaSliceInit *slices);

/**
 * lamina_builder_add_sample:
 * @self: a builder
 * @run: a run
 * @track: a counter
 * @time: when
 * @value: the value from then on
 *
 * Adds a sample. Of two samples at one time the one that was added later holds.
 *
 * Returns: the sample
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_sample (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        track,
                                   gint64         time,
                                   double         value);

/**
 * lamina_builder_add_mark:
 * @self: a builder
 * @run: a run
 * @track: the track that it stands on, or %LAMINA_NONE for the whole run
 * @clock: what @time is counted from
 * @time: when
 * @duration: how long; 0 for a moment
 * @name: a string
 *
 * Returns: the mark
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_mark (LaminaBuilder *self,
                                 guint32        run,
                                 guint32        track,
                                 guint32        clock,
                                 gint64         time,
                                 gint64         duration,
                                 guint32        name);

/**
 * lamina_builder_set_mark_args:
 * @self: a builder
 * @run: a run
 * @mark: a mark
 * @source: index of the file
 * @offset: byte offset of the arguments
 * @length: their length in bytes
 *
 * Says where attributes of a mark stand. They are parsed when somebody looks.
 */
LAMINA_AVAILABLE
void lamina_builder_set_mark_args (LaminaBuilder *self,
                                   guint32        run,
                                   guint32        mark,
                                   guint          source,
                                   guint64        offset,
                                   guint32        length);

/**
 * lamina_builder_add_flow:
 * @self: a builder
 * @run: a run
 * @name: a string, or 0
 * @from_track: track of the slice where it begins, or %LAMINA_NONE when the file has no beginning
 * @from_slice: the slice
 * @to_track: track of the slice where it ends, or %LAMINA_NONE when the file has no end
 * @to_slice: the slice
 *
 * Adds an arrow between two slices.
 *
 * Returns: the flow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_flow (LaminaBuilder *self,
                                 guint32        run,
                                 guint32        name,
                                 guint32        from_track,
                                 guint32        from_slice,
                                 guint32        to_track,
                                 guint32        to_slice);

/**
 * lamina_builder_add_layer:
 * @self: a builder
 * @run: a run
 * @layer: the layer
 *
 * Returns: the layer. Layers keep the order of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_layer (LaminaBuilder         *self,
                                  guint32                run,
                                  const LaminaLayerInit *layer);

/**
 * lamina_builder_reserve_layers:
 * @self: a builder
 * @run: a run
 * @n: how many layers it is going to have
 *
 * Makes room, so that a large table is never copied while it grows. More and fewer may be added.
 */
LAMINA_AVAILABLE
void lamina_builder_reserve_layers (LaminaBuilder *self,
                                    guint32        run,
                                    guint          n);

/**
 * lamina_builder_add_layer_inits: (skip)
 * @self: a builder
 * @run: a run
 * @n: how many
 * @layers: (array length=n): the layers
 *
 * Adds many layers, best some thousand at a time.
 *
 * Returns: the first of them; the others follow
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_layer_inits (LaminaBuilder         *self,
                                        guint32                run,
                                        guint                  n,
                                        const LaminaLayerInit *layers);

/**
 * lamina_builder_add_input:
 * @self: a builder
 * @run: a run
 * @layer: a layer
 * @tensor: a tensor that it reads
 *
 * Appends an input. A layer that reads a tensor twice has it twice.
 */
LAMINA_AVAILABLE
void lamina_builder_add_input (LaminaBuilder *self,
                               guint32        run,
                               guint32        layer,
                               guint32        tensor);

/**
 * lamina_builder_add_inputs:
 * @self: a builder
 * @run: a run, or %LAMINA_NONE
 * @layer: a layer, or %LAMINA_NONE
 * @n: how many tensors
 * @tensors: (array length=n): tensors that the layer reads
 */
LAMINA_AVAILABLE
void lamina_builder_add_inputs (LaminaBuilder *self,
                                guint32        run,
                                guint32        layer,
                                guint          n,
                                const guint32 *tensors);

/**
 * lamina_builder_add_output:
 * @self: a builder
 * @run: a run
 * @layer: a layer
 * @tensor: a tensor that it writes
 *
 * Appends an output.
 */
LAMINA_AVAILABLE
void lamina_builder_add_output (LaminaBuilder *self,
                                guint32        run,
                                guint32        layer,
                                guint32        tensor);

/**
 * lamina_builder_add_part:
 * @self: a builder
 * @run: a run
 * @layer: a layer
 * @part: a string
 *
 * Names something that a tool fused into the layer. Who looks for that name finds the layer.
 */
LAMINA_AVAILABLE
void lamina_builder_add_part (LaminaBuilder *self,
                              guint32        run,
                              guint32        layer,
                              guint32        part);

/**
 * lamina_builder_add_layer_args:
 * @self: a builder
 * @run: a run
 * @layer: a layer
 * @title: a string as a heading, or 0 for the layer's own attributes
 * @source: index of the file
 * @offset: byte offset of the arguments
 * @length: their length in bytes
 *
 * Says where attributes of a layer stand. They are parsed when somebody looks.
 */
LAMINA_AVAILABLE
void lamina_builder_add_layer_args (LaminaBuilder *self,
                                    guint32        run,
                                    guint32        layer,
                                    guint32        title,
                                    guint          source,
                                    guint64        offset,
                                    guint64        length);

/**
 * lamina_builder_add_metric:
 * @self: a builder
 * @run: a run
 * @name: the tool's own name of it
 * @unit: its unit
 * @type: %LAMINA_VALUE_INTEGER or %LAMINA_VALUE_REAL
 *
 * Adds a column of the tool's own to the layers.
 *
 * Returns: the metric
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_metric (LaminaBuilder   *self,
                                   guint32          run,
                                   const char      *name,
                                   LaminaUnit       unit,
                                   LaminaValueType  type);

/**
 * lamina_builder_set_metric_estimated:
 * @self: a builder
 * @run: a run
 * @metric: a metric
 *
 * Says that the cells of a metric are worked out from others and do not stand in the file. Views mark them.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_estimated (LaminaBuilder *self,
                                          guint32        run,
                                          guint32        metric);

/**
 * lamina_builder_set_metric_integer:
 * @self: a builder
 * @run: a run
 * @metric: a metric of integers
 * @layer: a layer
 * @value: its value
 *
 * Fills a cell. Cells that are never filled are absent.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_integer (LaminaBuilder *self,
                                        guint32        run,
                                        guint32        metric,
                                        guint32        layer,
                                        gint64         value);

/**
 * lamina_builder_set_metric_real:
 * @self: a builder
 * @run: a run
 * @metric: a metric of real numbers
 * @layer: a layer
 * @value: its value
 *
 * Fills a cell. Cells that are never filled are absent.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_real (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        metric,
                                     guint32        layer,
                                     double         value);

/**
 * lamina_builder_add_tensor:
 * @self: a builder
 * @run: a run
 * @tensor: the tensor
 *
 * Returns: the tensor. Tensors keep the order of adding
 */
LAMINA_AVAILABLE
guint32 lamina_builder_add_tensor (LaminaBuilder          *self,
                                   guint32                 run,
                                   const LaminaTensorInit *tensor);

/**
 * lamina_builder_add_lifetime:
 * @self: a builder
 * @run: a run
 * @tensor: a tensor
 * @kind: what is kept
 * @bytes: how much, or %LAMINA_ABSENT
 * @clock: what @first and @last are counted from
 * @first: the first time or step at which it is kept
 * @last: the last one, inclusive
 *
 * Adds a lifetime.
 */
LAMINA_AVAILABLE
void lamina_builder_add_lifetime (LaminaBuilder      *self,
                                  guint32             run,
                                  guint32             tensor,
                                  LaminaLifetimeKind  kind,
                                  gint64              bytes,
                                  guint32             clock,
                                  gint64              first,
                                  gint64              last);

/**
 * lamina_builder_add_tensor_args:
 * @self: a builder
 * @run: a run
 * @tensor: a tensor
 * @title: a string as a heading, or 0 for the tensor's own attributes
 * @source: index of the file
 * @offset: byte offset of the arguments
 * @length: their length in bytes
 *
 * Says where attributes of a tensor stand. They are parsed when somebody looks.
 */
LAMINA_AVAILABLE
void lamina_builder_add_tensor_args (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        tensor,
                                     guint32        title,
                                     guint          source,
                                     guint64        offset,
                                     guint64        length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaBuilder, lamina_builder_unref)

G_END_DECLS

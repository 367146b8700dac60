/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-value.h"

G_BEGIN_DECLS

/* The layers of a builder, and what belongs to them. */

/**
 * LaminaLayerInit:
 * @name: a string
 * @type: a string, or 0 when the file does not say
 * @key: a string that equal layers of different runs share; 0 to use the name
 * @device: a string, or 0
 * @phase: part of the work
 * @parent: the layer around it, or %LAMINA_NONE
 * @section: its section, or %LAMINA_NONE
 * @annotation: a string: the region of the program's code that launched it, as whoever wrote the program called it; 0 when
 *   there is none
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
 * A layer to be added. Begin with %LAMINA_LAYER_INIT. Times are nanoseconds, and sums over all calls. A negative number, of
 * all but @start, is taken as absent, and the import report says so.
 *
 * @section and @annotation are both told by launch, not by when the work was done. Sections are what a run is cut into, one
 * after the other, `ProfilerStep#7`: each can be looked at alone. Annotations say what a program does within them, and say
 * so again in each, `forward`, `Optimizer.step#SGD.step`: where they nest, the innermost counts, which says most. A span that
 * is a section is no annotation, nor is one around it.
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
  guint32 annotation;
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
 * lamina_builder_add_layer:
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
 * @n: how many layers it is going to have
 *
 * Makes room, so that a large table is never copied while it grows. More and fewer may be added.
 */
LAMINA_AVAILABLE
void lamina_builder_reserve_layers (LaminaBuilder *self,
                                    guint32        run,
                                    guint          n);

/**
 * lamina_builder_add_input:
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
 * lamina_builder_set_layer_label:
 * @label: a string
 *
 * Gives a layer a short name, for wherever there is little room, when its own is long: `conv0 +3` for one that was fused
 * of four. Who looks for the layer, copies or writes it for programs has its name.
 */
LAMINA_AVAILABLE
void lamina_builder_set_layer_label (LaminaBuilder *self,
                                     guint32        run,
                                     guint32        layer,
                                     guint32        label);

/**
 * lamina_builder_add_layer_args:
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

/* The columns that a tool measures of its own, which a builder adds to the layers. */

/**
 * lamina_builder_add_metric:
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
 *
 * Says that the cells of a metric are worked out from others and do not stand in the file. Views mark them.
 */
LAMINA_AVAILABLE
void lamina_builder_set_metric_estimated (LaminaBuilder *self,
                                          guint32        run,
                                          guint32        metric);

/**
 * lamina_builder_set_metric_integer:
 * @metric: a metric of integers
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
 * @metric: a metric of real numbers
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

/* The tensors of a builder, and when they are kept in memory. */

/**
 * LaminaTensorInit:
 * @name: a string
 * @dtype: a string in the words of the file, or 0; the tensor has lamina_dtype_get_name() of it
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

/**
 * lamina_builder_add_tensor:
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

G_END_DECLS

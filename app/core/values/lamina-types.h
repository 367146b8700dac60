/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-macros.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * LAMINA_NONE:
 *
 * "No such row": the value of an index or of an id that points nowhere.
 */
#define LAMINA_NONE G_MAXUINT32

/**
 * LAMINA_ABSENT:
 *
 * "Not known": the value of a number that the file does not state. It is never 0 and never shown as a number.
 */
#define LAMINA_ABSENT G_MININT64

/**
 * LaminaAxisUnit:
 * @LAMINA_AXIS_NANOSECONDS: time
 * @LAMINA_AXIS_STEPS: an order without times
 * @LAMINA_AXIS_NODES: widths are numbers of nodes
 * @LAMINA_AXIS_BYTES: widths are bytes
 * @LAMINA_AXIS_EVENTS: an order of what happened, without times
 *
 * What the x axis of a run means. Every start and duration of the run is a whole number of this unit.
 */
typedef enum
{
  LAMINA_AXIS_NANOSECONDS,
  LAMINA_AXIS_STEPS,
  LAMINA_AXIS_NODES,
  LAMINA_AXIS_BYTES,
  LAMINA_AXIS_EVENTS,
} LaminaAxisUnit;

/**
 * LaminaTiming:
 * @LAMINA_TIMING_MEASURED: starts and durations stand in the file
 * @LAMINA_TIMING_END_TO_END: durations are measured, starts are not: each follows the one before
 * @LAMINA_TIMING_ORDER: only the order is known
 *
 * How the positions on the axis came about. The views always say which.
 */
typedef enum
{
  LAMINA_TIMING_MEASURED,
  LAMINA_TIMING_END_TO_END,
  LAMINA_TIMING_ORDER,
} LaminaTiming;

/**
 * LaminaLayerWord:
 * @LAMINA_LAYER_WORD_LAYER: layers, as engines have them; the general word
 * @LAMINA_LAYER_WORD_OPERATOR: operators, of frameworks
 * @LAMINA_LAYER_WORD_FUNCTION: functions, compiled or of a graph of functions
 * @LAMINA_LAYER_WORD_NODE: nodes of a graph
 * @LAMINA_LAYER_WORD_SITE: places in a program that ask for memory
 * @LAMINA_LAYER_WORD_KERNEL: kernels and copies of devices, where nothing says what they belong to
 *
 * What whoever uses a tool calls the layers of its runs. Counts and headings say it; everything else says layers.
 */
typedef enum
{
  LAMINA_LAYER_WORD_LAYER,
  LAMINA_LAYER_WORD_OPERATOR,
  LAMINA_LAYER_WORD_FUNCTION,
  LAMINA_LAYER_WORD_NODE,
  LAMINA_LAYER_WORD_SITE,
  LAMINA_LAYER_WORD_KERNEL,
} LaminaLayerWord;

/**
 * LaminaCost:
 * @LAMINA_COST_DEVICE: time on devices
 * @LAMINA_COST_SELF: host time less the child layers
 * @LAMINA_COST_DURATION: the duration as the file states it
 *
 * The time of a layer that tables, shares, charts and totals of a run use. It adds up: nothing is counted twice.
 */
typedef enum
{
  LAMINA_COST_DEVICE,
  LAMINA_COST_SELF,
  LAMINA_COST_DURATION,
} LaminaCost;

/**
 * LaminaClockBasis:
 * @LAMINA_CLOCK_FILE: the file states the offset, or the clock is the axis itself
 * @LAMINA_CLOCK_CAUSALITY: the smallest offset with which no effect comes before its cause
 * @LAMINA_CLOCK_USER: a person chose it
 * @LAMINA_CLOCK_UNKNOWN: nothing tells it; it is 0 until a person chooses one
 *
 * How the offset of a clock was found.
 */
typedef enum
{
  LAMINA_CLOCK_FILE,
  LAMINA_CLOCK_CAUSALITY,
  LAMINA_CLOCK_USER,
  LAMINA_CLOCK_UNKNOWN,
} LaminaClockBasis;

/**
 * LaminaGroupKind:
 * @LAMINA_GROUP_HOST: threads of a processor that issues work
 * @LAMINA_GROUP_DEVICE: queues of a device; the slices of its tracks are device time
 * @LAMINA_GROUP_COUNTERS: sampled values
 * @LAMINA_GROUP_OTHER: anything else
 *
 * What a group of tracks stands for.
 */
typedef enum
{
  LAMINA_GROUP_HOST,
  LAMINA_GROUP_DEVICE,
  LAMINA_GROUP_COUNTERS,
  LAMINA_GROUP_OTHER,
} LaminaGroupKind;

/**
 * LaminaSliceKind:
 * @LAMINA_SLICE_WORK: something that was done
 * @LAMINA_SLICE_WAIT: waiting for something; drawn hatched
 * @LAMINA_SLICE_KERNEL: the working part of the slice around it
 * @LAMINA_SLICE_FRAME: a function of the program, from a stack of calls, around what it asked for
 * @LAMINA_SLICE_MODULE: such a function of a part of the model
 * @LAMINA_SLICE_SPAN: a stretch that a person gave a name to, around what was done meanwhile
 * @LAMINA_SLICE_RUNTIME: a function of the language or of a framework that says nothing of the program, around those that do
 *
 * What a slice stands for.
 */
typedef enum
{
  LAMINA_SLICE_WORK,
  LAMINA_SLICE_WAIT,
  LAMINA_SLICE_KERNEL,
  LAMINA_SLICE_FRAME,
  LAMINA_SLICE_MODULE,
  LAMINA_SLICE_SPAN,
  LAMINA_SLICE_RUNTIME,
} LaminaSliceKind;

/**
 * LaminaPhase:
 * @LAMINA_PHASE_UNKNOWN: the file does not say
 * @LAMINA_PHASE_FORWARD: forward pass
 * @LAMINA_PHASE_BACKWARD: backward pass
 * @LAMINA_PHASE_OPTIMIZER: update of the parameters
 * @LAMINA_PHASE_COPY: movement of data
 *
 * The part of the work that a layer belongs to.
 */
typedef enum
{
  LAMINA_PHASE_UNKNOWN,
  LAMINA_PHASE_FORWARD,
  LAMINA_PHASE_BACKWARD,
  LAMINA_PHASE_OPTIMIZER,
  LAMINA_PHASE_COPY,
} LaminaPhase;

/**
 * LaminaRole:
 * @LAMINA_ROLE_UNKNOWN: the file does not say
 * @LAMINA_ROLE_INPUT: fed from outside
 * @LAMINA_ROLE_PARAMETER: a weight or a constant
 * @LAMINA_ROLE_ACTIVATION: made by a layer for other layers
 * @LAMINA_ROLE_WORKSPACE: scratch memory of one layer
 * @LAMINA_ROLE_OUTPUT: a result
 *
 * What a tensor is for.
 */
typedef enum
{
  LAMINA_ROLE_UNKNOWN,
  LAMINA_ROLE_INPUT,
  LAMINA_ROLE_PARAMETER,
  LAMINA_ROLE_ACTIVATION,
  LAMINA_ROLE_WORKSPACE,
  LAMINA_ROLE_OUTPUT,
} LaminaRole;

/**
 * LaminaLifetimeKind:
 * @LAMINA_LIFETIME_VALUE: the values of the tensor are kept
 * @LAMINA_LIFETIME_GRADIENT: the gradient of the tensor is kept
 *
 * What is kept in memory during a lifetime.
 */
typedef enum
{
  LAMINA_LIFETIME_VALUE,
  LAMINA_LIFETIME_GRADIENT,
} LaminaLifetimeKind;

/**
 * LaminaUnit:
 * @LAMINA_UNIT_NONE: a plain number
 * @LAMINA_UNIT_NANOSECONDS: time in nanoseconds
 * @LAMINA_UNIT_BYTES: bytes
 * @LAMINA_UNIT_FLOP: floating point operations; a multiplication and an addition count as two
 * @LAMINA_UNIT_PERCENT: hundredths
 * @LAMINA_UNIT_MICROSECONDS: time in microseconds, for numbers of the tool's own whose name says so
 * @LAMINA_UNIT_MILLISECONDS: the same in milliseconds
 *
 * The unit of a value. Times are nanoseconds; a number that is called after another unit is in that unit everywhere, with
 * the digits of the file.
 */
typedef enum
{
  LAMINA_UNIT_NONE,
  LAMINA_UNIT_NANOSECONDS,
  LAMINA_UNIT_BYTES,
  LAMINA_UNIT_FLOP,
  LAMINA_UNIT_PERCENT,
  LAMINA_UNIT_MICROSECONDS,
  LAMINA_UNIT_MILLISECONDS,
} LaminaUnit;

/**
 * LaminaEstimate:
 * @LAMINA_ESTIMATE_NONE: everything stands in the file
 * @LAMINA_ESTIMATE_DURATION: the times
 * @LAMINA_ESTIMATE_FLOP: the floating point operations
 * @LAMINA_ESTIMATE_BYTES: the bytes
 * @LAMINA_ESTIMATE_SHAPE: the shape
 * @LAMINA_ESTIMATE_DTYPE: the element type
 * @LAMINA_ESTIMATE_LAYOUT: the layout
 * @LAMINA_ESTIMATE_LIFETIME: when it is kept in memory
 * @LAMINA_ESTIMATE_PRODUCER: what made it
 *
 * What of a row was worked out by Lamina and does not stand in the file.
 */
typedef enum
{
  LAMINA_ESTIMATE_NONE = 0,
  LAMINA_ESTIMATE_DURATION = 1 << 0,
  LAMINA_ESTIMATE_FLOP = 1 << 1,
  LAMINA_ESTIMATE_BYTES = 1 << 2,
  LAMINA_ESTIMATE_SHAPE = 1 << 3,
  LAMINA_ESTIMATE_DTYPE = 1 << 4,
  LAMINA_ESTIMATE_LAYOUT = 1 << 5,
  LAMINA_ESTIMATE_LIFETIME = 1 << 6,
  LAMINA_ESTIMATE_PRODUCER = 1 << 7,
} LaminaEstimate;

/**
 * LaminaFamily:
 * @LAMINA_FAMILY_CONVOLUTION: convolutions, their gradients and fusions around them
 * @LAMINA_FAMILY_MATMUL: matrix products and fully connected layers
 * @LAMINA_FAMILY_ATTENTION: attention and softmax
 * @LAMINA_FAMILY_ELEMENTWISE: arithmetic on each element
 * @LAMINA_FAMILY_ACTIVATION: activation functions
 * @LAMINA_FAMILY_NORMALIZATION: batch, layer, group norm
 * @LAMINA_FAMILY_POOLING: pooling
 * @LAMINA_FAMILY_REDUCTION: sums, means, maxima
 * @LAMINA_FAMILY_LAYOUT: reshape, transpose, concat, reformat
 * @LAMINA_FAMILY_COPY: copies and allocation
 * @LAMINA_FAMILY_COMMUNICATION: between devices
 * @LAMINA_FAMILY_OPTIMIZER: parameter updates
 * @LAMINA_FAMILY_INDEX: gather, index, embedding
 * @LAMINA_FAMILY_OTHER: control, runtime, constants, unknown
 * @LAMINA_N_FAMILIES: how many there are
 *
 * The family of work that a layer or a slice belongs to. It has the same color everywhere.
 */
typedef enum
{
  LAMINA_FAMILY_CONVOLUTION,
  LAMINA_FAMILY_MATMUL,
  LAMINA_FAMILY_ATTENTION,
  LAMINA_FAMILY_ELEMENTWISE,
  LAMINA_FAMILY_ACTIVATION,
  LAMINA_FAMILY_NORMALIZATION,
  LAMINA_FAMILY_POOLING,
  LAMINA_FAMILY_REDUCTION,
  LAMINA_FAMILY_LAYOUT,
  LAMINA_FAMILY_COPY,
  LAMINA_FAMILY_COMMUNICATION,
  LAMINA_FAMILY_OPTIMIZER,
  LAMINA_FAMILY_INDEX,
  LAMINA_FAMILY_OTHER,
  LAMINA_N_FAMILIES,
} LaminaFamily;

/**
 * lamina_add_saturating: (skip)
 * @a: a number
 * @b: a number
 *
 * Adds numbers that a file may set as it likes, such as a time and the offset of its clock.
 *
 * Returns: the sum; the largest or smallest number when it does not fit, and never %LAMINA_ABSENT
 */
static inline gint64
lamina_add_saturating (gint64 a,
                       gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return b > 0 ? G_MAXINT64 : -G_MAXINT64;
  return MAX (sum, -G_MAXINT64);
}

/**
 * lamina_subtract_saturating: (skip)
 * @a: a number
 * @b: a number
 *
 * Subtracts numbers that a file may set as it likes.
 *
 * Returns: @a less @b; the largest or smallest number when it does not fit, and never %LAMINA_ABSENT
 */
static inline gint64
lamina_subtract_saturating (gint64 a,
                            gint64 b)
{
  gint64 difference;

  if (__builtin_sub_overflow (a, b, &difference))
    return b < 0 ? G_MAXINT64 : -G_MAXINT64;
  return MAX (difference, -G_MAXINT64);
}

/**
 * lamina_number_add: (skip)
 * @a: a number
 * @b: a number
 *
 * Adds two numbers of a file: an absent one adds nothing.
 *
 * Returns: the sum; the largest or smallest number when it does not fit
 */
static inline gint64
lamina_number_add (gint64 a,
                   gint64 b)
{
  if (b == LAMINA_ABSENT)
    return a;
  if (a == LAMINA_ABSENT)
    return b;
  return lamina_add_saturating (a, b);
}

/**
 * LaminaPlaceKind:
 * @LAMINA_PLACE_LAYER: a layer
 * @LAMINA_PLACE_TENSOR: a tensor
 * @LAMINA_PLACE_SLICE: a slice
 * @LAMINA_PLACE_MARK: a mark
 *
 * What a #LaminaPlace names.
 */
typedef enum
{
  LAMINA_PLACE_LAYER,
  LAMINA_PLACE_TENSOR,
  LAMINA_PLACE_SLICE,
  LAMINA_PLACE_MARK,
} LaminaPlaceKind;

/**
 * LaminaPlace:
 * @kind: what it is
 * @run: index of the run
 * @track: index of the track of a slice; unused for others
 * @row: index of the layer, tensor or mark in its run, or of the slice in its track
 *
 * Names one row of a document.
 */
typedef struct
{
  LaminaPlaceKind kind;
  guint run;
  guint track;
  guint row;
} LaminaPlace;

typedef struct _LaminaBuilder LaminaBuilder;
typedef struct _LaminaDetails LaminaDetails;
typedef struct _LaminaDocument LaminaDocument;
typedef struct _LaminaEngine LaminaEngine;
typedef struct _LaminaFormat LaminaFormat;
typedef struct _LaminaImport LaminaImport;
typedef struct _LaminaImportReport LaminaImportReport;
typedef struct _LaminaRun LaminaRun;
typedef struct _LaminaSource LaminaSource;
typedef struct _LaminaSources LaminaSources;
typedef struct _LaminaTimebase LaminaTimebase;
typedef struct _LaminaTrack LaminaTrack;

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which layers of a run, and in which order. Pure functions over columns; any thread. */

/**
 * LaminaLayerColumn:
 * @LAMINA_LAYER_COLUMN_INDEX: the number of the layer in the file
 * @LAMINA_LAYER_COLUMN_ORDER: its position in the order of execution
 * @LAMINA_LAYER_COLUMN_NAME: its name; of a group what its layers have in common
 * @LAMINA_LAYER_COLUMN_TYPE: its type
 * @LAMINA_LAYER_COLUMN_START: when it starts, from the start of the axis on
 * @LAMINA_LAYER_COLUMN_DURATION: its cost; of a group the sum
 * @LAMINA_LAYER_COLUMN_WAIT: the part of the device time before the first kernel
 * @LAMINA_LAYER_COLUMN_FLOP: floating point operations
 * @LAMINA_LAYER_COLUMN_FLOP_RATE: floating point operations for each second of the cost, see #LaminaRate
 * @LAMINA_LAYER_COLUMN_BYTES: bytes moved
 * @LAMINA_LAYER_COLUMN_BYTE_RATE: bytes moved for each second of the cost, the same way
 * @LAMINA_LAYER_COLUMN_INTENSITY: floating point operations for each byte moved
 * @LAMINA_LAYER_COLUMN_CALLS: how often it ran
 * @LAMINA_LAYER_COLUMN_SHAPE: the shapes of its outputs
 * @LAMINA_LAYER_COLUMN_SHARE: its part of the cost of the run
 * @LAMINA_LAYER_COLUMN_CUMULATIVE: its share with those of all that have larger ones; sorts as the duration does, the other
 *   way round
 * @LAMINA_LAYER_COLUMN_HOST: its time on the host with children
 * @LAMINA_LAYER_COLUMN_SELF: its time on the host without children
 * @LAMINA_LAYER_COLUMN_DEVICE_TIME: its time on devices
 * @LAMINA_LAYER_COLUMN_MEAN: what one call costs on average
 * @LAMINA_LAYER_COLUMN_MEDIAN: what the call in the middle costs; of a layer, which knows no more, the mean
 * @LAMINA_LAYER_COLUMN_P95: what 95 of 100 calls do not exceed; of a layer the mean
 * @LAMINA_LAYER_COLUMN_MIN: the smallest cost of a call; of a layer the mean
 * @LAMINA_LAYER_COLUMN_MAX: the largest cost of a call; of a layer the mean
 * @LAMINA_LAYER_COLUMN_PHASE: forward, backward, optimizer, copy
 * @LAMINA_LAYER_COLUMN_DEVICE: the device
 * @LAMINA_LAYER_COLUMN_SECTION: the section, in the order of the sections
 * @LAMINA_LAYER_COLUMN_ANNOTATION: the region of the program's code that launched it
 * @LAMINA_LAYER_COLUMN_DTYPE: the element type of its first output that has one, else of its first input
 * @LAMINA_LAYER_COLUMN_INPUTS: the shapes of its inputs
 * @LAMINA_N_LAYER_COLUMNS: how many there are; behind them come the metrics of the run, see LAMINA_LAYER_COLUMN_METRIC()
 *
 * What a table of layers, or of groups of them, consists of and is sorted by. Absent values stand last in either direction;
 * equal ones keep the order of the file. In texts letters of either case are equal and numbers count as numbers: `conv2`
 * stands before `conv10`; an empty text is absent.
 */
typedef enum
{
  LAMINA_LAYER_COLUMN_INDEX,
  LAMINA_LAYER_COLUMN_ORDER,
  LAMINA_LAYER_COLUMN_NAME,
  LAMINA_LAYER_COLUMN_TYPE,
  LAMINA_LAYER_COLUMN_START,
  LAMINA_LAYER_COLUMN_DURATION,
  LAMINA_LAYER_COLUMN_WAIT,
  LAMINA_LAYER_COLUMN_FLOP,
  LAMINA_LAYER_COLUMN_FLOP_RATE,
  LAMINA_LAYER_COLUMN_BYTES,
  LAMINA_LAYER_COLUMN_BYTE_RATE,
  LAMINA_LAYER_COLUMN_INTENSITY,
  LAMINA_LAYER_COLUMN_CALLS,
  LAMINA_LAYER_COLUMN_SHAPE,
  LAMINA_LAYER_COLUMN_SHARE,
  LAMINA_LAYER_COLUMN_CUMULATIVE,
  LAMINA_LAYER_COLUMN_HOST,
  LAMINA_LAYER_COLUMN_SELF,
  LAMINA_LAYER_COLUMN_DEVICE_TIME,
  LAMINA_LAYER_COLUMN_MEAN,
  LAMINA_LAYER_COLUMN_MEDIAN,
  LAMINA_LAYER_COLUMN_P95,
  LAMINA_LAYER_COLUMN_MIN,
  LAMINA_LAYER_COLUMN_MAX,
  LAMINA_LAYER_COLUMN_PHASE,
  LAMINA_LAYER_COLUMN_DEVICE,
  LAMINA_LAYER_COLUMN_SECTION,
  LAMINA_LAYER_COLUMN_ANNOTATION,
  LAMINA_LAYER_COLUMN_DTYPE,
  LAMINA_LAYER_COLUMN_INPUTS,
  LAMINA_N_LAYER_COLUMNS,
} LaminaLayerColumn;

/**
 * LAMINA_LAYER_COLUMN_METRIC:
 * @metric: a metric of the run
 *
 * The column of a metric of the tool's own.
 */
#define LAMINA_LAYER_COLUMN_METRIC(metric) ((LaminaLayerColumn) (LAMINA_N_LAYER_COLUMNS + (guint) (metric)))

/**
 * lamina_layer_column_from_name:
 * @name: `index`, `order`, `name`, `type`, `start`, `duration`, `wait`, `flop`, `flops`, `bytes`, `bandwidth`, `intensity`, `calls`,
 *   `shape`, `share`, `cumulative`, `host`, `self`, `device-time`, `mean`, `median`, `p95`, `min`, `max`, `phase`, `device`,
 *   `section`, `annotation`, `dtype`, `inputs`
 * @column: (out): the column
 *
 * Returns: whether there is such a column
 */
LAMINA_AVAILABLE
gboolean lamina_layer_column_from_name (const char        *name,
                                        LaminaLayerColumn *column);

/**
 * lamina_layer_column_get_name:
 * @column: a column, no metric
 *
 * Returns: its name, as lamina_layer_column_from_name() takes it
 */
LAMINA_AVAILABLE
const char *lamina_layer_column_get_name (LaminaLayerColumn column);

/**
 * LaminaLayerFilter:
 * @text: (nullable): words that must all stand in the name, the type or a shape of the layer, in any case of letters; a
 *   word with `*`, which stands for anything, is a pattern for a whole shape. Shapes can be written with `x` or `×`.
 *   Names that a format made shorter match as the file has them, too. Between them terms like `type:conv` and
 *   `dur>100us`, see lamina-layer-terms.h; those that are not understood are left out
 * @section: a section, or %LAMINA_NONE for all
 * @start: only layers whose slices touch the range from here on, on the axis; %LAMINA_ABSENT for all
 * @end: to here
 *
 * Which layers.
 */
typedef struct
{
  const char *text;
  guint32 section;
  gint64 start;
  gint64 end;
} LaminaLayerFilter;

#define LAMINA_LAYER_FILTER_INIT \
  ((LaminaLayerFilter) { .section = LAMINA_NONE, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT })

/**
 * lamina_layers_filter:
 * @run: a run
 * @timebase: the offsets in force
 * @filter: which layers
 * @cancellable: (nullable): stops it
 * @n: (out): how many
 *
 * Returns: (transfer full) (array length=n): layers in the order of the file, to be freed by g_free(); %NULL when
 *   cancelled
 */
LAMINA_AVAILABLE
guint32 *lamina_layers_filter (LaminaRun               *run,
                               LaminaTimebase          *timebase,
                               const LaminaLayerFilter *filter,
                               GCancellable            *cancellable,
                               guint                   *n);

/**
 * lamina_layers_sort:
 * @run: a run
 * @timebase: the offsets in force
 * @column: what to sort by
 * @descending: largest first
 * @rows: (array length=n): layers, sorted in place
 * @n: how many
 * @cancellable: (nullable): stops it
 *
 * Returns: %FALSE when cancelled; @rows still holds the same layers then
 */
LAMINA_AVAILABLE
gboolean lamina_layers_sort (LaminaRun         *run,
                             LaminaTimebase    *timebase,
                             LaminaLayerColumn  column,
                             gboolean           descending,
                             guint32           *rows,
                             guint              n,
                             GCancellable      *cancellable);

/**
 * lamina_layer_get_intensity:
 * @run: a run
 * @layer: a layer
 *
 * Returns: floating point operations for each byte moved; NaN when either is absent or no byte is moved
 */
double lamina_layer_get_intensity (LaminaRun *run,
                                   guint      layer);

G_END_DECLS

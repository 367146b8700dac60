/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which layers of a run, and in which order. Pure functions over columns; any thread. */

/**
 * LaminaLayerColumn:
 *
 * What layers can be sorted by. Absent values stand last in either direction; equal ones keep the order of the file. In
 * texts letters of either case are equal and numbers count as numbers: `conv2` stands before `conv10`; an empty text is
 * absent. The duration is the cost; the shapes are those of the outputs.
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
  LAMINA_LAYER_COLUMN_CALLS,
  LAMINA_LAYER_COLUMN_SHAPE,
  LAMINA_N_LAYER_COLUMNS,
} LaminaLayerColumn;

/**
 * lamina_layer_column_from_name:
 * @name: `index`, `order`, `name`, `type`, `start`, `duration`, `wait`, `flop`, `flops`, `bytes`, `bandwidth`, `calls`,
 *   `shape`
 * @column: (out): the column
 *
 * Returns: whether there is such a column
 */
LAMINA_AVAILABLE
gboolean lamina_layer_column_from_name (const char        *name,
                                        LaminaLayerColumn *column);

/**
 * lamina_layer_column_get_name:
 * @column: a column
 *
 * Returns: its name, as lamina_layer_column_from_name() takes it
 */
LAMINA_AVAILABLE
const char *lamina_layer_column_get_name (LaminaLayerColumn column);

/**
 * LaminaLayerFilter:
 * @text: (nullable): words that must all stand in the name, the type or a shape of the layer, in any case of letters; a
 *   word with `*`, which stands for anything, is a pattern for a whole shape. Shapes can be written with `x` or `×`
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
 * lamina_layer_get_rate:
 * @run: a run
 * @layer: a layer
 * @unit: %LAMINA_UNIT_FLOP or %LAMINA_UNIT_BYTES
 *
 * Returns: floating point operations or bytes moved for each second of the cost; NaN when either is absent or the cost
 *   is 0
 */
LAMINA_AVAILABLE
double lamina_layer_get_rate (LaminaRun  *run,
                              guint       layer,
                              LaminaUnit  unit);

G_END_DECLS

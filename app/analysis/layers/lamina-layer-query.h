/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which layers of a run, and in which order. Pure functions over columns; any thread. */

/* What a table of layers, or of groups of them, consists of and is sorted by. Absent values stand last in either direction;
 * equal ones keep the order of the file. In texts letters of either case are equal and numbers count as numbers: `conv2` stands
 * before `conv10`; an empty text is absent. */
typedef enum
{
  LAMINA_LAYER_COLUMN_INDEX,       /* the number of the layer in the file */
  LAMINA_LAYER_COLUMN_ORDER,       /* its position in the order of execution */
  LAMINA_LAYER_COLUMN_NAME,        /* its name; of a group what its layers have in common */
  LAMINA_LAYER_COLUMN_TYPE,        /* its type */
  LAMINA_LAYER_COLUMN_START,       /* when it starts, from the start of the axis on */
  LAMINA_LAYER_COLUMN_DURATION,    /* its cost; of a group the sum */
  LAMINA_LAYER_COLUMN_WAIT,        /* the part of the device time before the first kernel */
  LAMINA_LAYER_COLUMN_FLOP,        /* floating point operations */
  LAMINA_LAYER_COLUMN_FLOP_RATE,   /* floating point operations for each second of the cost, see LaminaRate */
  LAMINA_LAYER_COLUMN_BYTES,       /* bytes moved */
  LAMINA_LAYER_COLUMN_BYTE_RATE,   /* bytes moved for each second of the cost, the same way */
  LAMINA_LAYER_COLUMN_INTENSITY,   /* floating point operations for each byte moved */
  LAMINA_LAYER_COLUMN_CALLS,       /* how often it ran */
  LAMINA_LAYER_COLUMN_SHAPE,       /* the shapes of its outputs */
  LAMINA_LAYER_COLUMN_SHARE,       /* its part of the cost of the run */
  /* its share with those of all that have larger ones; sorts as the duration does, the other way round */
  LAMINA_LAYER_COLUMN_CUMULATIVE,
  LAMINA_LAYER_COLUMN_HOST,        /* its time on the host with children */
  LAMINA_LAYER_COLUMN_SELF,        /* its time on the host without children */
  LAMINA_LAYER_COLUMN_DEVICE_TIME, /* its time on devices */
  LAMINA_LAYER_COLUMN_MEAN,        /* what one call costs on average */
  LAMINA_LAYER_COLUMN_MEDIAN,      /* what the call in the middle costs; of a layer, which knows no more, the mean */
  LAMINA_LAYER_COLUMN_P95,         /* what 95 of 100 calls do not exceed; of a layer the mean */
  LAMINA_LAYER_COLUMN_MIN,         /* the smallest cost of a call; of a layer the mean */
  LAMINA_LAYER_COLUMN_MAX,         /* the largest cost of a call; of a layer the mean */
  LAMINA_LAYER_COLUMN_PHASE,       /* forward, backward, optimizer, copy */
  LAMINA_LAYER_COLUMN_DEVICE,      /* the device */
  LAMINA_LAYER_COLUMN_SECTION,     /* the section, in the order of the sections */
  LAMINA_LAYER_COLUMN_ANNOTATION,  /* the region of the program's code that launched it */
  LAMINA_LAYER_COLUMN_DTYPE,       /* the element type of its first output that has one, else of its first input */
  LAMINA_LAYER_COLUMN_INPUTS,      /* the shapes of its inputs */
  LAMINA_N_LAYER_COLUMNS,
} LaminaLayerColumn;

/* The column of a metric of the tool's own. */
#define LAMINA_LAYER_COLUMN_METRIC(metric) ((LaminaLayerColumn) (LAMINA_N_LAYER_COLUMNS + (guint) (metric)))

/* Whether there is such a column. @name: `index`, `order`, `name`, `type`, `start`, `duration`, `wait`, `flop`, `flops`,
 * `bytes`, `bandwidth`, `intensity`, `calls`, `shape`, `share`, `cumulative`, `host`, `self`, `device-time`, `mean`, `median`,
 * `p95`, `min`, `max`, `phase`, `device`, `section`, `annotation`, `dtype`, `inputs`. */
LAMINA_AVAILABLE
gboolean lamina_layer_column_from_name (const char        *name,
                                        LaminaLayerColumn *column);

/* Its name, as lamina_layer_column_from_name() takes it. @column: a column, no metric. */
LAMINA_AVAILABLE
const char *lamina_layer_column_get_name (LaminaLayerColumn column);

/* Which layers. */
typedef struct
{
  /* words that must all stand in the name, the type or a shape of the layer, in any case of letters; a word with `*`, which
   * stands for anything, is a pattern for a whole shape. Shapes can be written with `x` or `×`. Names that a format made shorter
   * match as the file has them, too. Between them terms like `type:conv` and `dur>100us`, see lamina-layer-terms.h; those that
   * are not understood are left out. NULL is all layers */
  const char *text;
  guint32 section; /* a section, or LAMINA_NONE for all */
  gint64 start;    /* only layers whose slices touch the range from here on, on the axis; LAMINA_ABSENT for all */
  gint64 end;      /* to here */
} LaminaLayerFilter;

#define LAMINA_LAYER_FILTER_INIT \
  ((LaminaLayerFilter) { .section = LAMINA_NONE, .start = LAMINA_ABSENT, .end = LAMINA_ABSENT })

/* Layers in the order of the file, to be freed by g_free(); NULL when cancelled. @filter: which layers. */
LAMINA_AVAILABLE
guint32 *lamina_layers_filter (LaminaRun               *run,
                               LaminaTimebase          *timebase,
                               const LaminaLayerFilter *filter,
                               GCancellable            *cancellable,
                               guint                   *n);

/* FALSE when cancelled; @rows still holds the same layers then. @rows: layers, sorted in place. */
LAMINA_AVAILABLE
gboolean lamina_layers_sort (LaminaRun         *run,
                             LaminaTimebase    *timebase,
                             LaminaLayerColumn  column,
                             gboolean           descending,
                             guint32           *rows,
                             guint              n,
                             GCancellable      *cancellable);

/* Floating point operations for each byte moved; NaN when either is absent or no byte is moved. */
double lamina_layer_get_intensity (LaminaRun *run,
                                   guint      layer);

G_END_DECLS

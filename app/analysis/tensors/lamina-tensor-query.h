/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"
#include "lamina-tensor-groups.h"

G_BEGIN_DECLS

/* Which tensors of a run, and in which order. Pure functions over columns; any thread. */

/* The columns of tensors, see lamina_tensor_get_value(), by which they can be sorted. Absent values stand last in either direction;
 * equal ones keep the order of the file. In texts letters of either case are equal and numbers count as numbers. The shape sorts by
 * its number of elements. */
typedef enum
{
  LAMINA_TENSOR_COLUMN_INDEX,
  LAMINA_TENSOR_COLUMN_NAME,
  LAMINA_TENSOR_COLUMN_SHAPE,
  LAMINA_TENSOR_COLUMN_DTYPE,
  LAMINA_TENSOR_COLUMN_LAYOUT,
  LAMINA_TENSOR_COLUMN_BYTES,
  LAMINA_TENSOR_COLUMN_ROLE,
  LAMINA_TENSOR_COLUMN_PRODUCER,
  LAMINA_TENSOR_COLUMN_CONSUMERS,
  LAMINA_TENSOR_COLUMN_FIRST,
  LAMINA_TENSOR_COLUMN_LAST,
  LAMINA_TENSOR_COLUMN_PRODUCER_ID,
  LAMINA_TENSOR_COLUMN_CONSUMER_IDS,
  LAMINA_TENSOR_COLUMN_STREAM,
  LAMINA_TENSOR_COLUMN_BLOCK,
  LAMINA_TENSOR_COLUMN_RELEASED,
  LAMINA_TENSOR_COLUMN_STACK,
  LAMINA_TENSOR_COLUMN_CATEGORY,
  LAMINA_N_TENSOR_COLUMNS,
} LaminaTensorColumn;

/* Which tensors. */
typedef struct
{
  /* words that must all stand in the name, the element type or the shape of the tensor, in any case of letters; a word with `*`,
   * which stands for anything, is a pattern for the whole shape, and one that begins with `=` is the whole shape. Shapes can be
   * written with `x` or `×`, or NULL */
  const char *text;
  guint roles;     /* bit k is set for the LaminaRole k; 0 for all */
  gint64 position; /* only those that are kept there, on the axis; LAMINA_ABSENT for all */
  LaminaTensorGrouping grouping; /* only those of one group of it; LAMINA_TENSORS_ONE_BY_ONE for all */
  guint32 key;     /* of that group */
} LaminaTensorFilter;

#define LAMINA_TENSOR_FILTER_INIT ((LaminaTensorFilter) { .position = LAMINA_ABSENT })

/* Tensors in the order of the file, to be freed by g_free(); NULL when cancelled. @live: the lifetimes of its tensors; @filter:
 * which tensors. */
LAMINA_AVAILABLE
guint32 *lamina_tensors_filter (LaminaRun                *run,
                                LaminaLiveSet            *live,
                                const LaminaTensorFilter *filter,
                                GCancellable             *cancellable,
                                guint                    *n);

/* FALSE when cancelled; @rows still holds the same tensors then. @live: the lifetimes of its tensors; @rows: tensors in the
 * order of the file, sorted in place. */
LAMINA_AVAILABLE
gboolean lamina_tensors_sort (LaminaRun          *run,
                              LaminaTimebase     *timebase,
                              LaminaLiveSet      *live,
                              LaminaTensorColumn  column,
                              gboolean            descending,
                              guint32            *rows,
                              guint               n,
                              GCancellable       *cancellable);

/* The tensors whose memory a layer, or one inside it, asked for, the largest first; to be freed by g_free(). @timebase: the offsets
 * in force, or NULL for those that the document suggests. */
LAMINA_AVAILABLE
guint32 *lamina_tensors_list_allocated (LaminaRun      *run,
                                        LaminaTimebase *timebase,
                                        guint32         layer,
                                        guint          *n);

G_END_DECLS

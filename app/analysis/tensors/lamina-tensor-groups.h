/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Tensors of a run that have something in common. Pure functions over columns; any thread. */

/* What the tensors of a group have in common. */
typedef enum
{
  LAMINA_TENSORS_ONE_BY_ONE, /* no groups */
  LAMINA_TENSORS_BY_SHAPE,   /* tensors of one shape */
  LAMINA_TENSORS_BY_DTYPE,   /* tensors of one element type */
  LAMINA_TENSORS_BY_ROLE,    /* tensors of one role */
  LAMINA_N_TENSOR_GROUPINGS,
} LaminaTensorGrouping;

/* What groups can be sorted by: what is common (shapes by their number of elements, element types and roles by name), how many
 * tensors, the sum of their sizes, the size of the largest. Absent values stand last in either direction; equal ones keep the
 * order of the file. */
typedef enum
{
  LAMINA_TENSOR_GROUP_COLUMN_KEY,
  LAMINA_TENSOR_GROUP_COLUMN_COUNT,
  LAMINA_TENSOR_GROUP_COLUMN_BYTES,
  LAMINA_TENSOR_GROUP_COLUMN_LARGEST,
  LAMINA_N_TENSOR_GROUP_COLUMNS,
} LaminaTensorGroupColumn;

/* Tensors that have something in common. */
typedef struct
{
  guint32 key;        /* the shape, the string of the element type, or the LaminaRole; 0 where it is not known */
  guint n;            /* how many tensors */
  guint n_unknown;    /* how many of them have no size */
  gint64 bytes;       /* sum of their sizes, or LAMINA_ABSENT */
  guint32 largest;    /* the first of the largest; the first of all where no size is known */
  gboolean estimated; /* whether a size among them is estimated */
} LaminaTensorGroup;

/* An array of LaminaTensorGroup: the groups, or NULL when cancelled. @grouping: what they have in common; not
 * LAMINA_TENSORS_ONE_BY_ONE; @rows: tensors; @column: what the groups are sorted by. */
LAMINA_AVAILABLE
GArray *lamina_tensor_groups_new (LaminaRun               *run,
                                  LaminaTensorGrouping     grouping,
                                  const guint32           *rows,
                                  guint                    n,
                                  LaminaTensorGroupColumn  column,
                                  gboolean                 descending,
                                  GCancellable            *cancellable);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-live-set.h"

G_BEGIN_DECLS

/* Tensors of a run that have something in common. Pure functions over columns; any thread. */

/* What the tensors of a group have in common. */
typedef enum
{
  LAMINA_TENSORS_ONE_BY_ONE, /* no groups */
  LAMINA_TENSORS_BY_SHAPE,   /* tensors of one shape */
  LAMINA_TENSORS_BY_DTYPE,   /* tensors of one element type */
  LAMINA_TENSORS_BY_ROLE,    /* tensors of one role */
  LAMINA_TENSORS_BY_SITE,    /* tensors that one place in the program asked for */
  LAMINA_TENSORS_BY_MODULE,  /* tensors that modules of one kind, or one operator, asked for */
  LAMINA_TENSORS_BY_STACK,   /* tensors that the same calls asked for */
  LAMINA_TENSORS_BY_STREAM,  /* tensors of one stream */
  LAMINA_TENSORS_BY_SIZE,    /* tensors of one class of sizes, see lamina_size_class_find() */
  LAMINA_TENSORS_BY_CATEGORY, /* tensors that are for the same, as the tool says */
  LAMINA_N_TENSOR_GROUPINGS,
} LaminaTensorGrouping;

/* What groups can be sorted by: what is common (shapes by their number of elements, roles in their order, others by name), how many
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
  guint32 key;        /* the shape, the LaminaRole, the call and 1, or a string: the element type, the site, the module,
                         the stream; the class of sizes; 0 where it is not known */
  guint n;            /* how many tensors */
  guint n_unknown;    /* how many of them have no size */
  gint64 bytes;       /* sum of their sizes, or LAMINA_ABSENT */
  guint32 largest;    /* the first of the largest; the first of all where no size is known */
  gboolean estimated; /* whether a size among them is estimated */
} LaminaTensorGroup;

/* What options call a grouping, `dtype`, and people its groups, `Type`, which is not translated yet. */
LAMINA_AVAILABLE
const char *lamina_tensor_grouping_get_name (LaminaTensorGrouping grouping);

LAMINA_AVAILABLE
const char *lamina_tensor_grouping_get_title (LaminaTensorGrouping grouping);

/* Whether the run says of any tensor what its group would be. */
LAMINA_AVAILABLE
gboolean lamina_tensor_grouping_is_known (LaminaTensorGrouping  grouping,
                                          LaminaRun            *run);

/* The bands of memory over time that divide it by what groups have in common, or LAMINA_N_LIVE_BANDS where there are none. */
LAMINA_AVAILABLE
LaminaLiveBands lamina_tensor_grouping_get_bands (LaminaTensorGrouping grouping);

/* Of a set of lifetimes one whose bands divide it so; the set itself where there are no such bands, or the run does not say of any
 * tensor in which it would be. NULL when cancelled. */
LAMINA_AVAILABLE
LaminaLiveSet *lamina_tensor_grouping_divide (LaminaTensorGrouping  grouping,
                                              LaminaRun            *run,
                                              LaminaLiveSet        *live,
                                              GCancellable         *cancellable);

/* The grouping that has these bands. */
LAMINA_AVAILABLE
LaminaTensorGrouping lamina_tensor_grouping_of_bands (LaminaLiveBands bands);

/* What the tensors of a group have in common, as text; NULL where it is not known. */
LAMINA_AVAILABLE
char *lamina_tensor_group_dup_label (LaminaRun               *run,
                                     LaminaTensorGrouping     grouping,
                                     const LaminaTensorGroup *group);

/* The key of the group that a tensor is in; not of LAMINA_TENSORS_ONE_BY_ONE. */
LAMINA_AVAILABLE
guint32 lamina_tensor_get_group_key (LaminaRun            *run,
                                     LaminaTensorGrouping  grouping,
                                     guint32               tensor);

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

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-grouping.h"
#include "lamina-id-lists-private.h"

G_BEGIN_DECLS

/*
 * Which rows belong together. Parts are counted in the order of their first rows. For %LAMINA_GROUP_BY_SHAPE a part is
 * a list: the type, then shape and dtype of each input.
 */
typedef struct
{
  LaminaRun *run;
  LaminaGroupBy by;
  /* The part of each row. */
  guint32 *part;
  guint n_parts;
  /* Without shapes: the string or the family of each part. */
  guint32 *ids;
  LaminaIdLists lists;
} LaminaPartition;

/* FALSE when cancelled. */
gboolean lamina_partition_init       (LaminaPartition *self,
                                      LaminaRun       *run,
                                      LaminaGroupBy    by,
                                      const guint32   *rows,
                                      guint            n,
                                      GCancellable    *cancellable);

void     lamina_partition_clear      (LaminaPartition *self);

/* What to call each part: strings of the run, or of @chunk. NULL when cancelled; free with g_free(). */
const char **lamina_partition_dup_labels (LaminaPartition *self,
                                          GStringChunk    *chunk,
                                          GCancellable    *cancellable);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaPartition, lamina_partition_clear)

G_END_DECLS

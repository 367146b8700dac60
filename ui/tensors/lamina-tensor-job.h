/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-job.h"
#include "lamina-memory-map.h"
#include "lamina-session.h"
#include "lamina-tensor-groups.h"
#include "lamina-tensor-query.h"

G_BEGIN_DECLS

/*
 * @live: the lifetimes of all tensors
 * @rows: tensors that the filter lets through, sorted
 * @n: how many
 * @n_kinds: how many of them stand for all tensors of their shape and dtype, as what has no name does: of these there are no sums
 * @bytes: sum of the sizes of the others, or LAMINA_ABSENT
 * @n_unknown: how many of those have no size
 * @estimated: whether Lamina worked some of their sizes out
 * @groups: (nullable) (element-type LaminaTensorGroup): what they are by what they have in common, if that was asked for
 * @by_role: for each LaminaRole the sum of the sizes of those of it, or LAMINA_ABSENT
 * @map: (nullable): the addresses at the position of the filter, or at the peak where that has none, if that was asked for
 *
 * What a job worked out.
 */
typedef struct
{
  LaminaLiveSet *live;
  guint32 *rows;
  guint n;
  guint n_kinds;
  gint64 bytes;
  guint n_unknown;
  gboolean estimated;
  GArray *groups;
  gint64 by_role[LAMINA_ROLE_OUTPUT + 1];
  LaminaMemoryMap *map;
} LaminaTensorResult;

void lamina_tensor_result_free (LaminaTensorResult *self);

/*
 * @grouping: what they have in common, or LAMINA_TENSORS_ONE_BY_ONE for none
 * @column: what they are sorted by
 * @descending: largest first
 * @with_map: whether the addresses are mapped, too
 *
 * Which groups are made of tensors.
 */
typedef struct
{
  LaminaTensorGrouping grouping;
  LaminaTensorGroupColumn column;
  gboolean descending;
  gboolean with_map;
} LaminaTensorGroups;

/* Filters and sorts the tensors of the run of a session in a thread, and makes groups of them. @live, the lifetimes, may be
 * NULL. @done takes @owner and a LaminaTensorResult; @cancellable is a field of the owner, see lamina_job_run(). */
void lamina_tensor_job_start (LaminaSession             *session,
                              LaminaLiveSet             *live,
                              const LaminaTensorFilter  *filter,
                              LaminaTensorColumn         column,
                              gboolean                   descending,
                              const LaminaTensorGroups  *groups,
                              gpointer                   owner,
                              GCancellable             **cancellable,
                              LaminaJobDone              done);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaTensorResult, lamina_tensor_result_free)

G_END_DECLS

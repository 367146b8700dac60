/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Which tensors are kept in memory when. Pure functions over columns; any thread. */

/**
 * LAMINA_N_ROLES:
 *
 * How many roles there are.
 */
#define LAMINA_N_ROLES (LAMINA_ROLE_OUTPUT + 1)

/**
 * LaminaLiveSteps:
 * @n: number of steps
 * @position: where each begins, on the axis, rising; it reaches to the next one
 * @total: the bytes that are kept
 * @bytes: (array fixed-size=6): the same for each #LaminaRole
 *
 * How the memory that is kept changes, as columns. Before the first step, and from the last one on, nothing is kept.
 */
typedef struct
{
  guint n;
  const gint64 *position;
  const gint64 *total;
  const gint64 *bytes[LAMINA_N_ROLES];
} LaminaLiveSteps;

/**
 * LaminaLiveSum:
 * @n: number of tensors
 * @bytes: sum of what is kept of them
 * @n_unknown: how many of them have no size
 * @roles: (array fixed-size=6): the part of @bytes of each #LaminaRole
 *
 * What is kept at one position.
 */
typedef struct
{
  guint n;
  gint64 bytes;
  guint n_unknown;
  gint64 roles[LAMINA_N_ROLES];
} LaminaLiveSum;

/**
 * LaminaLiveSet:
 *
 * The lifetimes of the tensors of a run, on its axis. A lifetime without a size of its own has the size of its tensor.
 * Tensors that share memory count each. Immutable; read from any thread.
 */
typedef struct _LaminaLiveSet LaminaLiveSet;

/**
 * lamina_live_set_new:
 * @run: a run, which must outlive the set
 * @timebase: the offsets in force
 * @cancellable: (nullable): stops it
 *
 * Returns: (transfer full): the set, or %NULL when cancelled
 */
LAMINA_AVAILABLE
LaminaLiveSet *lamina_live_set_new (LaminaRun      *run,
                                    LaminaTimebase *timebase,
                                    GCancellable   *cancellable);

LAMINA_AVAILABLE
LaminaLiveSet *lamina_live_set_ref (LaminaLiveSet *self);

LAMINA_AVAILABLE
void lamina_live_set_unref (LaminaLiveSet *self);

/**
 * lamina_live_set_get_steps: (skip)
 * @self: a set
 *
 * Returns: (transfer none): the steps; none when no tensor has a lifetime
 */
LAMINA_AVAILABLE
const LaminaLiveSteps *lamina_live_set_get_steps (LaminaLiveSet *self);

/**
 * lamina_live_set_find_step:
 * @self: a set
 * @position: a position on the axis
 *
 * Returns: the step that is in force there, or %LAMINA_NONE before the first one
 */
LAMINA_AVAILABLE
guint lamina_live_set_find_step (LaminaLiveSet *self,
                                 gint64         position);

/**
 * lamina_live_set_get_peak:
 * @self: a set
 *
 * Returns: the first step with most bytes, or %LAMINA_NONE when no tensor has a lifetime
 */
LAMINA_AVAILABLE
guint lamina_live_set_get_peak (LaminaLiveSet *self);

/**
 * lamina_live_set_is_estimated:
 * @self: a set
 *
 * Returns: whether sizes in it, or when they are kept, were worked out: then so is what they add up to
 */
LAMINA_AVAILABLE
gboolean lamina_live_set_is_estimated (LaminaLiveSet *self);

/**
 * lamina_live_set_list:
 * @self: a set
 * @position: a position on the axis
 * @sum: (out) (optional): what they add up to
 * @n: (out): how many
 *
 * Returns: (transfer full) (array length=n): the tensors that are kept at @position, the largest first, equal ones in the
 *   order of the file; to be freed by g_free()
 */
LAMINA_AVAILABLE
guint32 *lamina_live_set_list (LaminaLiveSet *self,
                               gint64         position,
                               LaminaLiveSum *sum,
                               guint         *n);

/**
 * lamina_live_set_get_range: (skip)
 * @self: a set
 * @tensor: a tensor
 * @first: (out): where its first lifetime begins on the axis
 * @last: (out): where its last one ends, inclusive
 *
 * Returns: whether it has lifetimes
 */
LAMINA_AVAILABLE
gboolean lamina_live_set_get_range (LaminaLiveSet *self,
                                    guint32        tensor,
                                    gint64        *first,
                                    gint64        *last);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLiveSet, lamina_live_set_unref)

G_END_DECLS

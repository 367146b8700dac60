/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LaminaLiveStep:
 * @at: a step or time
 * @bytes: what is alive from then on
 *
 * A change of how much is alive.
 */
typedef struct
{
  gint64 at;
  gint64 bytes;
} LaminaLiveStep;

/**
 * LaminaLiveness:
 *
 * How much memory is alive over an order of steps, from the lifetimes of what is kept. Used by one thread.
 */
typedef struct _LaminaLiveness LaminaLiveness;

/**
 * lamina_liveness_new: (skip)
 *
 * Returns: (transfer full): a liveness of nothing
 */
LAMINA_AVAILABLE
LaminaLiveness *lamina_liveness_new (void);

LAMINA_AVAILABLE
void lamina_liveness_free (LaminaLiveness *self);

/**
 * lamina_liveness_add:
 * @first: the first step
 * @last: the last one, inclusive; nothing is added when it is before @first
 * @bytes: how much; %LAMINA_ABSENT adds nothing
 *
 * Adds a lifetime.
 */
LAMINA_AVAILABLE
void lamina_liveness_add (LaminaLiveness *self,
                          gint64          first,
                          gint64          last,
                          gint64          bytes);

/**
 * lamina_liveness_get_steps: (skip)
 * @n: (out): how many
 *
 * Adds up the lifetimes.
 *
 * Returns: (transfer none) (array length=n): the changes, in their order and at most one at a step; each holds until the
 *   next. Valid until the next call of lamina_liveness_add()
 */
LAMINA_AVAILABLE
const LaminaLiveStep *lamina_liveness_get_steps (LaminaLiveness *self,
                                                 guint          *n);

/**
 * lamina_liveness_get_peak:
 * @at: (out): the first step at which it is reached; 0 when nothing is ever alive
 *
 * Returns: the most that is alive at any step, in bytes
 */
LAMINA_AVAILABLE
gint64 lamina_liveness_get_peak (LaminaLiveness *self,
                                 gint64         *at);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaLiveness, lamina_liveness_free)

G_END_DECLS

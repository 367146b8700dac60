/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * LaminaFlameResult:
 * @tree: the tree
 * @offers: what lamina_flame_list_offers() says of its run
 *
 * What a job worked out.
 */
typedef struct
{
  LaminaFlameTree *tree;
  guint offers;
} LaminaFlameResult;

void lamina_flame_result_free (LaminaFlameResult *self);

/**
 * LaminaFlameFunc:
 * @result: (transfer full): what was worked out
 * @user_data: what it was started with
 *
 * Takes a result, in the main thread. Not called when the job was cancelled.
 */
typedef void (*LaminaFlameFunc) (LaminaFlameResult *result,
                                 gpointer           user_data);

/**
 * lamina_flame_job_start: (skip)
 * @session: a session
 * @options: which tree; its section is that of the session
 * @choose: whether to choose path and weight for the run, whatever @options says
 * @offers: what is known to be offered for the run, or 0 when that is still to be found out
 * @cancellable: stops it; cancel it before @user_data goes away
 * @func: takes the result
 * @user_data: for @func
 *
 * Makes a flame tree in a thread.
 */
void lamina_flame_job_start (LaminaSession            *session,
                             const LaminaFlameOptions *options,
                             gboolean                  choose,
                             guint                     offers,
                             GCancellable             *cancellable,
                             LaminaFlameFunc           func,
                             gpointer                  user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaFlameResult, lamina_flame_result_free)

G_END_DECLS

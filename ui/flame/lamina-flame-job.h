/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-tree.h"
#include "lamina-job.h"
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
 * lamina_flame_job_start: (skip)
 * @session: a session
 * @options: which tree; its section is that of the session
 * @choose: whether to choose path and weight for the run, whatever @options says
 * @offers: what is known to be offered for the run, or 0 when that is still to be found out
 * @owner: who wants the tree
 * @cancellable: (inout): a field of the owner, see lamina_job_run()
 * @done: takes the owner and a #LaminaFlameResult
 *
 * Makes a flame tree in a thread.
 */
void lamina_flame_job_start (LaminaSession             *session,
                             const LaminaFlameOptions  *options,
                             gboolean                   choose,
                             guint                      offers,
                             gpointer                   owner,
                             GCancellable             **cancellable,
                             LaminaJobDone              done);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaFlameResult, lamina_flame_result_free)

G_END_DECLS

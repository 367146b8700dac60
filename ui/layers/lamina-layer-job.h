/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-job.h"
#include "lamina-layer-listing.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * lamina_layer_job_start: (skip)
 * @session: says what run, clocks, section and filter
 * @question: how to list its layers; what the session says comes in place of that part of the filter
 * @owner: who wants the list
 * @cancellable: (inout): a field of the owner, see lamina_job_run()
 * @done: takes the owner and a #LaminaLayerListing; called before this function returns when the list is short
 *
 * Filters, groups and sorts the layers of a session, a long list in a thread.
 */
void lamina_layer_job_start (LaminaSession              *session,
                             const LaminaLayerQuestion  *question,
                             gpointer                    owner,
                             GCancellable              **cancellable,
                             LaminaJobDone               done);

G_END_DECLS

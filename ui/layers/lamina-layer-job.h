/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-job.h"
#include "lamina-layer-listing.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/* Filters, groups and sorts the layers of a session, a long list in a thread. Run, clocks, section and filter are those of
 * the session, the rest is in @question. @done takes @owner and a #LaminaLayerListing, before this returns when the list is
 * short; @cancellable is a field of the owner, see lamina_job_run(). */
void lamina_layer_job_start (LaminaSession              *session,
                             const LaminaLayerQuestion  *question,
                             gpointer                    owner,
                             GCancellable              **cancellable,
                             LaminaJobDone               done);

G_END_DECLS

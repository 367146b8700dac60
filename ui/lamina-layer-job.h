/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"
#include "lamina-session.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * LaminaLayerFunc:
 * @listing: (transfer full): what is to be shown
 * @user_data: what lamina_layer_job_start() was given
 *
 * Takes what a job found.
 */
typedef void (*LaminaLayerFunc) (LaminaLayerListing *listing,
                                 gpointer            user_data);

/**
 * lamina_layer_job_start:
 * @session: says what run, clocks, section and filter
 * @question: how to list its layers; what the session says comes in place of that part of the filter
 * @cancellable: stops it; then @func is not called
 * @func: called in the main thread; for a short list before this function returns
 * @user_data: data for @func
 *
 * Filters, groups and sorts the layers of a session, a long list in a worker thread.
 */
void lamina_layer_job_start (LaminaSession             *session,
                             const LaminaLayerQuestion *question,
                             GCancellable              *cancellable,
                             LaminaLayerFunc            func,
                             gpointer                   user_data);

G_END_DECLS

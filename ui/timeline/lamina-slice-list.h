/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * lamina_slice_list_new:
 * @session: a session
 * @most: how many are listed at most
 * @total: (out): how many there are
 *
 * The slices that touch the visible range, track by track and lane by lane in the order of the document, in each lane
 * by their starts: as the timeline shows them from top to bottom.
 *
 * Returns: (transfer full): an array of #LaminaSliceRef
 */
GArray *lamina_slice_list_new (LaminaSession *session,
                               guint          most,
                               guint64       *total);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-track-private.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Puts the slices of a track on lanes and into their final order (see LaminaTrack).
 *
 * @device_times: (nullable): for a track of a device, a cell for each layer, to which the time is added that the layer
 *   owns here: the outermost slices of the layer, less what slices of other layers inside them cover
 * @positions: (out): the final position of each slice by the order of adding; NULL when both are the same
 *
 * Returns FALSE when it was cancelled.
 */
gboolean lamina_track_assign_lanes (LaminaTrack   *self,
                                    gint64        *device_times,
                                    guint32      **positions,
                                    GCancellable  *cancellable);

G_END_DECLS

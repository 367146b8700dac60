/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-track-private.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a slice gives to the layer that owns it, or takes from the one around. */
typedef struct
{
  guint32 layer;
  gint64 time;
} LaminaOwnedTime;

/*
 * Finds the lanes of the slices of a track and their final order (see LaminaTrack). Moves nothing.
 *
 * @owned: (nullable): for a track of a device, takes the time that layers own here: that of the outermost slices of a
 *   layer, less what slices of other layers inside them cover
 * @positions: (out): the final position of each slice by the order of adding; NULL when both are the same
 *
 * Returns FALSE when it was cancelled.
 */
gboolean lamina_track_assign_lanes (LaminaTrack   *self,
                                    GArray        *owned,
                                    guint32      **positions,
                                    GCancellable  *cancellable);

G_END_DECLS

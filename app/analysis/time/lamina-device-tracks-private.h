/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Groups that are devices, added to @groups in the order of their tracks; the tracks of each that have slices, an array of
 * guint32 by group. */
GHashTable *lamina_device_tracks_list           (LaminaRun *run,
                                                 GArray    *groups);

/* A set of names that several devices have, which belong to the run. */
GHashTable *lamina_device_tracks_list_namesakes (LaminaRun *run);

G_END_DECLS

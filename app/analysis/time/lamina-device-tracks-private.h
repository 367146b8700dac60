/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* The tracks of devices that have slices, in their order: guint32. Found once for each run, whose tracks may be a million. */
const GArray *lamina_device_tracks_get_busy     (LaminaRun *run);

/* Groups that are devices, added to @groups in the order of their tracks; the tracks of each that have slices, an array of
 * guint32 by group. */
GHashTable *lamina_device_tracks_list           (LaminaRun *run,
                                                 GArray    *groups);

/* A set of names that several devices have, which belong to the run. */
GHashTable *lamina_device_tracks_list_namesakes (LaminaRun *run);

G_END_DECLS

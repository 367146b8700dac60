/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-rows.h"

G_BEGIN_DECLS

/*
 * All rows that the options ask for in a window of @height pixels, with the ruler. @total takes the height of all,
 * @pinned that of those that do not scroll, both without the ruler.
 */
GArray *lamina_timeline_create_rows (LaminaRun                   *run,
                                     const LaminaTimelineOptions *options,
                                     int                          height,
                                     int                         *total,
                                     int                         *pinned);

G_END_DECLS

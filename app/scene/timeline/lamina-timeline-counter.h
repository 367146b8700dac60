/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"
#include "lamina-time-view.h"

G_BEGIN_DECLS

/* What a counter shows in a view, and the scale that it needs, which may be that of the whole run. */
typedef struct
{
  guint first;
  guint n;
  double min;
  double max;
  gboolean is_fixed;
} LaminaCounterSpan;

LaminaCounterSpan lamina_counter_get_span (LaminaTrack          *track,
                                           const LaminaTimeView *view,
                                           gboolean              is_fixed);

/*
 * Adds the areas of a counter to the open group. The last sample holds until @end, on the clock of the track. Columns
 * are @merge pixels wide.
 */
void lamina_counter_lay_out (LaminaScene             *scene,
                             LaminaTrack             *track,
                             guint                    index,
                             const LaminaTimeView    *view,
                             const LaminaCounterSpan *span,
                             gint64                   end,
                             int                      merge,
                             const LaminaSceneBox    *place);

/* Writes the range of a counter: `≈ 0 – 45.9 MiB`. */
char *lamina_counter_dup_range (LaminaTrack             *track,
                                const LaminaCounterSpan *span);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TIMING_BADGE (lamina_timing_badge_get_type ())

/* Says in a word how the positions on the axis came about: measured, laid end to end, order only. A click explains what that
 * means for what is shown, and lets choose the clocks where there are several. */
G_DECLARE_FINAL_TYPE (LaminaTimingBadge, lamina_timing_badge, LAMINA, TIMING_BADGE, GtkWidget)

void lamina_timing_badge_set_session (LaminaTimingBadge *self,
                                      LaminaSession     *session);

G_END_DECLS

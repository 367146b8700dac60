/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TIME_BAR (lamina_time_bar_get_type ())

/* How a time divides into waiting, which is hatched, and work. */
G_DECLARE_FINAL_TYPE (LaminaTimeBar, lamina_time_bar, LAMINA, TIME_BAR, GtkWidget)

/* Times are in nanoseconds; @wait, the part of @total that waits, may be LAMINA_ABSENT. */
void lamina_time_bar_set (LaminaTimeBar *self,
                          LaminaFamily   family,
                          gint64         total,
                          gint64         wait);

G_END_DECLS

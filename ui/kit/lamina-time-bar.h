/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_TIME_BAR (lamina_time_bar_get_type ())

/**
 * LaminaTimeBar:
 *
 * How a time divides into waiting, which is hatched, and work.
 */
G_DECLARE_FINAL_TYPE (LaminaTimeBar, lamina_time_bar, LAMINA, TIME_BAR, GtkWidget)

/**
 * lamina_time_bar_set:
 * @self: a bar
 * @family: the family of work
 * @total: the time in nanoseconds
 * @wait: the part of it that waits, or %LAMINA_ABSENT
 */
void lamina_time_bar_set (LaminaTimeBar *self,
                          LaminaFamily   family,
                          gint64         total,
                          gint64         wait);

G_END_DECLS

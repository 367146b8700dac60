/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sandwich-layout.h"

G_BEGIN_DECLS

/* How many rows a half has beside that of the name. */
G_GNUC_INTERNAL
guint lamina_sandwich_get_n_rows (const LaminaSandwichView *view,
                                  LaminaSandwichHalf        half);

/* Adds what is seen of a half, or the row of the name, to a scene in which the picture begins at @x and @y. */
G_GNUC_INTERNAL
void lamina_sandwich_add_half (LaminaScene              *scene,
                               const LaminaSandwichView *view,
                               LaminaSandwichHalf        half,
                               int                       x,
                               int                       y,
                               LaminaMetrics            *metrics);

G_GNUC_INTERNAL
void lamina_sandwich_add_name (LaminaScene              *scene,
                               const LaminaSandwichView *view,
                               int                       x,
                               int                       y,
                               LaminaMetrics            *metrics);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_type_grid_new:
 *
 * Returns: (transfer floating): a grid for totals by type: name, calls, time, share
 */
GtkWidget *lamina_type_grid_new (void);

/**
 * lamina_type_grid_add:
 * @grid: a grid
 * @family: the family of the type
 * @label: what to call it
 * @calls: how often it was called
 * @cost: its time in nanoseconds, or %LAMINA_ABSENT
 * @total: the time of all, or %LAMINA_ABSENT
 *
 * Adds a line.
 *
 * Returns: (transfer none): the label of the name, which is a link
 */
GtkLabel *lamina_type_grid_add (GtkGrid      *grid,
                                LaminaFamily  family,
                                const char   *label,
                                gint64        calls,
                                gint64        cost,
                                gint64        total);

G_END_DECLS

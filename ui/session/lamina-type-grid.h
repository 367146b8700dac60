/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A grid for totals by type: name, calls, time, share. */
GtkWidget *lamina_type_grid_new (void);

/* Adds a line; returns the label of the name, which is a link. Times are in nanoseconds, or LAMINA_ABSENT. */
GtkLabel *lamina_type_grid_add (GtkGrid      *grid,
                                LaminaFamily  family,
                                const char   *label,
                                gint64        calls,
                                gint64        cost,
                                gint64        total);

/* Adds a line of memory, which is no link. */
void lamina_type_grid_add_bytes (GtkGrid      *grid,
                                 LaminaFamily  family,
                                 const char   *label,
                                 gint64        bytes,
                                 gint64        total,
                                 gboolean      estimated);

G_END_DECLS

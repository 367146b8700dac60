/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LAMINA_INSPECTOR_EDGE_WIDTH:
 *
 * How wide the edge is, in pixels: enough to be caught, within the margin of what stands beside it.
 */
#define LAMINA_INSPECTOR_EDGE_WIDTH 6

/**
 * lamina_inspector_edge_new:
 *
 * The edge of the inspector, whose parent is to be the inspector. Dragging it or the arrow keys change the setting for
 * the width of the inspector, a double click resets it.
 *
 * Returns: (transfer floating): the edge
 */
GtkWidget *lamina_inspector_edge_new (void);

G_END_DECLS

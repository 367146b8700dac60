/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What is drawn in cells beside texts. Each takes the height of the cell, and nothing else but its own width. */

#define LAMINA_CELL_DOT 10
#define LAMINA_CELL_BAR 48
#define LAMINA_CELL_ARROW 16

void lamina_layer_cell_draw_dot       (GtkSnapshot        *snapshot,
                                       LaminaLayerListing *listing,
                                       guint32             id,
                                       float               x,
                                       float               height);

/* Waiting is hatched, as it is in the timeline. @start is where the bar begins; mirrored it grows to the left from there. */
void lamina_layer_cell_draw_bar       (GtkSnapshot        *snapshot,
                                       LaminaLayerListing *listing,
                                       guint32             id,
                                       gboolean            mirrored,
                                       float               start,
                                       float               height);

/* Of groups alone: from the cheapest call at the left to the most expensive one at the right. */
void lamina_layer_cell_draw_histogram (GtkSnapshot        *snapshot,
                                       LaminaLayerListing *listing,
                                       guint32             id,
                                       float               width,
                                       float               height);

void lamina_layer_cell_draw_arrow     (GtkSnapshot        *snapshot,
                                       const GdkRGBA      *ink,
                                       gboolean            expanded,
                                       gboolean            mirrored,
                                       float               x,
                                       float               height);

G_END_DECLS

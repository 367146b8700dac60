/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-cell-text.h"
#include "lamina-layer-columns.h"

G_BEGIN_DECLS

/*
 * What stands in the cells of the table of layers: a text and, by column, the color of the family, the bar of the duration, the
 * spread of the costs, or the arrow that opens a group. All take a listing, a column of it and the id of a row.
 */

/* The arrow of a group takes so many pixels where its name begins. */
#define LAMINA_LAYER_CELL_ARROW 16

/* The text, and how it looks. */
void  lamina_layer_cell_fill       (LaminaLayerListing *listing,
                                    LaminaLayerColumn   column,
                                    guint32             row,
                                    LaminaCellText     *line);

/* What the tooltip says, or NULL for nothing. */
char *lamina_layer_cell_dup_hint   (LaminaLayerListing *listing,
                                    LaminaLayerColumn   column,
                                    guint32             row);

/* The pixels at the beginning for what is drawn there; @listing may be NULL. */
int   lamina_layer_cell_get_indent (LaminaLayerListing *listing,
                                    LaminaLayerColumn   column,
                                    guint32             row);

/* What is drawn beside the text. Waiting is hatched, as it is in the timeline; a spread goes from the cheapest call at the left
 * to the most expensive one at the right. */
void  lamina_layer_cell_draw       (LaminaLayerListing *listing,
                                    LaminaLayerColumn   column,
                                    guint32             row,
                                    gboolean            expanded,
                                    GtkWidget          *cell,
                                    GtkSnapshot        *snapshot);

G_END_DECLS

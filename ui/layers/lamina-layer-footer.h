/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-heads.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_FOOTER (lamina_layer_footer_get_type ())

/**
 * LaminaLayerFooter:
 *
 * The sums of what a table lists, each below its column.
 */
G_DECLARE_FINAL_TYPE (LaminaLayerFooter, lamina_layer_footer, LAMINA, LAYER_FOOTER, GtkWidget)

/**
 * lamina_layer_footer_set_view:
 * @self: a footer
 * @view: (nullable): the view whose columns it stands below
 * @heads: (nullable): its columns
 */
void lamina_layer_footer_set_view (LaminaLayerFooter *self,
                                   GtkColumnView     *view,
                                   LaminaLayerHeads  *heads);

/**
 * lamina_layer_footer_set_listing:
 * @self: a footer
 * @listing: (nullable): what is listed
 */
void lamina_layer_footer_set_listing (LaminaLayerFooter  *self,
                                      LaminaLayerListing *listing);

G_END_DECLS

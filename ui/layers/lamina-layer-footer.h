/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-heads.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_FOOTER (lamina_layer_footer_get_type ())

/* The sums of what a table lists, each below its column. */
G_DECLARE_FINAL_TYPE (LaminaLayerFooter, lamina_layer_footer, LAMINA, LAYER_FOOTER, GtkWidget)

/* The view and its columns that it stands below; or NULL. */
void lamina_layer_footer_set_view (LaminaLayerFooter *self,
                                   GtkColumnView     *view,
                                   LaminaLayerHeads  *heads);

/* What is summed up, or NULL. */
void lamina_layer_footer_set_listing (LaminaLayerFooter  *self,
                                      LaminaLayerListing *listing);

G_END_DECLS

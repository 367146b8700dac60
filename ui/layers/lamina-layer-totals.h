/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-listing.h"

G_BEGIN_DECLS

/**
 * lamina_layer_totals_dup_text:
 * @listing: what is listed
 *
 * Returns: (transfer full): the sums in one line: `234 layers · 22.4 ms · 82.0 GFLOP · 3.65 TFLOP/s · 2.38 GiB`
 */
char *lamina_layer_totals_dup_text (LaminaLayerListing *listing);

/**
 * lamina_layer_totals_dup_tooltip:
 * @listing: what is listed
 *
 * Returns: (transfer full): the same with all digits, one in each line
 */
char *lamina_layer_totals_dup_tooltip (LaminaLayerListing *listing);

G_END_DECLS

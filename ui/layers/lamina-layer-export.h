/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-table.h"

G_BEGIN_DECLS

/**
 * lamina_layer_export_ask:
 * @table: a table that lists something
 *
 * Asks for a file and writes what the table lists, with the columns that it shows; the suffix says how. What goes wrong is
 * said in a dialog.
 */
void lamina_layer_export_ask (LaminaLayerTable *table);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-heads.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_COLUMN_CHOOSER (lamina_column_chooser_get_type ())

/**
 * LaminaColumnChooser:
 *
 * A list of all columns that the table of layers can have, with a search: usual ones, the tool's own numbers and each
 * attribute of the layers. What attributes there are is looked for in a thread when the list is opened first.
 */
G_DECLARE_FINAL_TYPE (LaminaColumnChooser, lamina_column_chooser, LAMINA, COLUMN_CHOOSER, GtkPopover)

/**
 * lamina_column_chooser_new:
 * @heads: the columns that are chosen
 *
 * Returns: (transfer floating): a popover
 */
GtkWidget *lamina_column_chooser_new (LaminaLayerHeads *heads);

/**
 * lamina_column_chooser_open:
 * @self: a chooser
 * @document: what is shown
 * @run: one of its runs
 * @grouped: whether layers are listed in groups
 *
 * Opens the list.
 */
void lamina_column_chooser_open (LaminaColumnChooser *self,
                                 LaminaDocument      *document,
                                 LaminaRun           *run,
                                 gboolean             grouped);

G_END_DECLS

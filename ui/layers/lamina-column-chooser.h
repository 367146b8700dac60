/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-heads.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_COLUMN_CHOOSER (lamina_column_chooser_get_type ())

/* A list of all columns that the table of layers can have, with a search: usual ones, the tool's own numbers and each
 * attribute of the layers. What attributes there are is looked for in a thread when the list is opened first. */
G_DECLARE_FINAL_TYPE (LaminaColumnChooser, lamina_column_chooser, LAMINA, COLUMN_CHOOSER, GtkPopover)

/* @heads are the columns that are chosen. */
GtkWidget *lamina_column_chooser_new (LaminaLayerHeads *heads);

/* For a run of a document, whose layers are listed in groups or not. */
void lamina_column_chooser_open (LaminaColumnChooser *self,
                                 LaminaDocument      *document,
                                 LaminaRun           *run,
                                 gboolean             grouped);

G_END_DECLS

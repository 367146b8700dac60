/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYER_PANE (lamina_layer_pane_get_type ())

/* Everything about the selected layer, or about a selected slice that belongs to no layer. */
G_DECLARE_FINAL_TYPE (LaminaLayerPane, lamina_layer_pane, LAMINA, LAYER_PANE, GtkWidget)

/* Shows what is selected; without a selection it is emptied. */
void lamina_layer_pane_show (LaminaLayerPane *self,
                             LaminaSession   *session);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYERS_PANE (lamina_layers_pane_get_type ())

/* What several selected layers add up to, how their times are spread, what they have in common and what differs. */
G_DECLARE_FINAL_TYPE (LaminaLayersPane, lamina_layers_pane, LAMINA, LAYERS_PANE, GtkWidget)

/* Shows the selected layers; with NULL, stops working on what nobody sees. */
void lamina_layers_pane_show (LaminaLayersPane *self,
                              LaminaSession    *session);

G_END_DECLS

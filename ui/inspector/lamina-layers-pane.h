/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_LAYERS_PANE (lamina_layers_pane_get_type ())

/**
 * LaminaLayersPane:
 *
 * What several selected layers add up to, how their times are spread, what they have in common and what differs.
 */
G_DECLARE_FINAL_TYPE (LaminaLayersPane, lamina_layers_pane, LAMINA, LAYERS_PANE, GtkWidget)

/**
 * lamina_layers_pane_show:
 * @self: a pane
 * @session: (nullable): a session, or %NULL to stop working on what nobody sees
 *
 * Shows the selected layers.
 */
void lamina_layers_pane_show (LaminaLayersPane *self,
                              LaminaSession    *session);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_RANGE_PANE (lamina_range_pane_get_type ())

/**
 * LaminaRangePane:
 *
 * What happens in the marked range: its length, what the devices do meanwhile, and the time of each type of layer.
 */
G_DECLARE_FINAL_TYPE (LaminaRangePane, lamina_range_pane, LAMINA, RANGE_PANE, GtkWidget)

/**
 * lamina_range_pane_show:
 * @self: a pane
 * @session: (nullable): a session, or %NULL to stop working on what nobody sees
 *
 * Shows the marked range, if there is one.
 */
void lamina_range_pane_show (LaminaRangePane *self,
                             LaminaSession   *session);

G_END_DECLS

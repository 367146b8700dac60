/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_RANGE_PANE (lamina_range_pane_get_type ())

/* What happens in the marked range: its length, what the devices do meanwhile, and the time of each type of layer. */
G_DECLARE_FINAL_TYPE (LaminaRangePane, lamina_range_pane, LAMINA, RANGE_PANE, GtkWidget)

/* Shows the marked range, if there is one; with NULL, stops working on what nobody sees. */
void lamina_range_pane_show (LaminaRangePane *self,
                             LaminaSession   *session);

G_END_DECLS

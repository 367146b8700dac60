/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_GAP_PANE (lamina_gap_pane_get_type ())

/* The selected gap in the work of a device: where it is, its causes, which add up to its length, what the host did meanwhile, and
 * the work before and after it with what launched that. Of several gaps the lead. */
G_DECLARE_FINAL_TYPE (LaminaGapPane, lamina_gap_pane, LAMINA, GAP_PANE, GtkWidget)

/* Shows the gap that is selected, if one is. */
void lamina_gap_pane_show (LaminaGapPane *self,
                           LaminaSession *session);

G_END_DECLS

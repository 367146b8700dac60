/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_OVERVIEW (lamina_overview_get_type ())

/* The whole run in a strip, with a window around what is visible. Drag the window to move it, its edges to change it, or
 * anywhere else to draw a new one; a click beside it moves it there. */
G_DECLARE_FINAL_TYPE (LaminaOverview, lamina_overview, LAMINA, OVERVIEW, LaminaCanvas)

void lamina_overview_set_session (LaminaOverview *self,
                                  LaminaSession  *session);

G_END_DECLS

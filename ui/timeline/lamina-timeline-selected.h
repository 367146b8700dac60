/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-canvas.h"
#include "lamina-highlight.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/* Which slices of a run are selected. Of very many, a thread finds that out: until it is done what was selected before is
 * said, and what is dimmed for it stays so. */
typedef struct _LaminaTimelineSelected LaminaTimelineSelected;

/* @canvas is told when others are selected; must outlive this. */
LaminaTimelineSelected *lamina_timeline_selected_new (LaminaCanvas *canvas);

void lamina_timeline_selected_free (LaminaTimelineSelected *self);

void lamina_timeline_selected_set_session (LaminaTimelineSelected *self,
                                           LaminaSession          *session);

/* Something else is selected; or what was selected means nothing any more. */
void lamina_timeline_selected_renew (LaminaTimelineSelected *self);

void lamina_timeline_selected_forget (LaminaTimelineSelected *self);

/* The slices of the session that are selected, as far as is known. */
LaminaHighlight *lamina_timeline_selected_get (LaminaTimelineSelected *self);

gboolean lamina_timeline_selected_is_known (LaminaTimelineSelected *self);

/* Whether all other work is to be drawn dimmed. */
gboolean lamina_timeline_selected_dims (LaminaTimelineSelected *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

/* What pointer and keys do on the plot of a timeline, see LaminaTimelineCanvas. */
typedef struct _LaminaTimelineInput LaminaTimelineInput;

/* Listens to a canvas that is otherwise complete, and must outlive the input. */
LaminaTimelineInput *lamina_timeline_input_new (LaminaTimelineCanvas *canvas);

void lamina_timeline_input_free (LaminaTimelineInput *self);

void lamina_timeline_input_set_session (LaminaTimelineInput *self,
                                        LaminaSession       *session);

/* What a plain drag does. */
void lamina_timeline_input_set_plain_drag (LaminaTimelineInput *self,
                                           LaminaTimelineDrag   drag);

/* What can be taken hold of at the pointer says so. */
void lamina_timeline_input_update_cursor (LaminaTimelineInput *self);

G_END_DECLS

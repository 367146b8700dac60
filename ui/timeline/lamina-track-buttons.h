/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

/**
 * LaminaTrackButtons:
 *
 * The buttons that pin and hide a track or a group, over the right end of its name while the pointer is there or one of them
 * has the focus. There is one set of them, which goes to the row that it is for; while there is none, they are not visible
 * and no stop of the Tab key. What they do is done by the actions `view.pin-track` and `view.hide-track`.
 */
typedef struct _LaminaTrackButtons LaminaTrackButtons;

/**
 * lamina_track_buttons_new:
 * @canvas: the canvas that the names belong to
 *
 * Returns: (transfer full): the buttons
 */
LaminaTrackButtons *lamina_track_buttons_new (LaminaTimelineCanvas *canvas);

void lamina_track_buttons_free (LaminaTrackButtons *self);

/**
 * lamina_track_buttons_queue_update:
 * @self: the buttons
 *
 * Looks, before the next frame, for the row that they belong to: called when the pointer or the rows moved.
 */
void lamina_track_buttons_queue_update (LaminaTrackButtons *self);

/**
 * lamina_track_buttons_allocate:
 * @self: the buttons
 *
 * Gives them their place; called when the canvas gets its size.
 */
void lamina_track_buttons_allocate (LaminaTrackButtons *self);

void lamina_track_buttons_snapshot (LaminaTrackButtons *self,
                                    GtkSnapshot        *snapshot);

/**
 * lamina_track_buttons_contain:
 * @self: the buttons
 * @x: a place of the canvas
 * @y: the same from the top
 *
 * Returns: whether a press there is meant for a button and not for the name below it
 */
gboolean lamina_track_buttons_contain (LaminaTrackButtons *self,
                                       double              x,
                                       double              y);

G_END_DECLS

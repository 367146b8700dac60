/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline-canvas.h"

G_BEGIN_DECLS

/**
 * LaminaTrackNames:
 *
 * The names at the left of a canvas as controls: a click on the heading of a group folds or unfolds it, a drag moves a
 * track or a group among its neighbors, a right click opens a menu, and buttons that pin and hide it are shown where the
 * pointer is. The same can be done by the actions `view.pin-track`,
 * `view.hide-track`, `view.split-track`, `view.collapse-track`, `view.move-track-up`, `view.move-track-down` and
 * `view.show-all-tracks`, which act on the name under the pointer or else on the track of the selected slice.
 */
typedef struct _LaminaTrackNames LaminaTrackNames;

/**
 * lamina_track_names_new:
 * @canvas: the canvas that the names belong to, which owns them
 *
 * Returns: (transfer full): the controls
 */
LaminaTrackNames *lamina_track_names_new (LaminaTimelineCanvas *canvas);

void lamina_track_names_free (LaminaTrackNames *self);

/**
 * lamina_track_names_pick:
 * @self: the controls
 * @x: a place of the canvas
 * @y: the same from the top
 * @item: (out): a track or a group
 * @area: (out): the row of its name
 *
 * Returns: whether its name stands there
 */
gboolean lamina_track_names_pick (LaminaTrackNames *self,
                                  double            x,
                                  double            y,
                                  LaminaTarget     *item,
                                  GdkRectangle     *area);

/* Whether a name, or the edge of the names, is being moved. */
gboolean lamina_track_names_is_dragging (LaminaTrackNames *self);

/**
 * lamina_track_names_activate:
 * @self: the controls
 * @item: a track or a group
 * @action: an action of those above
 *
 * Does with an item what the same action does from its menu.
 */
void lamina_track_names_activate (LaminaTrackNames   *self,
                                  const LaminaTarget *item,
                                  const char         *action);

/* The pointer or the rows have moved. */
void lamina_track_names_queue_update (LaminaTrackNames *self);

/**
 * lamina_track_names_snapshot:
 * @self: the controls
 * @snapshot: where to draw
 *
 * Draws the buttons, and where a name that is dragged would go.
 */
void lamina_track_names_snapshot (LaminaTrackNames *self,
                                  GtkSnapshot      *snapshot);

/**
 * lamina_track_names_allocate:
 * @self: the controls
 *
 * Places the menu and the buttons; called when the canvas gets its size.
 */
void lamina_track_names_allocate (LaminaTrackNames *self);

/**
 * lamina_track_names_find_item:
 * @self: the controls
 * @item: (out): a track or a group
 *
 * Returns: whether there is one that actions act on
 */
gboolean lamina_track_names_find_item (LaminaTrackNames *self,
                                       LaminaTarget     *item);

G_END_DECLS

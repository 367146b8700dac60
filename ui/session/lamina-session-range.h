/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session-selection.h"

G_BEGIN_DECLS

/* Which part of the axis of the run all views show, and which the user marked. */

/* The whole run; never empty. */
void lamina_session_get_bounds (LaminaSession *self,
                                LaminaRange   *bounds);

/* The visible range; NULL until a view chose one. */
const LaminaRange *lamina_session_get_range (LaminaSession *self);

/* Shows a part of the run, brought within its bounds and to at least the smallest span. */
void lamina_session_set_range (LaminaSession *self,
                               gint64         start,
                               gint64         end);

/* How much a range shows at least, in units of the axis. */
guint64 lamina_session_get_smallest_span (LaminaSession *self);

/* Whether somebody holds the visible range with the pointer and goes on changing it. Views that settle when the range is at
 * rest wait until it is let go, and are told by another notify::range. */
void lamina_session_set_range_held (LaminaSession *self,
                                    gboolean       held);

gboolean lamina_session_is_range_held (LaminaSession *self);

/* Shows so much of the old span, less by a factor below 1, around a position that stays where it is. */
void lamina_session_zoom (LaminaSession *self,
                          double         factor,
                          gint64         anchor);

/* Moves to the right by a part of the visible span. */
void lamina_session_pan (LaminaSession *self,
                         double         part);

void lamina_session_show_all (LaminaSession *self);

/* Zooms to a part of the axis with its surroundings; returns whether the range changed. */
gboolean lamina_session_show_place (LaminaSession     *self,
                                    const LaminaRange *place);

/* The same with a slice. */
gboolean lamina_session_show_slice (LaminaSession        *self,
                                    const LaminaSliceRef *slice);

/* Zooms to the selected slice or gap; when that is already so, or nothing is selected, shows the whole run. */
void lamina_session_show_selection (LaminaSession *self);

/* Where a slice lies on the axis; its end equals its start when it takes no time. */
void lamina_session_get_slice_range (LaminaSession        *self,
                                     const LaminaSliceRef *slice,
                                     LaminaRange          *range);

/* The part of the axis that the user marked to measure it, or NULL. */
const LaminaRange *lamina_session_get_marked_range (LaminaSession *self);

/* Marks a part of the run, brought within its bounds, from either edge; nothing when it is empty. */
void lamina_session_set_marked_range (LaminaSession *self,
                                      gint64         start,
                                      gint64         end);

void lamina_session_clear_marked_range (LaminaSession *self);

G_END_DECLS

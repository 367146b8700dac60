/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"

G_BEGIN_DECLS

/*
 * The order of the tracks of a run: a list of all of them in which those of a group stand together. An item is a piece of it: one
 * track, or all tracks of a group and of the groups in it; those of other kinds never move. What is moved makes a list of its own,
 * freed by g_free(); NULL where nothing moves, which those that only ask say without making one.
 */

/* The group that a track stands in; LAMINA_NONE for none. */
guint32  lamina_track_order_get_parent   (LaminaRun          *run,
                                          guint               track);

/* Swaps an item with neighbors in its group. @steps: how many, negative for up. */
guint32 *lamina_track_order_dup_moved    (LaminaRun          *run,
                                          const guint32      *order,
                                          const LaminaTarget *item,
                                          int                 steps);

gboolean lamina_track_order_can_move     (LaminaRun          *run,
                                          const guint32      *order,
                                          const LaminaTarget *item,
                                          int                 steps);

/* Moves an item before or behind another one, or before or behind what of its own group holds that. */
guint32 *lamina_track_order_dup_moved_to (LaminaRun          *run,
                                          const guint32      *order,
                                          const LaminaTarget *item,
                                          const LaminaTarget *place,
                                          gboolean            after);

gboolean lamina_track_order_can_move_to  (LaminaRun          *run,
                                          const guint32      *order,
                                          const LaminaTarget *item,
                                          const LaminaTarget *place,
                                          gboolean            after);

/*
 * Sorts tracks, and groups by the lowest rank in them. @ranks has one for each track, G_MAXUINT for those that have none, which get
 * that of their neighbor.
 */
void     lamina_track_order_sort         (LaminaRun          *run,
                                          guint32            *order,
                                          guint              *ranks);

G_END_DECLS

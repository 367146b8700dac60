/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/* What a place of a timeline stands for: which slice is meant by it, and what is said about it. */

/**
 * lamina_timeline_target_choose_slice:
 * @session: a session
 * @target: a target of slices
 *
 * Returns: the slice that it stands for: the longest of those that were merged
 */
LaminaSliceRef lamina_timeline_target_choose_slice (LaminaSession      *session,
                                                    const LaminaTarget *target);

/**
 * lamina_timeline_target_find_whole:
 * @session: a session
 * @slice: a slice
 *
 * Returns: the slice that a part, waiting or kernel, belongs to; the slice itself when it is no part
 */
LaminaSliceRef lamina_timeline_target_find_whole (LaminaSession        *session,
                                                  const LaminaSliceRef *slice);

/**
 * lamina_timeline_target_dup_text:
 * @session: a session
 * @target: what stands at a place
 * @position: where on the axis that is
 *
 * Returns: (transfer full) (nullable): what is to be said about it, as markup
 */
char *lamina_timeline_target_dup_text (LaminaSession      *session,
                                       const LaminaTarget *target,
                                       gint64              position);

/**
 * lamina_timeline_target_dup_selected_names:
 * @session: a session
 *
 * Returns: (transfer full) (nullable): the full name of what is selected, one line for each of several layers; %NULL when
 *   nothing is
 */
char *lamina_timeline_target_dup_selected_names (LaminaSession *session);

G_END_DECLS

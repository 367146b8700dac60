/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-scene.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a place of a timeline stands for: which slice is meant by it, and what is said about it. */

/* The slice that a target of slices stands for: the longest of those that were merged. */
LaminaSliceRef lamina_timeline_target_choose_slice (LaminaSession      *session,
                                                    const LaminaTarget *target);

/* The slice that a part, waiting or kernel, belongs to; the slice itself when it is no part. */
LaminaSliceRef lamina_timeline_target_find_whole (LaminaSession        *session,
                                                  const LaminaSliceRef *slice);

/* What is to be said about a target, as markup, or NULL; @position is where on the axis the place is. */
char *lamina_timeline_target_dup_text (LaminaSession      *session,
                                       const LaminaTarget *target,
                                       gint64              position);

/* Copies the full name of what is selected, if something is, one line for each of several layers. */
void lamina_timeline_target_copy_names (LaminaSession *session,
                                        GtkWidget     *widget);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_track_menu_new:
 * @arrangement: how the tracks are arranged
 * @item: a track or a group
 *
 * Returns: (transfer floating): a popover with what can be done with it
 */
GtkWidget *lamina_track_menu_new (LaminaArrangement  *arrangement,
                                  const LaminaTarget *item);

/**
 * lamina_track_menu_get_words:
 * @arrangement: how the tracks are arranged
 * @item: a track or a group
 * @flag: what can be set for it
 *
 * Returns: what the menu calls the change of @flag, "Pin at the Top" or "Unpin"
 */
const char *lamina_track_menu_get_words (LaminaArrangement      *arrangement,
                                         const LaminaTarget     *item,
                                         LaminaArrangementFlags  flag);

G_END_DECLS

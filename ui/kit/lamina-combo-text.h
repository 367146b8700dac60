/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * lamina_combo_text_show_whole: (skip)
 * @row: a row with a model of #GtkStringObject
 *
 * Lets the row show what is chosen whole, and break its title into lines instead: libadwaita cuts what is chosen off after
 * 20 characters, and other languages need more. The list that drops down stays as it is.
 */
void lamina_combo_text_show_whole (AdwComboRow *row);

/**
 * lamina_combo_text_show_in_header: (skip)
 * @list: a list with a model of #GtkStringObject
 *
 * Lets the list show a short text whole, and cut a long one in its middle. The list that drops down needs a factory of its
 * own.
 */
void lamina_combo_text_show_in_header (GtkDropDown *list);

/**
 * lamina_combo_text_show_cut: (skip)
 * @list: a list with a model of #GtkStringObject
 * @in_line: whether others stand in the same line, so that it may be as wide as a short name only; else it takes the room
 *   that there is
 *
 * Lets the list cut what is chosen where there is no room for it. In the list that drops down it is whole.
 */
void lamina_combo_text_show_cut (GtkDropDown *list,
                                 gboolean     in_line);

G_END_DECLS

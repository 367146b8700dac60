/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Lets a row show what is chosen whole, and break its title into lines instead: libadwaita cuts what is chosen off after 20
 * characters, and other languages need more. The list that drops down stays as it is. Here and below models have
 * GtkStringObjects. */
void lamina_combo_text_show_whole (AdwComboRow *row);

/* Lets a list show a short text whole, and cut a long one in its middle; in the list that drops down few are long. */
void lamina_combo_text_show_in_header (GtkDropDown *list);

/* Lets a list cut what is chosen where there is no room for it. In the list that drops down it is whole. Where others stand in
 * the same line, it may be as wide as a short name only; else it takes the room that there is. */
void lamina_combo_text_show_cut (GtkDropDown *list,
                                 gboolean     in_line);

G_END_DECLS

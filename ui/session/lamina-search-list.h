/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SEARCH_LIST (lamina_search_list_get_type ())

/*
 * What the search of a session found, as a table: what matches has a row for each name and kind, with how many there are, how
 * long they take and where they lie. To choose a row selects the first match of it; to activate it also shows that from near.
 * The row of the selected match is chosen.
 *
 * Property: `n-rows`, how many rows there are.
 */
G_DECLARE_FINAL_TYPE (LaminaSearchList, lamina_search_list, LAMINA, SEARCH_LIST, GtkWidget)

void lamina_search_list_set_session (LaminaSearchList *self,
                                     LaminaSession    *session);

G_END_DECLS

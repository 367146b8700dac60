/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_SEARCH_BAR (lamina_search_bar_get_type ())

/*
 * Searches the timeline of a session: an entry, how many slices match and which of them is selected, and buttons to the next
 * and the one before; below, what was found as a list, which a button folds away. Return goes to the next match, with Shift to the
 * one before, Down into the list; Escape closes it, which ends the search.
 *
 * The signal `closed` tells that it was closed.
 */
G_DECLARE_FINAL_TYPE (LaminaSearchBar, lamina_search_bar, LAMINA, SEARCH_BAR, GtkWidget)

void lamina_search_bar_set_session (LaminaSearchBar *self,
                                    LaminaSession   *session);

/* Shows it with the cursor in the entry. */
void lamina_search_bar_open (LaminaSearchBar *self);

/* Returns whether it was open. */
gboolean lamina_search_bar_close (LaminaSearchBar *self);

/* Lists nothing: what is searched through are not slices. */
void lamina_search_bar_remove_list (LaminaSearchBar *self);

/* Sets what to say of what was found, or NULL for the number of slices. */
void lamina_search_bar_set_note (LaminaSearchBar *self,
                                 const char      *note);
G_END_DECLS

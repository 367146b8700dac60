/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PAGE_SLOT (lamina_page_slot_get_type ())

/* The place of a page that is made when somebody wants it, so that the first one is shown without waiting for the others. That
 * is when the place comes on the screen, when the page is asked for, or when one of its actions is used: those can be there
 * from the start, as stand-ins that make the page, which adds the real ones, and pass on what they got. */
G_DECLARE_FINAL_TYPE (LaminaPageSlot, lamina_page_slot, LAMINA, PAGE_SLOT, AdwBin)

/* Gives a page that is new, and in its place, what it shows and adds its actions to the group, under the names that the
 * stand-ins have. */
typedef void (*LaminaPageMade) (GtkWidget *page,
                                gpointer   owner);

/* Says what belongs in a slot whose page is not there yet: a GtkWidget of that type. @made, which may be NULL, is called with
 * @owner, who outlives the slot, when it has been made; @actions, not held, is where it adds its actions, or NULL. */
void lamina_page_slot_set_type (LaminaPageSlot *self,
                                GType           type,
                                LaminaPageMade  made,
                                gpointer        owner,
                                GActionMap     *actions);

/* Adds a stand-in for an action of a page that is not there yet; parameter type and state are NULL for none. */
void lamina_page_slot_stand_in (LaminaPageSlot     *self,
                                const char         *name,
                                const GVariantType *parameter_type,
                                GVariant           *state);

/* The same for entries that the page will add; of these, names, types and states are used. */
void lamina_page_slot_stand_in_entries (LaminaPageSlot     *self,
                                        const GActionEntry *entries,
                                        guint               n_entries);

/* The page, which is made if it was not. */
GtkWidget *lamina_page_slot_get_page (LaminaPageSlot *self);

G_END_DECLS

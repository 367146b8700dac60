/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_PAGE_SLOT (lamina_page_slot_get_type ())

/**
 * LaminaPageSlot:
 *
 * The place of a page that is made when somebody wants it, so that the first one is shown without waiting for the
 * others. That is when the place comes on the screen, when the page is asked for, or when one of its actions is used:
 * those can be there from the start, as stand-ins that make the page, which adds the real ones, and pass on what they
 * got.
 */
G_DECLARE_FINAL_TYPE (LaminaPageSlot, lamina_page_slot, LAMINA, PAGE_SLOT, AdwBin)

/**
 * LaminaPageMade: (skip)
 * @page: a page that is new, and in its place
 * @owner: what lamina_page_slot_set_type() was given
 *
 * Gives a page what it shows and adds its actions to the group, under the names that the stand-ins have.
 */
typedef void (*LaminaPageMade) (GtkWidget *page,
                                gpointer   owner);

/**
 * lamina_page_slot_set_type: (skip)
 * @self: a slot whose page is not there yet
 * @type: type of the page, a #GtkWidget
 * @made: (nullable): called when it has been made
 * @owner: for @made; outlives the slot
 * @actions: (nullable): where the page adds its actions; not held
 *
 * Says what belongs there.
 */
void lamina_page_slot_set_type (LaminaPageSlot *self,
                                GType           type,
                                LaminaPageMade  made,
                                gpointer        owner,
                                GActionMap     *actions);

/**
 * lamina_page_slot_stand_in:
 * @self: a slot that has a group of actions, and no page yet
 * @name: name of an action
 * @parameter_type: (nullable): type of its parameter
 * @state: (nullable): the state that it will have
 *
 * Adds a stand-in for an action.
 */
void lamina_page_slot_stand_in (LaminaPageSlot     *self,
                                const char         *name,
                                const GVariantType *parameter_type,
                                GVariant           *state);

/**
 * lamina_page_slot_stand_in_entries: (skip)
 * @self: a slot that has a group of actions, and no page yet
 * @entries: what the page will add; of this, names, types and states are used
 * @n_entries: length of @entries
 */
void lamina_page_slot_stand_in_entries (LaminaPageSlot     *self,
                                        const GActionEntry *entries,
                                        guint               n_entries);

/**
 * lamina_page_slot_get_page:
 * @self: a slot
 *
 * Returns: (transfer none): the page, which is made if it was not
 */
GtkWidget *lamina_page_slot_get_page (LaminaPageSlot *self);

G_END_DECLS

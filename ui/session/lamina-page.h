/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-page-slot.h"
#include "lamina-picture.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_PAGE (lamina_page_get_type ())

/*
 * A page of a document: a widget that shows a session in its way. Pages know no other page and nothing of the view that holds
 * them. What that view is to know about them they say here.
 */
G_DECLARE_INTERFACE (LaminaPage, lamina_page, LAMINA, PAGE, GtkWidget)

/*
 * The strings, @stand_in and @enable_actions are asked of the class: they need no page.
 *
 * @id: the name that `view.page` knows the page by: `flame`
 * @title: its title, marked for translation and not translated
 * @icon_name: a symbolic icon
 * @stand_in: (nullable): adds stand-ins for the actions of the page to its place, which has the group @actions already, so
 *   that they are there before the page is
 * @enable_actions: (nullable): says which of its actions, or of their stand-ins, can do something in a session. Called with
 *   another session, which may be NULL, another run and another selection
 * @add_actions: (nullable): adds the actions of the page, under the names that the stand-ins have. The group is not held: an
 *   action may hold a widget around the page
 * @set_session: shows another session, which may be NULL
 * @set_documents: (nullable): tells what is open, a list of LaminaSession; for pages that look beyond their own document
 * @open_search: (nullable): opens a search of the page's own. Without it, the timeline is searched
 * @find: (nullable): goes to the next place that was searched for, or to the one before; comes with @open_search
 * @fill_export: (nullable): says in which view, of which options, a picture would be of what the page shows: sets what it
 *   knows of view, flame, flame_root, name and comparison. All that it points to is the page's, and holds until that changes
 */
struct _LaminaPageInterface
{
  GTypeInterface parent_iface;

  const char *id;
  const char *title;
  const char *icon_name;

  void (*stand_in)       (LaminaPageSlot *slot,
                          GActionMap     *actions);
  void (*enable_actions) (GActionMap     *actions,
                          LaminaSession  *session);

  void (*add_actions)    (LaminaPage           *self,
                          GActionMap           *actions);
  void (*set_session)    (LaminaPage           *self,
                          LaminaSession        *session);
  void (*set_documents)  (LaminaPage           *self,
                          GListModel           *documents);
  void (*open_search)    (LaminaPage           *self);
  void (*find)           (LaminaPage           *self,
                          gboolean              forward);
  void (*fill_export)    (LaminaPage           *self,
                          LaminaPictureOptions *options);
};

/* Adds to the actions of the document one whose state is a property of the page that is a string. Whoever chooses by it, from
 * the palette or by a key, wants to see what comes of it: the page is shown, also when that was chosen before. */
void lamina_page_add_choice (LaminaPage *self,
                             GActionMap *actions,
                             const char *name,
                             const char *property);

/* Has the page shown in place of the one that is, by the action `page`. */
void lamina_page_come_to_front (LaminaPage *self,
                                GActionMap *actions);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-inspector.h"
#include "lamina-layer-table.h"
#include "lamina-page-slot.h"
#include "lamina-timeline-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_DOCUMENT_VIEW (lamina_document_view_get_type ())

/**
 * LaminaDocumentView:
 *
 * A document that is open: a stack of pages with the inspector at the right. The first page, `trace`, has the timeline
 * above and the table of layers below. Where it is too narrow for all, the inspector folds away and comes over the rest
 * when asked for.
 *
 * Properties: `session`, `inspector-visible`.
 */
G_DECLARE_FINAL_TYPE (LaminaDocumentView, lamina_document_view, LAMINA, DOCUMENT_VIEW, GtkWidget)

LaminaSession *lamina_document_view_get_session (LaminaDocumentView *self);

void lamina_document_view_set_session (LaminaDocumentView *self,
                                       LaminaSession      *session);

LaminaTimelineView *lamina_document_view_get_timeline (LaminaDocumentView *self);

LaminaLayerTable *lamina_document_view_get_table (LaminaDocumentView *self);

LaminaInspector *lamina_document_view_get_inspector (LaminaDocumentView *self);

/**
 * lamina_document_view_get_actions:
 * @self: a view
 *
 * Actions of one document: what the window offers as `view.*` while this document is in front and loaded. An area adds
 * its own in a function of its own file that lamina_document_view_init() calls. Outside of a loaded document the group
 * is not there at all, so that actions need not look after that; what they do must still bear a session that is %NULL.
 *
 * Returns: (transfer none): the group
 */
GActionMap *lamina_document_view_get_actions (LaminaDocumentView *self);

/**
 * lamina_document_view_get_stack:
 * @self: a view
 *
 * Returns: (transfer none): the pages; the visible one is the state of `view.page`
 */
AdwViewStack *lamina_document_view_get_stack (LaminaDocumentView *self);

/**
 * lamina_document_view_add_page:
 * @self: a view
 * @name: name that `view.page` knows it by: `flame`, `tensors`, `charts`
 * @title: title for the user
 * @icon_name: a symbolic icon
 * @widget: (transfer none): the page; it follows the session of the view by itself (bind its property `session`)
 *
 * Adds a page after those that are there. As soon as there are two, the header bar shows a switcher.
 */
void lamina_document_view_add_page (LaminaDocumentView *self,
                                    const char         *name,
                                    const char         *title,
                                    const char         *icon_name,
                                    GtkWidget          *widget);

/**
 * lamina_document_view_add_slot: (skip)
 * @self: a view
 * @name: see lamina_document_view_add_page()
 * @title: title for the user
 * @icon_name: a symbolic icon
 * @type: type of the page
 * @made: called with @self when the page has been made; binds its property `session`
 *
 * Adds a page that is made when it is first wanted.
 *
 * Returns: (transfer none): its place, for the stand-ins of its actions
 */
LaminaPageSlot *lamina_document_view_add_slot (LaminaDocumentView *self,
                                               const char         *name,
                                               const char         *title,
                                               const char         *icon_name,
                                               GType               type,
                                               LaminaPageMade      made);

/**
 * lamina_document_view_get_page:
 * @self: a view
 * @name: name of a page that has a slot
 * @make: whether to make it where nobody wanted it yet
 *
 * Returns: (transfer none) (nullable): the page
 */
GtkWidget *lamina_document_view_get_page (LaminaDocumentView *self,
                                          const char         *name,
                                          gboolean            make);

G_END_DECLS

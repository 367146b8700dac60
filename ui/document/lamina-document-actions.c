/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-actions.h"

static void
add_property (LaminaDocumentView *view,
              const char         *name,
              gpointer            object,
              const char         *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (lamina_document_view_get_actions (view), G_ACTION (action));
}

void
lamina_document_actions_add (LaminaDocumentView *view)
{
  add_property (view, "page", lamina_document_view_get_stack (view), "visible-child-name");
}

void
lamina_document_actions_bind (LaminaDocumentView *view,
                              LaminaSession      *session)
{
  g_action_map_remove_action (lamina_document_view_get_actions (view), "aligned");
  if (session && lamina_session_has_other_clocks (session))
    add_property (view, "aligned", session, "aligned");
}

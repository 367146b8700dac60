/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-document-actions.h"

#define ZOOM_STEP 1.5

static LaminaSession *
get_session (gpointer user_data)
{
  return lamina_document_view_get_session (LAMINA_DOCUMENT_VIEW (user_data));
}

static void
zoom (gpointer user_data,
      double   factor)
{
  LaminaSession *session = get_session (user_data);
  const LaminaRange *range = session ? lamina_session_get_range (session) : NULL;

  if (range)
    lamina_session_zoom (session, factor,
                         (gint64) ((guint64) range->start + ((guint64) range->end - (guint64) range->start) / 2));
}

static void
zoom_in (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  zoom (user_data, 1 / ZOOM_STEP);
}

static void
zoom_out (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  zoom (user_data, ZOOM_STEP);
}

static void
show_all (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  if (get_session (user_data))
    lamina_session_show_all (get_session (user_data));
}

static void
show_selection (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  if (get_session (user_data))
    lamina_session_show_selection (get_session (user_data));
}

static void
find (GSimpleAction *action,
      GVariant      *parameter,
      gpointer       user_data)
{
  lamina_layer_table_focus_filter (lamina_document_view_get_table (LAMINA_DOCUMENT_VIEW (user_data)));
}

static const GActionEntry entries[] = {
  { "find", find, NULL, NULL, NULL, { 0 } },
  { "zoom-in", zoom_in, NULL, NULL, NULL, { 0 } },
  { "zoom-out", zoom_out, NULL, NULL, NULL, { 0 } },
  { "show-all", show_all, NULL, NULL, NULL, { 0 } },
  { "show-selection", show_selection, NULL, NULL, NULL, { 0 } },
};

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
  g_action_map_add_action_entries (lamina_document_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
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

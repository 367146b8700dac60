/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-inspector-actions.h"

#include "lamina-details-text.h"
#include "lamina-layer-text.h"

static LaminaSession *
get_session (gpointer user_data)
{
  return lamina_document_view_get_session (LAMINA_DOCUMENT_VIEW (user_data));
}

static guint32
find_neighbor (LaminaSession *session,
                int            by)
{
  guint32 layer = session ? lamina_session_get_selection (session)->layer : LAMINA_NONE;

  return layer == LAMINA_NONE ? LAMINA_NONE : lamina_layer_find_neighbor (lamina_session_get_run (session), layer, by);
}

static void
step (gpointer user_data,
      int      by)
{
  LaminaSession *session = get_session (user_data);
  guint32 layer = find_neighbor (session, by);

  if (layer != LAMINA_NONE)
    lamina_session_select_layer (session, layer);
}

static void
previous_layer (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  step (user_data, -1);
}

static void
next_layer (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       user_data)
{
  step (user_data, 1);
}

/* What the inspector is about: the selected layer or slice, else the document. */
static char *
dup_details (LaminaSession *session)
{
  const LaminaSelection *selection = lamina_session_get_selection (session);

  if (selection->layer != LAMINA_NONE)
    return lamina_details_dup_layer (session, selection->layer);
  if (selection->slice.track != LAMINA_NONE)
    return lamina_details_dup_slice (session, &selection->slice);
  return lamina_details_dup_report (lamina_session_get_document (session));
}

static void
copy_details (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  LaminaSession *session = get_session (user_data);
  g_autofree char *text = session ? dup_details (session) : NULL;

  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (user_data)), text);
}

static void
clear_range (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  if (get_session (user_data))
    lamina_session_clear_marked_range (get_session (user_data));
}

static const GActionEntry entries[] = {
  { "previous-layer", previous_layer, NULL, NULL, NULL, { 0 } },
  { "next-layer", next_layer, NULL, NULL, NULL, { 0 } },
  { "copy-details", copy_details, NULL, NULL, NULL, { 0 } },
  { "clear-range", clear_range, NULL, NULL, NULL, { 0 } },
};

static void
set_enabled (LaminaDocumentView *view,
             const char         *name,
             gboolean            enabled)
{
  GAction *action = g_action_map_lookup_action (lamina_document_view_get_actions (view), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
update (LaminaDocumentView *view)
{
  LaminaSession *session = lamina_document_view_get_session (view);

  if (!lamina_document_view_get_actions (view))
    return;
  set_enabled (view, "previous-layer", find_neighbor (session, -1) != LAMINA_NONE);
  set_enabled (view, "next-layer", find_neighbor (session, 1) != LAMINA_NONE);
  set_enabled (view, "clear-range", session && lamina_session_get_marked_range (session));
}

void
lamina_inspector_actions_add (LaminaDocumentView *view)
{
  GActionMap *map = lamina_document_view_get_actions (view);
  LaminaInspector *inspector = lamina_document_view_get_inspector (view);
  g_autoptr (GPropertyAction) pin = g_property_action_new ("pin-layer", inspector, "pinned");

  g_action_map_add_action_entries (map, entries, G_N_ELEMENTS (entries), view);
  g_action_map_add_action (map, G_ACTION (pin));
  update (view);
}

void
lamina_inspector_actions_bind (LaminaDocumentView *view,
                               LaminaSession      *session)
{
  if (session)
    {
      g_signal_connect_object (session, "notify::selection", G_CALLBACK (update), view, G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::marked-range", G_CALLBACK (update), view, G_CONNECT_SWAPPED);
    }
  update (view);
}

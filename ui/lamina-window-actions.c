/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-window-actions.h"

#define ZOOM_STEP 1.5

static LaminaSession *
get_session (gpointer user_data)
{
  return lamina_tab_get_session (lamina_window_get_tab (LAMINA_WINDOW (user_data)));
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

static const GActionEntry entries[] = {
  { "zoom-in", zoom_in, NULL, NULL, NULL, { 0 } },
  { "zoom-out", zoom_out, NULL, NULL, NULL, { 0 } },
  { "show-all", show_all, NULL, NULL, NULL, { 0 } },
  { "show-selection", show_selection, NULL, NULL, NULL, { 0 } },
};

void
lamina_window_actions_add (LaminaWindow *self)
{
  LaminaDocumentView *view = lamina_tab_get_view (lamina_window_get_tab (self));
  g_autoptr (GPropertyAction) inspector = g_property_action_new ("inspector", view, "inspector-visible");

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (inspector));
}

void
lamina_window_actions_bind (LaminaWindow  *self,
                            LaminaSession *session)
{
  GActionMap *map = G_ACTION_MAP (self);

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, entries[i].name)), session != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export", session != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.find", session != NULL);
  g_action_map_remove_action (map, "aligned");
  if (session && lamina_session_has_other_clocks (session))
    {
      g_autoptr (GPropertyAction) aligned = g_property_action_new ("aligned", session, "aligned");

      g_action_map_add_action (map, G_ACTION (aligned));
    }
}

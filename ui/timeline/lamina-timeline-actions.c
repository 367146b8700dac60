/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-actions.h"

#include "lamina-ruler-actions.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-span.h"

static LaminaSession *
get_session (gpointer view)
{
  return lamina_timeline_view_get_session (view);
}

static LaminaTimelineCanvas *
get_canvas (gpointer view)
{
  return lamina_timeline_view_get_canvas (view);
}

/* Before a jump: a session, whose view can be gone back to. */
static LaminaSession *
leave (gpointer view)
{
  LaminaSession *session = get_session (view);

  if (session)
    lamina_session_history_keep (lamina_session_get_history (session));
  return session;
}

#define ACTION(name_) \
  static void \
  name_ (GSimpleAction *action, \
         GVariant      *parameter, \
         gpointer       view)

ACTION (zoom_in)
{
  lamina_timeline_canvas_move (get_canvas (view), LAMINA_TIMELINE_ZOOM_IN);
}

ACTION (zoom_out)
{
  lamina_timeline_canvas_move (get_canvas (view), LAMINA_TIMELINE_ZOOM_OUT);
}

ACTION (pan_left)
{
  lamina_timeline_canvas_move (get_canvas (view), LAMINA_TIMELINE_PAN_LEFT);
}

ACTION (pan_right)
{
  lamina_timeline_canvas_move (get_canvas (view), LAMINA_TIMELINE_PAN_RIGHT);
}

ACTION (page_up)
{
  lamina_timeline_canvas_move (get_canvas (view), LAMINA_TIMELINE_PAGE_UP);
}

ACTION (page_down)
{
  lamina_timeline_canvas_move (get_canvas (view), LAMINA_TIMELINE_PAGE_DOWN);
}

ACTION (show_all)
{
  if (leave (view))
    lamina_session_show_all (get_session (view));
}

ACTION (show_selection)
{
  if (leave (view))
    lamina_session_show_selection (get_session (view));
}

ACTION (zoom_to_range)
{
  LaminaSession *session = leave (view);
  const LaminaRange *range = session ? lamina_session_get_marked_range (session) : NULL;

  if (range)
    lamina_session_set_range (session, range->start, range->end);
}

/* To an end of the run, at the same zoom. */
static void
go_to_end (gpointer view,
           gboolean last)
{
  LaminaSession *session = leave (view);
  const LaminaRange *range = session ? lamina_session_get_range (session) : NULL;
  LaminaRange bounds;
  gint64 span;

  if (!range)
    return;
  lamina_session_get_bounds (session, &bounds);
  span = (gint64) lamina_span_get (range);
  if (last)
    lamina_session_set_range (session, lamina_add_saturating (bounds.end, -span), bounds.end);
  else
    lamina_session_set_range (session, bounds.start, lamina_add_saturating (bounds.start, span));
}

ACTION (go_to_start)
{
  go_to_end (view, FALSE);
}

ACTION (go_to_last)
{
  go_to_end (view, TRUE);
}

ACTION (go_back)
{
  if (get_session (view))
    lamina_session_history_go_back (lamina_session_get_history (get_session (view)));
}

ACTION (go_forward)
{
  if (get_session (view))
    lamina_session_history_go_forward (lamina_session_get_history (get_session (view)));
}

ACTION (set_bookmark)
{
  if (get_session (view))
    lamina_session_history_set_bookmark (lamina_session_get_history (get_session (view)),
                                         CLAMP (g_variant_get_uint32 (parameter), 1, LAMINA_N_BOOKMARKS));
}

ACTION (go_to_bookmark)
{
  if (get_session (view))
    lamina_session_history_go_to_bookmark (lamina_session_get_history (get_session (view)),
                                           CLAMP (g_variant_get_uint32 (parameter), 1, LAMINA_N_BOOKMARKS));
}

ACTION (select_previous)
{
  if (get_session (view))
    lamina_session_step_beside (get_session (view), -1);
}

ACTION (select_next)
{
  if (get_session (view))
    lamina_session_step_beside (get_session (view), 1);
}

ACTION (select_parent)
{
  if (get_session (view))
    lamina_session_step_to_parent (get_session (view));
}

ACTION (select_child)
{
  if (get_session (view))
    lamina_session_step_to_child (get_session (view));
}

ACTION (follow_back)
{
  if (leave (view))
    lamina_session_follow (get_session (view), FALSE);
}

ACTION (follow_forward)
{
  if (leave (view))
    lamina_session_follow (get_session (view), TRUE);
}

ACTION (select_same_name)
{
  if (get_session (view))
    lamina_session_select_same_name (get_session (view));
}

ACTION (open_menu)
{
  lamina_timeline_canvas_open_menu_at_selection (get_canvas (view));
}

static void
copy (gpointer    view,
      const char *text)
{
  if (text)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (view)), text);
}

ACTION (copy_name)
{
  g_autofree char *text = lamina_timeline_canvas_dup_selected_names (get_canvas (view));

  copy (view, text);
}

/* One level at a time: what was searched for, the temporary ruler, the marked range, the selection. */
/* Where nothing is left to clear, the key leaves the full screen. */
static void
leave_full_screen (LaminaTimelineView *view)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));

  if (GTK_IS_WINDOW (root))
    gtk_window_unfullscreen (GTK_WINDOW (root));
}

ACTION (clear)
{
  LaminaSession *session = get_session (view);

  if (!session || lamina_timeline_view_close_search (view)
      || lamina_session_rulers_remove_temporary (lamina_session_get_rulers (session)))
    return;
  if (lamina_session_get_marked_range (session))
    lamina_session_clear_marked_range (session);
  else if (lamina_session_get_selection (session)->slice.track != LAMINA_NONE
           || lamina_session_get_selection (session)->layer != LAMINA_NONE)
    lamina_session_select_slice (session, NULL);
  else
    leave_full_screen (view);
}

/* By how much a step makes the names wider or narrower. */
#define NAMES_STEP 24

ACTION (set_names_width)
{
  const char *how = g_variant_get_string (parameter, NULL);
  int width;

  g_object_get (get_canvas (view), "names-width", &width, NULL);
  if (strcmp (how, "wider") == 0)
    lamina_timeline_canvas_choose_names_width (get_canvas (view), width + NAMES_STEP);
  else if (strcmp (how, "narrower") == 0)
    lamina_timeline_canvas_choose_names_width (get_canvas (view), MAX (width - NAMES_STEP, 1));
  else
    lamina_timeline_canvas_choose_names_width (get_canvas (view), 0);
}

static const GActionEntry entries[] = {
  { "names-width", set_names_width, "s", NULL, NULL, { 0 } },
  { "zoom-in", zoom_in, NULL, NULL, NULL, { 0 } },
  { "zoom-out", zoom_out, NULL, NULL, NULL, { 0 } },
  { "pan-left", pan_left, NULL, NULL, NULL, { 0 } },
  { "pan-right", pan_right, NULL, NULL, NULL, { 0 } },
  { "page-up", page_up, NULL, NULL, NULL, { 0 } },
  { "page-down", page_down, NULL, NULL, NULL, { 0 } },
  { "show-all", show_all, NULL, NULL, NULL, { 0 } },
  { "show-selection", show_selection, NULL, NULL, NULL, { 0 } },
  { "zoom-to-range", zoom_to_range, NULL, NULL, NULL, { 0 } },
  { "go-to-start", go_to_start, NULL, NULL, NULL, { 0 } },
  { "go-to-end", go_to_last, NULL, NULL, NULL, { 0 } },
  { "go-back", go_back, NULL, NULL, NULL, { 0 } },
  { "go-forward", go_forward, NULL, NULL, NULL, { 0 } },
  { "undo-zoom", go_back, NULL, NULL, NULL, { 0 } },
  { "redo-zoom", go_forward, NULL, NULL, NULL, { 0 } },
  { "set-bookmark", set_bookmark, "u", NULL, NULL, { 0 } },
  { "go-to-bookmark", go_to_bookmark, "u", NULL, NULL, { 0 } },
  { "select-previous", select_previous, NULL, NULL, NULL, { 0 } },
  { "select-next", select_next, NULL, NULL, NULL, { 0 } },
  { "select-parent", select_parent, NULL, NULL, NULL, { 0 } },
  { "select-child", select_child, NULL, NULL, NULL, { 0 } },
  { "follow-back", follow_back, NULL, NULL, NULL, { 0 } },
  { "follow-forward", follow_forward, NULL, NULL, NULL, { 0 } },
  { "select-same-name", select_same_name, NULL, NULL, NULL, { 0 } },
  { "context-menu", open_menu, NULL, NULL, NULL, { 0 } },
  { "copy-name", copy_name, NULL, NULL, NULL, { 0 } },
  { "clear", clear, NULL, NULL, NULL, { 0 } },
};

static void
add_property (LaminaTimelineView *view,
              const char         *name,
              gpointer            object,
              const char         *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (lamina_timeline_view_get_actions (view), G_ACTION (action));
}

void
lamina_timeline_actions_add (LaminaTimelineView *view)
{
  g_action_map_add_action_entries (lamina_timeline_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
  lamina_ruler_actions_add (view);
  add_property (view, "mouse-mode", get_canvas (view), "mouse-mode");
}

static void
enable (LaminaTimelineView *view,
        const char         *name,
        gboolean            enabled)
{
  GActionMap *actions = lamina_timeline_view_get_actions (view);
  GAction *action = actions ? g_action_map_lookup_action (actions, name) : NULL;

  if (action)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
update_selection (LaminaTimelineView *view)
{
  LaminaSession *session = get_session (view);
  gboolean selected = session && lamina_session_has_selection (session);
  gboolean layer = selected && lamina_session_get_selection (session)->layer != LAMINA_NONE;
  gboolean slice = selected && lamina_session_get_selection (session)->slice.track != LAMINA_NONE;

  enable (view, "copy-name", selected);
  enable (view, "select-same-name", layer);
  enable (view, "mark-selection", slice);
}

static void
update_range (LaminaTimelineView *view)
{
  enable (view, "zoom-to-range", get_session (view) && lamina_session_get_marked_range (get_session (view)));
}

static void
update_history (LaminaTimelineView *view)
{
  LaminaSessionHistory *history = get_session (view) ? lamina_session_get_history (get_session (view)) : NULL;
  gboolean back = history && lamina_session_history_can_go_back (history);
  gboolean forward = history && lamina_session_history_can_go_forward (history);

  enable (view, "go-back", back);
  enable (view, "undo-zoom", back);
  enable (view, "go-forward", forward);
  enable (view, "redo-zoom", forward);
}

void
lamina_timeline_actions_bind (LaminaTimelineView *view,
                              LaminaSession      *session)
{
  if (session)
    {
      LaminaSessionHistory *history = lamina_session_get_history (session);

      g_signal_connect_object (session, "notify::selection", G_CALLBACK (update_selection), view, G_CONNECT_SWAPPED);
      g_signal_connect_object (session, "notify::marked-range", G_CALLBACK (update_range), view, G_CONNECT_SWAPPED);
      g_signal_connect_object (history, "notify::can-go-back", G_CALLBACK (update_history), view, G_CONNECT_SWAPPED);
      g_signal_connect_object (history, "notify::can-go-forward", G_CALLBACK (update_history), view,
                               G_CONNECT_SWAPPED);
    }
  update_selection (view);
  update_range (view);
  update_history (view);
  lamina_ruler_actions_bind (view, session);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-actions.h"

#include "lamina-action-table.h"
#include "lamina-session-gaps.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-session-steps.h"
#include "lamina-span.h"
#include "lamina-timeline-target.h"

/* By how much a step makes the names wider or narrower. */
#define NAMES_STEP 24

/* What an action does in the session of a view; @argument is that of its row in the table. */
typedef void (*ActFunc) (LaminaTimelineView *view,
                         LaminaSession      *session,
                         int                 argument,
                         GVariant           *parameter);

#define ACT(name_) \
  static void \
  name_ (LaminaTimelineView *view, \
         LaminaSession      *session, \
         int                 argument, \
         GVariant           *parameter)

static LaminaTimelineCanvas *
get_canvas (LaminaTimelineView *view)
{
  return lamina_timeline_view_get_canvas (view);
}

ACT (move)
{
  lamina_timeline_navigator_move (lamina_timeline_canvas_get_navigator (get_canvas (view)), (LaminaTimelineMove) argument);
}

ACT (show_all)
{
  lamina_session_show_all (session);
}

ACT (show_selection)
{
  lamina_session_show_selection (session);
}

ACT (zoom_to_range)
{
  const LaminaRange *range = lamina_session_get_marked_range (session);

  if (range)
    lamina_session_set_range (session, range->start, range->end);
}

/* To the start or the end of the run, at the same zoom. */
ACT (go_to_end)
{
  const LaminaRange *range = lamina_session_get_range (session);
  LaminaRange bounds;
  gint64 span;

  if (!range)
    return;
  lamina_session_get_bounds (session, &bounds);
  span = (gint64) lamina_span_get (range);
  if (argument > 0)
    lamina_session_set_range (session, lamina_add_saturating (bounds.end, -span), bounds.end);
  else
    lamina_session_set_range (session, bounds.start, lamina_add_saturating (bounds.start, span));
}

ACT (go)
{
  if (argument > 0)
    lamina_session_history_go_forward (lamina_session_get_history (session));
  else
    lamina_session_history_go_back (lamina_session_get_history (session));
}

ACT (set_bookmark)
{
  lamina_session_history_set_bookmark (lamina_session_get_history (session),
                                       CLAMP (g_variant_get_uint32 (parameter), 1, LAMINA_N_BOOKMARKS));
}

ACT (go_to_bookmark)
{
  lamina_session_history_go_to_bookmark (lamina_session_get_history (session),
                                         CLAMP (g_variant_get_uint32 (parameter), 1, LAMINA_N_BOOKMARKS));
}

ACT (select_beside)
{
  lamina_session_step_beside (session, argument);
}

ACT (select_parent)
{
  lamina_session_step_to_parent (session);
}

ACT (select_child)
{
  lamina_session_step_to_child (session);
}

ACT (follow)
{
  lamina_session_follow (session, argument > 0);
}

ACT (select_gap)
{
  lamina_session_gaps_go (lamina_session_get_gaps (session), argument);
}

ACT (step_same_name)
{
  lamina_session_step_same_name (session, argument);
}

ACT (select_same_name)
{
  lamina_session_select_same_name (session);
}

ACT (open_menu)
{
  lamina_timeline_canvas_open_menu_at_selection (get_canvas (view));
}

ACT (copy_name)
{
  lamina_timeline_target_copy_names (session, GTK_WIDGET (view));
}

/*
 * One level at a time: what was searched for, the temporary ruler, the marked range, the selection. Where nothing is left to
 * clear, the key leaves the full screen.
 */
ACT (clear)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (view));

  if (lamina_timeline_view_close_search (view)
      || lamina_session_rulers_remove_temporary (lamina_session_get_rulers (session)))
    return;
  if (lamina_session_get_marked_range (session))
    lamina_session_clear_marked_range (session);
  else if (lamina_session_has_selection (session))
    lamina_session_select_slice (session, NULL);
  else if (GTK_IS_WINDOW (root))
    gtk_window_unfullscreen (GTK_WINDOW (root));
}

ACT (mark_selection)
{
  LaminaRange place;

  if (lamina_session_get_selected_range (session, &place))
    lamina_session_set_marked_range (session, place.start, place.end);
}

/* A marked range is what an export offers first. */
ACT (export_selection)
{
  mark_selection (view, session, argument, parameter);
  gtk_widget_activate_action (GTK_WIDGET (view), "view.export", "s", "timeline");
}

/* The slice of a layer that lies on a track, else its first one. FALSE when it has none. */
static gboolean
find_slice (LaminaRun      *run,
            guint32         layer,
            guint32         track,
            LaminaSliceRef *slice)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 first = layers->first_slice[layer], end = layers->first_slice[layer + 1];

  if (first == end)
    return FALSE;
  *slice = layers->slices[first];
  for (guint32 i = first; i < end; i++)
    if (layers->slices[i].track == track)
      {
        *slice = layers->slices[i];
        break;
      }
  return TRUE;
}

/* Of exactly two layers that are selected: from the end of the one that starts first to the start of the other. */
static gboolean
get_gap (LaminaSession *session,
         LaminaRange   *place)
{
  const LaminaSelection *selection = lamina_session_get_selection (session);
  LaminaRange one, other;
  LaminaSliceRef slice;
  guint n;
  const guint32 *selected = lamina_session_get_selected_layers (session, &n);

  if (n != 2 || !lamina_session_get_selected_range (session, &one)
      || !find_slice (lamina_session_get_run (session), selected[selected[0] == selection->layer ? 1 : 0],
                      selection->slice.track, &slice))
    return FALSE;
  lamina_session_get_slice_range (session, &slice, &other);
  *place = one.start <= other.start ? (LaminaRange) { one.end, other.start } : (LaminaRange) { other.end, one.start };
  return TRUE;
}

/*
 * Makes a ruler, temporary or to be kept; for the latter, keeps the temporary one where there is one. It measures a marked
 * range, the gap between two layers, the selected slice or gap; else one place.
 */
ACT (add_ruler)
{
  LaminaSessionRulers *rulers = lamina_session_get_rulers (session);
  const LaminaRange *marked = lamina_session_get_marked_range (session);
  LaminaRange place;

  if (argument && lamina_session_rulers_keep_temporary (rulers))
    return;
  if (marked)
    place = *marked;
  else if (!get_gap (session, &place) && !lamina_session_get_selected_range (session, &place))
    place.start = place.end = lamina_timeline_canvas_get_cursor_position (get_canvas (view));
  lamina_session_rulers_add (rulers, place.start, place.end, argument);
}

ACT (add_ruler_here)
{
  gint64 position = lamina_timeline_canvas_get_cursor_position (get_canvas (view));

  lamina_session_rulers_add (lamina_session_get_rulers (session), position, position, TRUE);
}

ACT (add_note_here)
{
  lamina_timeline_canvas_edit_note (get_canvas (view), 0);
}

ACT (edit_note)
{
  guint id = lamina_timeline_canvas_get_ruler_here (get_canvas (view));

  if (id)
    lamina_timeline_canvas_edit_note (get_canvas (view), id);
}

ACT (remove_ruler)
{
  lamina_session_rulers_remove (lamina_session_get_rulers (session), lamina_timeline_canvas_get_ruler_here (get_canvas (view)));
}

ACT (remove_rulers)
{
  lamina_session_rulers_remove_all (lamina_session_get_rulers (session));
}

ACT (toggle_track)
{
  LaminaArrangementChange change = { .kind = LAMINA_CHANGE_TOGGLE, .flag = (LaminaArrangementFlags) argument };

  if (!lamina_timeline_canvas_find_track (get_canvas (view), &change.item))
    return;
  if (change.flag == LAMINA_ARRANGEMENT_WHOLE && change.item.kind == LAMINA_TARGET_TRACK)
    change.item.kind = LAMINA_TARGET_FUNCTIONS;
  lamina_session_arrange (session, &change);
}

ACT (move_track)
{
  LaminaArrangementChange change = { .kind = LAMINA_CHANGE_MOVE, .steps = argument };

  if (lamina_timeline_canvas_find_track (get_canvas (view), &change.item))
    lamina_session_arrange (session, &change);
}

ACT (show_all_tracks)
{
  lamina_session_arrange (session, &(LaminaArrangementChange) { .kind = LAMINA_CHANGE_SHOW_ALL });
}

/* Those that are a @jump keep what was seen before, to go back to. */
static const struct
{
  const char *name;
  ActFunc act;
  int argument;
  gboolean jump;
  const char *type;
} table[] = {
  { "zoom-in", move, LAMINA_TIMELINE_ZOOM_IN, FALSE, NULL },
  { "zoom-out", move, LAMINA_TIMELINE_ZOOM_OUT, FALSE, NULL },
  { "pan-left", move, LAMINA_TIMELINE_PAN_LEFT, FALSE, NULL },
  { "pan-right", move, LAMINA_TIMELINE_PAN_RIGHT, FALSE, NULL },
  { "page-up", move, LAMINA_TIMELINE_PAGE_UP, FALSE, NULL },
  { "page-down", move, LAMINA_TIMELINE_PAGE_DOWN, FALSE, NULL },
  { "show-all", show_all, 0, TRUE, NULL },
  { "show-selection", show_selection, 0, TRUE, NULL },
  { "zoom-to-range", zoom_to_range, 0, TRUE, NULL },
  { "go-to-start", go_to_end, -1, TRUE, NULL },
  { "go-to-end", go_to_end, 1, TRUE, NULL },
  { "go-back", go, -1, FALSE, NULL },
  { "go-forward", go, 1, FALSE, NULL },
  { "undo-zoom", go, -1, FALSE, NULL },
  { "redo-zoom", go, 1, FALSE, NULL },
  { "set-bookmark", set_bookmark, 0, FALSE, "u" },
  { "go-to-bookmark", go_to_bookmark, 0, FALSE, "u" },
  { "select-previous", select_beside, -1, FALSE, NULL },
  { "select-next", select_beside, 1, FALSE, NULL },
  { "select-parent", select_parent, 0, FALSE, NULL },
  { "select-child", select_child, 0, FALSE, NULL },
  { "follow-back", follow, -1, TRUE, NULL },
  { "follow-forward", follow, 1, TRUE, NULL },
  { "previous-gap", select_gap, -1, FALSE, NULL },
  { "next-gap", select_gap, 1, FALSE, NULL },
  { "previous-same-name", step_same_name, -1, FALSE, NULL },
  { "next-same-name", step_same_name, 1, FALSE, NULL },
  { "select-same-name", select_same_name, 0, FALSE, NULL },
  { "context-menu", open_menu, 0, FALSE, NULL },
  { "copy-name", copy_name, 0, FALSE, NULL },
  { "clear", clear, 0, FALSE, NULL },
  { "mark-selection", mark_selection, 0, FALSE, NULL },
  { "export-selection", export_selection, 0, FALSE, NULL },
  { "ruler", add_ruler, FALSE, FALSE, NULL },
  { "keep-ruler", add_ruler, TRUE, FALSE, NULL },
  { "ruler-here", add_ruler_here, 0, FALSE, NULL },
  { "note-here", add_note_here, 0, FALSE, NULL },
  { "edit-note", edit_note, 0, FALSE, NULL },
  { "remove-ruler", remove_ruler, 0, FALSE, NULL },
  { "remove-rulers", remove_rulers, 0, FALSE, NULL },
  { "pin-track", toggle_track, LAMINA_ARRANGEMENT_PINNED, FALSE, NULL },
  { "hide-track", toggle_track, LAMINA_ARRANGEMENT_HIDDEN, FALSE, NULL },
  { "split-track", toggle_track, LAMINA_ARRANGEMENT_SPLIT, FALSE, NULL },
  { "collapse-track", toggle_track, LAMINA_ARRANGEMENT_COLLAPSED, FALSE, NULL },
  { "fix-scale", toggle_track, LAMINA_ARRANGEMENT_FIXED, FALSE, NULL },
  { "show-runtime", toggle_track, LAMINA_ARRANGEMENT_WHOLE, FALSE, NULL },
  { "move-track-up", move_track, -1, FALSE, NULL },
  { "move-track-down", move_track, 1, FALSE, NULL },
  { "show-all-tracks", show_all_tracks, 0, FALSE, NULL },
};

LAMINA_ACTION (activate)
{
  LaminaSession *session = lamina_timeline_view_get_session (user_data);

  for (guint i = 0; session && i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].name, g_action_get_name (G_ACTION (action))) == 0)
      {
        if (table[i].jump)
          lamina_session_history_keep (lamina_session_get_history (session));
        table[i].act (user_data, session, table[i].argument, parameter);
        return;
      }
}

LAMINA_ACTION (set_names_width)
{
  LaminaTimelineCanvas *canvas = get_canvas (user_data);
  const char *how = g_variant_get_string (parameter, NULL);
  int width;

  g_object_get (canvas, "names-width", &width, NULL);
  if (strcmp (how, "wider") == 0)
    lamina_timeline_canvas_choose_names_width (canvas, width + NAMES_STEP);
  else if (strcmp (how, "narrower") == 0)
    lamina_timeline_canvas_choose_names_width (canvas, MAX (width - NAMES_STEP, 1));
  else
    lamina_timeline_canvas_choose_names_width (canvas, 0);
}

void
lamina_timeline_actions_add (LaminaTimelineView *view)
{
  const GActionEntry names_width = { "names-width", set_names_width, "s", NULL, NULL, { 0 } };
  GActionMap *actions = lamina_timeline_view_get_actions (view);
  g_autoptr (GPropertyAction) mouse_mode = g_property_action_new ("mouse-mode", get_canvas (view), "mouse-mode");

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      const GActionEntry entry = { table[i].name, activate, table[i].type, NULL, NULL, { 0 } };

      g_action_map_add_action_entries (actions, &entry, 1, view);
    }
  g_action_map_add_action_entries (actions, &names_width, 1, view);
  g_action_map_add_action (actions, G_ACTION (mouse_mode));
}

static void
update (LaminaTimelineView *view)
{
  GActionMap *actions = lamina_timeline_view_get_actions (view);
  LaminaSession *session = lamina_timeline_view_get_session (view);
  LaminaSessionHistory *history = session ? lamina_session_get_history (session) : NULL;
  gboolean back = history && lamina_session_history_can_go_back (history);
  gboolean forward = history && lamina_session_history_can_go_forward (history);
  gboolean selected = session && lamina_session_has_selection (session);
  gboolean has_gaps = session && lamina_session_gaps_has_any (lamina_session_get_gaps (session));
  LaminaRange place;
  g_autoptr (GPtrArray) rulers = session ? lamina_session_rulers_list (lamina_session_get_rulers (session)) : NULL;

  lamina_action_enable (actions, "copy-name", selected && lamina_session_get_selected_gap (session) == LAMINA_NONE);
  lamina_action_enable (actions, "select-same-name", selected && lamina_session_get_selection (session)->layer != LAMINA_NONE);
  lamina_action_enable (actions, "mark-selection", selected && lamina_session_get_selected_range (session, &place));
  lamina_action_enable (actions, "export-selection", selected && lamina_session_get_selected_range (session, &place));
  lamina_action_enable (actions, "previous-same-name",
                        selected && lamina_session_get_selection (session)->slice.track != LAMINA_NONE);
  lamina_action_enable (actions, "next-same-name",
                        selected && lamina_session_get_selection (session)->slice.track != LAMINA_NONE);
  lamina_action_enable (actions, "show-runtime",
                        session && lamina_arrangement_has_runtime (lamina_session_get_arrangement (session)));
  lamina_action_enable (actions, "zoom-to-range", session && lamina_session_get_marked_range (session));
  lamina_action_enable (actions, "go-back", back);
  lamina_action_enable (actions, "undo-zoom", back);
  lamina_action_enable (actions, "go-forward", forward);
  lamina_action_enable (actions, "redo-zoom", forward);
  lamina_action_enable (actions, "previous-gap", has_gaps);
  lamina_action_enable (actions, "next-gap", has_gaps);
  lamina_action_enable (actions, "remove-rulers", rulers && rulers->len > 0);
}

void
lamina_timeline_actions_bind (LaminaTimelineView *view,
                              LaminaSession      *session)
{
  const struct
  {
    gpointer object;
    const char *signal;
  } sources[] = {
    { session, "notify::selection" },
    { session, "notify::marked-range" },
    { session ? lamina_session_get_history (session) : NULL, "changed" },
    { session ? lamina_session_get_gaps (session) : NULL, "changed" },
    { session ? lamina_session_get_rulers (session) : NULL, "changed" },
  };

  for (guint i = 0; session && i < G_N_ELEMENTS (sources); i++)
    g_signal_connect_object (sources[i].object, sources[i].signal, G_CALLBACK (update), view, G_CONNECT_SWAPPED);
  update (view);
}

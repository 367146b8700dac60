/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-ruler-actions.h"

#include "lamina-session-rulers.h"

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

#define ACTION(name_) \
  static void \
  name_ (GSimpleAction *action, \
         GVariant      *parameter, \
         gpointer       view)

/* From the first start to the last end of the slices that stand for the selected layers. FALSE when none is selected. */
static gboolean
get_selected_place (LaminaSession *session,
                    LaminaRange   *place)
{
  LaminaSliceRef slice = lamina_session_get_selection (session)->slice;

  if (slice.track == LAMINA_NONE)
    return FALSE;
  lamina_session_get_slice_range (session, &slice, place);
  return TRUE;
}

ACTION (mark_selection)
{
  LaminaSession *session = get_session (view);
  LaminaRange place;

  if (session && get_selected_place (session, &place))
    lamina_session_set_marked_range (session, place.start, place.end);
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

  if (n != 2 || !get_selected_place (session, &one)
      || !find_slice (lamina_session_get_run (session), selected[selected[0] == selection->layer ? 1 : 0],
                      selection->slice.track, &slice))
    return FALSE;
  lamina_session_get_slice_range (session, &slice, &other);
  *place = one.start <= other.start ? (LaminaRange) { one.end, other.start } : (LaminaRange) { other.end, one.start };
  return TRUE;
}

/* What a ruler is to measure: a marked range, the gap between two layers, the selected slice; else one place. */
static void
get_measured (gpointer       view,
              LaminaSession *session,
              LaminaRange   *place)
{
  const LaminaRange *marked = lamina_session_get_marked_range (session);

  if (marked)
    *place = *marked;
  else if (!get_gap (session, place) && !get_selected_place (session, place))
    place->start = place->end = lamina_timeline_canvas_get_cursor_position (get_canvas (view));
}

ACTION (ruler)
{
  LaminaSession *session = get_session (view);
  LaminaRange place;

  if (!session)
    return;
  get_measured (view, session, &place);
  lamina_session_rulers_add (lamina_session_get_rulers (session), place.start, place.end, FALSE);
}

/* Keeps the temporary ruler; where there is none, makes one that stays. */
ACTION (keep_ruler)
{
  LaminaSession *session = get_session (view);
  LaminaRange place;

  if (!session || lamina_session_rulers_keep_temporary (lamina_session_get_rulers (session)))
    return;
  get_measured (view, session, &place);
  lamina_session_rulers_add (lamina_session_get_rulers (session), place.start, place.end, TRUE);
}

ACTION (ruler_here)
{
  LaminaSession *session = get_session (view);
  gint64 position = lamina_timeline_canvas_get_cursor_position (get_canvas (view));

  if (session)
    lamina_session_rulers_add (lamina_session_get_rulers (session), position, position, TRUE);
}

ACTION (note_here)
{
  lamina_timeline_canvas_edit_note (get_canvas (view), 0);
}

ACTION (edit_note)
{
  guint id = lamina_timeline_canvas_get_ruler_here (get_canvas (view));

  if (id)
    lamina_timeline_canvas_edit_note (get_canvas (view), id);
}

ACTION (remove_ruler)
{
  if (get_session (view))
    lamina_session_rulers_remove (lamina_session_get_rulers (get_session (view)),
                                  lamina_timeline_canvas_get_ruler_here (get_canvas (view)));
}

ACTION (remove_rulers)
{
  if (get_session (view))
    lamina_session_rulers_remove_all (lamina_session_get_rulers (get_session (view)));
}

static const GActionEntry entries[] = {
  { "mark-selection", mark_selection, NULL, NULL, NULL, { 0 } },
  { "ruler", ruler, NULL, NULL, NULL, { 0 } },
  { "keep-ruler", keep_ruler, NULL, NULL, NULL, { 0 } },
  { "ruler-here", ruler_here, NULL, NULL, NULL, { 0 } },
  { "note-here", note_here, NULL, NULL, NULL, { 0 } },
  { "edit-note", edit_note, NULL, NULL, NULL, { 0 } },
  { "remove-ruler", remove_ruler, NULL, NULL, NULL, { 0 } },
  { "remove-rulers", remove_rulers, NULL, NULL, NULL, { 0 } },
};

void
lamina_ruler_actions_add (LaminaTimelineView *view)
{
  g_action_map_add_action_entries (lamina_timeline_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
}

static void
update_rulers (LaminaTimelineView *view)
{
  GActionMap *actions = lamina_timeline_view_get_actions (view);
  GAction *action = actions ? g_action_map_lookup_action (actions, "remove-rulers") : NULL;
  g_autoptr (GPtrArray) rulers = NULL;

  if (get_session (view))
    rulers = lamina_session_rulers_list (lamina_session_get_rulers (get_session (view)));
  if (action)
    g_simple_action_set_enabled (G_SIMPLE_ACTION (action), rulers && rulers->len > 0);
}

void
lamina_ruler_actions_bind (LaminaTimelineView *view,
                           LaminaSession      *session)
{
  if (session)
    g_signal_connect_object (lamina_session_get_rulers (session), "changed", G_CALLBACK (update_rulers), view,
                             G_CONNECT_SWAPPED);
  update_rulers (view);
}

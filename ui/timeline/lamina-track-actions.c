/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-actions.h"

#include "lamina-timeline-canvas.h"

static LaminaSession *
find_item (gpointer      user_data,
           LaminaTarget *item)
{
  LaminaTimelineCanvas *canvas = lamina_timeline_view_get_canvas (user_data);

  return lamina_timeline_canvas_find_track (canvas, item) ? lamina_timeline_view_get_session (user_data) : NULL;
}

static void
toggle (gpointer               user_data,
        LaminaArrangementFlags flag)
{
  LaminaTarget item;
  LaminaSession *session = find_item (user_data, &item);
  g_autoptr (LaminaArrangement) other = NULL;
  LaminaArrangement *arrangement;

  if (!session)
    return;
  arrangement = lamina_session_get_arrangement (session);
  if (!lamina_arrangement_can_set (arrangement, &item, flag))
    return;
  other = lamina_arrangement_set (arrangement, &item, flag, (lamina_arrangement_get (arrangement, &item) & flag) == 0);
  lamina_session_set_arrangement (session, other);
}

static void
move (gpointer user_data,
      int      steps)
{
  LaminaTarget item;
  LaminaSession *session = find_item (user_data, &item);
  g_autoptr (LaminaArrangement) other = NULL;

  if (session)
    other = lamina_arrangement_move (lamina_session_get_arrangement (session), &item, steps);
  if (other)
    lamina_session_set_arrangement (session, other);
}

static void
pin (GSimpleAction *action,
     GVariant      *parameter,
     gpointer       user_data)
{
  toggle (user_data, LAMINA_ARRANGEMENT_PINNED);
}

static void
hide (GSimpleAction *action,
      GVariant      *parameter,
      gpointer       user_data)
{
  toggle (user_data, LAMINA_ARRANGEMENT_HIDDEN);
}

static void
split (GSimpleAction *action,
       GVariant      *parameter,
       gpointer       user_data)
{
  toggle (user_data, LAMINA_ARRANGEMENT_SPLIT);
}

static void
collapse (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  toggle (user_data, LAMINA_ARRANGEMENT_COLLAPSED);
}

static void
fix_scale (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  toggle (user_data, LAMINA_ARRANGEMENT_FIXED);
}

static void
move_up (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  move (user_data, -1);
}

static void
move_down (GSimpleAction *action,
           GVariant      *parameter,
           gpointer       user_data)
{
  move (user_data, 1);
}

static void
show_all (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       user_data)
{
  LaminaSession *session = lamina_timeline_view_get_session (user_data);
  g_autoptr (LaminaArrangement) other = NULL;

  if (!session)
    return;
  other = lamina_arrangement_show_all (lamina_session_get_arrangement (session));
  lamina_session_set_arrangement (session, other);
}

static const GActionEntry entries[] = {
  { "pin-track", pin, NULL, NULL, NULL, { 0 } },
  { "hide-track", hide, NULL, NULL, NULL, { 0 } },
  { "split-track", split, NULL, NULL, NULL, { 0 } },
  { "collapse-track", collapse, NULL, NULL, NULL, { 0 } },
  { "fix-scale", fix_scale, NULL, NULL, NULL, { 0 } },
  { "move-track-up", move_up, NULL, NULL, NULL, { 0 } },
  { "move-track-down", move_down, NULL, NULL, NULL, { 0 } },
  { "show-all-tracks", show_all, NULL, NULL, NULL, { 0 } },
};

void
lamina_track_actions_add (LaminaTimelineView *view)
{
  g_action_map_add_action_entries (lamina_timeline_view_get_actions (view), entries, G_N_ELEMENTS (entries), view);
}

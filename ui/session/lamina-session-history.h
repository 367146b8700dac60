/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * What a session shows, to be shown again later.
 *
 * @run: the run that is shown
 * @has_range: whether @range is known; not before a view of the window chose one
 * @range: what of it is visible
 * @selection: what is selected
 * @layers: the selected layers, rising, as guint32; shared by the views of one selection, for there may be a million of them
 */
typedef struct
{
  guint run;
  gboolean has_range;
  LaminaRange range;
  LaminaSelection selection;
  GBytes *layers;
} LaminaSessionView;

/* What a session shows now; @layers are the selected layers where they are known to be these, or NULL. */
LaminaSessionView *lamina_session_view_new (LaminaSession *session,
                                            GBytes        *layers);

void lamina_session_view_free (LaminaSessionView *self);

/* Has a session show it. */
void lamina_session_view_show (const LaminaSessionView *self,
                               LaminaSession           *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSessionView, lamina_session_view_free)

#define LAMINA_TYPE_SESSION_HISTORY (lamina_session_history_get_type ())

/* Bookmarks are numbered from 1 to this. */
#define LAMINA_N_BOOKMARKS 9

/*
 * The views that a session has shown, to go back to and forth between, and bookmarks among them. A view is a run, its visible
 * range and what is selected. It is kept when it rested for a moment, or when a jump left it: a change after which little of
 * it can be seen.
 *
 * The signal `changed` tells that one may be able to go back or forward now, or no longer.
 */
G_DECLARE_FINAL_TYPE (LaminaSessionHistory, lamina_session_history, LAMINA, SESSION_HISTORY, GObject)

/* Made when it is asked for first; lives as long as the session. */
LaminaSessionHistory *lamina_session_get_history (LaminaSession *session);

/* Keeps the view as it is now, however short it rested, because a jump or an animation is about to leave it. */
void lamina_session_history_keep (LaminaSessionHistory *self);

/* Sets the range as a part of the view that is shown, which stays the same view: there is more or less room for it. */
void lamina_session_history_adjust_range (LaminaSessionHistory *self,
                                          const LaminaRange    *range);

gboolean lamina_session_history_can_go_back (LaminaSessionHistory *self);

gboolean lamina_session_history_can_go_forward (LaminaSessionHistory *self);

/* Shows the view before this one; returns whether there was one. */
gboolean lamina_session_history_go_back (LaminaSessionHistory *self);

gboolean lamina_session_history_go_forward (LaminaSessionHistory *self);

/* Remembers the view as it is now. */
void lamina_session_history_set_bookmark (LaminaSessionHistory *self,
                                          guint                 number);

/* Returns whether it was set. */
gboolean lamina_session_history_go_to_bookmark (LaminaSessionHistory *self,
                                                guint                 number);

/* Sets a bookmark, whatever is shown now. */
void lamina_session_history_restore_bookmark (LaminaSessionHistory    *self,
                                              guint                    number,
                                              const LaminaSessionView *view);

/* What it shows; NULL when it was not set. */
const LaminaSessionView *lamina_session_history_get_bookmark (LaminaSessionHistory *self,
                                                              guint                 number);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION_RULERS (lamina_session_rulers_get_type ())

/**
 * LaminaSessionRuler:
 * @id: names it as long as it is there
 * @run: the run that it lies in
 * @place: from where to where on the axis; both are the same for a line and for a note
 * @clock: the clock that it goes by, that of what was selected, or %LAMINA_NONE
 * @offset: the offset of that clock that @place is meant with
 * @text: (nullable): what a note says; %NULL for a ruler
 * @kept: whether it stays when the next temporary one is made
 *
 * A ruler or a note that the user put on the timeline.
 */
typedef struct
{
  guint id;
  guint run;
  LaminaRange place;
  guint clock;
  gint64 offset;
  char *text;
  gboolean kept;
} LaminaSessionRuler;

/**
 * LaminaSessionRulers:
 *
 * The rulers and notes on the runs of a session. The signal `changed` tells that one of them changed.
 */
G_DECLARE_FINAL_TYPE (LaminaSessionRulers, lamina_session_rulers, LAMINA, SESSION_RULERS, GObject)

/**
 * lamina_session_get_rulers:
 * @session: a session
 *
 * Returns: (transfer none): its rulers and notes; they live as long as the session
 */
LaminaSessionRulers *lamina_session_get_rulers (LaminaSession *session);

/**
 * lamina_session_rulers_list:
 * @self: rulers
 *
 * Returns: (transfer container) (element-type LaminaSessionRuler): those of the run that is shown, in the order in which
 *   they were made, valid until one is changed
 */
GPtrArray *lamina_session_rulers_list (LaminaSessionRulers *self);

/**
 * lamina_session_rulers_list_all:
 * @self: rulers
 *
 * Returns: (transfer container) (element-type LaminaSessionRuler): those of all runs, in the same order
 */
GPtrArray *lamina_session_rulers_list_all (LaminaSessionRulers *self);

/**
 * lamina_session_rulers_restore:
 * @self: rulers
 * @ruler: one of another session
 *
 * Adds one with the same run, place, text and stay, that goes by no clock.
 */
void lamina_session_rulers_restore (LaminaSessionRulers      *self,
                                    const LaminaSessionRuler *ruler);

/**
 * lamina_session_rulers_get:
 * @self: rulers
 * @id: one of them
 *
 * Returns: (transfer none) (nullable): it, or %NULL when it was removed
 */
const LaminaSessionRuler *lamina_session_rulers_get (LaminaSessionRulers *self,
                                                     guint                id);

/**
 * lamina_session_rulers_add:
 * @self: rulers
 * @start: one end on the axis
 * @end: the other one; the same for a line
 * @kept: whether it stays; else it takes the place of the temporary one before
 *
 * Adds a ruler, unless one without a text is kept at the same place already.
 *
 * Returns: its id, or that of the one that is kept there
 */
guint lamina_session_rulers_add (LaminaSessionRulers *self,
                                 gint64               start,
                                 gint64               end,
                                 gboolean             kept);

/**
 * lamina_session_rulers_add_note:
 * @self: rulers
 * @position: where on the axis
 * @text: what it says
 *
 * Returns: its id
 */
guint lamina_session_rulers_add_note (LaminaSessionRulers *self,
                                      gint64               position,
                                      const char          *text);

void lamina_session_rulers_move (LaminaSessionRulers *self,
                                 guint                id,
                                 gint64               start,
                                 gint64               end);

void lamina_session_rulers_set_text (LaminaSessionRulers *self,
                                     guint                id,
                                     const char          *text);

void lamina_session_rulers_remove (LaminaSessionRulers *self,
                                   guint                id);

/**
 * lamina_session_rulers_remove_all:
 * @self: rulers
 *
 * Removes all rulers and notes of the run that is shown.
 */
void lamina_session_rulers_remove_all (LaminaSessionRulers *self);

/**
 * lamina_session_rulers_keep_temporary:
 * @self: rulers
 *
 * Returns: whether there was a temporary ruler on the run that is shown, which stays now
 */
gboolean lamina_session_rulers_keep_temporary (LaminaSessionRulers *self);

/**
 * lamina_session_rulers_remove_temporary:
 * @self: rulers
 *
 * Returns: whether there was a temporary ruler on the run that is shown
 */
gboolean lamina_session_rulers_remove_temporary (LaminaSessionRulers *self);

G_END_DECLS

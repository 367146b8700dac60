/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION_RULERS (lamina_session_rulers_get_type ())

/*
 * A ruler or a note that the user put on the timeline.
 *
 * @id: names it as long as it is there
 * @run: the run that it lies in
 * @place: from where to where on the axis; both are the same for a line and for a note
 * @clock: the clock that it goes by, that of what was selected, or LAMINA_NONE
 * @offset: the offset of that clock that @place is meant with
 * @text: (nullable): what a note says; NULL for a ruler
 * @kept: whether it stays when the next temporary one is made
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

/* The rulers and notes on the runs of a session. The signal `changed` tells that one of them changed. */
G_DECLARE_FINAL_TYPE (LaminaSessionRulers, lamina_session_rulers, LAMINA, SESSION_RULERS, GObject)

/* They live as long as the session. */
LaminaSessionRulers *lamina_session_get_rulers (LaminaSession *session);

/* Those of the run that is shown, in the order in which they were made, valid until one is changed. The array is the caller's. */
GPtrArray *lamina_session_rulers_list (LaminaSessionRulers *self);

/* Those of all runs, in the same order; the array is not the caller's. */
GPtrArray *lamina_session_rulers_get_all (LaminaSessionRulers *self);

/* Adds one of another session with the same run, place, text and stay, that goes by no clock. */
void lamina_session_rulers_restore (LaminaSessionRulers      *self,
                                    const LaminaSessionRuler *ruler);

/* NULL when it was removed. */
const LaminaSessionRuler *lamina_session_rulers_get (LaminaSessionRulers *self,
                                                     guint                id);

/* Adds a ruler between two places, the same for a line, unless one without a text is kept there already. One that is not kept
 * takes the place of the temporary one before. Returns its id, or that of the one that is kept there. */
guint lamina_session_rulers_add (LaminaSessionRulers *self,
                                 gint64               start,
                                 gint64               end,
                                 gboolean             kept);

/* Returns its id. */
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

/* Removes all rulers and notes of the run that is shown. */
void lamina_session_rulers_remove_all (LaminaSessionRulers *self);

/* These say whether there was a temporary ruler on the run that is shown. */
gboolean lamina_session_rulers_keep_temporary (LaminaSessionRulers *self);

gboolean lamina_session_rulers_remove_temporary (LaminaSessionRulers *self);

G_END_DECLS

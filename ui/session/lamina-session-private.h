/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session-gaps.h"
#include "lamina-session-memory.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"

G_BEGIN_DECLS

/*
 * What the parts of a session know of it beside what views do. Each has a state of its own, which its file alone sees into and the
 * session holds; none holds a reference to the session.
 */

/* What is selected. */
typedef struct _LaminaSelected LaminaSelected;

LaminaSelected *lamina_selected_new (void);

void lamina_selected_free (LaminaSelected *self);

LaminaSelected *lamina_session_get_selected (LaminaSession *self);

/* Which part of the axis is shown, and which is marked; given up by g_free(). */
typedef struct _LaminaShown LaminaShown;

LaminaShown *lamina_shown_new (void);

LaminaShown *lamina_session_get_shown (LaminaSession *self);

/* Has none chosen, of another run that is shown now. */
void lamina_session_forget_range (LaminaSession *self);

/* What was seen on a timebase stays where it is seen on that which took its place. */
void lamina_session_shift_range (LaminaSession  *self,
                                 LaminaTimebase *old);

/* The offsets of clocks that the user chose, of all runs. */
typedef struct _LaminaChosenOffsets LaminaChosenOffsets;

LaminaChosenOffsets *lamina_chosen_offsets_new (void);

void lamina_chosen_offsets_free (LaminaChosenOffsets *self);

LaminaChosenOffsets *lamina_session_get_chosen_offsets (LaminaSession *self);

/* The clock of what is selected, else of the first device, else LAMINA_NONE: what is marked now goes by it. */
guint lamina_session_get_steady_clock (LaminaSession *self);

extern const LaminaSelection lamina_session_nothing;

/* Whether a thread finds out which layer has which color. */
gboolean lamina_session_is_coloring_for_test (LaminaSession *self);

/* The timebase that run, `aligned` and the chosen offsets ask for; and: has it in force. */
LaminaTimebase *lamina_session_make_timebase (LaminaSession *self);

void lamina_session_take_timebase (LaminaSession *self);

/* Where a run starts on its axis before the user shifted clocks: distances from there mean the same in another version. */
gint64 lamina_session_get_start (LaminaSession *self,
                                 guint          run);

/* How the tracks of each run are arranged, and what is to be changed of that. */
typedef struct _LaminaSessionArrangements LaminaSessionArrangements;

LaminaSessionArrangements *lamina_session_arrangements_new (void);

void lamina_session_arrangements_free (LaminaSessionArrangements *self);

LaminaSessionArrangements *lamina_session_get_arrangements (LaminaSession *self);

/* How the tracks of a run are arranged, NULL as long as nobody asked; and: has them stand as those of another version of the run
 * do, whose document is given. As lamina_session_arrange() does, that works it out in a thread where there are many. */
LaminaArrangement *lamina_session_peek_arrangement (LaminaSession *self,
                                                    guint          run);

void lamina_session_carry_arrangement (LaminaSession     *self,
                                       guint              run,
                                       LaminaDocument    *document,
                                       LaminaArrangement *arrangement);

/* Whether the user chose an offset for a clock of a run, and which. */
gboolean lamina_session_find_clock_offset (LaminaSession *self,
                                           guint          run,
                                           guint          clock,
                                           gint64        *offset);

/* Has it chosen, to be in force with the next timebase that is made. */
void lamina_session_keep_clock_offset (LaminaSession *self,
                                       guint          run,
                                       guint          clock,
                                       gint64         offset);

/* The key of the selected layer, 0 for none; and: selects the layer that has the key in the run that is shown now, or nothing. */
guint32 lamina_session_get_selected_key (LaminaSession *self);

void lamina_session_select_key (LaminaSession *self,
                                guint32        key);

/* What lamina_session_get_history() and its like make. */
LaminaSessionGaps *lamina_session_gaps_new (LaminaSession *session);

LaminaSessionMemory *lamina_session_memory_new (LaminaSession *session);

LaminaSessionHistory *lamina_session_history_new (LaminaSession *session);

LaminaSessionRulers *lamina_session_rulers_new (LaminaSession *session);

LaminaSessionSearch *lamina_session_search_new (LaminaSession *session);

G_END_DECLS

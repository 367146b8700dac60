/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session-gaps.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"

G_BEGIN_DECLS

/*
 * The session in two files: -session-selection.c holds what is selected and how to step from there, -session.c the rest.
 *
 * @marked_clock is the clock that the marked range goes by, or LAMINA_NONE.
 *
 * @selected are the selected layers, rising and each once. The layer of @selection is one of them. @slices are there when
 * several slices were selected, not their layers as a whole; the slice of @selection is the first of them. @gaps are the numbers
 * of selected gaps, with @gap as their lead.
 */
struct _LaminaSession
{
  GObject parent_instance;

  LaminaDocument *document;
  char *title;
  LaminaTimebase *timebase;
  guint run;
  gboolean aligned;
  gboolean has_range;
  gboolean is_range_held;
  LaminaRange range;
  gboolean has_marked_range;
  LaminaRange marked_range;
  guint marked_clock;
  LaminaSelection selection;
  GBytes *layers; /* what @selected is in; NULL for none */
  const guint32 *selected;
  guint n_selected;
  LaminaSliceRef *slices;
  guint n_slices;
  guint32 *gaps;
  guint n_gaps;
  guint32 gap;
  guint32 tensor;
  guint32 section;
  char *filter;
  char *device; /* what the setting says; chosen for @document */
  const char *durations_of; /* interned */
  LaminaSessionGaps *gaps_of_run; /* this and the next three are NULL until somebody asks for them */
  LaminaSessionHistory *history;
  LaminaSessionRulers *rulers;
  LaminaSessionSearch *search;
  GHashTable *arrangements; /* run: LaminaArrangement */
  LaminaColoring *coloring;
  GCancellable *coloring_job;
  GHashTable *offsets; /* run and clock: gint64, what the user chose; NULL for nothing */
};

/* The clock of what is selected, else of the first device, else LAMINA_NONE: what is marked now goes by it. */
guint lamina_session_get_steady_clock (LaminaSession *self);

extern const LaminaSelection lamina_session_nothing;

/* Tell that something has changed. */
void lamina_session_notify_selection (LaminaSession *self);

void lamina_session_notify_tensor (LaminaSession *self);

/* Has the timebase in force that run, `aligned` and the chosen offsets ask for. */
void lamina_session_take_timebase (LaminaSession *self);

/* Where a run starts on its axis before the user shifted clocks: distances from there mean the same in another version. */
gint64 lamina_session_get_start (LaminaSession *self,
                                 guint          run);

/* How the tracks of a run are arranged, NULL as long as nobody asked; and: has them so, before a view of the window asks. */
LaminaArrangement *lamina_session_peek_arrangement (LaminaSession *self,
                                                    guint          run);

void lamina_session_keep_arrangement (LaminaSession     *self,
                                      guint              run,
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

/* Makes another run the shown one and selects there the layer that has the key of the selected one, if there is one. */
void lamina_session_move_selection (LaminaSession *self,
                                    guint          run);

/* What lamina_session_get_history() and its like make; they hold no reference to the session. */
LaminaSessionGaps *lamina_session_gaps_new (LaminaSession *session);

LaminaSessionHistory *lamina_session_history_new (LaminaSession *session);

LaminaSessionRulers *lamina_session_rulers_new (LaminaSession *session);

LaminaSessionSearch *lamina_session_search_new (LaminaSession *session);

G_END_DECLS

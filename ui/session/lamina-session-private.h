/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * The session in five files: -session.c holds the object, run, section and filter; -session-clocks.c the clocks;
 * -session-range.c the visible and the marked range; -session-selection.c what is selected; -session-coloring.c what colors
 * mean.
 *
 * @marked_clock is the clock that the marked range goes by, or LAMINA_NONE.
 *
 * @selected are the selected layers, rising and each once. The layer of @selection is one of them. @slices are there when
 * several slices were selected, not their layers as a whole; the slice of @selection is the first of them.
 */
struct _LaminaSession
{
  GObject parent_instance;

  LaminaDocument *document;
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
  guint32 tensor;
  guint32 section;
  char *filter;
  const char *durations_of; /* interned */
  GHashTable *arrangements;
  LaminaColoring *coloring;
  GCancellable *coloring_job;
  GHashTable *offsets; /* run and clock: gint64, what the user chose; NULL for nothing */
};

/* The clock of what is selected, else of the first device, else LAMINA_NONE: what is marked now goes by it. */
guint lamina_session_get_steady_clock (LaminaSession *self);

extern const LaminaSelection lamina_session_nothing;

/* Tell that something has changed. */
void lamina_session_notify_range (LaminaSession *self);

void lamina_session_notify_marked_range (LaminaSession *self);

void lamina_session_notify_selection (LaminaSession *self);

void lamina_session_notify_tensor (LaminaSession *self);

/* The timebase that run, `aligned` and the chosen offsets ask for; and: has it in force. */
LaminaTimebase *lamina_session_make_timebase (LaminaSession *self);

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

/* Colors the run that is shown as the settings say; and: gives up what is worked out in a thread. */
void lamina_session_update_coloring (LaminaSession *self,
                                     gboolean       is_other_run);

void lamina_session_stop_coloring (LaminaSession *self);

/* Makes another run the shown one and selects there the layer that has the key of the selected one, if there is one. */
void lamina_session_move_selection (LaminaSession *self,
                                    guint          run);

G_END_DECLS

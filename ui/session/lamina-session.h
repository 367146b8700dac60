/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement-change.h"
#include "lamina-coloring.h"
#include "lamina-session-range.h"
#include "lamina-session-selection.h"
#include "lamina-tensor-groups.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION (lamina_session_get_type ())

/*
 * What the views of one document share: which run is shown, on which clocks, which part of its axis, what is selected and what
 * is filtered. Every view binds to the session and knows no other view. Used by the main thread.
 *
 * Properties: `run`, `section`, `aligned`, `timebase`, `range`, `marked-range`, `selection`, `tensor`, `filter`, `coloring`,
 * `device` (which device counts, see lamina_device_limits_choose(); as the setting says). When the run or the clocks change,
 * the timebase changes with them, then the range is brought within its bounds. When the run changes, the selection goes to the
 * layer with the same key, and the marked range and the section are given up. Ranges, selection and arrangement are pointers to
 * what the session has.
 */
G_DECLARE_FINAL_TYPE (LaminaSession, lamina_session, LAMINA, SESSION, GObject)

/* Works out for all runs of a document what a session of it asks for at once, and what looks at all rows. Meant for
 * lamina_loader_set_finish(). @unused: NULL. */
void lamina_session_prepare (LaminaDocument *document,
                             GCancellable   *cancellable,
                             gpointer        unused);

/* Shows the default run of a document on the suggested clocks. */
LaminaSession *lamina_session_new (LaminaDocument *document);

/* Puts a session, or none, into the place of another one, which @listener is no longer told about. */
void lamina_session_replace (LaminaSession **place,
                             LaminaSession  *session,
                             gpointer        listener);

LaminaDocument *lamina_session_get_document (LaminaSession *self);

/* What the user knows the document by, the name of its file; the empty string at first. */
const char *lamina_session_get_title (LaminaSession *self);

void lamina_session_set_title (LaminaSession *self,
                               const char    *title);

guint lamina_session_get_run_index (LaminaSession *self);

void lamina_session_set_run_index (LaminaSession *self,
                                   guint          run);

LaminaRun *lamina_session_get_run (LaminaSession *self);

/* The section that the views are limited to, or LAMINA_NONE for the whole run. */
guint32 lamina_session_get_section (LaminaSession *self);

void lamina_session_set_section (LaminaSession *self,
                                 guint32        section);

/* Whether the clocks have the offsets that the document suggests; else every clock shows its own times. When that is set, what
 * is selected, or else the first device, keeps its place in the visible range. */
gboolean lamina_session_get_aligned (LaminaSession *self);

void lamina_session_set_aligned (LaminaSession *self,
                                 gboolean       aligned);

LaminaTimebase *lamina_session_get_timebase (LaminaSession *self);

/* The name of slices that the user asked the durations of, a string of the document; or NULL. */
const char *lamina_session_get_durations_of (LaminaSession *self);

void lamina_session_set_durations_of (LaminaSession *self,
                                      const char    *name);

/* What memory over time is divided by, which has bands: see lamina_tensor_grouping_get_bands(). */
LaminaTensorGrouping lamina_session_get_bands (LaminaSession *self);

/* Does nothing for a grouping that has none. */
void lamina_session_set_bands (LaminaSession        *self,
                               LaminaTensorGrouping  grouping);

/* The text that layers are filtered by, never NULL. */
const char *lamina_session_get_filter (LaminaSession *self);

void lamina_session_set_filter (LaminaSession *self,
                                const char    *filter);

/* How the tracks of the run that is shown are arranged; every run has its own. */
LaminaArrangement *lamina_session_get_arrangement (LaminaSession *self);

/*
 * Changes how they are arranged, behind all changes that were asked for before. Where there are many tracks a thread works it out:
 * until `notify::arrangement` they stand as they did, and lamina_session_is_arranging() says so.
 */
void lamina_session_arrange (LaminaSession                 *self,
                             const LaminaArrangementChange *change);

gboolean lamina_session_is_arranging (LaminaSession *self);

/* What the colors of layers and slices of the shown run mean; NULL for their families. Views ask for it whenever they draw,
 * since that of another run speaks of other layers. */
LaminaColoring *lamina_session_get_coloring (LaminaSession *self);

G_END_DECLS

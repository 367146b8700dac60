/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-arrangement.h"
#include "lamina-coloring.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_SESSION (lamina_session_get_type ())

/*
 * A part of the axis.
 *
 * @start: left edge on the axis
 * @end: right edge on the axis, above @start; the distance of the two fits into 64 bits without a sign
 */
typedef struct
{
  gint64 start;
  gint64 end;
} LaminaRange;

/*
 * What is selected: a layer, together with one of its slices, if it has any; a slice; or a gap in the work of a device.
 *
 * @layer: the selected layer, or LAMINA_NONE; the lead of several
 * @slice: the selected slice; its track is LAMINA_NONE when no slice is selected
 * @device: the group of the device of the selected gap, or LAMINA_NONE when no gap is selected
 * @gap: from where to where that is, the lead of several; nothing without one
 */
typedef struct
{
  guint32 layer;
  LaminaSliceRef slice;
  guint32 device;
  LaminaRange gap;
} LaminaSelection;

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

/* Shows the default run of a document on the suggested clocks. */
LaminaSession *lamina_session_new (LaminaDocument *document);

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

/* Whether the two differ. */
gboolean lamina_session_has_other_clocks (LaminaSession *self);

/* Sets what is added to a time on a clock of the run to get a time on the axis, in place of what the document suggests. Is in
 * force while the session is aligned. What is selected, or else the first device, keeps its place in the visible range. */
void lamina_session_set_clock_offset (LaminaSession *self,
                                      guint          clock,
                                      gint64         offset);

/* Gives a clock back the offset that the document suggests. */
void lamina_session_reset_clock (LaminaSession *self,
                                 guint          clock);

gboolean lamina_session_is_clock_chosen (LaminaSession *self,
                                         guint          clock);

/* Shifts a clock such that two selected layers start at one moment: the first one and the first one of another clock. Of the
 * two clocks that with the higher number is shifted. Nothing happens where that can't be done. */
void lamina_session_align_selected (LaminaSession *self);

gboolean lamina_session_can_align_selected (LaminaSession *self);

LaminaTimebase *lamina_session_get_timebase (LaminaSession *self);

/* The whole run; never empty. */
void lamina_session_get_bounds (LaminaSession *self,
                                LaminaRange   *bounds);

/* The visible range; NULL until a view chose one. */
const LaminaRange *lamina_session_get_range (LaminaSession *self);

/* Shows a part of the run, brought within its bounds and to at least the smallest span. */
void lamina_session_set_range (LaminaSession *self,
                               gint64         start,
                               gint64         end);

/* How much a range shows at least, in units of the axis. */
guint64 lamina_session_get_smallest_span (LaminaSession *self);

/* Whether somebody holds the visible range with the pointer and goes on changing it. Views that settle when the range is at
 * rest wait until it is let go, and are told by another notify::range. */
void lamina_session_set_range_held (LaminaSession *self,
                                    gboolean       held);

gboolean lamina_session_is_range_held (LaminaSession *self);

/* Shows so much of the old span, less by a factor below 1, around a position that stays where it is. */
void lamina_session_zoom (LaminaSession *self,
                          double         factor,
                          gint64         anchor);

/* Moves to the right by a part of the visible span. */
void lamina_session_pan (LaminaSession *self,
                         double         part);

void lamina_session_show_all (LaminaSession *self);

/* Zooms to a part of the axis with its surroundings; returns whether the range changed. */
gboolean lamina_session_show_place (LaminaSession     *self,
                                    const LaminaRange *place);

/* The same with a slice. */
gboolean lamina_session_show_slice (LaminaSession        *self,
                                    const LaminaSliceRef *slice);

/* Zooms to the selected slice or gap; when that is already so, or nothing is selected, shows the whole run. */
void lamina_session_show_selection (LaminaSession *self);

/* Where a slice lies on the axis; its end equals its start when it takes no time. */
void lamina_session_get_slice_range (LaminaSession        *self,
                                     const LaminaSliceRef *slice,
                                     LaminaRange          *range);

/* The part of the axis that the user marked to measure it, or NULL. */
const LaminaRange *lamina_session_get_marked_range (LaminaSession *self);

/* Marks a part of the run, brought within its bounds, from either edge; nothing when it is empty. */
void lamina_session_set_marked_range (LaminaSession *self,
                                      gint64         start,
                                      gint64         end);

void lamina_session_clear_marked_range (LaminaSession *self);

const LaminaSelection *lamina_session_get_selection (LaminaSession *self);

/* Whether a layer, a slice or a gap is selected. */
gboolean lamina_session_has_selection (LaminaSession *self);

/* Selects a layer, or LAMINA_NONE for nothing, and the slice of it that its own track shows. */
void lamina_session_select_layer (LaminaSession *self,
                                  guint32        layer);

/* The selected layers, rising, the lead among them; valid until the selection changes. */
const guint32 *lamina_session_get_selected_layers (LaminaSession *self,
                                                   guint         *n);

/* The same, to be kept without a copy, for there may be a million of them. */
GBytes *lamina_session_ref_selected_layers (LaminaSession *self);

gboolean lamina_session_is_layer_selected (LaminaSession *self,
                                           guint32        layer);

/* Selects layers in any order, or none. The lead is the one that is shown in full: the first one when it is not among them. */
void lamina_session_select_layers (LaminaSession *self,
                                   const guint32 *layers,
                                   guint          n,
                                   guint32        lead);

/* The same without a copy: @layers are for g_free(), or NULL. */
void lamina_session_take_layers (LaminaSession *self,
                                 guint32       *layers,
                                 guint          n,
                                 guint32        lead);

/* Adds a layer to the selected ones, as their lead, or takes it away from them. */
void lamina_session_toggle_layer (LaminaSession *self,
                                  guint32        layer);

/* Selects a slice, or NULL for nothing, and the layer that it belongs to. */
void lamina_session_select_slice (LaminaSession        *self,
                                  const LaminaSliceRef *slice);

/* Arranges the tracks so that the slice is seen, if there is one. Selecting a slice and zooming to one do so, too. */
void lamina_session_uncover_slice (LaminaSession        *self,
                                   const LaminaSliceRef *slice);

/* Selects several slices, or none, and the layers that they belong to. Until something else is selected, these slices alone
 * stand for their layers in the timeline. */
void lamina_session_select_slices (LaminaSession        *self,
                                   const LaminaSliceRef *slices,
                                   guint                 n);

/* The slices that lamina_session_select_slices() selected, none when something else is; valid until the selection changes. */
const LaminaSliceRef *lamina_session_get_selected_slices (LaminaSession *self,
                                                          guint         *n);

/* Selects gaps by their numbers, which rise, see lamina_session_get_gaps(), or none. The lead is the one that is shown in full.
 * Nothing happens as long as they are not known. They are given up when the clocks change. */
void lamina_session_select_gaps (LaminaSession *self,
                                 const guint32 *gaps,
                                 guint          n,
                                 guint32        lead);

/* The numbers of the selected gaps, rising; valid until the selection changes. */
const guint32 *lamina_session_get_selected_gaps (LaminaSession *self,
                                                 guint         *n);

/* The lead of them, or LAMINA_NONE. */
guint32 lamina_session_get_selected_gap (LaminaSession *self);

/* Where on the axis the selected slice or gap lies. FALSE when none is selected. */
gboolean lamina_session_get_selected_range (LaminaSession *self,
                                            LaminaRange   *range);

/* The selected tensor, or LAMINA_NONE. Whatever else is selected takes its place. */
guint32 lamina_session_get_tensor (LaminaSession *self);

/* Selects a tensor, or LAMINA_NONE for none. A selected layer that makes or reads it stays selected; else its producer or,
 * when it has none, its first consumer is selected with it. */
void lamina_session_select_tensor (LaminaSession *self,
                                   guint32        tensor);

/* The name of slices that the user asked the durations of, interned; or NULL. */
const char *lamina_session_get_durations_of (LaminaSession *self);

void lamina_session_set_durations_of (LaminaSession *self,
                                      const char    *name);

/* The text that layers are filtered by, never NULL. */
const char *lamina_session_get_filter (LaminaSession *self);

void lamina_session_set_filter (LaminaSession *self,
                                const char    *filter);

/* How the tracks of the run that is shown are arranged; every run has its own. */
LaminaArrangement *lamina_session_get_arrangement (LaminaSession *self);

void lamina_session_set_arrangement (LaminaSession     *self,
                                     LaminaArrangement *arrangement);

/* What the colors of layers and slices of the shown run mean; NULL for their families. Views ask for it whenever they draw,
 * since that of another run speaks of other layers. */
LaminaColoring *lamina_session_get_coloring (LaminaSession *self);

/* Steps from the selected slice to one that belongs to it. Each says whether there was one, which is selected then. */

/* To the next slice of the lane (@by 1) or to the one before (-1). */
gboolean lamina_session_step_beside (LaminaSession *self,
                                     int            by);

/* Whether there is one. */
gboolean lamina_session_has_beside (LaminaSession *self,
                                    int            by);

gboolean lamina_session_step_to_parent (LaminaSession *self);

/* To the first slice inside the selected one. */
gboolean lamina_session_step_to_child (LaminaSession *self);

/* Follows a flow of the selected slice, with the arrow or against it; where it has none, the tensors of the selected layer:
 * forward to what reads an output first, backward to what made an input. */
gboolean lamina_session_follow (LaminaSession *self,
                                gboolean       forward);

/* To the next slice of the same name on the axis (@by 1) or the one before (-1), among the tracks of threads or of devices that
 * are shown; where it alone is called so, to one of a layer of its type. */
gboolean lamina_session_step_same_name (LaminaSession *self,
                                        int            by);

/* Selects all layers that are called like the selected one, or, where it alone is called so, all of its type. */
gboolean lamina_session_select_same_name (LaminaSession *self);

G_END_DECLS

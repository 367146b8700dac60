/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"
#include "lamina-span.h"

G_BEGIN_DECLS

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

typedef struct _LaminaSession LaminaSession;

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

G_END_DECLS

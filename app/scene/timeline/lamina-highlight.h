/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What a timeline brings out: the slices of the selected layers, in the order of the tracks, so that a frame looks at those in
 * view alone. Made when the selection changes; immutable, reference-counted. Holds no reference to the run, which must live as
 * long.
 */
typedef struct _LaminaHighlight LaminaHighlight;

/*
 * @lead: the layer whose connections are shown, or LAMINA_NONE
 * @slice: the selected slice, which is brought out when it belongs to none of @layers
 */
LAMINA_AVAILABLE
LaminaHighlight *lamina_highlight_new (LaminaRun            *run,
                                       const guint32        *layers,
                                       guint                 n_layers,
                                       guint32               lead,
                                       const LaminaSliceRef *slice);

/*
 * What to bring out: these slices alone.
 * @slices: the selected slices, in any order
 * @n_slices: how many, at least one
 * @lead: the layer whose connections are shown, or LAMINA_NONE
 */
LAMINA_AVAILABLE
LaminaHighlight *lamina_highlight_new_of_slices (LaminaRun            *run,
                                                 const LaminaSliceRef *slices,
                                                 guint                 n_slices,
                                                 guint32               lead);

/*
 * What to bring out: gaps of devices, hatched, and slices beside them.
 * @gaps: their numbers, see lamina_idle_find_number(), in any order
 * @n_gaps: how many, at least one
 * @slices: the slices, the first one with its arrows; none are drawn of a track LAMINA_NONE
 * @n_slices: how many
 */
LAMINA_AVAILABLE
LaminaHighlight *lamina_highlight_new_of_gaps (LaminaRun            *run,
                                               const guint32        *gaps,
                                               guint                 n_gaps,
                                               const LaminaSliceRef *slices,
                                               guint                 n_slices);

LAMINA_AVAILABLE
void lamina_highlight_free (LaminaHighlight *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaHighlight, lamina_highlight_free)

G_END_DECLS

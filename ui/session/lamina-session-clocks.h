/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-session.h"

G_BEGIN_DECLS

/* Whether any clock of the run has an offset to the axis, by the file or by the user. */
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

/* A sentence that says why it is left unsaid who asked for some of the memory; NULL where all is said that is known. */
const char *lamina_session_get_unsaid_text (LaminaSession *self);

/* Shifts a clock such that two selected layers start at one moment: the first one and the first one of another clock. Of the
 * two clocks that with the higher number is shifted. Nothing happens where that can't be done. */
void lamina_session_align_selected (LaminaSession *self);

gboolean lamina_session_can_align_selected (LaminaSession *self);

G_END_DECLS

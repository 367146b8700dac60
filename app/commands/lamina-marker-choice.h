/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"
#include "lamina-timeline-rulers.h"

G_BEGIN_DECLS

/*
 * Understands --ruler, `START..END` or a single place, and --note, `TIME=TEXT`: both lists end with NULL or are NULL. Returns
 * a GArray of LaminaMarker whose places are counted from the start of the run and whose texts are those of @notes; NULL when
 * one of them can't be understood, which was said.
 */
GArray *  lamina_marker_choice_parse   (char            **rulers,
                                        char            **notes);

/* Moves markers to their places on the axis of a run. FALSE when one lies outside of the run, which was said. */
gboolean  lamina_marker_choice_resolve (GArray           *markers,
                                        LaminaRun        *run);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * What the inspector says, section by section. Each function fills the content of its section anew, and hides the section
 * when there is nothing to say. What a section knows of a session beyond that, and threads that work for it, go with it, or
 * when it is shown without a session.
 */

/* What colors mean: a list to choose it from, which is the setting of the whole program, and a line for each color of the
 * run, whose layers it selects. Follows the session, which may be NULL. */
void lamina_color_section_show (LaminaPaneSection *section,
                                LaminaSession     *session);

/* The findings of run and section, which a thread finds; a click selects the layers that one concerns, or the gaps, of
 * which it shows the longest. Follows the session, which may be NULL. */
void lamina_finding_section_show (LaminaPaneSection *section,
                                  LaminaSession     *session);

/* What became of the records of the files: how many, and each thing that was left out, lost or repaired, with its first
 * place and, where that became a layer or a slice, the way to it. */
void lamina_import_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session);

/* What tensors keep in memory: the peak, when it is reached and what of it are parameters or kept all the time; of a range,
 * what is kept at its ends and the peak in between. The lifetimes are added up by a thread, once for a run and its clocks.
 * The session may be NULL; so may the range, for the whole run. */
void lamina_memory_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session,
                                 const LaminaRange *range);

/* Two layers side by side: their times and work, how they are related, and the attributes that differ. Each may be
 * LAMINA_NONE; hidden while nothing is pinned. */
void lamina_pinned_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session,
                                 guint32            pinned,
                                 guint32            layer);

/* The sum of its time, what it is made of, and where its slices lie. */
void lamina_time_section_show_layer (LaminaPaneSection *section,
                                     LaminaSession     *session,
                                     guint32            layer);

/* The time of a slice that belongs to no layer. */
void lamina_time_section_show_slice (LaminaPaneSection    *section,
                                     LaminaSession        *session,
                                     const LaminaSliceRef *slice);

/* Operations, rates and bytes, and how its rate stands beside the best of the run. */
void lamina_work_section_show (LaminaPaneSection *section,
                               LaminaSession     *session,
                               guint32            layer);

/* A card for each tensor, inputs before outputs. */
void lamina_tensor_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session,
                                 guint32            layer);

/* How what is selected came to its device: the call that launched it, how long until it began, and the work itself. */
void lamina_launch_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session);

/* The modules of the network and the functions that it was called in, the innermost first. @details: attributes that may have
 * frames among them, or NULL. */
void lamina_stack_section_show (LaminaPaneSection    *section,
                                LaminaSession        *session,
                                const LaminaSliceRef *slice,
                                LaminaDetails        *details);

/* What memory a layer asked for, or what is inside it. */
void lamina_allocation_section_show (LaminaPaneSection *section,
                                     LaminaSession     *session,
                                     guint32            layer);

/* The layers that it stands inside of and that stand inside of it, or the operators that its name joins. */
void lamina_part_section_show (LaminaPaneSection *section,
                               LaminaSession     *session,
                               guint32            layer);

/* The attributes of a row of the file, but for the frames of its stack. @details: NULL when they can't be read; @error: why, or
 * NULL. */
void lamina_attribute_section_show (LaminaPaneSection *section,
                                    LaminaDetails     *details,
                                    const GError      *error);

/* Where a row stands in the files. */
void lamina_source_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session,
                                 const LaminaPlace *place);

G_END_DECLS

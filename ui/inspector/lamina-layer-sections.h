/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/*
 * What the inspector says of one layer or slice, section by section. Each function fills the content of its section
 * anew, and hides the section when there is nothing to say.
 */

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

/* The layers that it stands inside of and that stand inside of it, or the operators that its name joins. */
void lamina_part_section_show (LaminaPaneSection *section,
                               LaminaSession     *session,
                               guint32            layer);

/* The attributes of a row of the file. */
void lamina_attribute_section_show (LaminaPaneSection *section,
                                    LaminaSession     *session,
                                    const LaminaPlace *place);

/* Where a row stands in the files. */
void lamina_source_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session,
                                 const LaminaPlace *place);

G_END_DECLS

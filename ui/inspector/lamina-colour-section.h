/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * LaminaColourSection:
 *
 * Fills a section of the inspector with what colours mean in the views of a session: a list to choose it from, which is the
 * setting of the whole program, and a line for each colour of the shown run, whose layers it selects.
 */
typedef struct _LaminaColourSection LaminaColourSection;

/**
 * lamina_colour_section_new:
 * @section: what to fill
 *
 * Returns: (transfer full): what fills it; free it with lamina_colour_section_free()
 */
LaminaColourSection *lamina_colour_section_new (LaminaPaneSection *section);

void lamina_colour_section_free (LaminaColourSection *self);

/**
 * lamina_colour_section_set_session:
 * @self: what fills a section
 * @session: (nullable): whose colours
 */
void lamina_colour_section_set_session (LaminaColourSection *self,
                                        LaminaSession       *session);

G_END_DECLS

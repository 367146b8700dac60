/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * LaminaColorSection:
 *
 * Fills a section of the inspector with what colors mean in the views of a session: a list to choose it from, which is the
 * setting of the whole program, and a line for each color of the shown run, whose layers it selects.
 */
typedef struct _LaminaColorSection LaminaColorSection;

/**
 * lamina_color_section_new:
 * @section: what to fill
 *
 * Returns: (transfer full): what fills it; free it with lamina_color_section_free()
 */
LaminaColorSection *lamina_color_section_new (LaminaPaneSection *section);

void lamina_color_section_free (LaminaColorSection *self);

/**
 * lamina_color_section_set_session:
 * @self: what fills a section
 * @session: (nullable): whose colors
 */
void lamina_color_section_set_session (LaminaColorSection *self,
                                       LaminaSession      *session);

G_END_DECLS

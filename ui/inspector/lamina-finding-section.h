/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * LaminaFindingSection:
 *
 * Fills a section of the inspector with the findings of the run and section that a session shows. They are found by a
 * thread; a click selects the layers that one concerns.
 */
typedef struct _LaminaFindingSection LaminaFindingSection;

/**
 * lamina_finding_section_new:
 * @section: what to fill
 *
 * Returns: (transfer full): what fills it; free it with lamina_finding_section_free()
 */
LaminaFindingSection *lamina_finding_section_new (LaminaPaneSection *section);

void lamina_finding_section_free (LaminaFindingSection *self);

/**
 * lamina_finding_section_set_session:
 * @self: what fills a section
 * @session: (nullable): whose findings
 */
void lamina_finding_section_set_session (LaminaFindingSection *self,
                                         LaminaSession        *session);

G_END_DECLS

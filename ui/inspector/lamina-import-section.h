/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * lamina_import_section_show:
 * @section: a section
 * @session: a session
 *
 * Says what became of the records of the files: how many, and each thing that was left out, lost or repaired, with its
 * first place and, where that became a layer or a slice, the way to it.
 */
void lamina_import_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session);

G_END_DECLS

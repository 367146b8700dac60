/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * lamina_pinned_section_show:
 * @section: a section
 * @session: a session
 * @pinned: a layer that was kept, or %LAMINA_NONE
 * @layer: the selected layer, or %LAMINA_NONE
 *
 * Sets two layers side by side: their times and work, how they are related, and the attributes that differ. Hidden while
 * nothing is kept.
 */
void lamina_pinned_section_show (LaminaPaneSection *section,
                                 LaminaSession     *session,
                                 guint32            pinned,
                                 guint32            layer);

G_END_DECLS

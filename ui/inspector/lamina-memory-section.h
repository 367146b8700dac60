/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-pane-section.h"
#include "lamina-session.h"

G_BEGIN_DECLS

/**
 * LaminaMemorySection:
 *
 * Fills a section of the inspector with what tensors keep in memory: the peak, when it is reached and what of it are
 * parameters or kept all the time; of a range, what is kept at its ends and the peak in between. The lifetimes are
 * added up by a thread, once for a run and its clocks. The section is hidden where no lifetimes are known.
 */
typedef struct _LaminaMemorySection LaminaMemorySection;

/**
 * lamina_memory_section_new:
 * @section: what to fill
 *
 * Returns: (transfer full): what fills it; free it with lamina_memory_section_free()
 */
LaminaMemorySection *lamina_memory_section_new (LaminaPaneSection *section);

void lamina_memory_section_free (LaminaMemorySection *self);

/**
 * lamina_memory_section_show:
 * @self: what fills a section
 * @session: (nullable): whose memory
 * @range: (nullable): a part of the axis, or %NULL for the whole run
 */
void lamina_memory_section_show (LaminaMemorySection *self,
                                 LaminaSession       *session,
                                 const LaminaRange   *range);

G_END_DECLS

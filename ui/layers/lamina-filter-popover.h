/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-terms.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_FILTER_POPOVER (lamina_filter_popover_get_type ())

/**
 * LaminaFilterPopover:
 *
 * Fields for the filter of the layers, for those who do not know its terms by heart: what is entered here stands in the
 * filter as terms, and the other way round.
 */
G_DECLARE_FINAL_TYPE (LaminaFilterPopover, lamina_filter_popover, LAMINA, FILTER_POPOVER, GtkPopover)

GtkWidget *lamina_filter_popover_new (void);

void lamina_filter_popover_set_session (LaminaFilterPopover *self,
                                        LaminaSession       *session);

/**
 * lamina_filter_dup_problem:
 * @term: a term that is not understood
 *
 * Returns: (transfer full): a sentence that says why
 */
char *lamina_filter_dup_problem (const LaminaTerm *term);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-layer-terms.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_FILTER_POPOVER (lamina_filter_popover_get_type ())

/* Fields for the filter of the layers, for those who do not know its terms by heart: what is entered here stands in the
 * filter as terms, and the other way round. */
G_DECLARE_FINAL_TYPE (LaminaFilterPopover, lamina_filter_popover, LAMINA, FILTER_POPOVER, GtkPopover)

GtkWidget *lamina_filter_popover_new (void);

void lamina_filter_popover_set_session (LaminaFilterPopover *self,
                                        LaminaSession       *session);

/* A sentence that says why a term is not understood. */
char *lamina_filter_dup_problem (const LaminaTerm *term);

G_END_DECLS

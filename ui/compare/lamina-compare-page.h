/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-compare-canvas.h"
#include "lamina-compare-table.h"
#include "lamina-compare-types.h"
#include "lamina-session.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_COMPARE_PAGE (lamina_compare_page_get_type ())

/*
 * What differs between the run of a document, or a section of it, and another: of the same document, or of one in another tab.
 * Where the difference comes from, both on one scale, and all pairs of layers. A pair that is chosen is selected in the tabs
 * of both.
 */
G_DECLARE_FINAL_TYPE (LaminaComparePage, lamina_compare_page, LAMINA, COMPARE_PAGE, GtkWidget)

/* Compares with the run and section of another session. */
void lamina_compare_page_set_other (LaminaComparePage *self,
                                    LaminaSession     *session);

/* The same with one that is what was before, A, so that its own session is B, what is now. */
void lamina_compare_page_set_before (LaminaComparePage *self,
                                     LaminaSession     *session);

G_END_DECLS

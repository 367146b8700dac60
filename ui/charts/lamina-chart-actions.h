/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-page.h"

G_BEGIN_DECLS

/**
 * lamina_chart_actions_add:
 * @view: a view
 * @page: its charts
 *
 * Gives a view the actions of its charts: which is shown, steps from one to the next, the table, copies, and files of all.
 */
void lamina_chart_actions_add (LaminaDocumentView *view,
                               LaminaChartPage    *page);

/**
 * lamina_chart_actions_stand_in:
 * @slot: the place of the charts
 *
 * Adds stand-ins for these actions.
 */
void lamina_chart_actions_stand_in (LaminaPageSlot *slot);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-canvas.h"
#include "lamina-chart-store.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_CHART_CARD (lamina_chart_card_get_type ())

/* A chart with its title, what its numbers are, and buttons. Its data comes from a store, which is asked when the card is to
 * be seen. */
G_DECLARE_FINAL_TYPE (LaminaChartCard, lamina_chart_card, LAMINA, CHART_CARD, GtkWidget)

GtkWidget *lamina_chart_card_new (LaminaChartStore *store);

/* What it shows, or NULL for nothing. */
void lamina_chart_card_set_chart (LaminaChartCard   *self,
                                  const LaminaChart *chart);

/* What it shows, or NULL. */
const LaminaChart *lamina_chart_card_get_chart (LaminaChartCard *self);

/* Whether it is the only one: it then offers its table and the way back to the others. */
void lamina_chart_card_set_large (LaminaChartCard *self,
                                  gboolean         large);

/* Shows the data that the store has, or asks for it. */
void lamina_chart_card_load (LaminaChartCard *self);

LaminaChartCanvas *lamina_chart_card_get_canvas (LaminaChartCard *self);

G_END_DECLS

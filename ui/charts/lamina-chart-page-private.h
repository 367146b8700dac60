/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-page.h"
#include "lamina-chart-sidebar.h"
#include "lamina-page.h"
#include "lamina-timing-badge.h"
#include "lamina-width-bin.h"

#include <adwaita.h>

G_BEGIN_DECLS

/*
 * @charts are those that the run has, in their order; @cards stand for them in the grid. A chart that the run has not can
 * be large all the same: it says why there is nothing. @view_name is the view that a picture was made of last.
 */
struct _LaminaChartPage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  LaminaChartStore *store;
  GPtrArray *charts;
  GPtrArray *cards;
  char *chart;
  char *view_name;
  gboolean stale;
  gboolean filling;

  LaminaWidthBin *bin;
  LaminaChartSidebar *sidebar;
  GtkWidget *edge;
  GtkDropDown *chart_choice;
  GtkDropDown *run_choice;
  GtkLabel *title;
  LaminaTimingBadge *badge;
  GtkLabel *summary;
  AdwButtonContent *export_content;
  GtkWidget *limits;
  GtkLabel *limits_text;
  GtkWidget *unlimit;
  GtkStack *stack;
  GtkScrolledWindow *scroller;
  LaminaChartGrid *grid;
  GtkPaned *paned;
  LaminaChartCard *card;
  LaminaChartTable *table;
};

/* lamina-chart-actions.c: what a page of a document does */

void _lamina_chart_page_init_page (LaminaPageInterface *iface);

/* lamina-chart-page-fill.c: which charts the page shows, and their data once they come into sight */

/* Asks for the data of what is to be seen, and of nothing else. */
void _lamina_chart_page_load        (LaminaChartPage *self);

/* The large chart and its table show the same. */
void _lamina_chart_page_load_large  (LaminaChartPage *self);

void _lamina_chart_page_show_head   (LaminaChartPage *self);

void _lamina_chart_page_fill_choice (LaminaChartPage *self);

/* Cards for the charts that the run has; where another run has the same, the cards stay. */
void _lamina_chart_page_fill_charts (LaminaChartPage *self);

G_END_DECLS

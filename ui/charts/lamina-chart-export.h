/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-store.h"
#include "lamina-picture.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_chart_export_ask:
 * @widget: a widget of the window
 * @store: the charts
 *
 * Asks for a folder and writes all charts of the run to a new folder in it.
 */
void lamina_chart_export_ask (GtkWidget        *widget,
                              LaminaChartStore *store);

/**
 * lamina_chart_export_write:
 * @widget: a widget of the window, which hears how it ended
 * @store: the charts
 * @folder: where the new folder is made
 * @format: what the pictures are written as
 * @tables: whether the table of each chart is written beside it
 *
 * Writes all charts of the run in a thread, each to a file of its own in a folder that is new, so that nothing is
 * overwritten. Of what can't be written the user is told.
 */
void lamina_chart_export_write (GtkWidget           *widget,
                                LaminaChartStore    *store,
                                GFile               *folder,
                                LaminaPictureFormat  format,
                                gboolean             tables);

G_END_DECLS

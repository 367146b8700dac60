/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-store.h"
#include "lamina-picture.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Asks for a folder and writes all charts of the run to a new folder in it. */
void lamina_chart_export_ask (GtkWidget        *widget,
                              LaminaChartStore *store);

/* Writes all charts of the run in a thread, each to a file of its own, with its table beside it if wanted, in a folder that
 * is new, so that nothing is overwritten. What has nothing to show is left out. @widget, one of the window, tells the user how it
 * ended. @range: what part of the axis they are about, or NULL for all of the run. */
void lamina_chart_export_write (GtkWidget           *widget,
                                LaminaChartStore    *store,
                                GFile               *folder,
                                LaminaPictureFormat  format,
                                gboolean             tables,
                                const LaminaRange   *range);

G_END_DECLS

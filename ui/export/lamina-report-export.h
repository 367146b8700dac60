/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called in the main thread when a report was written. */
typedef void (*LaminaReportWritten) (GtkWidget *widget,
                                     GFile     *file);

/* Asks for a file and writes a report in a thread. The documents of the options are kept as long as they are needed. What goes
 * wrong is said in a dialog. */
void lamina_report_export_ask (GtkWidget                 *widget,
                               const LaminaReportOptions *options,
                               LaminaReportWritten        written);

/* The same without asking. */
void lamina_report_export_write (GtkWidget                 *widget,
                                 const LaminaReportOptions *options,
                                 GFile                     *file,
                                 LaminaReportWritten        written);

G_END_DECLS

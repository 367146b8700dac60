/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LaminaReportWritten:
 * @widget: the widget that asked
 * @file: what was written
 *
 * Called in the main thread when a report was written.
 */
typedef void (*LaminaReportWritten) (GtkWidget *widget,
                                     GFile     *file);

/**
 * lamina_report_export_ask:
 * @widget: a widget of a window
 * @options: what the report tells of; its documents are kept as long as they are needed
 * @written: what to call then
 *
 * Asks for a file and writes a report in a thread. What goes wrong is said in a dialog.
 */
void lamina_report_export_ask (GtkWidget                 *widget,
                               const LaminaReportOptions *options,
                               LaminaReportWritten        written);

/**
 * lamina_report_export_write:
 * @widget: a widget of a window
 * @options: what the report tells of
 * @file: where to
 * @written: what to call then
 *
 * The same without asking.
 */
void lamina_report_export_write (GtkWidget                 *widget,
                                 const LaminaReportOptions *options,
                                 GFile                     *file,
                                 LaminaReportWritten        written);

G_END_DECLS

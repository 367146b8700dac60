/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * lamina_compare_export_ask:
 * @widget: who wants it
 * @comparison: a comparison
 * @view: `comparison`, `waterfall` or `ties`
 *
 * Asks for a file and writes a picture in colours for print; the suffix chooses SVG, PNG or PDF. What goes wrong is
 * said in a dialog.
 */
void lamina_compare_export_ask (GtkWidget        *widget,
                                LaminaComparison *comparison,
                                const char       *view);

/**
 * lamina_compare_export_write:
 * @widget: who wants it
 * @comparison: a comparison
 * @view: `comparison`, `waterfall` or `ties`
 * @file: where to
 *
 * The same without asking.
 */
void lamina_compare_export_write (GtkWidget        *widget,
                                  LaminaComparison *comparison,
                                  const char       *view,
                                  GFile            *file);

G_END_DECLS

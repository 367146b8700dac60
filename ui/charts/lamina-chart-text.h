/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/* Charts in words: tooltips, what is read aloud, and tables to paste. */

/**
 * lamina_chart_text_dup_tooltip:
 * @data: a chart
 * @row: a row
 * @n: how many rows from there on are shown as one
 *
 * Returns: (transfer full): markup with the name of a row, or of several rows in one, and all of its values with every digit
 */
char *lamina_chart_text_dup_tooltip (LaminaChartData *data,
                                     guint            row,
                                     guint            n);

/**
 * lamina_chart_text_dup_row:
 * @data: a chart
 * @row: a row
 *
 * Returns: (transfer full): a row as a sentence: `conv2d: Duration 22.9 ms, Share 69.8 %`
 */
char *lamina_chart_text_dup_row (LaminaChartData *data,
                                 guint            row);

/**
 * lamina_chart_text_dup_markdown:
 * @data: a chart
 *
 * Returns: (transfer full): its title and its table, as people read them
 */
char *lamina_chart_text_dup_markdown (LaminaChartData *data);

G_END_DECLS

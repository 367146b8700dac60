/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart.h"

G_BEGIN_DECLS

/* Charts in words: tooltips, what is read aloud, and tables to paste. */

/* Markup with the name of a row, or of @n rows from there on in one, and all values with every digit. */
char *lamina_chart_text_dup_tooltip (LaminaChartData *data,
                                     guint            row,
                                     guint            n);

/* A row as a sentence: `conv2d: Duration 22.9 ms, Share 69.8 %`. */
char *lamina_chart_text_dup_row (LaminaChartData *data,
                                 guint            row);

/* Its title and its table, as people read them. */
char *lamina_chart_text_dup_markdown (LaminaChartData *data);

G_END_DECLS

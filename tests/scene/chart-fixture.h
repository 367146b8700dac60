/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "../analysis/fixture.h"
#include "dump-document.h"
#include "lamina-chart-layout.h"

/* A small network under construction, of eight layers unless a test adds others, and metrics of 6 pixels a letter. */
typedef struct
{
  Fixture fixture;
  LaminaMetrics *metrics;
} Charts;

/* With @data other than NULL without layers. */
void             charts_setup     (Charts          *self,
                                   gconstpointer    data);

void             charts_teardown  (Charts          *self,
                                   gconstpointer    data);

/* Adds @n layers of few types and many shapes. */
void             charts_add_many  (Charts          *self,
                                   guint            n);

/* A sample that comes with the program. */
LaminaDocument  *load_sample      (const char      *name);

LaminaChartData *create_data      (LaminaDocument  *document,
                                   guint            run,
                                   const char      *id);

/* The column that programs call @key, or LAMINA_NONE. */
guint            find_key         (LaminaChartData *data,
                                   const char      *key);

/* What all rows of a column add up to. */
gint64           sum_column       (LaminaChartData *data,
                                   guint            column);

/* The parts of each row add up to it. */
void             assert_parts     (LaminaChartData *data);

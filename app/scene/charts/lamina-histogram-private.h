/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-plot.h"
#include "lamina-scale.h"

G_BEGIN_DECLS

/* The room above the columns, for the words at lines, and the height of the number above a column. */
#define LAMINA_HISTOGRAM_HEAD 18
#define LAMINA_HISTOGRAM_NUMBER 16

/* The number above a column: where it stands, if it is shown. */
typedef struct
{
  double left;
  double right;
  int top;
  gboolean is_shown;
} LaminaHistogramNumber;

typedef struct
{
  guint from;
  guint to;
  guint value;
  double low;
  double high;
  int left;
  int width;
  int top;
  int bottom;

  /* Whether all took the same: a column of no range. */
  gboolean is_single;

  /* One for each row. */
  LaminaHistogramNumber *numbers;
} LaminaHistogram;

/* The edge of a range; the end of the last one is the right edge, wherever it lies. */
int lamina_histogram_get_x (const LaminaHistogram *self,
                            double                 number);

/* From which pixel to which a row reaches. */
void lamina_histogram_get_place (const LaminaPlot      *plot,
                                 const LaminaHistogram *self,
                                 guint                  row,
                                 int                   *left,
                                 int                   *right);

/* Whether the last range holds all that is longer: its end is no edge on this axis. */
gboolean lamina_histogram_is_open (const LaminaPlot      *plot,
                                   const LaminaHistogram *self);

/* At edges of the ranges, as many as have room; that of a range that is open is always told. */
void lamina_histogram_add_axis (const LaminaPlot      *plot,
                                const LaminaHistogram *self);

/* The lines at median and p95, with their words. */
void lamina_histogram_add_marks (const LaminaPlot      *plot,
                                 const LaminaHistogram *self);

G_END_DECLS

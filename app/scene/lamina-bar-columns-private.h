/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-layout-private.h"

G_BEGIN_DECLS

#define LAMINA_BAR_PARTS 12

/* How wide the line is that stands for another number than the value. */
#define LAMINA_BAR_TICK 2

/* What bars are made of: columns of the table, LAMINA_NONE for those that it does not have, and where they stand. */
typedef struct
{
  guint value;
  guint share;
  guint wait;
  guint heading;
  guint outside;
  guint tick;

  /* The parts of bars, in the order in which they stand, and how each is filled. */
  guint parts[LAMINA_BAR_PARTS];
  LaminaFill fills[LAMINA_BAR_PARTS];
  guint n_parts;

  char *prefix;
  int row;
  int name_width;
  int bar_x;
  int bar_width;
  int value_right;
  int right;

  /* What a bar that has all the room stands for; longer ones are cut short. */
  double largest;
} LaminaBarColumns;

/* Finds the columns in a table. Parts that no row has are left out. */
G_GNUC_INTERNAL
void lamina_bar_columns_find (LaminaBarColumns *self,
                              LaminaChartData  *data);

/* The height of the legend; 0 without parts. */
G_GNUC_INTERNAL
int lamina_bar_columns_get_legend_height (const LaminaBarColumns *self,
                                          const LaminaPlot       *plot);

/* About the same, where no fonts are known. */
G_GNUC_INTERNAL
int lamina_bar_columns_guess_legend_height (const LaminaBarColumns *self,
                                            LaminaChartData        *data,
                                            int                     width);

/* Says what the parts are: above the bars where that fits there, else from the left edge on. */
G_GNUC_INTERNAL
void lamina_bar_columns_add_legend (const LaminaBarColumns *self,
                                    const LaminaPlot       *plot);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-plot.h"

G_BEGIN_DECLS

#define LAMINA_BAR_PARTS 12

/* How wide the line is that stands for another number than the value. */
#define LAMINA_BAR_TICK 2

/* The height of a heading, and the distance between bars. */
#define LAMINA_BAR_HEADING 30
#define LAMINA_BAR_GAP 6

/* The height of a row with shapes below the words, and of such a line. */
#define LAMINA_BAR_WRAPPED_ROW 32
#define LAMINA_BAR_WRAPPED_LINE 14

/* A line of the picture: one row of the table, or the last ones together. */
typedef struct
{
  guint first;
  guint n;
} LaminaBarLine;

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
  /* Shapes stand below the words before them, where both side by side have no room. */
  gboolean wraps;
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
void lamina_bar_columns_find (LaminaBarColumns *self,
                              LaminaChartData  *data);

/* The height of the legend; 0 without parts. */
int lamina_bar_columns_get_legend_height (const LaminaBarColumns *self,
                                          const LaminaPlot       *plot);

/* About the same, where no fonts are known. */
int lamina_bar_columns_guess_legend_height (const LaminaBarColumns *self,
                                            LaminaChartData        *data,
                                            int                     width);

/* Says what the parts are: above the bars where that fits there, else from the left edge on. */
void lamina_bar_columns_add_legend (const LaminaBarColumns *self,
                                    const LaminaPlot       *plot);

/* lamina-bar-lines.c */

gboolean lamina_bar_begins_heading (LaminaChartData *data,
                                    guint            heading,
                                    guint            row);

/* LaminaBarLine: the rows that fit one by one under each heading; the others become one. Rows are lower where all fit then. */
GArray *lamina_bar_lines_list (const LaminaPlot       *self,
                               const LaminaBarColumns *columns);

/* Rows grow where there is room to spare. */
int lamina_bar_lines_get_row_height (const LaminaPlot       *self,
                                     const LaminaBarColumns *columns,
                                     GArray                 *lines);

/* The number of a row, or what the numbers of several add up to; NaN without any. */
double lamina_bar_line_get_sum (const LaminaPlot    *self,
                                const LaminaBarLine *line,
                                guint                column);

char *lamina_bar_line_dup_figure (const LaminaPlot    *self,
                                  const LaminaBarLine *line,
                                  guint                column);

char *lamina_bar_line_dup_name (const LaminaPlot    *self,
                                const LaminaBarLine *line,
                                const char          *prefix);

/* lamina-bar-place.c */

/*
 * Divides the width between names, bars, values and shares, and finds what a bar that has all the room stands for. FALSE
 * when names with shapes lack room.
 */
gboolean lamina_bar_columns_place (const LaminaPlot *self,
                                   GArray           *lines,
                                   LaminaBarColumns *columns);

/* Whether the shapes of any of @n rows will hardly stand beside its words, where no fonts are known. */
gboolean lamina_bar_columns_guess_wraps (LaminaChartData *data,
                                         guint            n,
                                         int              width);

/* How many pixels a number is long. */
int lamina_bar_columns_scale (const LaminaBarColumns *columns,
                              double                  value);

/* lamina-bar-parts.c */

/* Where the bar would end if it were another number, from the left edge; -1 where there is none. */
int lamina_bar_line_get_tick (const LaminaPlot       *self,
                              const LaminaBarColumns *columns,
                              const LaminaBarLine    *line);

/* The boxes of a row or what stands in them: plates come behind all boxes, for boxes of one fill are drawn together. */
void lamina_bar_line_add_parts (const LaminaPlot       *self,
                                const LaminaBarColumns *columns,
                                const LaminaBarLine    *line,
                                int                     y,
                                gboolean                words);

G_END_DECLS

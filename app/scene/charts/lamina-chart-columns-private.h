/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-plot.h"
#include "lamina-scale.h"

G_BEGIN_DECLS

#define LAMINA_COLUMNS_PANELS 4
#define LAMINA_COLUMNS_CLASSES 4
#define LAMINA_COLUMNS_PARTS 6
#define LAMINA_COLUMNS_LEGEND 22
#define LAMINA_COLUMNS_GAP 18
#define LAMINA_COLUMNS_TITLE 18

/* What stands in one column of the picture: rows that stand behind each other, the one that is drawn, and its number. */
typedef struct
{
  guint first;
  guint n;
  guint tallest;
  double number;
  gboolean is_labeled;
} LaminaColumn;

/*
 * A chart of columns while it is laid out: a column for each row or for neighbors, in one panel for each value. Columns
 * fill the width; @right is where it ends, before the words at its lines if they stand beside it.
 */
typedef struct
{
  const LaminaPlot *plot;
  guint values[LAMINA_COLUMNS_PANELS];
  double largest[LAMINA_COLUMNS_PANELS];
  guint n_panels;
  guint parts[LAMINA_COLUMNS_PARTS];
  guint n_parts;
  guint class_column;
  const LaminaChartClass *classes;
  guint n_classes;
  gboolean has_others;

  /* Whether every column has its name below and its number in it. */
  gboolean is_named;

  /* Whether columns are of several families. */
  gboolean has_kinds;

  /* Whether the words at lines stand at the right of the plot. */
  gboolean has_margin;
  int left;
  int right;
  int top;
  int panel_height;
  guint n_columns;
  guint n_rows;
  char *prefix;
} LaminaColumns;

/* The part of the width that belongs to a column; column @self->n_columns begins where the last one ends. */
static inline int
lamina_columns_get_x (const LaminaColumns *self,
                      guint                column)
{
  return self->left + (int) ((gint64) column * (self->right - self->left) / self->n_columns);
}

/* The column itself: narrower than its part where there are few. */
void lamina_columns_get_place (const LaminaColumns *self,
                               guint                column,
                               int                 *x,
                               int                 *width);

/* Whether a number lies above the plot; and where a number ends in the plot. */
gboolean lamina_columns_is_above (const LaminaScale *scale,
                                  double             number);

double lamina_columns_get_y (const LaminaScale *scale,
                             double             number);

/* Lines. */
double lamina_columns_get_margin (const LaminaColumns *self);

/* The bands around averages, to be added before the columns, which they would make gray. */
void lamina_columns_add_bands (const LaminaColumns *self,
                               const LaminaScale   *scale,
                               guint                value);

void lamina_columns_add_lines (const LaminaColumns *self,
                               const LaminaScale   *scale,
                               guint                value);

/* Names of the tallest columns, where they do not run into each other. */
void lamina_columns_add_labels (const LaminaColumns *self,
                                const LaminaScale   *scale,
                                guint                value,
                                LaminaColumn        *columns);

/* Whether numbers stand in the columns, which lines on them would hide. */
gboolean lamina_columns_has_numbers_inside (const LaminaColumns *self);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-plot.h"
#include "lamina-scale.h"

G_BEGIN_DECLS

/* The room above the plot, for the title of its axis. */
#define LAMINA_SCATTER_TOP 20

typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} LaminaRectangle;

/* One or more rows that stand at one place. */
typedef struct
{
  guint row;
  guint n;
  double value;
  double x;
  double y;
  double radius;
} LaminaScatterDot;

typedef struct
{
  guint x_column;
  guint y_column;
  guint value;
  guint share;
  char *prefix;
  LaminaScale x;
  LaminaScale y;
  LaminaRectangle area;
  GArray *dots;

  /* What labels may not cover. */
  GArray *taken;

  /* The labels among that, which leaders may not cross. */
  GArray *labels;
} LaminaScatter;

/* The dots of the rows, the largest first; where there are many, those that stand close together are one. */
void lamina_scatter_find_dots (const LaminaPlot *self,
                               LaminaScatter    *scatter);

void lamina_scatter_add_dots (const LaminaPlot *self,
                              LaminaScatter    *scatter);

/* Says that no label may stand here. */
void lamina_scatter_take (LaminaScatter *scatter,
                          double         left,
                          double         top,
                          double         right,
                          double         bottom);

/* The same for a label, which lines may not cross either. */
void lamina_scatter_take_label (LaminaScatter         *scatter,
                                const LaminaRectangle *place);

gboolean lamina_scatter_is_free (const LaminaScatter   *scatter,
                                 const LaminaRectangle *wanted);

/* Whether no label is there; dots and lines may be. */
gboolean lamina_scatter_has_no_label (const LaminaScatter   *scatter,
                                      const LaminaRectangle *wanted);

void lamina_scatter_add_roofs (const LaminaPlot *self,
                               LaminaScatter    *scatter);

/* Once the dots are there, so that labels do not cover them. */
void lamina_scatter_add_roof_labels (const LaminaPlot *self,
                                     LaminaScatter    *scatter);

/* Names the dots with most time, then the first of each family that has none yet. */
void lamina_scatter_add_labels (const LaminaPlot *self,
                                LaminaScatter    *scatter);

G_END_DECLS

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
  const LaminaPlot *plot;
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

/* Says that no label may stand here. */
void lamina_scatter_take (LaminaScatter *self,
                          double         left,
                          double         top,
                          double         right,
                          double         bottom);

void lamina_scatter_add_roofs (LaminaScatter *self);

/* Once the dots are there, so that labels do not cover them. */
void lamina_scatter_add_roof_labels (LaminaScatter *self);

/* Names the dots with most time, then the first of each family that has none yet. */
void lamina_scatter_add_labels (LaminaScatter *self);

G_END_DECLS

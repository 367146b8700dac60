/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-plot.h"

G_BEGIN_DECLS

/*
 * A legend above a plot: signs, each with what it means, in as many lines as they take.
 *
 * @title: what it means
 * @fill: of its sign
 * @line: how thick its sign is, an upright line; 0 for a box
 */
typedef struct
{
  const char *title;
  LaminaFill fill;
  int line;
} LaminaLegendEntry;

/* About the height of a legend, where no fonts are known. */
int lamina_legend_guess_height (const LaminaLegendEntry *entries,
                                guint                    n,
                                int                      width);

/* Begins at @x where all of it fits there, else at the left edge of the plot. Adds nothing unless asked to. Returns the height. */
int lamina_legend_place (const LaminaPlot        *plot,
                         const LaminaLegendEntry *entries,
                         guint                    n,
                         int                      x,
                         gboolean                 draw);

G_END_DECLS

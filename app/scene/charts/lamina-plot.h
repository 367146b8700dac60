/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-chart-layout.h"
#include "lamina-metrics.h"
#include "lamina-scale.h"
#include "lamina-scene.h"

G_BEGIN_DECLS

#define LAMINA_CHART_ROW 22
#define LAMINA_CHART_GAP 9
#define LAMINA_CHART_AXIS 20

/* The colored square of an entry in a legend, and the room between it and its words. */
#define LAMINA_CHART_SWATCH 10
#define LAMINA_CHART_SWATCH_GAP 6

/* A chart while it is laid out: its place in the scene, which may hold more than the chart. */
typedef struct
{
  LaminaChartData *data;
  LaminaScene *scene;
  LaminaMetrics *metrics;
  int x;
  int y;
  int width;
  int height;
} LaminaPlot;

/* Adds the groups of a chart. */
void lamina_plot_add (const LaminaPlot *self);

/* The forms. */
void lamina_plot_add_bars (const LaminaPlot *self);

void lamina_plot_add_ranking (const LaminaPlot *self);

void lamina_plot_add_columns (const LaminaPlot *self);

void lamina_plot_add_scatter (const LaminaPlot *self);

void lamina_plot_add_histogram (const LaminaPlot *plot);

void lamina_plot_add_matrix (const LaminaPlot *plot);

/* The height of a matrix with @n rows. */
int lamina_matrix_get_height (guint n);

/* What stands for rows. */
static inline LaminaTarget
lamina_plot_target (guint first,
                    guint n)
{
  return (LaminaTarget) { .kind = LAMINA_TARGET_ROWS, .first = first, .n = n };
}

/*
 * How a part of a bar or column is filled where it may stand beside others: a pattern for each cause of idling, and for
 * copies and communication among computing, so that they are told apart without colors.
 */
LaminaPattern lamina_plot_get_pattern (const LaminaChartColumn *column);

/* What a cell of the table says. */
char *lamina_plot_dup_figure (const LaminaPlot *self,
                              guint             row,
                              guint             column);

/* The width of the widest number at a tick. */
double lamina_plot_get_tick_width (const LaminaPlot  *self,
                                   const LaminaScale *scale);

/* Lines at the ticks of an upright axis, the first of them in another ink, with their numbers at the left. */
void lamina_plot_add_levels (const LaminaPlot  *self,
                             const LaminaScale *scale,
                             int                left,
                             int                width,
                             LaminaInk          base);

/* One entry of a legend. Returns where its words end. */
double lamina_plot_add_entry (const LaminaPlot *self,
                              LaminaFill        fill,
                              const char       *title,
                              double            x,
                              double            middle);

/* Whether any row has something of a part: what none has needs no color. */
gboolean lamina_plot_has_part (LaminaChartData *data,
                               guint            column);

/* The beginning that the short names of most layers of the run share, which says nothing; NULL when there is none. */
char *lamina_plot_dup_prefix (const LaminaPlot *self);

/* The short name of a row, without that prefix. */
char *lamina_plot_dup_label (const LaminaPlot *self,
                             guint             row,
                             const char       *prefix);

/* The same of the first @n rows; behind layers of one name stands what tells them apart. */
char **lamina_plot_dup_labels (const LaminaPlot *self,
                               guint             n,
                               const char       *prefix);

/* Where the shapes begin in `Convolution 1×64×56×56`, at the space before them; NULL without both. */
const char *lamina_plot_find_shapes (const char *text);

/* A text without its middle where it is wider than @width; of shapes the last ones give way, of a path the first part. */
char *lamina_plot_dup_shortened (const LaminaPlot *self,
                                 LaminaFont        font,
                                 const char       *text,
                                 double            width);

/* What a dot reaches and costs: `144 GFLOP/s, 29.4 % of the time`. */
char *lamina_plot_dup_dot_figures (const char *rate,
                                   const char *share);

/* The name of a dot that stands for others, too. */
char *lamina_plot_dup_with_others (const char *name,
                                   guint       n_others);

/* The height of a chart of bars with its first @n rows, about @width pixels wide. */
int lamina_bars_get_height (LaminaChartData *data,
                            guint            n,
                            int              width);

/* The height below which bars do not fit any more: two rows under each heading. */
int lamina_bars_get_least_height (LaminaChartData *data,
                                  int              width);

G_END_DECLS

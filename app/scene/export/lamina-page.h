/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-axis.h"
#include "lamina-chart.h"
#include "lamina-coloring.h"
#include "lamina-comparison.h"
#include "lamina-device-use.h"
#include "lamina-flame-tree.h"
#include "lamina-picture.h"
#include "lamina-live-set.h"
#include "lamina-range-totals.h"
#include "lamina-scene.h"

G_BEGIN_DECLS

/* The margin of a picture, at all four edges. */
#define LAMINA_PAGE_MARGIN 16

/* A picture while it is laid out, from top to bottom: @y is how far it has come. */
typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  const LaminaPictureOptions *options;
  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaIdle *idle;
  LaminaLiveSet *live; /* of a timeline with the memory of tensors on it, else NULL */
  LaminaColoring *coloring;
  int y;

  /* Whether the legend has to show the textures of boxes, and the shapes of dots. */
  gboolean has_textures;
  gboolean has_dots;

  /* Whether nothing shows what waits, which the legend then leaves out. */
  gboolean has_no_waits;

  /* Whether gaps of devices are hatched, which the legend then tells. */
  gboolean has_gaps;

  /* The families of work that charts show, one bit each, whether or not they take time. */
  guint32 seen_families;

  /* The layers that legend and totals count, freed with the page; NULL for all of the run. */
  guint32 *layers;
  guint n_layers;

  /* What lies in the range that is shown, whose part of each layer counts, and what devices do in it, freed with the page; NULL
   * for all of the run. */
  LaminaRangeTotals *range;
  LaminaDeviceUse *use;
} LaminaPage;

/*
 * A comparison as a picture for a paper. Of #LaminaPictureOptions it heeds view, width, height, scale, on_paper, theme, palette,
 * title, caption and source. The views are `comparison` for both of the others, `waterfall` and `ties`. NULL with an error when
 * there is no such view, when the size is out of bounds, or when there are no times.
 */
LaminaScene *lamina_comparison_picture_layout (LaminaComparison            *comparison,
                                               const LaminaPictureOptions  *options,
                                               LaminaMetrics               *metrics,
                                               GError                     **error);

/* The title that was asked for, or `A → B`. */
char *lamina_comparison_picture_dup_title (LaminaComparison           *comparison,
                                           const LaminaPictureOptions *options);

/* The width between the margins. */
int lamina_page_get_room (LaminaPage *self);

/* Breaks a text at its spaces into lines that fit; what is left over goes into the last one. */
GPtrArray *lamina_page_wrap (LaminaPage *self,
                             LaminaFont  font,
                             int         width,
                             const char *text);

/* Adds a group with title and caption, each on as many lines as it needs. */
void lamina_page_add_title (LaminaPage *self,
                            const char *title,
                            const char *caption);

/* Adds a group with what the colors mean, each with its sum. */
void lamina_page_add_legend (LaminaPage *self);

int lamina_page_get_legend_height (LaminaPage *self);

/* How high the legend and the source line will be, with @note before what the latter says. */
int lamina_page_get_foot_height (LaminaPage *self,
                                 const char *note);

/* Adds a group with the totals of the run and the name of the file; @note is said before them. */
void lamina_page_add_source (LaminaPage *self,
                             const char *note);

/* The title of a document: tool, layers, devices. */
char *lamina_page_dup_title (LaminaPage *self);

/* Whether the picture shows all runs of the document, not the one that is chosen alone. */
gboolean lamina_page_is_of_all_runs (LaminaPage *self);

/* How the positions of a run came about, in a sentence. */
const char *lamina_page_get_basis (LaminaRun *run);

/* The same, and which clocks were shifted. */
char *lamina_page_dup_timing (LaminaPage *self);

/* The views: what stands between title and legend. FALSE when there is nothing to show. */
gboolean lamina_page_add_timeline (LaminaPage  *self,
                                   GError     **error);

/* The chart that the name of the view ends with. */
gboolean lamina_page_add_chart (LaminaPage  *self,
                                GError     **error);

/* All charts that have something to show, side by side and below each other. */
gboolean lamina_page_add_charts (LaminaPage  *self,
                                 GError     **error);

gboolean lamina_page_add_flame (LaminaPage  *self,
                                GError     **error);

gboolean lamina_page_add_sandwich (LaminaPage  *self,
                                   GError     **error);

/* What is kept when. */
gboolean lamina_page_add_tensors (LaminaPage  *self,
                                  GError     **error);

/* The same, and at which addresses it lies at a moment. */
gboolean lamina_page_add_memory (LaminaPage  *self,
                                 GError     **error);

G_END_DECLS

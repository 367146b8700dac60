/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-comparison.h"
#include "lamina-flame-tree.h"
#include "lamina-tensor-groups.h"
#include "lamina-timeline-rulers.h"

G_BEGIN_DECLS

/* What a picture is written as. */
typedef enum
{
  LAMINA_PICTURE_SVG, /* real text, one group for each track */
  LAMINA_PICTURE_PNG,
  LAMINA_PICTURE_PDF, /* one page of the size that is printed */
  LAMINA_N_PICTURE_FORMATS,
} LaminaPictureFormat;

/* Pixels of a layout for each millimetre of paper: 900 pixels are 180 mm, and the letters of names 7 points high. */
#define LAMINA_PICTURE_PER_MM 5

/* What the names of views of charts begin with; the id of the chart follows. */
#define LAMINA_PICTURE_CHART "chart:"

/* What picture to make of a document. A PDF is as large as it is printed: see LAMINA_PICTURE_PER_MM. */
typedef struct
{
  const char *view; /* name of a view, see lamina_picture_list_views() */
  guint run;
  gint64 start; /* left edge on the axis relative to the start of the run, or LAMINA_ABSENT for the whole run */
  gint64 end; /* right edge likewise */
  /* the tracks that a timeline shows, in their order; NULL for all of the run in the order of the document. Owned by the caller */
  const guint32 *tracks;
  guint n_tracks;
  gboolean keeps_tracks; /* whether those were picked one by one: they are shown though nothing changes on them */
  /* how the reader has arranged the tracks of the run: of those that are collapsed a timeline shows the outermost lane, of those
   * that are split the families, and the rates that are not hidden. NULL for all lanes and no rates. Owned by the caller */
  LaminaArrangement *arrangement;
  GArray *markers; /* what stands on a timeline: notes, rulers, a range. Owned by the caller; or NULL */
  gboolean marks; /* whether a timeline shows the marks of the file: those that belong to no track in a row of their own */
  int width; /* in pixels of the layout */
  /* in pixels of the layout; 0 for as high as the content needs, a timeline at most as high as fits a page of A4 beside a caption:
   * 240 mm where it is 180 mm wide */
  int height;
  double scale; /* pixels of the file for each pixel of the layout: PNG only */
  gboolean on_paper; /* whether the size is meant in millimetres; an SVG then says so */
  LaminaTheme theme;
  LaminaColors palette;
  LaminaColorBy color_by; /* what colors mean in a timeline, a flame graph and a sandwich */
  const char *title; /* NULL for one made from the document; the empty string for none */
  const char *caption; /* a line below the title, or NULL for the timing basis; the empty string for none */
  gboolean legend; /* whether it says what the colors mean */
  gboolean source; /* whether it ends with the totals of the run and the name of its file */
  const LaminaFlameOptions *flame; /* what a flame graph shows, or NULL for what lamina_flame_choose() chooses */
  guint32 flame_root; /* the node of that tree that is as wide as the picture: 0 for all. Only with @flame */
  gint64 moment; /* when, on the axis, addresses are shown, and what is kept in memory; LAMINA_ABSENT for the peak */
  LaminaTensorGrouping grouping; /* what memory over time is divided by, see LaminaChartQuery */
  const char *name; /* the name of a node, whose callers and callees a sandwich shows; NULL for what takes most itself */
  const char *durations_of; /* the name that a chart of one name is about, see LaminaChartQuery; or NULL */
  const char *filter; /* which layers charts show, as written into the filter of the table; NULL for all */
  guint32 section; /* the section that charts are of, or LAMINA_NONE for all */
  guint32 layer; /* the layer whose name a chart of one name is about, or LAMINA_NONE */
  gboolean aligned; /* whether clocks have the offsets that the document suggests */
  LaminaTimebase *timebase; /* the offsets that clocks have in place of those. Owned by the caller; or NULL */
  /* what the views of a comparison show, see lamina_picture_needs_comparison(). Owned by the caller; or NULL */
  LaminaComparison *comparison;
} LaminaPictureOptions;

#define LAMINA_PICTURE_OPTIONS_INIT                                                                               \
  ((LaminaPictureOptions) { .view = "timeline", .start = LAMINA_ABSENT, .end = LAMINA_ABSENT, .width = 900,     \
                            .scale = 2, .theme = LAMINA_THEME_PRINT, .legend = TRUE, .source = TRUE,            \
                            .marks = TRUE, .moment = LAMINA_ABSENT,                                             \
                            .section = LAMINA_NONE, .layer = LAMINA_NONE,                                       \
                            .aligned = TRUE })

/* Copies all texts and arrays, and takes references, for lamina_picture_options_clear() to free. */
LAMINA_AVAILABLE
void lamina_picture_options_copy (const LaminaPictureOptions *self,
                                  LaminaPictureOptions       *copy);

/* Frees what a copy owns and leaves zeroes; takes zeroes, too. */
LAMINA_AVAILABLE
void lamina_picture_options_clear (LaminaPictureOptions *self);

/* A view that can be made into a picture. */
typedef struct
{
  const char *name; /* its name in commands */
  const char *title;
} LaminaPictureView;

/* Whether it shows a comparison rather than a run: those views are the last that lamina_picture_list_views() lists. */
LAMINA_AVAILABLE
gboolean lamina_picture_needs_comparison (const char *view);

/* Whether its colors may mean something other than families, see LaminaPictureOptions. */
LAMINA_AVAILABLE
gboolean lamina_picture_has_coloring (const char *view);

/*
 * The views: `timeline`, `flame`, `sandwich`, `tensors`, `memory`, `charts` for all charts in one picture, and `chart:ID` for each
 * chart of the catalog.
 */
LAMINA_AVAILABLE
const LaminaPictureView *lamina_picture_list_views (guint *n);

/*
 * Lays out a picture with title, timing basis, axis with unit, legend with sums, and source line. NULL with an error when there is
 * no such view or run, the range is empty, or the size is out of bounds.
 */
LAMINA_AVAILABLE
LaminaScene *lamina_picture_layout (LaminaDocument              *document,
                                    const LaminaPictureOptions  *options,
                                    LaminaMetrics               *metrics,
                                    GError                     **error);

/* The title of the picture, made from the document, whose run must exist, unless @options has one. */
char *lamina_picture_dup_title (LaminaDocument             *document,
                                const LaminaPictureOptions *options);

/*
 * Reads a width or a height. Returns FALSE when @text is no length.
 * @text: a length: `180mm`, `12.5 cm`, `900px`, `900`
 * @on_paper: whether it was stated in a unit of paper
 */
LAMINA_AVAILABLE
gboolean lamina_picture_parse_length (const char *text,
                                      int        *pixels,
                                      gboolean   *on_paper);

/* How the names of its files end: `.svg`. */
LAMINA_AVAILABLE
const char *lamina_picture_get_suffix (LaminaPictureFormat format);

/* Its content type: `image/svg+xml`. */
LAMINA_AVAILABLE
const char *lamina_picture_get_content_type (LaminaPictureFormat format);

/* Makes what a file of a picture would hold. The same document and options give the same bytes. */
LAMINA_AVAILABLE
GBytes *lamina_picture_make (LaminaDocument              *document,
                             const LaminaPictureOptions  *options,
                             LaminaPictureFormat          format,
                             GCancellable                *cancellable,
                             GError                     **error);

/*
 * Makes a picture and writes it. A file that is already there is replaced only once the new one is whole.
 * @file: where to; its suffix chooses SVG, PNG or PDF
 */
LAMINA_AVAILABLE
gboolean lamina_picture_save (LaminaDocument              *document,
                              const LaminaPictureOptions  *options,
                              GFile                       *file,
                              GCancellable                *cancellable,
                              GError                     **error);

/* Writes a file. One that is already there is replaced only once the new one is whole, and keeps its
 * permissions; a link to it stays a link. */
LAMINA_AVAILABLE
gboolean lamina_file_replace (GFile         *file,
                              GBytes        *bytes,
                              GCancellable  *cancellable,
                              GError       **error);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-coloring.h"
#include "lamina-comparison.h"
#include "lamina-flame-tree.h"
#include "lamina-timeline-rulers.h"

G_BEGIN_DECLS

/**
 * LaminaPictureFormat:
 * @LAMINA_PICTURE_SVG: real text, one group for each track
 * @LAMINA_PICTURE_PNG: pixels
 * @LAMINA_PICTURE_PDF: one page of the size that is printed
 * @LAMINA_N_PICTURE_FORMATS: how many there are
 *
 * What a picture is written as.
 */
typedef enum
{
  LAMINA_PICTURE_SVG,
  LAMINA_PICTURE_PNG,
  LAMINA_PICTURE_PDF,
  LAMINA_N_PICTURE_FORMATS,
} LaminaPictureFormat;

/**
 * LAMINA_PICTURE_PER_MM:
 *
 * Pixels of a layout for each millimetre of paper: 900 pixels are 180 mm, and the letters of names 7 points high.
 */
#define LAMINA_PICTURE_PER_MM 5

/**
 * LAMINA_PICTURE_CHART:
 *
 * What the names of views of charts begin with; the id of the chart follows.
 */
#define LAMINA_PICTURE_CHART "chart:"

/**
 * LaminaPictureOptions:
 * @view: name of a view, see lamina_picture_list_views()
 * @run: index of a run
 * @start: left edge on the axis relative to the start of the run, or %LAMINA_ABSENT for the whole run
 * @end: right edge likewise
 * @tracks: (nullable) (array length=n_tracks): the tracks that a timeline shows, in their order; %NULL for all of the
 *   run in the order of the document. Owned by the caller
 * @n_tracks: how many
 * @arrangement: (nullable): how the reader has arranged the tracks of the run: of those that are collapsed a timeline
 *   shows the outermost lane, of those that are split the families, and the rates that are not hidden. %NULL for all
 *   lanes and no rates. Owned by the caller
 * @markers: (nullable) (element-type LaminaMarker): what stands on a timeline: notes, rulers, a range. Owned by the caller
 * @marks: whether a timeline shows the marks of the file: those that belong to no track in a row of their own
 * @width: width in pixels of the layout
 * @height: height in pixels of the layout; 0 for as high as the content needs
 * @scale: pixels of the file for each pixel of the layout: PNG only
 * @on_paper: whether the size is meant in millimetres; an SVG then says so
 * @theme: a set of colors
 * @palette: the fills of families
 * @color_by: what colors mean in a timeline, a flame graph and a sandwich
 * @title: (nullable): title, or %NULL for one made from the document; the empty string for none
 * @caption: (nullable): a line below the title, or %NULL for the timing basis; the empty string for none
 * @legend: whether it says what the colors mean
 * @source: whether it ends with the totals of the run and the name of its file
 * @flame: (nullable): what a flame graph shows, or %NULL for what lamina_flame_choose() chooses
 * @flame_root: the node of that tree that is as wide as the picture: 0 for all. Only with @flame
 * @name: (nullable): the name of a node, whose callers and callees a sandwich shows; %NULL for what takes most itself
 * @durations_of: (nullable): the name that a chart of one name is about, see LaminaChartQuery
 * @filter: (nullable): which layers charts show, as written into the filter of the table; %NULL for all
 * @section: the section that charts are of, or %LAMINA_NONE for all
 * @layer: the layer whose name a chart of one name is about, or %LAMINA_NONE
 * @aligned: whether clocks have the offsets that the document suggests
 * @timebase: (nullable): the offsets that clocks have in place of those. Owned by the caller
 * @comparison: (nullable): what the views of a comparison show, see lamina_picture_needs_comparison(). Owned by the caller
 *
 * What picture to make of a document. A PDF is as large as it is printed: see %LAMINA_PICTURE_PER_MM.
 */
typedef struct
{
  const char *view;
  guint run;
  gint64 start;
  gint64 end;
  const guint32 *tracks;
  guint n_tracks;
  LaminaArrangement *arrangement;
  GArray *markers;
  gboolean marks;
  int width;
  int height;
  double scale;
  gboolean on_paper;
  LaminaTheme theme;
  LaminaColors palette;
  LaminaColorBy color_by;
  const char *title;
  const char *caption;
  gboolean legend;
  gboolean source;
  const LaminaFlameOptions *flame;
  guint32 flame_root;
  const char *name;
  const char *durations_of;
  const char *filter;
  guint32 section;
  guint32 layer;
  gboolean aligned;
  LaminaTimebase *timebase;
  LaminaComparison *comparison;
} LaminaPictureOptions;

#define LAMINA_PICTURE_OPTIONS_INIT                                                                               \
  ((LaminaPictureOptions) { .view = "timeline", .start = LAMINA_ABSENT, .end = LAMINA_ABSENT, .width = 900,     \
                            .scale = 2, .theme = LAMINA_THEME_PRINT, .legend = TRUE, .source = TRUE,            \
                            .marks = TRUE,                                                                      \
                            .section = LAMINA_NONE, .layer = LAMINA_NONE,                                       \
                            .aligned = TRUE })

/**
 * lamina_picture_options_copy:
 * @self: what picture
 * @copy: (out caller-allocates): the same with copies of all texts and arrays, and references of its own. Give it to
 *   lamina_picture_options_clear() in the end
 */
LAMINA_AVAILABLE
void lamina_picture_options_copy (const LaminaPictureOptions *self,
                                  LaminaPictureOptions       *copy);

/**
 * lamina_picture_options_clear:
 * @self: a copy, or zeroes
 *
 * Frees what the copy owns and leaves zeroes.
 */
LAMINA_AVAILABLE
void lamina_picture_options_clear (LaminaPictureOptions *self);

/**
 * LaminaPictureView:
 * @name: its name in commands
 * @title: what to call it
 *
 * A view that can be made into a picture.
 */
typedef struct
{
  const char *name;
  const char *title;
} LaminaPictureView;

/**
 * lamina_picture_needs_comparison:
 * @view: the name of a view
 *
 * Returns: whether it shows a comparison rather than a run: those views are the last that lamina_picture_list_views() lists
 */
LAMINA_AVAILABLE
gboolean lamina_picture_needs_comparison (const char *view);

/**
 * lamina_picture_has_coloring:
 * @view: the name of a view
 *
 * Returns: whether its colors may mean something other than families, see #LaminaPictureOptions
 */
LAMINA_AVAILABLE
gboolean lamina_picture_has_coloring (const char *view);

/**
 * lamina_picture_list_views:
 * @n: (out): how many
 *
 * Returns: (array length=n): the views: `timeline`, `flame`, `sandwich`, `tensors`, `charts` for all charts in one picture,
 *   and `chart:ID` for each chart of the catalog
 */
LAMINA_AVAILABLE
const LaminaPictureView *lamina_picture_list_views (guint *n);

/**
 * lamina_picture_layout:
 * @document: a document
 * @options: what picture
 * @metrics: how wide texts are
 * @error: return location for an error: there is no such view or run, the range is empty, the size is out of bounds
 *
 * Lays out a picture with title, timing basis, axis with unit, legend with sums, and source line.
 *
 * Returns: (transfer full): the scene, or %NULL on error
 */
LAMINA_AVAILABLE
LaminaScene *lamina_picture_layout (LaminaDocument              *document,
                                    const LaminaPictureOptions  *options,
                                    LaminaMetrics               *metrics,
                                    GError                     **error);

/**
 * lamina_picture_dup_title:
 * @document: a document
 * @options: what picture; its run must exist
 *
 * Returns: (transfer full): the title of the picture, made from the document unless @options has one
 */
char *lamina_picture_dup_title (LaminaDocument             *document,
                                const LaminaPictureOptions *options);

/**
 * lamina_picture_parse_length:
 * @text: a length: `180mm`, `12.5 cm`, `900px`, `900`
 * @pixels: (out): the length in pixels of the layout
 * @on_paper: (out): whether it was stated in a unit of paper
 *
 * Reads a width or a height.
 *
 * Returns: %FALSE when @text is no length
 */
LAMINA_AVAILABLE
gboolean lamina_picture_parse_length (const char *text,
                                      int        *pixels,
                                      gboolean   *on_paper);

/**
 * lamina_picture_get_suffix:
 * @format: a format
 *
 * Returns: how the names of its files end: `.svg`
 */
LAMINA_AVAILABLE
const char *lamina_picture_get_suffix (LaminaPictureFormat format);

/**
 * lamina_picture_get_content_type:
 * @format: a format
 *
 * Returns: its content type: `image/svg+xml`
 */
LAMINA_AVAILABLE
const char *lamina_picture_get_content_type (LaminaPictureFormat format);

/**
 * lamina_picture_make:
 * @document: a document
 * @options: what picture
 * @format: what it is written as
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Makes a picture. The same document and options give the same bytes.
 *
 * Returns: (transfer full): what a file of it would hold, or %NULL on error
 */
LAMINA_AVAILABLE
GBytes *lamina_picture_make (LaminaDocument              *document,
                             const LaminaPictureOptions  *options,
                             LaminaPictureFormat          format,
                             GCancellable                *cancellable,
                             GError                     **error);

/**
 * lamina_picture_save:
 * @document: a document
 * @options: what picture
 * @file: where to; its suffix chooses SVG, PNG or PDF
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Makes a picture and writes it. A file that is already there is replaced only once the new one is whole.
 *
 * Returns: whether it was written
 */
LAMINA_AVAILABLE
gboolean lamina_picture_save (LaminaDocument              *document,
                              const LaminaPictureOptions  *options,
                              GFile                       *file,
                              GCancellable                *cancellable,
                              GError                     **error);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-timeline.h"

G_BEGIN_DECLS

/**
 * LaminaPictureOptions:
 * @view: name of a view, see lamina_picture_list_views()
 * @run: index of a run
 * @start: left edge on the axis relative to the start of the run, or %LAMINA_ABSENT for the whole run
 * @end: right edge likewise
 * @width: width in pixels
 * @height: height in pixels; 0 for as high as the content needs
 * @scale: pixels of the file for each pixel of the layout: PNG only
 * @theme: a set of colours
 * @title: (nullable): title, or %NULL for one made from the document
 * @caption: (nullable): a line below the title, or %NULL for the timing basis
 * @aligned: whether clocks have the offsets that the document suggests
 *
 * What picture to make of a document. A picture 900 pixels wide is made to be printed 180 mm wide: so large is the page
 * of a PDF.
 */
typedef struct
{
  const char *view;
  guint run;
  gint64 start;
  gint64 end;
  int width;
  int height;
  double scale;
  LaminaTheme theme;
  const char *title;
  const char *caption;
  gboolean aligned;
} LaminaPictureOptions;

#define LAMINA_PICTURE_OPTIONS_INIT                                                                           \
  ((LaminaPictureOptions) { .view = "timeline", .start = LAMINA_ABSENT, .end = LAMINA_ABSENT, .width = 900, \
                            .scale = 2, .theme = LAMINA_THEME_PRINT, .aligned = TRUE })

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
 * lamina_picture_list_views:
 * @n: (out): how many
 *
 * Returns: (array length=n): the views: `timeline`, `layers`, `types`
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
LAMINA_AVAILABLE
char *lamina_picture_dup_title (LaminaDocument             *document,
                                const LaminaPictureOptions *options);

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

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison-layout.h"
#include "lamina-picture.h"

G_BEGIN_DECLS

/*
 * A comparison as a picture for a paper. Of #LaminaPictureOptions it heeds view, width, height, scale, on_paper, theme, palette,
 * title, caption and source. The views are `comparison` for both of the others, `waterfall` and `ties`.
 */

/**
 * lamina_comparison_picture_layout:
 * @comparison: a comparison
 * @options: what picture
 * @metrics: how wide texts are
 * @error: return location for an error: there is no such view, the size is out of bounds, there are no times
 *
 * Returns: (transfer full): the scene, or %NULL on error
 */
LaminaScene *lamina_comparison_picture_layout (LaminaComparison            *comparison,
                                               const LaminaPictureOptions  *options,
                                               LaminaMetrics               *metrics,
                                               GError                     **error);

/**
 * lamina_comparison_picture_make:
 * @comparison: a comparison
 * @options: what picture
 * @format: what it is written as
 * @error: return location for an error
 *
 * Returns: (transfer full): what a file of it would hold, or %NULL on error
 */
GBytes *lamina_comparison_picture_make (LaminaComparison            *comparison,
                                        const LaminaPictureOptions  *options,
                                        LaminaPictureFormat          format,
                                        GError                     **error);

/**
 * lamina_comparison_picture_save:
 * @comparison: a comparison
 * @options: what picture
 * @file: where to; its suffix chooses SVG, PNG or PDF
 * @cancellable: (nullable): stops it
 * @error: return location for an error
 *
 * Returns: whether it was written
 */
LAMINA_AVAILABLE
gboolean lamina_comparison_picture_save (LaminaComparison            *comparison,
                                         const LaminaPictureOptions  *options,
                                         GFile                       *file,
                                         GCancellable                *cancellable,
                                         GError                     **error);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

G_BEGIN_DECLS

/**
 * LaminaMetrics:
 *
 * How wide texts are. Layouts ask it, so that tests can lay out with fixed widths.
 */
typedef struct _LaminaMetrics LaminaMetrics;

/**
 * lamina_metrics_new_fixed:
 * @char_width: width of every character, in pixels, in every font
 *
 * Returns: (transfer full): metrics that do not depend on the fonts of the machine
 */
LAMINA_AVAILABLE
LaminaMetrics *lamina_metrics_new_fixed (double char_width);

/**
 * lamina_metrics_new:
 * @style: whose fonts are measured
 *
 * Returns: (transfer full): metrics of real fonts, for one thread
 */
LAMINA_AVAILABLE
LaminaMetrics *lamina_metrics_new (const LaminaStyle *style);

LAMINA_AVAILABLE
void lamina_metrics_free (LaminaMetrics *self);

/**
 * lamina_metrics_get_width:
 * @self: metrics
 * @font: what the text is set in
 * @text: a text
 *
 * Returns: its width in pixels. Fast for texts that were asked before
 */
LAMINA_AVAILABLE
double lamina_metrics_get_width (LaminaMetrics *self,
                                 LaminaFont     font,
                                 const char    *text);

/* A text that is at most so many pixels wide: its beginning and its end, with an ellipsis between them. */
char *lamina_metrics_dup_fitting (LaminaMetrics *metrics,
                                  LaminaFont     font,
                                  const char    *text,
                                  double         width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaMetrics, lamina_metrics_free)

G_END_DECLS

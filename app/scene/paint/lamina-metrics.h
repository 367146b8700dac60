/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-style.h"

G_BEGIN_DECLS

/* How wide texts are. Layouts ask it, so that tests can lay out with fixed widths. */
typedef struct _LaminaMetrics LaminaMetrics;

/* Metrics that do not depend on the fonts of the machine. */
LaminaMetrics *lamina_metrics_new_fixed (double char_width);

/*
 * Metrics of real fonts, for one thread.
 * @style: whose fonts are measured
 */
LAMINA_AVAILABLE
LaminaMetrics *lamina_metrics_new (const LaminaStyle *style);

LAMINA_AVAILABLE
void lamina_metrics_free (LaminaMetrics *self);

/* The width of a text in pixels. Fast for texts that were asked before. */
LAMINA_AVAILABLE
double lamina_metrics_get_width (LaminaMetrics *self,
                                 LaminaFont     font,
                                 const char    *text);

/* A text that is at most so many pixels wide: its beginning and its end, with an ellipsis between them. */
char *lamina_metrics_dup_fitting (LaminaMetrics *self,
                                  LaminaFont     font,
                                  const char    *text,
                                  double         width);

/* A text of @length characters of which @kept are left, with an ellipsis in place of the others. */
typedef char *(*LaminaCutFunc) (const char *text,
                                glong       length,
                                glong       kept);

/* The same where another function says which characters go first. */
char *lamina_metrics_dup_cut (LaminaMetrics *self,
                              LaminaFont     font,
                              const char    *text,
                              double         width,
                              LaminaCutFunc  cut);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaMetrics, lamina_metrics_free)

G_END_DECLS

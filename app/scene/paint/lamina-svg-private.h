/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-metrics.h"
#include "lamina-style.h"

G_BEGIN_DECLS

/* A writer: @ids holds the ids that are taken; all that are written begin with @prefix. */
typedef struct
{
  LaminaScene *scene;
  const LaminaStyle *style;
  LaminaMetrics *metrics;
  GString *text;
  GHashTable *ids;
  const char *prefix;
} LaminaSvg;

/* What the ids of patterns begin with. */
extern const char *const lamina_svg_pattern_names[LAMINA_N_PATTERNS];

void lamina_svg_append_color (GString           *text,
                              const LaminaColor *color);

/* Appends ` ATTRIBUTE="#rrggbb"`, with the opacity where it is less than 1. */
void lamina_svg_append_paint (LaminaSvg  *self,
                              const char *attribute,
                              LaminaFill  fill);

/* Whether something is drawn with lines on it, which a pattern holds. */
gboolean lamina_svg_has_lines (LaminaSvg  *self,
                               LaminaFill  fill);

/* Appends what stands in a group. */
void lamina_svg_append_marks (LaminaSvg              *self,
                              const LaminaSceneGroup *group);

G_END_DECLS

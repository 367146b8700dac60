/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison-layout.h"

G_BEGIN_DECLS

/* A part of a scene that a comparison is laid out in. */
typedef struct
{
  LaminaComparison *comparison;
  LaminaScene *scene;
  LaminaMetrics *metrics;
  int x;
  int y;
  int width;
  int height;
} LaminaFrame;

void lamina_frame_add_waterfall (const LaminaFrame *self);

void lamina_frame_add_ties (const LaminaFrame *self,
                            gint64             start,
                            gint64             end);

/* One pair of the ties, outlined. */
void lamina_frame_add_pair (const LaminaFrame *self,
                            gint64             start,
                            gint64             end,
                            guint32            pair);

/* Says that there are no times to compare. FALSE when there are. */
gboolean lamina_frame_add_reason (const LaminaFrame *self);

/* "A  resnet18  12.4 ms" */
char *lamina_frame_dup_side (const LaminaFrame *self,
                             gboolean           is_b);

/* How much of the beginning of all names is the same and ends a word; a name is never left empty. */
gsize lamina_names_measure_prefix (const char *const *names,
                                   guint              n);

/* A text without its middle where it is wider than @width. */
char *lamina_frame_dup_shortened (const LaminaFrame *self,
                                  LaminaFont         font,
                                  const char        *text,
                                  double             width);

G_END_DECLS

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison-plot.h"

G_BEGIN_DECLS

#define LAMINA_TIES_HEAD 20
#define LAMINA_TIES_LANE 26
#define LAMINA_TIES_AXIS 20

typedef struct
{
  const LaminaFrame *frame;
  double start;
  double per_px;
  const LaminaComparisonSpan *spans[2]; /* by layer of the run */
  gsize prefix[2];
  int lane_y[2];
} LaminaTies;

/* The pixel of a position. */
static inline double
lamina_ties_place (const LaminaTies *self,
                   gint64            position)
{
  return self->frame->x + ((double) position - self->start) / self->per_px;
}

/* Both sides in a frame; @end may be LAMINA_ABSENT for that of the longer one. */
void lamina_ties_init (LaminaTies        *self,
                       const LaminaFrame *frame,
                       gint64             start,
                       gint64             end);

/* Adds the layers of a side. */
void lamina_ties_add_lane (const LaminaTies *self,
                           guint             side);

/* Adds the scale at the bottom of the frame. */
void lamina_ties_add_axis (const LaminaTies *self);

/* Adds the bands between the lanes of all pairs. */
void lamina_ties_add_bands (const LaminaTies *self);

/* Adds those of one pair; to an open group. */
void lamina_ties_add_pair_bands (const LaminaTies *self,
                                 guint32           pair);

G_END_DECLS

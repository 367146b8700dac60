/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-ties-private.h"

#include <math.h>

#define MOST_BANDS 1500
#define BAND_ALPHA 70
#define WIDE_BAND 6

/* A band between the lanes; neighbors on both sides become one as long as it is narrow. */
typedef struct
{
  LaminaComparisonSpan a;
  LaminaComparisonSpan b;
  LaminaFamily family;
  guint32 pair;
  double largest;
  guint n;
} Band;

static double
get_width (const LaminaTies *self,
           const LaminaComparisonSpan *span)
{
  return (double) (span->end - span->start) / self->per_px;
}

static void
add_band (const LaminaTies *self,
          const Band       *band,
          guint            *n_bands)
{
  double right = self->frame->x + self->frame->width;
  double a1 = lamina_ties_place (self, band->a.start), a2 = lamina_ties_place (self, band->a.end);
  double b1 = lamina_ties_place (self, band->b.start), b2 = lamina_ties_place (self, band->b.end);
  float top = (float) (self->lane_y[0] + LAMINA_TIES_LANE), bottom = (float) self->lane_y[1];
  LaminaSceneArea area = { .fill = LAMINA_FILL_FAMILY (band->family), .n_line = 0,
                           .line = LAMINA_FILL (LAMINA_INK_NONE),
                           .target = { .kind = LAMINA_TARGET_ROWS, .track = 2, .first = band->pair, .n = 1 } };
  LaminaScenePoint points[4];

  /* End to end, hairs beside hairs say nothing; work that stands alone between pauses does. */
  if (band->n == 0 || *n_bands >= MOST_BANDS || (a2 < self->frame->x && b2 < self->frame->x) ||
      (a1 > right && b1 > right) ||
      (a2 - a1 < 0.75 && b2 - b1 < 0.75 && !lamina_comparison_is_measured (self->frame->comparison)))
    return;
  ++*n_bands;
  /* A hair must not vanish, and neighbors stay apart. */
  a2 = fmax (a2 - (a2 - a1 > 4), a1 + 0.75);
  b2 = fmax (b2 - (b2 - b1 > 4), b1 + 0.75);
  points[0] = (LaminaScenePoint) { (float) a1, top };
  points[1] = (LaminaScenePoint) { (float) a2, top };
  points[2] = (LaminaScenePoint) { (float) b2, bottom };
  points[3] = (LaminaScenePoint) { (float) b1, bottom };
  area.fill.alpha = BAND_ALPHA;
  lamina_scene_add_area (self->frame->scene, &area, points, 4);
}

/* Whether nothing, or no more than a pixel, lies between two spans. */
static gboolean
touch (const LaminaTies           *self,
       const LaminaComparisonSpan *before,
       const LaminaComparisonSpan *behind)
{
  double gap = (double) behind->start - (double) before->end;

  return gap == 0 || (gap > 0 && gap < self->per_px);
}

/* Whether a tie continues a band so closely that one picture shows both. */
static gboolean
continues (const LaminaTies *self,
           const Band       *band,
           const Band       *next)
{
  return band->n > 0 && touch (self, &band->a, &next->a) && touch (self, &band->b, &next->b)
         && get_width (self, &band->a) < WIDE_BAND && get_width (self, &band->b) < WIDE_BAND
         && get_width (self, &next->a) < WIDE_BAND && get_width (self, &next->b) < WIDE_BAND;
}

static void
add_tie (const LaminaTies *self,
         Band             *band,
         const Band       *tie,
         guint            *n_bands)
{
  double cost = (double) (tie->a.end - tie->a.start) + (double) (tie->b.end - tie->b.start);

  if (!continues (self, band, tie))
    {
      add_band (self, band, n_bands);
      *band = *tie;
      band->largest = cost;
      band->n = 1;
      return;
    }
  band->a.end = tie->a.end;
  band->b.end = tie->b.end;
  band->n++;
  if (cost > band->largest)
    {
      band->largest = cost;
      band->family = tie->family;
      band->pair = tie->pair;
    }
}

void
lamina_ties_add_bands (const LaminaTies *self)
{
  Band band = { 0 };
  guint n_bands = 0;

  lamina_scene_open_group (self->frame->scene, "ties", self->frame->x, self->lane_y[0] + LAMINA_TIES_LANE,
                           self->frame->width, self->lane_y[1] - self->lane_y[0] - LAMINA_TIES_LANE);
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->frame->comparison); i++)
    {
      LaminaPair pair;
      LaminaFamily family;

      lamina_comparison_get_pair (self->frame->comparison, i, &pair);
      if (pair.n_a == 0 || pair.n_b == 0)
        continue;
      lamina_comparison_get_pair_type (self->frame->comparison, &pair, &family);
      /* Each of several leads to the one. */
      for (guint k = 0; k < MAX (pair.n_a, pair.n_b); k++)
        {
          Band tie = { self->spans[0][pair.layers_a[MIN (k, pair.n_a - 1)]],
                       self->spans[1][pair.layers_b[MIN (k, pair.n_b - 1)]], family, i, 0, 1 };

          if (tie.a.end > tie.a.start || tie.b.end > tie.b.start)
            add_tie (self, &band, &tie, &n_bands);
        }
    }
  add_band (self, &band, &n_bands);
  lamina_scene_close_group (self->frame->scene);
}

void
lamina_ties_add_pair_bands (const LaminaTies *self,
                            guint32           index)
{
  LaminaPair pair;
  LaminaFamily family;
  guint n_bands = 0;

  lamina_comparison_get_pair (self->frame->comparison, index, &pair);
  lamina_comparison_get_pair_type (self->frame->comparison, &pair, &family);
  for (guint k = 0; pair.n_a > 0 && pair.n_b > 0 && k < MAX (pair.n_a, pair.n_b); k++)
    add_band (self, &(Band) { self->spans[0][pair.layers_a[MIN (k, pair.n_a - 1)]],
                              self->spans[1][pair.layers_b[MIN (k, pair.n_b - 1)]], family, index, 0, 1 }, &n_bands);
}

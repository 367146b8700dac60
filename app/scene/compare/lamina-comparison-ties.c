/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-plot.h"

#include "lamina-axis.h"
#include "lamina-gettext.h"

#include <math.h>

#define HEAD 20
#define LANE 26
#define AXIS 20

typedef struct
{
  const LaminaFrame *frame;
  double start;
  double per_px;
  const LaminaComparisonSpan *spans[2]; /* by layer of the run */
  gsize prefix[2];
  int lane_y[2];
} Ties;

/* The pixel of a position. */
static inline double
place (const Ties *self,
       gint64      position)
{
  return self->frame->x + ((double) position - self->start) / self->per_px;
}

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
get_width (const Ties                 *self,
           const LaminaComparisonSpan *span)
{
  return (double) (span->end - span->start) / self->per_px;
}

static void
add_band (const Ties *self,
          const Band *band,
          guint      *n_bands)
{
  double right = self->frame->x + self->frame->width;
  double a1 = place (self, band->a.start), a2 = place (self, band->a.end);
  double b1 = place (self, band->b.start), b2 = place (self, band->b.end);
  float top = (float) (self->lane_y[0] + LANE), bottom = (float) self->lane_y[1];
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
touch (const Ties                 *self,
       const LaminaComparisonSpan *before,
       const LaminaComparisonSpan *behind)
{
  double gap = (double) behind->start - (double) before->end;

  return gap == 0 || (gap > 0 && gap < self->per_px);
}

/* Whether a tie continues a band so closely that one picture shows both. */
static gboolean
continues (const Ties *self,
           const Band *band,
           const Band *next)
{
  return band->n > 0 && touch (self, &band->a, &next->a) && touch (self, &band->b, &next->b)
         && get_width (self, &band->a) < WIDE_BAND && get_width (self, &band->b) < WIDE_BAND
         && get_width (self, &next->a) < WIDE_BAND && get_width (self, &next->b) < WIDE_BAND;
}

static void
add_tie (const Ties *self,
         Band       *band,
         const Band *tie,
         guint      *n_bands)
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

/* Adds the bands between the lanes of all pairs. */
static void
add_bands (const Ties *self)
{
  Band band = { 0 };
  guint n_bands = 0;

  lamina_scene_open_group (self->frame->scene, "ties", self->frame->x, self->lane_y[0] + LANE,
                           self->frame->width, self->lane_y[1] - self->lane_y[0] - LANE);
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

/* On one scale little is seen of a side that is far shorter than the other: below both it is shown once more, as wide. */

#define LEAST_FACTOR 2.5
#define GAP 12
#define HEIGHT (GAP + HEAD + LANE + 4 + AXIS)

/* How many times longer the other side is than the short one. */
static double
find_short (LaminaComparison *comparison,
            guint            *side)
{
  gint64 a = lamina_comparison_get_length (comparison, FALSE), b = lamina_comparison_get_length (comparison, TRUE);

  *side = b < a ? 1 : 0;
  return MIN (a, b) > 0 ? (double) MAX (a, b) / (double) MIN (a, b) : 1;
}

int
lamina_ties_get_height (LaminaComparison *comparison)
{
  guint side;

  g_return_val_if_fail (comparison != NULL, 0);

  return LAMINA_TIES_HEIGHT + (find_short (comparison, &side) >= LEAST_FACTOR ? HEIGHT : 0);
}

/* Boxes that are narrower than a pixel become one, in the color of what most of it is. */
typedef struct
{
  double from;
  double to;
  double reached; /* where those before it end */
  double cost[LAMINA_N_FAMILIES];
  double largest;
  guint32 layer;
  guint32 pair;
  guint n;
  guint n_only;
} Cluster;

#define ONLY 3
#define TICK_DISTANCE 90
#define LABEL_LEAST 34
#define LEAST_NAMED 6

static char *
dup_label (const Ties *self,
           guint       side,
           guint32     layer)
{
  return lamina_layer_dup_label (lamina_comparison_get_run (self->frame->comparison, side == 1), layer);
}

/* What runs at once lies at one place: a label stands where its box is alone, before @next begins. */
static void
add_label (const Ties           *self,
           guint                 side,
           const Cluster        *cluster,
           const LaminaSceneBox *box,
           double                next)
{
  int left = MAX (box->x, (int) floor (fmin (cluster->reached, G_MAXINT)));
  int width = (int) fmin (box->x + box->width, next) - left;
  LaminaSceneText text = { left + 4, box->y + box->height / 2.0f, width - 6, LAMINA_ALIGN_START,
                           LAMINA_FONT_LABEL, box->fill, NULL, 0 };
  g_autofree char *label = NULL;

  if (cluster->n != 1 || width < LABEL_LEAST)
    return;
  label = dup_label (self, side, cluster->layer);
  text.text = label + (strnlen (label, self->prefix[side]) == self->prefix[side] ? self->prefix[side] : 0);
  text.fill.ink = LAMINA_INK_LABEL;
  lamina_scene_add_text (self->frame->scene, &text);
}

static void
flush (const Ties *self,
       guint       side,
       Cluster    *cluster,
       double      next)
{
  int left = MAX ((int) floor (cluster->from), self->frame->x);
  int right = MIN ((int) floor (cluster->to), self->frame->x + self->frame->width);
  guint8 best = LAMINA_FAMILY_OTHER;
  LaminaSceneBox box = { left, self->lane_y[side], MAX (right - left - (right - left > 3), 1), LANE,
                         LAMINA_FILL (LAMINA_INK_FAMILY),
                         { .kind = LAMINA_TARGET_ROWS, .track = side, .first = cluster->pair, .n = 1 } };

  for (guint8 i = 0; i < LAMINA_N_FAMILIES; i++)
    if (cluster->cost[i] > cluster->cost[best])
      best = i;
  box.fill.family = best;
  if (cluster->n > 0 && cluster->to > self->frame->x && cluster->from < self->frame->x + self->frame->width)
    {
      lamina_scene_add_box (self->frame->scene, &box);
      add_label (self, side, cluster, &box, next);
      if (cluster->n_only == cluster->n)
        lamina_scene_add_rect (self->frame->scene, box.x, side == 0 ? box.y + LANE - ONLY : box.y,
                               box.width, ONLY, LAMINA_FILL (LAMINA_INK_TEXT));
    }
  *cluster = (Cluster) { .from = cluster->to, .reached = fmax (cluster->reached, cluster->to) };
}

/* Adds the layers of a side. */
static void
add_lane (const Ties *self,
          guint       side)
{
  LaminaRun *run = lamina_comparison_get_run (self->frame->comparison, side == 1);
  const guint8 *families = lamina_run_get_layers (run)->family;
  Cluster cluster = { .from = place (self, 0) };
  guint n;
  const guint32 *order = lamina_comparison_get_placed (self->frame->comparison, side == 1, &n);

  lamina_scene_open_group (self->frame->scene, side == 0 ? "A" : "B", self->frame->x, self->lane_y[side],
                           self->frame->width, LANE);
  for (guint i = 0; i < n; i++)
    {
      LaminaComparisonSpan span = self->spans[side][order[i]];
      double cost = (double) (span.end - span.start);
      guint32 pair = lamina_comparison_find (self->frame->comparison, side == 1, order[i]);
      LaminaPair row;

      if (!(cost > 0))
        continue;
      if (cost >= 2 * self->per_px || floor (place (self, span.start)) > floor (cluster.from))
        flush (self, side, &cluster, place (self, span.start));
      cluster.from = cluster.n == 0 ? place (self, span.start) : cluster.from;
      cluster.to = fmax (cluster.n == 0 ? 0 : cluster.to, place (self, span.end));
      cluster.cost[families[order[i]]] += cost;
      cluster.n++;
      lamina_comparison_get_pair (self->frame->comparison, pair, &row);
      cluster.n_only += row.n_a == 0 || row.n_b == 0;
      if (cost > cluster.largest)
        {
          cluster.largest = cost;
          cluster.layer = order[i];
          cluster.pair = pair;
        }
    }
  flush (self, side, &cluster, G_MAXINT);
  lamina_scene_close_group (self->frame->scene);
}

/* Adds the scale at the bottom of the frame. */
static void
add_axis (const Ties *self)
{
  const LaminaFrame *frame = self->frame;
  double end = self->start + self->per_px * frame->width;
  gint64 step = lamina_axis_get_step (LAMINA_AXIS_NANOSECONDS, self->per_px, TICK_DISTANCE);
  int y = frame->y + frame->height - AXIS;

  lamina_scene_open_group (frame->scene, "axis", frame->x, y, frame->width, AXIS);
  lamina_scene_add_rect (frame->scene, frame->x, y, frame->width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  for (gint64 tick = (gint64) ceil (self->start / (double) step) * step; (double) tick <= end; tick += step)
    {
      g_autofree char *text = lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, tick, step, (gint64) end);
      double x = place (self, tick);
      double width = lamina_metrics_get_width (frame->metrics, LAMINA_FONT_RULER, text);

      lamina_scene_add_rect (frame->scene, MIN ((int) x, frame->x + frame->width - 1), y, 1, 4,
                             LAMINA_FILL (LAMINA_INK_QUIET));
      /* A number at an edge stays whole. */
      x = CLAMP (x, frame->x + width / 2, frame->x + frame->width - width / 2);
      lamina_scene_add_words (frame->scene, x, y + AXIS / 2.0 + 2, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER,
                              LAMINA_INK_QUIET, text);
    }
  lamina_scene_close_group (frame->scene);
}

/* Of the layers that take some of the time: the others may be of another kind. */
static void
find_prefix (Ties  *self,
             guint  side)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  guint n;
  const guint32 *order = lamina_comparison_get_order (self->frame->comparison, side == 1, &n);

  for (guint i = 0; i < n; i++)
    if ((double) (self->spans[side][order[i]].end - self->spans[side][order[i]].start) >= LEAST_NAMED * self->per_px)
      g_ptr_array_add (names, dup_label (self, side, order[i]));
  self->prefix[side] = names->len > 0 ? lamina_names_measure_prefix ((const char *const *) names->pdata,
                                                                     names->len) : 0;
}

/* Both sides in a frame; @end may be LAMINA_ABSENT for that of the longer one. */
static void
ties_init (Ties              *self,
           const LaminaFrame *frame,
           gint64             start,
           gint64             end)
{
  double right = end != LAMINA_ABSENT ? (double) end : (double) MAX (lamina_comparison_get_length (frame->comparison, FALSE),
                                                                     lamina_comparison_get_length (frame->comparison,
                                                                                                   TRUE));

  *self = (Ties) { .frame = frame, .start = start != LAMINA_ABSENT ? (double) start : 0 };
  self->per_px = (right - self->start) / MAX (frame->width, 1);
  self->per_px = self->per_px > 0 ? self->per_px : 1;
  self->lane_y[0] = frame->y + HEAD;
  self->lane_y[1] = MAX (frame->y + frame->height - AXIS - HEAD - LANE,
                         self->lane_y[0] + LANE + 8);
  for (guint side = 0; side < 2; side++)
    {
      self->spans[side] = lamina_comparison_get_spans (frame->comparison, side == 1);
      find_prefix (self, side);
    }
}

/*
 * Adds the side that is far shorter than the other once more, at the bottom, where there is room beside %LAMINA_TIES_HEIGHT.
 * Returns how high that is, or 0.
 */
static int
add_magnified (const LaminaFrame *frame)
{
  LaminaFrame own = *frame;
  Ties self;
  guint side;
  double factor = find_short (frame->comparison, &side);
  g_autofree char *number = lamina_figure_dup_real (factor, LAMINA_UNIT_NONE);
  g_autofree char *head = NULL;

  if (factor < LEAST_FACTOR || frame->height < LAMINA_TIES_HEIGHT + HEIGHT)
    return 0;
  /* Translators: one side of a comparison, drawn so many times wider than above. */
  head = g_strdup_printf (side == 1 ? _("B alone, %s times as wide") : _("A alone, %s times as wide"), number);
  own.height = HEIGHT - GAP;
  own.y += frame->height - own.height;
  lamina_scene_open_group (own.scene, "magnified", own.x, own.y, own.width, HEAD);
  lamina_scene_add_words (own.scene, own.x, own.y + HEAD / 2.0 - 1, own.width, LAMINA_ALIGN_START,
                          LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, head);
  lamina_scene_close_group (own.scene);
  ties_init (&self, &own, 0, lamina_comparison_get_length (frame->comparison, side == 1));
  self.lane_y[side] = own.y + HEAD;
  add_lane (&self, side);
  add_axis (&self);
  return HEIGHT;
}

/* What the layers of a side take together and, where they lie as they were measured, how long that lasted. */
static char *
dup_total (const Ties *self,
           guint       side)
{
  LaminaComparison *comparison = self->frame->comparison;
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autofree char *total = lamina_figure_dup (side == 1 ? summary->total_b : summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *length = NULL;

  if (!lamina_comparison_is_measured (comparison))
    return g_steal_pointer (&total);
  length = lamina_figure_dup (lamina_comparison_get_length (comparison, side == 1), LAMINA_UNIT_NANOSECONDS);
  /* Translators: how long the layers take together, then how long it lasted from the first to the last of them. */
  return g_strdup_printf (_("%s of work in %s"), total, length);
}

static void
add_heads (const Ties *self)
{
  lamina_scene_open_group (self->frame->scene, "names", self->frame->x, self->frame->y, self->frame->width,
                           self->frame->height);
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *name = lamina_frame_dup_side (self->frame, side == 1);
      g_autofree char *total = dup_total (self, side);
      double middle = (side == 0 ? self->frame->y - 1 : self->lane_y[1] + LANE + 1) + HEAD / 2.0;
      double width = lamina_metrics_get_width (self->frame->metrics, LAMINA_FONT_NAME_BOLD, total);
      g_autofree char *shown = lamina_frame_dup_shortened (self->frame, LAMINA_FONT_NAME_BOLD, name,
                                                           self->frame->width - width - 20);

      lamina_scene_add_words (self->frame->scene, self->frame->x, middle, 0, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD,
                              LAMINA_INK_TEXT, shown);
      lamina_scene_add_words (self->frame->scene, self->frame->x + self->frame->width, middle, 0, LAMINA_ALIGN_END,
                              LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, total);
    }
  lamina_scene_close_group (self->frame->scene);
}

void
lamina_frame_add_ties (const LaminaFrame *frame,
                       gint64             start,
                       gint64             end)
{
  LaminaFrame both = *frame;
  Ties self;

  if (lamina_frame_add_reason (frame))
    return;
  if (start == LAMINA_ABSENT && end == LAMINA_ABSENT)
    both.height -= add_magnified (frame);
  ties_init (&self, &both, start, end);
  add_heads (&self);
  add_bands (&self);
  add_lane (&self, 0);
  add_lane (&self, 1);
  add_axis (&self);
}

static void
add_outline (const Ties *self,
             double      x1,
             double      y1,
             double      x2,
             double      y2)
{
  const double corners[][2] = { { x1, y1 }, { x2, y1 }, { x2, y2 }, { x1, y2 }, { x1, y1 } };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (corners); i++)
    lamina_scene_add_line (self->frame->scene, &(LaminaSceneLine) {
      (float) corners[i][0], (float) corners[i][1], (float) corners[i + 1][0], (float) corners[i + 1][1],
      LAMINA_FILL (LAMINA_INK_TEXT), FALSE, 2 });
}

static void
add_member (const Ties *self,
            guint       side,
            guint32     pair,
            guint32     layer)
{
  LaminaRun *run = lamina_comparison_get_run (self->frame->comparison, side == 1);
  LaminaComparisonSpan span = self->spans[side][layer];
  Cluster cluster = { .from = place (self, span.start), .to = place (self, span.end),
                      .layer = layer, .pair = pair, .n = 1 };
  guint8 family = lamina_run_get_layers (run)->family[layer];

  cluster.cost[family] = 1;
  cluster.cost[LAMINA_FAMILY_OTHER] += family == LAMINA_FAMILY_OTHER;
  if (cluster.to < self->frame->x || cluster.from > self->frame->x + self->frame->width)
    return;
  add_outline (self, fmax (cluster.from, self->frame->x + 1), self->lane_y[side],
               fmin (fmax (cluster.to, cluster.from + 2), self->frame->x + self->frame->width - 1),
               self->lane_y[side] + LANE);
  flush (self, side, &cluster, G_MAXINT);
}

void
lamina_frame_add_pair (const LaminaFrame *frame,
                       gint64             start,
                       gint64             end,
                       guint32            index)
{
  Ties self;
  LaminaPair pair;
  LaminaFamily family;
  guint n_bands = 0;

  if (lamina_comparison_get_summary (frame->comparison)->delta == LAMINA_ABSENT)
    return;
  ties_init (&self, frame, start, end);
  lamina_comparison_get_pair (frame->comparison, index, &pair);
  lamina_comparison_get_pair_type (frame->comparison, &pair, &family);
  lamina_scene_open_group (frame->scene, "pair", frame->x, frame->y, frame->width, frame->height);
  for (guint k = 0; pair.n_a > 0 && pair.n_b > 0 && k < MAX (pair.n_a, pair.n_b); k++)
    add_band (&self, &(Band) { self.spans[0][pair.layers_a[MIN (k, pair.n_a - 1)]],
                               self.spans[1][pair.layers_b[MIN (k, pair.n_b - 1)]], family, index, 0, 1 }, &n_bands);
  for (guint k = 0; k < pair.n_a; k++)
    add_member (&self, 0, index, pair.layers_a[k]);
  for (guint k = 0; k < pair.n_b; k++)
    add_member (&self, 1, index, pair.layers_b[k]);
  lamina_scene_close_group (frame->scene);
}

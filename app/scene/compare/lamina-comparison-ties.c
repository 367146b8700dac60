/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-ties-private.h"

#include "lamina-axis.h"

#include "lamina-gettext.h"
#include <math.h>

#define ONLY 3
#define TICK_DISTANCE 90
#define LABEL_LEAST 34
#define LEAST_NAMED 6

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

static char *
dup_label (const LaminaTies *self,
           guint             side,
           guint32           layer)
{
  return lamina_layer_dup_label (lamina_comparison_get_run (self->frame->comparison, side == 1), layer);
}

/* Of the layers that take some of the time: the others may be of another kind. */
static void
find_prefix (LaminaTies *self,
             guint       side)
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

static gboolean
is_only (const LaminaTies *self,
         guint32           pair)
{
  LaminaPair row;

  lamina_comparison_get_pair (self->frame->comparison, pair, &row);
  return row.n_a == 0 || row.n_b == 0;
}

static LaminaFamily
get_family (const Cluster *cluster)
{
  guint best = LAMINA_FAMILY_OTHER;

  for (guint i = 0; i < LAMINA_N_FAMILIES; i++)
    if (cluster->cost[i] > cluster->cost[best])
      best = i;
  return (LaminaFamily) best;
}

/* What runs at once lies at one place: a label stands where its box is alone, before @next begins. */
static void
add_label (const LaminaTies     *self,
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
flush (const LaminaTies *self,
       guint             side,
       Cluster          *cluster,
       double            next)
{
  int left = MAX ((int) floor (cluster->from), self->frame->x);
  int right = MIN ((int) floor (cluster->to), self->frame->x + self->frame->width);
  LaminaSceneBox box = { left, self->lane_y[side], MAX (right - left - (right - left > 3), 1), LAMINA_TIES_LANE,
                         LAMINA_FILL_FAMILY (get_family (cluster)),
                         { .kind = LAMINA_TARGET_ROWS, .track = side, .first = cluster->pair, .n = 1 } };

  if (cluster->n > 0 && cluster->to > self->frame->x && cluster->from < self->frame->x + self->frame->width)
    {
      lamina_scene_add_box (self->frame->scene, &box);
      add_label (self, side, cluster, &box, next);
      if (cluster->n_only == cluster->n)
        lamina_scene_add_rect (self->frame->scene, box.x, side == 0 ? box.y + LAMINA_TIES_LANE - ONLY : box.y,
                               box.width, ONLY, LAMINA_FILL (LAMINA_INK_TEXT));
    }
  *cluster = (Cluster) { .from = cluster->to, .reached = fmax (cluster->reached, cluster->to) };
}

void
lamina_ties_add_lane (const LaminaTies *self,
                      guint             side)
{
  LaminaRun *run = lamina_comparison_get_run (self->frame->comparison, side == 1);
  const guint8 *families = lamina_run_get_layers (run)->family;
  Cluster cluster = { .from = lamina_ties_place (self, 0) };
  guint n;
  const guint32 *order = lamina_comparison_get_placed (self->frame->comparison, side == 1, &n);

  lamina_scene_open_group (self->frame->scene, side == 0 ? "A" : "B", self->frame->x, self->lane_y[side],
                           self->frame->width, LAMINA_TIES_LANE);
  for (guint i = 0; i < n; i++)
    {
      LaminaComparisonSpan span = self->spans[side][order[i]];
      double cost = (double) (span.end - span.start);
      guint32 pair = lamina_comparison_find (self->frame->comparison, side == 1, order[i]);

      if (!(cost > 0))
        continue;
      if (cost >= 2 * self->per_px || floor (lamina_ties_place (self, span.start)) > floor (cluster.from))
        flush (self, side, &cluster, lamina_ties_place (self, span.start));
      cluster.from = cluster.n == 0 ? lamina_ties_place (self, span.start) : cluster.from;
      cluster.to = fmax (cluster.n == 0 ? 0 : cluster.to, lamina_ties_place (self, span.end));
      cluster.cost[families[order[i]]] += cost;
      cluster.n++;
      cluster.n_only += is_only (self, pair);
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

/* What the layers of a side take together and, where they lie as they were measured, how long that lasted. */
static char *
dup_total (const LaminaTies *self,
           guint             side)
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
add_heads (const LaminaTies *self)
{

  lamina_scene_open_group (self->frame->scene, "names", self->frame->x, self->frame->y, self->frame->width,
                           self->frame->height);
  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *name = lamina_frame_dup_side (self->frame, side == 1);
      g_autofree char *total = dup_total (self, side);
      double middle = side == 0 ? self->frame->y + LAMINA_TIES_HEAD / 2.0 - 1 : self->lane_y[1] + LAMINA_TIES_LANE + LAMINA_TIES_HEAD / 2.0 + 1;
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
lamina_ties_add_axis (const LaminaTies *self)
{
  const LaminaFrame *frame = self->frame;
  double end = self->start + self->per_px * frame->width;
  gint64 step = lamina_axis_get_step (LAMINA_AXIS_NANOSECONDS, self->per_px, TICK_DISTANCE);
  int y = frame->y + frame->height - LAMINA_TIES_AXIS;

  lamina_scene_open_group (frame->scene, "axis", frame->x, y, frame->width, LAMINA_TIES_AXIS);
  lamina_scene_add_rect (frame->scene, frame->x, y, frame->width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  for (gint64 tick = (gint64) ceil (self->start / (double) step) * step; (double) tick <= end; tick += step)
    {
      g_autofree char *text = lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, tick, step, (gint64) end);
      double x = lamina_ties_place (self, tick);
      double width = lamina_metrics_get_width (frame->metrics, LAMINA_FONT_RULER, text);

      lamina_scene_add_rect (frame->scene, MIN ((int) x, frame->x + frame->width - 1), y, 1, 4,
                             LAMINA_FILL (LAMINA_INK_QUIET));
      /* A number at an edge stays whole. */
      x = CLAMP (x, frame->x + width / 2, frame->x + frame->width - width / 2);
      lamina_scene_add_words (frame->scene, x, y + LAMINA_TIES_AXIS / 2.0 + 2, 0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER,
                              LAMINA_INK_QUIET, text);
    }
  lamina_scene_close_group (frame->scene);
}

void
lamina_ties_init (LaminaTies        *self,
                  const LaminaFrame *frame,
                  gint64             start,
                  gint64             end)
{
  double right = end != LAMINA_ABSENT ? (double) end : (double) MAX (lamina_comparison_get_length (frame->comparison, FALSE),
                                                                     lamina_comparison_get_length (frame->comparison,
                                                                                                   TRUE));

  *self = (LaminaTies) { .frame = frame, .start = start != LAMINA_ABSENT ? (double) start : 0 };
  self->per_px = (right - self->start) / MAX (frame->width, 1);
  self->per_px = self->per_px > 0 ? self->per_px : 1;
  self->lane_y[0] = frame->y + LAMINA_TIES_HEAD;
  self->lane_y[1] = MAX (frame->y + frame->height - LAMINA_TIES_AXIS - LAMINA_TIES_HEAD - LAMINA_TIES_LANE,
                         self->lane_y[0] + LAMINA_TIES_LANE + 8);
  for (guint side = 0; side < 2; side++)
    {
      self->spans[side] = lamina_comparison_get_spans (frame->comparison, side == 1);
      find_prefix (self, side);
    }
}

void
lamina_frame_add_ties (const LaminaFrame *frame,
                       gint64             start,
                       gint64             end)
{
  LaminaFrame both = *frame;
  LaminaTies self;

  if (lamina_frame_add_reason (frame))
    return;
  if (start == LAMINA_ABSENT && end == LAMINA_ABSENT)
    both.height -= lamina_frame_add_magnified (frame);
  lamina_ties_init (&self, &both, start, end);
  add_heads (&self);
  lamina_ties_add_bands (&self);
  lamina_ties_add_lane (&self, 0);
  lamina_ties_add_lane (&self, 1);
  lamina_ties_add_axis (&self);
}

static void
add_outline (const LaminaTies *self,
             double            x1,
             double            y1,
             double            x2,
             double            y2)
{
  const double corners[][2] = { { x1, y1 }, { x2, y1 }, { x2, y2 }, { x1, y2 }, { x1, y1 } };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (corners); i++)
    lamina_scene_add_line (self->frame->scene, &(LaminaSceneLine) {
      (float) corners[i][0], (float) corners[i][1], (float) corners[i + 1][0], (float) corners[i + 1][1],
      LAMINA_FILL (LAMINA_INK_TEXT), FALSE, 2 });
}

static void
add_member (const LaminaTies *self,
            guint             side,
            guint32           pair,
            guint32           layer)
{
  LaminaRun *run = lamina_comparison_get_run (self->frame->comparison, side == 1);
  LaminaComparisonSpan span = self->spans[side][layer];
  Cluster cluster = { .from = lamina_ties_place (self, span.start), .to = lamina_ties_place (self, span.end),
                      .layer = layer, .pair = pair, .n = 1 };
  guint8 family = lamina_run_get_layers (run)->family[layer];

  cluster.cost[family] = 1;
  cluster.cost[LAMINA_FAMILY_OTHER] += family == LAMINA_FAMILY_OTHER;
  if (cluster.to < self->frame->x || cluster.from > self->frame->x + self->frame->width)
    return;
  add_outline (self, fmax (cluster.from, self->frame->x + 1), self->lane_y[side],
               fmin (fmax (cluster.to, cluster.from + 2), self->frame->x + self->frame->width - 1),
               self->lane_y[side] + LAMINA_TIES_LANE);
  flush (self, side, &cluster, G_MAXINT);
}

void
lamina_frame_add_pair (const LaminaFrame *frame,
                       gint64             start,
                       gint64             end,
                       guint32            index)
{
  LaminaTies self;
  LaminaPair pair;

  if (lamina_comparison_get_summary (frame->comparison)->delta == LAMINA_ABSENT)
    return;
  lamina_ties_init (&self, frame, start, end);
  lamina_comparison_get_pair (frame->comparison, index, &pair);
  lamina_scene_open_group (frame->scene, "pair", frame->x, frame->y, frame->width, frame->height);
  lamina_ties_add_pair_bands (&self, index);
  for (guint k = 0; k < pair.n_a; k++)
    add_member (&self, 0, index, pair.layers_a[k]);
  for (guint k = 0; k < pair.n_b; k++)
    add_member (&self, 1, index, pair.layers_b[k]);
  lamina_scene_close_group (frame->scene);
}

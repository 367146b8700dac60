/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-find.h"
#include "lamina-gettext.h"
#include "lamina-rate.h"
#include "lamina-timeline-counter.h"

#include <math.h>

#define FILL_ALPHA 115

/* A counter or a rate while its outline is drawn: steps from place to place, in pieces where there are no values. */
typedef struct
{
  LaminaScene *scene;
  GArray *points;
  LaminaSceneArea area;
  LaminaCounterSpan span;
  double x;
  double bottom;
  double height;
} Outline;

/*
 * The smallest and the largest value from sample @i to before @end, over as few blocks as it takes; NaN counts for
 * nothing.
 */
static void
get_extremes (LaminaTrack *track,
              guint        i,
              guint        end,
              double      *min,
              double      *max)
{
  const LaminaSamples *samples = lamina_track_get_samples (track);
  guint n_levels = lamina_track_get_n_levels (track);

  *min = INFINITY;
  *max = -INFINITY;
  while (i < end)
    {
      const LaminaSampleBlock *found = NULL;
      guint n = 1;

      for (guint level = 1, size = LAMINA_LOD_FANOUT; level <= n_levels && i % size == 0 && size <= end - i; level++)
        {
          guint n_blocks;
          const LaminaSampleBlock *blocks = lamina_track_get_sample_blocks (track, level, &n_blocks);

          if (blocks == NULL || i / size >= n_blocks)
            break;
          found = &blocks[i / size];
          n = size;
          if (size > G_MAXUINT / LAMINA_LOD_FANOUT)
            break;
          size *= LAMINA_LOD_FANOUT;
        }
      *min = fmin (*min, found != NULL ? found->min : samples->value[i]);
      *max = fmax (*max, found != NULL ? found->max : samples->value[i]);
      i += n;
    }
}

/* The first sample at or after a time. */
static guint
find_time (const LaminaSamples *samples,
           guint                low,
           gint64               time)
{
  return LAMINA_FIND_FIRST (i, low, samples->n, samples->time[i] >= time);
}

LaminaCounterSpan
lamina_counter_get_span (LaminaTrack          *track,
                         const LaminaTimeView *view,
                         gboolean              is_fixed)
{
  const LaminaSamples *samples = lamina_track_get_samples (track);
  guint before = lamina_track_find_sample (track, view->start);
  guint end = find_time (samples, 0, view->end);
  LaminaCounterSpan span = { .first = before == LAMINA_NONE ? 0 : before, .is_fixed = is_fixed };

  span.n = end > span.first ? end - span.first : 0;
  if (is_fixed)
    get_extremes (track, 0, samples->n, &span.min, &span.max);
  else
    get_extremes (track, span.first, span.first + span.n, &span.min, &span.max);
  if (span.min > span.max || isinf (span.min) || isinf (span.max))
    {
      span.min = span.min > span.max ? NAN : CLAMP (span.min, -G_MAXDOUBLE, G_MAXDOUBLE);
      span.max = isnan (span.min) ? NAN : CLAMP (span.max, -G_MAXDOUBLE, G_MAXDOUBLE);
    }
  return span;
}

static double
get_y (const Outline *self,
       double         value)
{
  double low = MIN (self->span.min, 0);
  double high = MAX (self->span.max, 0);
  double part = high > low ? (CLAMP (value, low, high) / 2 - low / 2) / (high / 2 - low / 2) : 0;

  return floor (self->bottom - part * self->height) + 0.5;
}

static void
set_family (Outline      *self,
            LaminaFamily  family,
            guint8        alpha)
{
  self->area.fill = (LaminaFill) { .ink = LAMINA_INK_FAMILY, .family = (guint8) family, .alpha = alpha };
  self->area.line = (LaminaFill) { .ink = LAMINA_INK_FAMILY_LINE, .family = (guint8) family, .alpha = 255 };
}

static void
add_point (Outline *self,
           double   x,
           double   y)
{
  LaminaScenePoint point = { (float) (self->x + x), (float) y };

  g_array_append_val (self->points, point);
}

/* Closes a piece of the outline along the bottom. */
static void
close_piece (Outline *self)
{
  float bottom = (float) ceil (self->bottom);

  self->area.n_line = self->points->len;
  if (self->points->len > 0)
    {
      const LaminaScenePoint corners[] = {
        { g_array_index (self->points, LaminaScenePoint, self->points->len - 1).x, bottom },
        { g_array_index (self->points, LaminaScenePoint, 0).x, bottom },
      };

      g_array_append_vals (self->points, corners, G_N_ELEMENTS (corners));
      lamina_scene_add_area (self->scene, &self->area, (const LaminaScenePoint *) (gpointer) self->points->data,
                             self->points->len);
    }
  g_array_set_size (self->points, 0);
}

/* Ends a piece at @x, up to where its last value goes on. */
static void
end_piece (Outline *self,
           double   x)
{
  if (self->points->len > 0)
    add_point (self, x, g_array_index (self->points, LaminaScenePoint, self->points->len - 1).y);
  close_piece (self);
}

/*
 * One column: what came before goes on up to it; inside it, the line reaches the extremes and ends at the last value.
 */
static void
add_column (Outline     *self,
            LaminaTrack *track,
            int          x,
            guint        first,
            guint        end)
{
  const LaminaSamples *samples = lamina_track_get_samples (track);
  double last = samples->value[end - 1];
  double min, max;

  get_extremes (track, first, end, &min, &max);
  if (self->points->len > 0)
    add_point (self, x, g_array_index (self->points, LaminaScenePoint, self->points->len - 1).y);
  if (end - first > 1 && min <= max)
    {
      add_point (self, x, get_y (self, max));
      add_point (self, x, get_y (self, min));
    }
  if (isnan (last))
    end_piece (self, x);
  else
    add_point (self, x, get_y (self, last));
}

/* The family whose color a counter has. */
static LaminaFamily
get_family (LaminaTrack *track,
            guint        index)
{
  static const LaminaFamily others[] = {
    LAMINA_FAMILY_POOLING, LAMINA_FAMILY_MATMUL, LAMINA_FAMILY_NORMALIZATION, LAMINA_FAMILY_REDUCTION,
  };

  switch (lamina_track_get_info (track)->unit)
    {
    case LAMINA_UNIT_BYTES:
      return LAMINA_FAMILY_COPY;
    case LAMINA_UNIT_FLOP:
      return LAMINA_FAMILY_CONVOLUTION;
    case LAMINA_UNIT_NONE:
    case LAMINA_UNIT_NANOSECONDS:
    case LAMINA_UNIT_PERCENT:
    default:
      return others[index % G_N_ELEMENTS (others)];
    }
}

void
lamina_counter_lay_out (LaminaScene             *scene,
                        LaminaTrack             *track,
                        guint                    index,
                        const LaminaTimeView    *view,
                        const LaminaCounterSpan *span,
                        gint64                   end,
                        int                      merge,
                        const LaminaSceneBox    *place)
{
  const LaminaSamples *samples = lamina_track_get_samples (track);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LaminaScenePoint));
  Outline outline = { scene, points, { 0 }, *span, place->x, place->y + place->height, place->height };
  guint stop = span->first + span->n;
  guint family = get_family (track, index);

  set_family (&outline, family, FILL_ALPHA);
  if (isnan (span->max))
    return;
  for (guint i = span->first; i < stop; )
    {
      int x = MAX (lamina_time_view_get_x (view, samples->time[i]), 0) / merge * merge;
      guint next = find_time (samples, i, lamina_time_view_get_time (view, x + merge));

      next = CLAMP (next, i + 1, stop);
      /* The sample before the view only tells the value with which the view begins. */
      if (samples->time[i] < view->start && next > i + 1)
        next = i + 1;
      add_column (&outline, track, x, i, next);
      i = next;
    }
  end_piece (&outline, MAX (lamina_time_view_get_x (view, stop == samples->n ? end : view->end), 0));
}

char *
lamina_counter_dup_range (LaminaTrack             *track,
                          const LaminaCounterSpan *span)
{
  LaminaUnit unit = lamina_track_get_info (track)->unit;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  const char *mark = lamina_track_get_info (track)->is_estimated ? "≈\u00a0" : "";
  g_autofree char *range = NULL;

  if (isnan (span->max))
    return g_strdup ("—");
  high = lamina_figure_dup_real (MAX (span->max, 0), unit);
  low = span->min < 0 ? lamina_figure_dup_real (span->min, unit) : g_strdup ("0");
  range = g_strconcat (mark, low, "\u2009–\u2009", high, NULL);
  if (!span->is_fixed)
    return g_steal_pointer (&range);
  /* Translators: the scale of a counter, which stays as it is whatever range is seen. */
  return g_strdup_printf (_("%s, fixed"), range);
}

#define RATE_FILL_ALPHA 140
#define TOP_MARGIN 6
#define BOTTOM_MARGIN 2

static const LaminaTrackRate *
get_rate (const LaminaTimelineLayout *layout,
          const LaminaTimelineRow    *row)
{
  return lamina_arrangement_get_rate (layout->options->arrangement, row->part);
}

static double
find_most (const LaminaTrackRate *rate,
           const LaminaLaneBox   *boxes,
           guint                  n)
{
  double most = 0;

  for (guint i = 0; i < n; i++)
    most = MAX (most, lamina_track_rate_get (rate, boxes[i].first, boxes[i].n));
  return most;
}

/* What the whole row would need, where only some of its boxes are drawn. */
static double
find_most_in_view (LaminaTimelineLayout   *layout,
                   const LaminaVisibleRow *visible)
{
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (LaminaLaneBox));
  LaminaTimeView view = lamina_timeline_layout_get_view (layout, visible->track);
  LaminaLaneRange range = lamina_lane_get_range (&visible->list, &view);

  lamina_lane_lay_out (&visible->list, &view, &range, 1, LAMINA_MAX_BOXES, boxes);
  return find_most (get_rate (layout, visible->row), (const LaminaLaneBox *) (gpointer) boxes->data, boxes->len);
}

/* One box of a row whose largest rate is @most. */
static void
add_step (Outline               *self,
          const LaminaTrackRate *rate,
          double                 most,
          const LaminaLaneBox   *box,
          const LaminaLaneBox   *next)
{
  double value = lamina_track_rate_get (rate, box->first, box->n);
  gboolean has_gap = !box->is_merged && box->end - box->x >= 3;
  gboolean is_known = value >= 0 && most > 0;
  double y = is_known ? (int) (self->bottom - MIN (value / most, 1) * self->height) + 0.5 : 0;

  if (is_known)
    {
      add_point (self, box->x, y);
      add_point (self, box->end - has_gap, y);
    }
  if (!is_known || has_gap || next == NULL || next->x > box->end)
    close_piece (self);
}

char *
lamina_timeline_layout_add_rate (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y,
                                 gboolean                is_part)
{
  const LaminaLaneBox *boxes = (const LaminaLaneBox *) (gpointer) self->boxes->data + visible->first;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LaminaScenePoint));
  const LaminaTrackRate *rate = get_rate (self, visible->row);
  double most = is_part ? find_most_in_view (self, visible) : find_most (rate, boxes, visible->n);
  Outline steps = { .scene = self->scene, .points = points, .x = self->options->names_width,
                    .bottom = y + visible->row->height - BOTTOM_MARGIN,
                    .height = visible->row->height - TOP_MARGIN - BOTTOM_MARGIN };
  g_autofree char *figure = NULL;

  set_family (&steps, rate->unit == LAMINA_UNIT_FLOP ? LAMINA_FAMILY_CONVOLUTION : LAMINA_FAMILY_POOLING, RATE_FILL_ALPHA);
  for (guint i = 0; i < visible->n; i++)
    {
      LaminaSceneBox place = {
        self->options->names_width + boxes[i].x, y, boxes[i].end - boxes[i].x, visible->row->height - 1,
        LAMINA_FILL (LAMINA_INK_NONE), { LAMINA_TARGET_SLICES, visible->row->track, boxes[i].first, boxes[i].n, 0 },
      };

      if (!is_part)
        lamina_scene_add_box (self->scene, &place);
      add_step (&steps, rate, most, &boxes[i], i + 1 < visible->n ? &boxes[i + 1] : NULL);
    }
  if (most <= 0)
    return g_strdup ("—");
  figure = lamina_figure_dup_rate (most, rate->unit);
  return g_strconcat (lamina_rate_is_beyond (rate->run, most, rate->unit) ? "!\u00a0" : "",
                      rate->is_estimated ? "≈\u00a0" : "", "0\u2009–\u2009", figure, NULL);
}

const char *
lamina_track_rate_get_title (const LaminaTrackRate *self)
{
  return self->unit == LAMINA_UNIT_FLOP ? _("FLOP/s") : _("Bandwidth");
}

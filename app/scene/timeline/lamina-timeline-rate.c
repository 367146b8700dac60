/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-gettext.h"
#include "lamina-rate.h"

#define FILL_ALPHA 140
#define TOP_MARGIN 6
#define BOTTOM_MARGIN 2

/* A row of rates while it is drawn: steps from box to box, in pieces where nothing is known. */
typedef struct
{
  LaminaTimelineLayout *layout;
  const LaminaTrackRate *rate;
  GArray *points;
  double bottom;
  double height;
  double most;
} Steps;

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

static void
end_piece (Steps *self)
{
  guint8 family = self->rate->unit == LAMINA_UNIT_FLOP ? LAMINA_FAMILY_CONVOLUTION : LAMINA_FAMILY_POOLING;
  LaminaSceneArea area = {
    .n_line = self->points->len,
    .fill = { .ink = LAMINA_INK_FAMILY, .family = family, .alpha = FILL_ALPHA },
    .line = { .ink = LAMINA_INK_FAMILY_LINE, .family = family, .alpha = 255 },
  };
  const LaminaScenePoint *points = (const LaminaScenePoint *) (gpointer) self->points->data;
  LaminaScenePoint corners[2];

  if (self->points->len == 0)
    return;
  corners[0] = (LaminaScenePoint) { points[self->points->len - 1].x, (float) self->bottom };
  corners[1] = (LaminaScenePoint) { points[0].x, (float) self->bottom };
  g_array_append_vals (self->points, corners, G_N_ELEMENTS (corners));
  lamina_scene_add_area (self->layout->scene, &area, (const LaminaScenePoint *) (gpointer) self->points->data,
                         self->points->len);
  g_array_set_size (self->points, 0);
}

static void
add_step (Steps               *self,
          const LaminaLaneBox *box,
          const LaminaLaneBox *next)
{
  double value = lamina_track_rate_get (self->rate, box->first, box->n);
  double left = self->layout->options->names_width + box->x;
  gboolean has_gap = !box->is_merged && box->end - box->x >= 3;
  double right = self->layout->options->names_width + box->end - has_gap;
  LaminaScenePoint points[2];

  if (value < 0 || self->most <= 0)
    {
      end_piece (self);
      return;
    }
  points[0].y = points[1].y = (float) ((int) (self->bottom - MIN (value / self->most, 1) * self->height) + 0.5);
  points[0].x = (float) left;
  points[1].x = (float) right;
  g_array_append_vals (self->points, points, G_N_ELEMENTS (points));
  if (has_gap || next == NULL || next->x > box->end)
    end_piece (self);
}

static void
add_target (LaminaTimelineLayout   *layout,
            const LaminaVisibleRow *visible,
            const LaminaLaneBox    *box,
            int                     y)
{
  LaminaSceneBox place = {
    layout->options->names_width + box->x, y, box->end - box->x, visible->row->height - 1, LAMINA_FILL (LAMINA_INK_NONE),
    { LAMINA_TARGET_SLICES, visible->row->track, box->first, box->n, 0 },
  };

  lamina_scene_add_box (layout->scene, &place);
}

char *
lamina_timeline_layout_add_rate (LaminaTimelineLayout   *self,
                                 const LaminaVisibleRow *visible,
                                 int                     y,
                                 gboolean                is_part)
{
  const LaminaLaneBox *boxes = (const LaminaLaneBox *) (gpointer) self->boxes->data + visible->first;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LaminaScenePoint));
  Steps steps = { self, get_rate (self, visible->row), points, y + visible->row->height - BOTTOM_MARGIN,
                  visible->row->height - TOP_MARGIN - BOTTOM_MARGIN, 0 };
  g_autofree char *figure = NULL;

  steps.most = is_part ? find_most_in_view (self, visible) : find_most (steps.rate, boxes, visible->n);
  for (guint i = 0; i < visible->n; i++)
    {
      if (!is_part)
        add_target (self, visible, &boxes[i], y);
      add_step (&steps, &boxes[i], i + 1 < visible->n ? &boxes[i + 1] : NULL);
    }
  if (steps.most <= 0)
    return g_strdup ("—");
  figure = lamina_figure_dup_rate (steps.most, steps.rate->unit);
  return g_strconcat (lamina_rate_is_beyond (steps.rate->run, steps.most, steps.rate->unit) ? "!\u00a0" : "",
                      steps.rate->is_estimated ? "≈\u00a0" : "", "0\u2009–\u2009", figure, NULL);
}

const char *
lamina_track_rate_get_title (const LaminaTrackRate *self)
{
  return self->unit == LAMINA_UNIT_FLOP ? _("FLOP/s") : _("Bandwidth");
}

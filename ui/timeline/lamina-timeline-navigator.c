/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-navigator.h"

#include "lamina-edges.h"
#include "lamina-session-history.h"
#include "lamina-span.h"

#include <math.h>

/*
 * What goes on by itself, all of it in one callback of the frame clock:
 *
 * 1. Keys that are held zoom and pan at an even speed.
 * 2. A notch of the wheel sets a goal, and the range comes nearer to it by the same part in the same time, from the
 *    first frame on. Both ends move in proportion, so that the place under the pointer stays under it throughout.
 * 3. A pan that was let go runs out.
 *
 * Whoever else changes the range ends 2 and 3. Without animations (the desktop's setting) a goal is reached at once, and
 * nothing runs out.
 */

/* One press of a key, and how fast it goes on while the key is held, for each second. */
#define ZOOM_PRESS 0.8
#define PAN_PRESS 0.1
#define ZOOM_SPEED 2.0
#define PAN_SPEED 1.2

/* In seconds: in which time the way to a goal, or a speed, becomes 1/e of what it was. */
#define GOAL_TIME 0.04
#define RUN_OUT_TIME 0.3

/* Pixels for each second: what is slower stands. */
#define LEAST_SPEED 15
#define MOST_SPEED 8000

/* How near an edge of a slice draws the pointer, in pixels, and how long a pan may rest before it is let go, in µs. */
#define REACH 7
#define REST_TIME 60000

/*
 * @drag_range and @drag_scroll are what was seen when a drag began, at @drag_x; @drag_place what it draws or moves. @goal is
 * where a glide goes, @stepping while a step of its own changes the range.
 */
struct _LaminaTimelineNavigator
{
  GtkWidget *widget;
  GtkAdjustment *adjustment;
  LaminaTimelineMarkers *markers;
  LaminaSession *session;
  LaminaTimelineListLanesFunc list_lanes;
  gpointer list_lanes_data;
  int left;
  int width;
  double pointer_x;
  gint64 wheel_time;

  LaminaTimelineDrag drag;
  LaminaRange drag_range;
  double drag_scroll;
  double drag_x;
  gint64 drag_anchor;
  LaminaRange drag_place;
  guint drag_marker;
  LaminaMarkerPart drag_part;
  gint64 drag_time;
  double drag_last_x;
  double drag_last_y;
  double drag_speed_x;
  double drag_speed_y;

  guint held;
  gboolean has_goal;
  gboolean stepping;
  LaminaRange goal;
  double speed_x;
  double speed_y;
  guint tick;
  gint64 tick_time;
};

static const LaminaRange *
get_range (LaminaTimelineNavigator *self)
{
  return self->session ? lamina_session_get_range (self->session) : NULL;
}

static double
get_per_px (LaminaTimelineNavigator *self,
            const LaminaRange       *range)
{
  return (double) lamina_span_get (range) / self->width;
}

static void
move_range (LaminaTimelineNavigator *self,
            LaminaRange             *range,
            double                   delta)
{
  LaminaRange bounds;

  lamina_session_get_bounds (self->session, &bounds);
  lamina_span_move (range, delta, &bounds);
}

gint64
lamina_timeline_navigator_get_position (LaminaTimelineNavigator *self,
                                        double                   x)
{
  const LaminaRange *range = get_range (self);
  double part = (x - self->left) / self->width;

  if (!range)
    return 0;
  return (gint64) ((guint64) range->start + (guint64) (CLAMP (part, 0, 1) * (double) lamina_span_get (range)));
}

double
lamina_timeline_navigator_get_place (LaminaTimelineNavigator *self,
                                     gint64                   position)
{
  const LaminaRange *range = get_range (self);
  double scale = range ? self->width / (double) lamina_span_get (range) : 0;

  return range ? self->left + lamina_span_get_distance (range->start, position) * scale : self->left;
}

double
lamina_timeline_navigator_get_zoom_place (LaminaTimelineNavigator *self)
{
  return self->pointer_x >= self->left ? self->pointer_x : self->left + self->width / 2.0;
}

void
lamina_timeline_navigator_set_lanes (LaminaTimelineNavigator     *self,
                                     LaminaTimelineListLanesFunc  list_lanes,
                                     gpointer                     data)
{
  self->list_lanes = list_lanes;
  self->list_lanes_data = data;
}

gint64
lamina_timeline_navigator_snap (LaminaTimelineNavigator *self,
                                double                   x,
                                gboolean                 snapping)
{
  const LaminaRange *range = get_range (self);
  gint64 position = lamina_timeline_navigator_get_position (self, x);
  g_autoptr (GArray) lanes = NULL;

  if (!snapping || !range)
    return position;
  lanes = self->list_lanes ? self->list_lanes (self->list_lanes_data) : NULL;
  lamina_edges_find (lamina_session_get_run (self->session), lamina_session_get_timebase (self->session), position,
                     (guint64) (REACH * get_per_px (self, range)), lanes, &position);
  return position;
}

gboolean
lamina_timeline_navigator_has_animations (LaminaTimelineNavigator *self)
{
  gboolean enabled;

  if (!self->widget)
    return TRUE;
  g_object_get (gtk_widget_get_settings (self->widget), "gtk-enable-animations", &enabled, NULL);
  return enabled && gtk_widget_get_mapped (self->widget);
}

/* Sets the range as a step of what goes on, which does not end it. */
static void
set_range (LaminaTimelineNavigator *self,
           const LaminaRange       *range)
{
  self->stepping = TRUE;
  lamina_session_set_range (self->session, range->start, range->end);
  self->stepping = FALSE;
}

void
lamina_timeline_navigator_zoom (LaminaTimelineNavigator *self,
                                double                   factor)
{
  double x = lamina_timeline_navigator_get_zoom_place (self);

  lamina_session_zoom (self->session, factor, lamina_timeline_navigator_get_position (self, x));
}

void
lamina_timeline_navigator_scroll (LaminaTimelineNavigator *self,
                                  double                   distance)
{
  gtk_adjustment_set_value (self->adjustment, gtk_adjustment_get_value (self->adjustment) + distance);
}

static void
move (LaminaTimelineNavigator *self,
      guint                    moves,
      double                   zoom_in,
      double                   part)
{
  if (moves & LAMINA_TIMELINE_ZOOM_IN)
    lamina_timeline_navigator_zoom (self, zoom_in);
  if (moves & LAMINA_TIMELINE_ZOOM_OUT)
    lamina_timeline_navigator_zoom (self, 1 / zoom_in);
  if (moves & LAMINA_TIMELINE_PAN_LEFT)
    lamina_session_pan (self->session, -part);
  if (moves & LAMINA_TIMELINE_PAN_RIGHT)
    lamina_session_pan (self->session, part);
}

void
lamina_timeline_navigator_move (LaminaTimelineNavigator *self,
                                LaminaTimelineMove       moves)
{
  double page = gtk_adjustment_get_page_increment (self->adjustment);

  if (moves & (LAMINA_TIMELINE_PAGE_UP | LAMINA_TIMELINE_PAGE_DOWN))
    lamina_timeline_navigator_scroll (self, moves & LAMINA_TIMELINE_PAGE_UP ? -page : page);
  if (self->session)
    move (self, moves, ZOOM_PRESS, PAN_PRESS);
}

/* A part of the way, at least one unit: of a few steps or nodes a part is less. */
static gint64
approach (gint64 from,
          gint64 to,
          double part)
{
  double way = lamina_span_get_distance (from, to);
  double step = way < 0 ? MIN (way * part, -1) : MAX (way * part, 1);

  return way > -1 && way < 1 ? to : lamina_add_saturating (from, (gint64) step);
}

/* A step to the goal; all that is left once that is less than a pixel. */
static void
step_to_goal (LaminaTimelineNavigator *self,
              double                   seconds)
{
  LaminaRange range = *get_range (self);
  double pixel = get_per_px (self, &self->goal);
  double part = 1 - exp (-seconds / GOAL_TIME);

  if (fabs (lamina_span_get_distance (range.start, self->goal.start)) <= pixel
      && fabs (lamina_span_get_distance (range.end, self->goal.end)) <= pixel)
    {
      self->has_goal = FALSE;
      range = self->goal;
    }
  else
    range = (LaminaRange) { approach (range.start, self->goal.start, part), approach (range.end, self->goal.end, part) };
  set_range (self, &range);
}

static void
run_out (LaminaTimelineNavigator *self,
         double                   seconds)
{
  LaminaRange range = *get_range (self);
  double rest = exp (-seconds / RUN_OUT_TIME);

  move_range (self, &range, self->speed_x * RUN_OUT_TIME * (1 - rest) * get_per_px (self, &range));
  set_range (self, &range);
  lamina_timeline_navigator_scroll (self, self->speed_y * RUN_OUT_TIME * (1 - rest));
  self->speed_x *= rest;
  self->speed_y *= rest;
  if (hypot (self->speed_x, self->speed_y) < LEAST_SPEED)
    self->speed_x = self->speed_y = 0;
}

gboolean
lamina_timeline_navigator_step (LaminaTimelineNavigator *self,
                                gint64                   time)
{
  double seconds = self->tick_time ? MIN ((double) (time - self->tick_time) / G_USEC_PER_SEC, 0.1) : 0.016;

  if (get_range (self))
    {
      if (self->has_goal)
        step_to_goal (self, seconds);
      if (self->speed_x != 0 || self->speed_y != 0)
        run_out (self, seconds);
      if (self->held && self->tick_time)
        move (self, self->held, exp (-ZOOM_SPEED * seconds), PAN_SPEED * seconds);
    }
  self->tick_time = time;
  if (self->held || self->has_goal || self->speed_x != 0 || self->speed_y != 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  self->tick_time = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       self)
{
  return lamina_timeline_navigator_step (self, gdk_frame_clock_get_frame_time (clock));
}

static void
ensure_tick (LaminaTimelineNavigator *self)
{
  if (self->tick || !self->widget)
    return;
  self->tick_time = 0;
  self->tick = gtk_widget_add_tick_callback (self->widget, on_tick, self, NULL);
}

void
lamina_timeline_navigator_rest (LaminaTimelineNavigator *self)
{
  if (self->stepping)
    return;
  self->has_goal = FALSE;
  self->speed_x = self->speed_y = 0;
}

void
lamina_timeline_navigator_stop (LaminaTimelineNavigator *self)
{
  lamina_timeline_navigator_rest (self);
  self->held = 0;
  if (self->tick)
    gtk_widget_remove_tick_callback (self->widget, self->tick);
  self->tick = 0;
}

void
lamina_timeline_navigator_hold (LaminaTimelineNavigator *self,
                                LaminaTimelineMove       move)
{
  if (self->held & move)
    return;
  lamina_timeline_navigator_move (self, move);
  self->held |= move;
  ensure_tick (self);
}

void
lamina_timeline_navigator_release (LaminaTimelineNavigator *self,
                                   LaminaTimelineMove       move)
{
  self->held &= ~(guint) move;
}

/* Goes to a range in a few frames, or at once. */
static void
glide (LaminaTimelineNavigator *self,
       const LaminaRange       *goal)
{
  LaminaRange bounds;

  lamina_session_get_bounds (self->session, &bounds);
  self->goal = *goal;
  lamina_span_fit (&self->goal, &bounds);
  self->speed_x = self->speed_y = 0;
  self->has_goal = lamina_timeline_navigator_has_animations (self);
  if (self->has_goal)
    ensure_tick (self);
  else
    set_range (self, &self->goal);
}

void
lamina_timeline_navigator_glide_zoom (LaminaTimelineNavigator *self,
                                      double                   factor)
{
  const LaminaRange *range = get_range (self);
  LaminaRange goal;
  double x = lamina_timeline_navigator_get_zoom_place (self);
  gint64 anchor = lamina_timeline_navigator_get_position (self, x);
  double part = CLAMP ((x - self->left) / self->width, 0, 1);
  double span;

  if (!range)
    return;
  goal = self->has_goal ? self->goal : *range;
  span = (double) lamina_span_get (&goal);
  span = MIN (MAX (span * factor, MIN (span, (double) lamina_session_get_smallest_span (self->session))), 9e18);
  goal.start = lamina_add_saturating (anchor, -(gint64) (part * span));
  goal.end = lamina_add_saturating (anchor, (gint64) ((1 - part) * span));
  glide (self, &goal);
}

void
lamina_timeline_navigator_glide_pan (LaminaTimelineNavigator *self,
                                     double                   part)
{
  const LaminaRange *range = get_range (self);
  LaminaRange goal;

  if (!range)
    return;
  goal = self->has_goal ? self->goal : *range;
  move_range (self, &goal, part * (double) lamina_span_get (&goal));
  glide (self, &goal);
}

void
lamina_timeline_navigator_fling (LaminaTimelineNavigator *self,
                                 double                   speed_x,
                                 double                   speed_y)
{
  if (!lamina_timeline_navigator_has_animations (self) || hypot (speed_x, speed_y) < LEAST_SPEED)
    return;
  self->has_goal = FALSE;
  self->speed_x = CLAMP (speed_x, -MOST_SPEED, MOST_SPEED);
  self->speed_y = CLAMP (speed_y, -MOST_SPEED, MOST_SPEED);
  ensure_tick (self);
}

void
lamina_timeline_navigator_begin_drag (LaminaTimelineNavigator *self,
                                      LaminaTimelineDrag       drag,
                                      double                   x,
                                      gboolean                 snapping,
                                      guint                    marker,
                                      LaminaMarkerPart         part)
{
  g_return_if_fail (get_range (self) != NULL);

  lamina_timeline_navigator_rest (self);
  self->drag = drag;
  self->drag_range = *get_range (self);
  self->drag_scroll = gtk_adjustment_get_value (self->adjustment);
  self->drag_x = x;
  self->drag_anchor = lamina_timeline_navigator_snap (self, x, snapping);
  self->drag_place = (LaminaRange) { self->drag_anchor, self->drag_anchor };
  self->drag_marker = marker;
  self->drag_part = part;
  if (drag == LAMINA_TIMELINE_DRAG_MARKER)
    lamina_timeline_markers_get (self->markers, marker, &self->drag_place);
  self->drag_time = 0;
  self->drag_speed_x = self->drag_speed_y = self->drag_last_x = self->drag_last_y = 0;
}

/* The speed of the last tenth of a second or so, which a pan keeps when it is let go. */
static void
measure_speed (LaminaTimelineNavigator *self,
               double                   dx,
               double                   dy)
{
  gint64 now = g_get_monotonic_time ();
  double seconds = (double) (now - self->drag_time) / G_USEC_PER_SEC;

  if (self->drag_time && seconds > 0)
    {
      double weight = MIN (seconds / 0.05, 1);

      self->drag_speed_x += ((dx - self->drag_last_x) / seconds - self->drag_speed_x) * weight;
      self->drag_speed_y += ((dy - self->drag_last_y) / seconds - self->drag_speed_y) * weight;
    }
  self->drag_time = now;
  self->drag_last_x = dx;
  self->drag_last_y = dy;
}

/* A label moves both ends, with the first of them drawn to an edge. */
static void
drag_marker (LaminaTimelineNavigator *self,
             double                   dx,
             gboolean                 snapping)
{
  LaminaRange place = self->drag_place;
  gint64 here = lamina_timeline_navigator_snap (self, self->drag_x + dx, snapping);
  double per_px = get_per_px (self, &self->drag_range);

  if (self->drag_part == LAMINA_MARKER_WHOLE || place.start == place.end)
    {
      gint64 length = (gint64) lamina_span_get (&place);
      double start = self->left + lamina_span_get_distance (self->drag_range.start, place.start) / per_px + dx;

      /* What begins out of view is drawn to no edge there. */
      if (start < self->left || start > self->left + self->width)
        move_range (self, &place, dx * per_px);
      else
        {
          place.start = lamina_timeline_navigator_snap (self, start, snapping);
          place.end = lamina_add_saturating (place.start, length);
        }
    }
  else if (self->drag_part == LAMINA_MARKER_START)
    place.start = here;
  else
    place.end = here;
  lamina_timeline_markers_move (self->markers, self->drag_marker, &(LaminaRange) { MIN (place.start, place.end),
                                                                                   MAX (place.start, place.end) });
}

void
lamina_timeline_navigator_drag_to (LaminaTimelineNavigator *self,
                                   double                   dx,
                                   double                   dy,
                                   gboolean                 snapping)
{
  gint64 here = lamina_timeline_navigator_snap (self, self->drag_x + dx, snapping);
  LaminaRange drawn = { MIN (here, self->drag_anchor), MAX (here, self->drag_anchor) }, range = self->drag_range;

  switch (self->session ? self->drag : LAMINA_TIMELINE_DRAG_NONE)
    {
    case LAMINA_TIMELINE_DRAG_PAN:
      measure_speed (self, dx, dy);
      move_range (self, &range, -dx * get_per_px (self, &range));
      lamina_session_set_range (self->session, range.start, range.end);
      gtk_adjustment_set_value (self->adjustment, self->drag_scroll - dy);
      break;
    case LAMINA_TIMELINE_DRAG_RANGE:
      lamina_session_set_marked_range (self->session, drawn.start, drawn.end);
      break;
    case LAMINA_TIMELINE_DRAG_ZOOM:
      self->drag_place = drawn;
      lamina_timeline_markers_set_zoom (self->markers, &drawn);
      break;
    case LAMINA_TIMELINE_DRAG_MARKER:
      drag_marker (self, dx, snapping);
      break;
    case LAMINA_TIMELINE_DRAG_NONE:
    default:
      break;
    }
}

void
lamina_timeline_navigator_end_drag (LaminaTimelineNavigator *self,
                                    gboolean                 done)
{
  LaminaTimelineDrag drag = self->drag;

  self->drag = LAMINA_TIMELINE_DRAG_NONE;
  lamina_timeline_markers_set_zoom (self->markers, NULL);
  if (!self->session || !done)
    return;
  if (drag == LAMINA_TIMELINE_DRAG_PAN && self->drag_time && g_get_monotonic_time () - self->drag_time < REST_TIME)
    lamina_timeline_navigator_fling (self, -self->drag_speed_x, -self->drag_speed_y);
  if (drag == LAMINA_TIMELINE_DRAG_ZOOM && self->drag_place.end > self->drag_place.start)
    {
      lamina_session_history_keep (lamina_session_get_history (self->session));
      lamina_session_set_range (self->session, self->drag_place.start, self->drag_place.end);
    }
}

gboolean
lamina_timeline_navigator_is_dragging (LaminaTimelineNavigator *self)
{
  return self->drag != LAMINA_TIMELINE_DRAG_NONE;
}

gboolean
lamina_timeline_navigator_is_gliding (LaminaTimelineNavigator *self)
{
  return self->has_goal;
}

void
lamina_timeline_navigator_note_wheel (LaminaTimelineNavigator *self)
{
  self->wheel_time = g_get_monotonic_time ();
}

gboolean
lamina_timeline_navigator_is_wheel_turning (LaminaTimelineNavigator *self,
                                            int                      rest_ms)
{
  return self->wheel_time && g_get_monotonic_time () - self->wheel_time < rest_ms * 1000;
}

int
lamina_timeline_navigator_get_width (LaminaTimelineNavigator *self)
{
  return self->width;
}

void
lamina_timeline_navigator_set_plot (LaminaTimelineNavigator *self,
                                    int                      left,
                                    int                      width)
{
  self->left = left;
  self->width = MAX (width, 1);
}

void
lamina_timeline_navigator_set_pointer (LaminaTimelineNavigator *self,
                                       double                   x)
{
  self->pointer_x = x;
}

void
lamina_timeline_navigator_set_session (LaminaTimelineNavigator *self,
                                       LaminaSession           *session)
{
  lamina_session_replace (&self->session, session, self);
  if (session)
    g_signal_connect_swapped (session, "notify::range", G_CALLBACK (lamina_timeline_navigator_rest), self);
}

LaminaTimelineNavigator *
lamina_timeline_navigator_new (GtkAdjustment         *adjustment,
                               LaminaTimelineMarkers *markers,
                               GtkWidget             *widget)
{
  LaminaTimelineNavigator *self = g_new0 (LaminaTimelineNavigator, 1);

  self->adjustment = g_object_ref (adjustment);
  self->markers = markers;
  self->widget = widget;
  self->width = 1;
  self->pointer_x = -1;
  return self;
}

void
lamina_timeline_navigator_free (LaminaTimelineNavigator *self)
{
  if (!self)
    return;
  lamina_timeline_navigator_stop (self);
  lamina_timeline_navigator_set_session (self, NULL);
  g_object_unref (self->adjustment);
  g_free (self);
}

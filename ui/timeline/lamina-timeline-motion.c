/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

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

gboolean
lamina_timeline_canvas_has_animations (LaminaTimelineCanvas *self)
{
  gboolean enabled;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &enabled, NULL);
  return enabled && gtk_widget_get_mapped (GTK_WIDGET (self));
}

/* Sets the range as a step of what goes on, which does not end it. */
static void
set_range (LaminaTimelineCanvas *self,
           const LaminaRange    *range)
{
  self->stepping = TRUE;
  lamina_session_set_range (self->session, range->start, range->end);
  self->stepping = FALSE;
}

static void
move (LaminaTimelineCanvas *self,
      guint                 keys,
      double                zoom_in,
      double                part)
{
  if (keys & LAMINA_MOVE_IN)
    lamina_timeline_canvas_zoom (self, zoom_in);
  if (keys & LAMINA_MOVE_OUT)
    lamina_timeline_canvas_zoom (self, 1 / zoom_in);
  if (keys & LAMINA_MOVE_LEFT)
    lamina_session_pan (self->session, -part);
  if (keys & LAMINA_MOVE_RIGHT)
    lamina_session_pan (self->session, part);
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
step_to_goal (LaminaTimelineCanvas *self,
              double                seconds)
{
  LaminaRange range = *lamina_session_get_range (self->session);
  double pixel = (double) lamina_span_get (&self->goal) / lamina_timeline_canvas_get_plot_width (self);
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
pan_by (LaminaTimelineCanvas *self,
        double                pixels)
{
  LaminaRange range = *lamina_session_get_range (self->session), bounds;
  double per_px = (double) lamina_span_get (&range) / lamina_timeline_canvas_get_plot_width (self);

  lamina_session_get_bounds (self->session, &bounds);
  lamina_span_move (&range, pixels * per_px, &bounds);
  set_range (self, &range);
}

static void
run_out (LaminaTimelineCanvas *self,
         double                seconds)
{
  double rest = exp (-seconds / RUN_OUT_TIME);

  pan_by (self, self->speed_x * RUN_OUT_TIME * (1 - rest));
  lamina_timeline_canvas_scroll_by (self, self->speed_y * RUN_OUT_TIME * (1 - rest));
  self->speed_x *= rest;
  self->speed_y *= rest;
  if (hypot (self->speed_x, self->speed_y) < LEAST_SPEED)
    self->speed_x = self->speed_y = 0;
}

static gboolean
on_tick (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = self->tick_time ? MIN ((double) (now - self->tick_time) / G_USEC_PER_SEC, 0.1) : 0.016;

  if (self->session && lamina_session_get_range (self->session))
    {
      if (self->has_goal)
        step_to_goal (self, seconds);
      if (self->speed_x != 0 || self->speed_y != 0)
        run_out (self, seconds);
      if (self->held_keys && self->tick_time)
        move (self, self->held_keys, exp (-ZOOM_SPEED * seconds), PAN_SPEED * seconds);
    }
  self->tick_time = now;
  if (self->held_keys || self->has_goal || self->speed_x != 0 || self->speed_y != 0)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
ensure_tick (LaminaTimelineCanvas *self)
{
  if (self->tick)
    return;
  self->tick_time = 0;
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

void
lamina_timeline_canvas_rest (LaminaTimelineCanvas *self)
{
  if (self->stepping)
    return;
  self->has_goal = FALSE;
  self->speed_x = self->speed_y = 0;
}

void
lamina_timeline_canvas_stop_moving (LaminaTimelineCanvas *self)
{
  lamina_timeline_canvas_rest (self);
  self->held_keys = 0;
  if (self->tick)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
press (LaminaTimelineCanvas *self,
       guint                 key)
{
  if (self->session)
    move (self, key, ZOOM_PRESS, PAN_PRESS);
}

void
lamina_timeline_canvas_move (LaminaTimelineCanvas *self,
                             LaminaTimelineMove    step)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  switch (step)
    {
    case LAMINA_TIMELINE_ZOOM_IN:
      press (self, LAMINA_MOVE_IN);
      break;
    case LAMINA_TIMELINE_ZOOM_OUT:
      press (self, LAMINA_MOVE_OUT);
      break;
    case LAMINA_TIMELINE_PAN_LEFT:
      press (self, LAMINA_MOVE_LEFT);
      break;
    case LAMINA_TIMELINE_PAN_RIGHT:
      press (self, LAMINA_MOVE_RIGHT);
      break;
    case LAMINA_TIMELINE_PAGE_UP:
      lamina_timeline_canvas_scroll_by (self, -gtk_adjustment_get_page_increment (self->adjustment));
      break;
    case LAMINA_TIMELINE_PAGE_DOWN:
    default:
      lamina_timeline_canvas_scroll_by (self, gtk_adjustment_get_page_increment (self->adjustment));
      break;
    }
}

void
lamina_timeline_canvas_hold_move (LaminaTimelineCanvas *self,
                                  guint                 key)
{
  if (self->held_keys & key)
    return;
  press (self, key);
  self->held_keys |= key;
  ensure_tick (self);
}

void
lamina_timeline_canvas_release_move (LaminaTimelineCanvas *self,
                                     guint                 key)
{
  self->held_keys &= ~key;
}

/* Goes to a range in a few frames, or at once. */
static void
glide (LaminaTimelineCanvas *self,
       const LaminaRange    *goal)
{
  LaminaRange bounds;

  lamina_session_get_bounds (self->session, &bounds);
  self->goal = *goal;
  lamina_span_fit (&self->goal, &bounds);
  self->speed_x = self->speed_y = 0;
  if (!lamina_timeline_canvas_has_animations (self))
    {
      self->has_goal = FALSE;
      set_range (self, &self->goal);
      return;
    }
  self->has_goal = TRUE;
  ensure_tick (self);
}

void
lamina_timeline_canvas_glide_zoom (LaminaTimelineCanvas *self,
                                   double                factor)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  LaminaRange goal;
  double x = lamina_timeline_canvas_get_zoom_place (self);
  gint64 anchor = lamina_timeline_canvas_get_position (self, x);
  double part = CLAMP ((x - self->options.names_width) / lamina_timeline_canvas_get_plot_width (self), 0, 1);
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
lamina_timeline_canvas_glide_pan (LaminaTimelineCanvas *self,
                                  double                part)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  LaminaRange goal, bounds;

  if (!range)
    return;
  goal = self->has_goal ? self->goal : *range;
  lamina_session_get_bounds (self->session, &bounds);
  lamina_span_move (&goal, part * (double) lamina_span_get (&goal), &bounds);
  glide (self, &goal);
}

void
lamina_timeline_canvas_fling (LaminaTimelineCanvas *self,
                              double                speed_x,
                              double                speed_y)
{
  if (!lamina_timeline_canvas_has_animations (self) || hypot (speed_x, speed_y) < LEAST_SPEED)
    return;
  self->has_goal = FALSE;
  self->speed_x = CLAMP (speed_x, -MOST_SPEED, MOST_SPEED);
  self->speed_y = CLAMP (speed_y, -MOST_SPEED, MOST_SPEED);
  ensure_tick (self);
}

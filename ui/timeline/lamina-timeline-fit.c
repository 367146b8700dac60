/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include <string.h>

/*
 * Tracks are as high as what is seen of them is deep. What is seen changes with every step of a zoom or a pan, the
 * heights only after the last one, for rows that move while somebody looks at them are hard to follow.
 */

/*
 * In milliseconds: a range that has not changed for so long is at rest; a pointer that has not moved for so long, either, may
 * find something else below it.
 */
#define REST_TIME 250
#define STILL_TIME 1200

static gboolean
is_pointed_at (LaminaTimelineCanvas *self)
{
  return self->has_pointer || self->is_covered;
}

static gboolean
is_held (LaminaTimelineCanvas *self)
{
  return self->drag != LAMINA_DRAG_NONE || lamina_session_is_range_held (self->session);
}

static gboolean
on_rest (gpointer user_data)
{
  LaminaTimelineCanvas *self = user_data;

  if (is_held (self) || self->has_goal)
    return G_SOURCE_CONTINUE;
  self->fitting = 0;
  lamina_timeline_canvas_fit_tracks (self);
  return G_SOURCE_REMOVE;
}

static gboolean
is_wheel_turning (LaminaTimelineCanvas *self)
{
  return self->wheel_time && g_get_monotonic_time () - self->wheel_time < REST_TIME * 1000;
}

void
lamina_timeline_canvas_queue_fit (LaminaTimelineCanvas *self)
{
  gboolean is_moving;

  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_handle_id (&self->settling, g_source_remove);
  if (!self->session || !lamina_session_get_range (self->session))
    return;
  is_moving = is_held (self) || is_wheel_turning (self);
  if (!self->depths || (!is_moving && !lamina_timeline_canvas_has_animations (self)))
    lamina_timeline_canvas_fit_tracks (self);
  else
    self->fitting = g_timeout_add (REST_TIME, on_rest, self);
}

void
lamina_timeline_canvas_delay_fit (LaminaTimelineCanvas *self)
{
  if (self->fitting)
    lamina_timeline_canvas_queue_fit (self);
  if (self->settling)
    lamina_timeline_canvas_wait_for_rest (self);
}

/* Nobody is about to do anything at the pointer. */
static gboolean
on_still (gpointer user_data)
{
  LaminaTimelineCanvas *self = user_data;

  if (is_held (self) || self->has_goal || self->menu || self->is_covered)
    return G_SOURCE_CONTINUE;
  self->settling = 0;
  self->may_move = TRUE;
  lamina_timeline_canvas_fit_tracks (self);
  self->may_move = FALSE;
  return G_SOURCE_REMOVE;
}

void
lamina_timeline_canvas_wait_for_rest (LaminaTimelineCanvas *self)
{
  if (!self->waits_for_leave)
    return;
  g_clear_handle_id (&self->settling, g_source_remove);
  self->settling = g_timeout_add (STILL_TIME, on_still, self);
}

void
lamina_timeline_canvas_leave_fit (LaminaTimelineCanvas *self)
{
  if (self->waits_for_leave && !is_pointed_at (self))
    lamina_timeline_canvas_queue_fit (self);
}

void
lamina_timeline_canvas_forget_fit (LaminaTimelineCanvas *self)
{
  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_handle_id (&self->settling, g_source_remove);
  self->waits_for_leave = FALSE;
  self->options.depths = NULL;
  g_clear_pointer (&self->depths, g_free);
}

/* Where the tracks must be scrolled to for what is under the pointer, or at the top when it is elsewhere, to stay there. */
static int
get_scroll (LaminaTimelineCanvas        *self,
            const LaminaTimelineOptions *before)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int scroll = (int) gtk_adjustment_get_value (self->adjustment);
  int top = self->options.ruler_height + lamina_timeline_get_pinned_height (run, before, height);
  int y = is_pointed_at (self) ? MAX ((int) self->pointer_y, top) : top;

  return scroll + lamina_timeline_get_shift (run, before, &self->options, height, scroll + top, scroll + y);
}

static gboolean
can_scroll_to (LaminaTimelineCanvas *self,
               int                   scroll)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int total = lamina_timeline_get_height (lamina_session_get_run (self->session), &self->options, height);

  return scroll >= 0 && scroll <= MAX (total - height, 0);
}

/*
 * Gives the tracks other heights. What is under the pointer stays there: where there is nothing to scroll that could
 * make up for it, tracks become no lower than they are until the pointer has left or has been still for a while.
 */
static void
set_depths (LaminaTimelineCanvas *self,
            guint32              *depths,
            guint                 n)
{
  LaminaTimelineOptions before = self->options;
  g_autofree guint32 *old = g_steal_pointer (&self->depths);
  int scroll;

  self->options.depths = self->depths = depths;
  if (gtk_widget_get_height (GTK_WIDGET (self)) < 1)
    return;
  scroll = get_scroll (self, &before);
  self->waits_for_leave = old && !self->may_move && is_pointed_at (self) && !can_scroll_to (self, scroll);
  if (self->waits_for_leave)
    {
      for (guint i = 0; i < n; i++)
        depths[i] = MAX (depths[i], old[i]);
      scroll = get_scroll (self, &before);
    }
  lamina_timeline_canvas_place_tracks (self);
  gtk_adjustment_set_value (self->adjustment, scroll);
  lamina_timeline_canvas_wait_for_rest (self);
}

void
lamina_timeline_canvas_fit_tracks (LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;
  g_autofree guint32 *depths = NULL;
  guint n;

  if (!range)
    return;
  g_clear_handle_id (&self->fitting, g_source_remove);
  depths = lamina_timeline_find_depths (lamina_session_get_run (self->session),
                                        lamina_session_get_timebase (self->session), range->start, range->end, &n);
  if (!self->depths || memcmp (depths, self->depths, n * sizeof *depths) != 0)
    set_depths (self, g_steal_pointer (&depths), n);
}

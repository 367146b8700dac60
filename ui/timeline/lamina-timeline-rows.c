/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

#include "lamina-session-gaps.h"
#include "lamina-session-memory.h"

#include <string.h>

/*
 * In milliseconds: a range that has not changed for so long is at rest; a pointer that has not moved for so long, either, may
 * find something else below it.
 */
#define REST_TIME 250
#define STILL_TIME 1200

/* How far a notch of the scrollbar scrolls, in pixels. */
#define STEP 46

/*
 * @depths and @places are what the options have, @depths of the range when it was last at rest; while it changes, @fitting waits.
 * Until a range is known, nothing @is_fitted.
 * Where tracks keep lanes for the sake of the pointer, which is at @pointer_y, @settling waits for it to be still.
 * What is to be in sight once the tracks are arranged is @awaited.
 */
struct _LaminaTimelineRows
{
  LaminaCanvas *canvas;
  GtkAdjustment *adjustment;
  LaminaTimelineNavigator *navigator;
  LaminaSession *session;
  LaminaTimelineOptions options;
  guint32 *depths;
  gboolean is_fitted;
  LaminaTimelinePlaces *places;
  guint fitting;
  guint settling;
  gboolean waits_for_leave;
  gboolean may_move;
  gboolean is_covered;
  double pointer_y;
  LaminaSliceRef awaited;
  gboolean awaits;
  gboolean awaits_first;
};

static int
get_height (LaminaTimelineRows *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self->canvas));
}

LaminaTimelineOptions *
lamina_timeline_rows_get_options (LaminaTimelineRows *self)
{
  return &self->options;
}

/* Takes others, or none. */
static void
take_places (LaminaTimelineRows   *self,
             LaminaTimelinePlaces *places)
{
  g_clear_pointer (&self->places, lamina_timeline_places_unref);
  self->options.places = self->places = places;
}

/* Has the rows placed, unless they are already. */
static void
place (LaminaTimelineRows *self)
{
  take_places (self, lamina_timeline_places_get (lamina_session_get_run (self->session), &self->options, get_height (self)));
}

GArray *
lamina_timeline_rows_list_lanes (gpointer data)
{
  LaminaTimelineRows *self = data;

  return lamina_timeline_list_lanes (lamina_session_get_run (self->session), &self->options, get_height (self),
                                     (int) gtk_adjustment_get_value (self->adjustment));
}

void
lamina_timeline_rows_update (LaminaTimelineRows *self)
{
  int height = get_height (self);
  double value, upper = height;

  self->options.arrangement = self->session ? lamina_session_get_arrangement (self->session) : NULL;
  if (self->session && height > 0)
    {
      place (self);
      upper = MAX (height, lamina_timeline_get_height (lamina_session_get_run (self->session), &self->options, height));
    }
  value = MIN (gtk_adjustment_get_value (self->adjustment), upper - height);
  gtk_adjustment_configure (self->adjustment, value, 0, upper, STEP, MAX (height - STEP, 1), height);
  lamina_canvas_drop_scene (self->canvas);
  if (self->awaits && !lamina_session_is_arranging (self->session))
    lamina_timeline_rows_reveal (self, &self->awaited, self->awaits_first);
}

static gboolean
is_held (LaminaTimelineRows *self)
{
  return lamina_timeline_navigator_is_dragging (self->navigator) || lamina_session_is_range_held (self->session);
}

static gboolean
on_rest (gpointer user_data)
{
  LaminaTimelineRows *self = user_data;

  if (is_held (self) || lamina_timeline_navigator_is_gliding (self->navigator))
    return G_SOURCE_CONTINUE;
  self->fitting = 0;
  lamina_timeline_rows_fit (self);
  return G_SOURCE_REMOVE;
}

void
lamina_timeline_rows_queue_fit (LaminaTimelineRows *self)
{
  gboolean is_moving;

  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_handle_id (&self->settling, g_source_remove);
  if (!self->session || !lamina_session_get_range (self->session))
    return;
  is_moving = is_held (self) || lamina_timeline_navigator_is_wheel_turning (self->navigator, REST_TIME);
  if (!self->is_fitted || (!is_moving && !lamina_timeline_navigator_has_animations (self->navigator)))
    lamina_timeline_rows_fit (self);
  else
    self->fitting = g_timeout_add (REST_TIME, on_rest, self);
}

static gboolean
has_menu (LaminaTimelineRows *self)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->canvas));

  while (child && !(GTK_IS_POPOVER (child) && gtk_widget_get_visible (child)))
    child = gtk_widget_get_next_sibling (child);
  return child != NULL;
}

/* Nobody is about to do anything at the pointer. */
static gboolean
on_still (gpointer user_data)
{
  LaminaTimelineRows *self = user_data;

  if (is_held (self) || lamina_timeline_navigator_is_gliding (self->navigator) || self->is_covered || has_menu (self))
    return G_SOURCE_CONTINUE;
  self->settling = 0;
  self->may_move = TRUE;
  lamina_timeline_rows_fit (self);
  self->may_move = FALSE;
  return G_SOURCE_REMOVE;
}

/* What stands below the pointer stays there for a while. */
static void
wait_for_still (LaminaTimelineRows *self)
{
  if (!self->waits_for_leave)
    return;
  g_clear_handle_id (&self->settling, g_source_remove);
  self->settling = g_timeout_add (STILL_TIME, on_still, self);
}

void
lamina_timeline_rows_delay_fit (LaminaTimelineRows *self)
{
  if (self->fitting)
    lamina_timeline_rows_queue_fit (self);
  if (self->settling)
    wait_for_still (self);
}

void
lamina_timeline_rows_set_pointer (LaminaTimelineRows *self,
                                  double              y,
                                  gboolean            is_covered)
{
  self->pointer_y = y;
  self->is_covered = is_covered;
  if (y >= 0)
    wait_for_still (self);
  else if (self->waits_for_leave)
    lamina_timeline_rows_queue_fit (self);
}

void
lamina_timeline_rows_forget_fit (LaminaTimelineRows *self)
{
  g_clear_handle_id (&self->fitting, g_source_remove);
  g_clear_handle_id (&self->settling, g_source_remove);
  self->waits_for_leave = FALSE;
  self->awaits = FALSE;
  take_places (self, NULL);
  self->is_fitted = FALSE;
  self->options.depths = NULL;
  g_clear_pointer (&self->depths, g_free);
}

/* Where the tracks must be scrolled to for what is under the pointer, or at the top when it is elsewhere, to stay there. */
static int
get_scroll (LaminaTimelineRows          *self,
            const LaminaTimelineOptions *before)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  int height = get_height (self), scroll = (int) gtk_adjustment_get_value (self->adjustment);
  int top = self->options.ruler_height + lamina_timeline_get_pinned_height (run, before, height);
  int y = MAX ((int) self->pointer_y, top);

  return scroll + lamina_timeline_get_shift (run, before, &self->options, height, scroll + top, scroll + y);
}

/* Lets tracks keep the lanes that they had, all of them if @old is NULL. */
static void
keep_lanes (LaminaTimelineRows *self,
            const guint32      *old,
            guint               n)
{
  if (!old)
    g_clear_pointer (&self->depths, g_free);
  for (guint i = 0; old && i < n; i++)
    self->depths[i] = MAX (self->depths[i], old[i]);
  self->options.depths = self->depths;
  take_places (self, NULL);
  place (self);
}

/*
 * Gives the tracks other heights. What is under the pointer stays there: where there is nothing to scroll that could
 * make up for it, tracks become no lower than they are until the pointer has left or has been still for a while.
 */
static void
set_depths (LaminaTimelineRows *self,
            guint32            *depths,
            guint               n)
{
  LaminaTimelineOptions before = self->options;
  g_autoptr (LaminaTimelinePlaces) places = self->places ? lamina_timeline_places_ref (self->places) : NULL;
  g_autofree guint32 *old = g_steal_pointer (&self->depths);
  gboolean was_fitted = self->is_fitted;
  int height = get_height (self), scroll, most;

  before.places = places;
  self->options.depths = self->depths = depths;
  self->is_fitted = TRUE;
  if (height < 1)
    {
      take_places (self, NULL);
      return;
    }
  place (self);
  scroll = get_scroll (self, &before);
  most = lamina_timeline_get_height (lamina_session_get_run (self->session), &self->options, height) - height;
  self->waits_for_leave = was_fitted && depths && !self->may_move && self->pointer_y >= 0
                          && (scroll < 0 || scroll > MAX (most, 0));
  if (self->waits_for_leave)
    {
      keep_lanes (self, old, n);
      scroll = get_scroll (self, &before);
    }
  lamina_timeline_rows_update (self);
  gtk_adjustment_set_value (self->adjustment, scroll);
  wait_for_still (self);
}

void
lamina_timeline_rows_fit (LaminaTimelineRows *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;
  g_autofree guint32 *depths = NULL;
  guint n;

  if (!range)
    return;
  g_clear_handle_id (&self->fitting, g_source_remove);
  depths = lamina_timeline_find_depths (lamina_session_get_run (self->session),
                                        lamina_session_get_timebase (self->session), range->start, range->end, &n);
  if (!self->is_fitted || !depths != !self->depths || (depths && memcmp (depths, self->depths, n * sizeof *depths) != 0))
    set_depths (self, g_steal_pointer (&depths), n);
}

void
lamina_timeline_rows_reveal (LaminaTimelineRows   *self,
                             const LaminaSliceRef *slice,
                             gboolean              first)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  int height = get_height (self), y, row_height, top;

  self->awaits = lamina_session_is_arranging (self->session);
  self->awaited = *slice;
  self->awaits_first = first;
  if (height < 1 || !lamina_timeline_find_row (run, &self->options, height, slice, &y, &row_height))
    return;
  /* How far down it is below the first row that scrolls; what is pinned is always in sight. */
  top = y - self->options.ruler_height - lamina_timeline_get_pinned_height (run, &self->options, height);
  if (top >= 0 && first)
    gtk_adjustment_set_value (self->adjustment, top);
  else if (top >= 0)
    gtk_adjustment_clamp_page (self->adjustment, top, y + row_height);
}

/* Until it is known, the headings of devices are silent. */
static void
on_gaps (LaminaTimelineRows *self)
{
  self->options.idle = lamina_session_gaps_peek (lamina_session_get_gaps (self->session));
  self->options.use = lamina_session_gaps_peek_use (lamina_session_get_gaps (self->session));
  lamina_canvas_drop_scene (self->canvas);
}

static void
on_memory (LaminaTimelineRows *self)
{
  self->options.live = lamina_session_memory_peek (lamina_session_get_memory (self->session));
  lamina_canvas_drop_scene (self->canvas);
}

void
lamina_timeline_rows_set_session (LaminaTimelineRows *self,
                                  LaminaSession      *session)
{
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (lamina_session_get_gaps (self->session), self);
      g_signal_handlers_disconnect_by_data (lamina_session_get_memory (self->session), self);
    }
  g_set_object (&self->session, session);
  lamina_timeline_rows_forget_fit (self);
  self->options.idle = NULL;
  self->options.use = NULL;
  self->options.live = NULL;
  if (session)
    {
      g_signal_connect_swapped (lamina_session_get_gaps (session), "changed", G_CALLBACK (on_gaps), self);
      on_gaps (self);
      g_signal_connect_swapped (lamina_session_get_memory (session), "changed", G_CALLBACK (on_memory), self);
      on_memory (self);
    }
  self->options.arrangement = session ? lamina_session_get_arrangement (session) : NULL;
}

LaminaTimelineRows *
lamina_timeline_rows_new (LaminaCanvas            *canvas,
                          GtkAdjustment           *adjustment,
                          LaminaTimelineNavigator *navigator)
{
  LaminaTimelineRows *self = g_new0 (LaminaTimelineRows, 1);

  self->canvas = canvas;
  self->adjustment = g_object_ref (adjustment);
  self->navigator = navigator;
  self->pointer_y = -1;
  self->options = LAMINA_TIMELINE_OPTIONS_INIT;
  /* A button of the view stands there. */
  self->options.without_badge = TRUE;
  return self;
}

void
lamina_timeline_rows_free (LaminaTimelineRows *self)
{
  if (!self)
    return;
  lamina_timeline_rows_set_session (self, NULL);
  g_object_unref (self->adjustment);
  g_free (self);
}

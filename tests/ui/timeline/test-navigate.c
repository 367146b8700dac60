/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-action-table.h"
#include "lamina-overview.h"
#include "lamina-session-history.h"
#include "lamina-settings.h"
#include "lamina-span.h"
#include "navigate-fixture.h"

/* Moving in the timeline, through its controllers and its actions. */

/* In the modes of Chrome a plain drag pans or zooms. */
static void
test_modes (Timeline      *self,
            gconstpointer  data)
{
  LaminaRange before, after;

  lamina_session_zoom (self->session, 0.5, lamina_session_get_range (self->session)->start);
  before = *lamina_session_get_range (self->session);
  timeline_activate (self, "mouse-mode::pan");
  timeline_drag (self, 400, 100, -100, 0);
  after = *lamina_session_get_range (self->session);
  g_assert_cmpint (after.start, >, before.start);
  g_assert_cmpuint (lamina_span_get (&after), ==, lamina_span_get (&before));
  g_assert_null (lamina_session_get_marked_range (self->session));
  timeline_activate (self, "mouse-mode::zoom");
  timeline_drag (self, 400, 100, 200, 0);
  g_assert_cmpuint (lamina_span_get (lamina_session_get_range (self->session)), <, lamina_span_get (&after));
  g_assert_null (lamina_session_get_marked_range (self->session));
  timeline_activate (self, "mouse-mode::select");
}

static gboolean
has_arrived (gpointer user_data)
{
  LaminaRange *goal = user_data;
  LaminaSession *session = g_object_get_data (G_OBJECT (gtk_application_get_active_window (
                                                lamina_ui_test_get_application ())), "session");
  const LaminaRange *range = lamina_session_get_range (session);

  return range->start == goal->start && range->end == goal->end;
}

/* Shift and the wheel pan by a tenth: over some frames, or at once without animations; both end at the same place. */
static void
test_glide (Timeline      *self,
            gconstpointer  data)
{
  GtkSettings *settings = gtk_widget_get_settings (self->canvas);
  GtkEventController *scroll = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  LaminaRange start, goal;
  gboolean handled;

  lamina_session_zoom (self->session, 0.5, lamina_session_get_range (self->session)->start);
  start = *lamina_session_get_range (self->session);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  g_signal_emit_by_name (scroll, "scroll", 1.0, 0.0, &handled);
  goal = *lamina_session_get_range (self->session);
  g_assert_cmpint (goal.start, >, start.start);
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  lamina_session_set_range (self->session, start.start, start.end);
  g_signal_emit_by_name (scroll, "scroll", 1.0, 0.0, &handled);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, start.start);
  g_object_set_data (G_OBJECT (self->window), "session", self->session);
  lamina_ui_test_wait (has_arrived, &goal);
}

/* Where a frame's part of the way is less than the unit of the axis, the goal is reached all the same. */
static void
test_glide_short (Timeline      *self,
                  gconstpointer  data)
{
  GtkEventController *scroll = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  LaminaRange start = *lamina_session_get_range (self->session), goal;
  gboolean handled;

  lamina_session_set_range (self->session, start.start + 100, start.start + 130);
  start = *lamina_session_get_range (self->session);
  g_assert_cmpuint (lamina_span_get (&start), ==, 30);
  goal = (LaminaRange) { start.start + 3, start.end + 3 };
  g_signal_emit_by_name (scroll, "scroll", 1.0, 0.0, &handled);
  g_object_set_data (G_OBJECT (self->window), "session", self->session);
  lamina_ui_test_wait (has_arrived, &goal);
}

/* Two fingers: how far they are apart counts from where they began, and what is between them stays there. */
static void
test_pinch (Timeline      *self,
            gconstpointer  data)
{
  GtkEventController *pinch = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_GESTURE_ZOOM);
  LaminaRange start, range;
  gint64 near;

  lamina_session_zoom (self->session, 0.5, lamina_session_get_range (self->session)->start);
  start = *lamina_session_get_range (self->session);
  near = (gint64) lamina_span_get (&start) / 100;
  g_signal_emit_by_name (pinch, "begin", NULL);
  g_signal_emit_by_name (pinch, "scale-changed", 2.0);
  g_signal_emit_by_name (pinch, "scale-changed", 4.0);
  range = *lamina_session_get_range (self->session);
  g_assert_cmpfloat_with_epsilon ((double) lamina_span_get (&start) / (double) lamina_span_get (&range), 4, 0.01);
  g_assert_cmpint (range.start, >=, start.start);
  g_assert_cmpint (range.end, <=, start.end);
  g_signal_emit_by_name (pinch, "scale-changed", 1.0);
  range = *lamina_session_get_range (self->session);
  g_assert_cmpint (ABS (range.start - start.start), <=, near);
  g_assert_cmpint (ABS (range.end - start.end), <=, near);
}

/* Without animations nothing runs out that was let go, neither the timeline nor what scrolls. */
static void
test_no_motion (Timeline      *self,
                gconstpointer  data)
{
  GtkSettings *settings = gtk_widget_get_settings (self->canvas);
  GtkEventController *scroll = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  GtkWidget *view = GTK_WIDGET (lamina_layer_table_get_view (lamina_ui_test_get_table (self->window)));
  GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (view, GTK_TYPE_SCROLLED_WINDOW));
  LaminaRange start;

  lamina_session_zoom (self->session, 0.5, lamina_session_get_range (self->session)->start);
  start = *lamina_session_get_range (self->session);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  g_signal_emit_by_name (scroll, "decelerate", 900.0, 0.0);
  lamina_ui_test_settle (self->canvas);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, start.start);
  g_assert_false (gtk_scrolled_window_get_kinetic_scrolling (scrolled));
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  g_signal_emit_by_name (scroll, "decelerate", 900.0, 0.0);
  lamina_ui_test_settle (self->canvas);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, >, start.start);
  g_assert_true (gtk_scrolled_window_get_kinetic_scrolling (scrolled));
}

/* What was left by a jump can be gone back to, and forward again; a bookmark brings back range and selection. */
static void
test_history (Timeline      *self,
              gconstpointer  data)
{
  LaminaRange first = *lamina_session_get_range (self->session), bounds;
  LaminaSliceRef slice;

  lamina_session_get_bounds (self->session, &bounds);
  slice = timeline_click_nth (self, 1);
  timeline_activate (self, "set-bookmark(uint32 3)");
  lamina_ui_test_press (self->canvas, GDK_KEY_0);
  g_assert_true (timeline_is_enabled (self, "go-back"));
  lamina_ui_test_press (self->canvas, GDK_KEY_BackSpace);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, first.start);
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, first.end);
  g_assert_true (timeline_is_enabled (self, "go-forward"));
  timeline_activate (self, "go-forward");
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, bounds.end);
  g_assert_false (timeline_is_enabled (self, "go-forward"));
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  lamina_ui_test_press (self->canvas, GDK_KEY_3);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, first.start);
  g_assert_cmpuint (lamina_session_get_selection (self->session)->slice.slice, ==, slice.slice);
  g_assert_cmpuint (lamina_session_get_selection (self->session)->slice.track, ==, slice.track);
}

/* Tab leaves the timeline where there is no neighbor that it could go to. */
static void
test_tab (Timeline      *self,
          gconstpointer  data)
{
  GtkRoot *root = gtk_widget_get_root (self->canvas);
  GSettings *settings = lamina_settings_get_default ();
  const LaminaSlices *slices;
  LaminaSliceRef slice;

  gtk_widget_grab_focus (self->canvas);
  lamina_ui_test_press (self->canvas, GDK_KEY_Tab);
  g_assert_true (gtk_root_get_focus (root) != self->canvas);
  slice = timeline_click_nth (self, 0);
  slices = lamina_track_get_slices (lamina_run_get_track (lamina_session_get_run (self->session), slice.track));
  slice.slice = slices->first[0];
  lamina_session_select_slice (self->session, &slice);
  g_settings_set_enum (settings, LAMINA_SETTING_KEYS, LAMINA_KEYS_CHROME);
  gtk_widget_grab_focus (self->canvas);
  lamina_ui_test_press (self->canvas, GDK_KEY_Tab);
  g_assert_true (gtk_root_get_focus (root) == self->canvas);
  g_assert_cmpuint (lamina_session_get_selection (self->session)->slice.slice, ==, slice.slice + 1);
  lamina_session_select_slice (self->session, &slice);
  lamina_ui_test_press (self->canvas, GDK_KEY_ISO_Left_Tab);
  g_settings_reset (settings, LAMINA_SETTING_KEYS);
  g_assert_true (gtk_root_get_focus (root) != self->canvas);
}

static int
get_names_width (Timeline *self)
{
  int width;

  g_object_get (self->canvas, "names-width", &width, NULL);
  return width;
}

/* The names become wider and narrower within bounds, and take back the width that they need. */
static void
test_names_width (Timeline      *self,
                  gconstpointer  data)
{
  int usual = get_names_width (self);

  g_assert_cmpint (usual, >=, LAMINA_TIMELINE_NAMES_WIDTH);
  timeline_activate (self, "names-width::wider");
  g_assert_cmpint (get_names_width (self), ==, usual + 24);
  timeline_activate (self, "names-width::narrower");
  g_assert_cmpint (get_names_width (self), ==, usual);
  for (guint i = 0; i < 100; i++)
    timeline_activate (self, "names-width::wider");
  g_assert_cmpint (get_names_width (self), <, gtk_widget_get_width (self->canvas) / 2);
  timeline_activate (self, "names-width::fit");
  g_assert_cmpint (get_names_width (self), ==, usual);
}

/* The strip stands there whatever is in view, so that nothing jumps, unless it was switched off. */
static void
test_overview (Timeline      *self,
               gconstpointer  data)
{
  GtkWidget *row = timeline_get_child (self, "overview_row");

  lamina_ui_test_press (self->canvas, GDK_KEY_0);
  g_assert_true (gtk_widget_get_visible (row));
  lamina_ui_test_press (self->canvas, GDK_KEY_w);
  g_assert_true (gtk_widget_get_visible (row));
  timeline_activate (self, "overview");
  g_assert_false (gtk_widget_get_visible (row));
  timeline_activate (self, "overview");
  g_assert_true (gtk_widget_get_visible (row));
}

static void
drag_overview (Timeline *self,
               double    x,
               double    dx)
{
  GtkWidget *row = timeline_get_child (self, "overview_row");
  GtkWidget *overview = lamina_ui_test_find (row, LAMINA_TYPE_OVERVIEW);
  GtkEventController *gesture = lamina_ui_test_find_controller (overview, GTK_TYPE_GESTURE_DRAG);
  double width = gtk_widget_get_width (overview);

  g_signal_emit_by_name (gesture, "drag-begin", x * width, 20.0);
  g_signal_emit_by_name (gesture, "drag-update", dx * width, 0.0);
  g_assert_true (gtk_widget_get_visible (row));
  g_signal_emit_by_name (gesture, "drag-end", dx * width, 0.0);
}

/* A window too narrow for grips is moved; one can be drawn out to the whole run. */
static void
test_overview_drag (Timeline      *self,
                    gconstpointer  data)
{
  LaminaRange bounds, range;
  guint64 span;
  gint64 part;

  lamina_session_get_bounds (self->session, &bounds);
  span = lamina_span_get (&bounds);
  part = (gint64) (span / 400);
  lamina_session_set_range (self->session, bounds.start + 80 * part, bounds.start + 81 * part);
  lamina_ui_test_settle (self->canvas);
  drag_overview (self, 80.5 / 400, 0.5);
  range = *lamina_session_get_range (self->session);
  g_assert_cmpuint (lamina_span_get (&range), ==, (guint64) part);
  g_assert_cmpint (ABS (range.start - bounds.start - 280 * part), <=, 2 * part);
  lamina_session_set_range (self->session, bounds.start, bounds.start + 200 * part);
  lamina_ui_test_settle (self->canvas);
  drag_overview (self, 0.5, 0.6);
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, bounds.end);
}

static void
test_ends (Timeline      *self,
           gconstpointer  data)
{
  guint64 span = lamina_span_get (lamina_session_get_range (self->session));
  LaminaRange bounds;

  lamina_session_get_bounds (self->session, &bounds);
  lamina_ui_test_press (self->canvas, GDK_KEY_End);
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, bounds.end);
  lamina_ui_test_press (self->canvas, GDK_KEY_Home);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, bounds.start);
  g_assert_cmpuint (lamina_span_get (lamina_session_get_range (self->session)), ==, span);
}

/* Forward to what reads an output, and back to what made it. */
static void
test_follow (Timeline      *self,
             gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  guint32 layer = lamina_ui_test_find_layer (run, "ConvolutionForward");
  LaminaSliceRef slice;

  lamina_session_select_layer (self->session, layer);
  slice = lamina_session_get_selection (self->session)->slice;
  timeline_activate (self, "follow-forward");
  g_assert_false (lamina_session_get_selection (self->session)->slice.slice == slice.slice
                  && lamina_session_get_selection (self->session)->slice.track == slice.track);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  TIMELINE_ADD ("/navigate/modes", test_modes);
  TIMELINE_ADD ("/navigate/glide", test_glide);
  TIMELINE_ADD ("/navigate/glide-short", test_glide_short);
  TIMELINE_ADD ("/navigate/tab", test_tab);
  TIMELINE_ADD ("/navigate/overview-drag", test_overview_drag);
  TIMELINE_ADD ("/navigate/pinch", test_pinch);
  TIMELINE_ADD ("/navigate/no-motion", test_no_motion);
  TIMELINE_ADD ("/navigate/history", test_history);
  TIMELINE_ADD ("/navigate/names-width", test_names_width);
  TIMELINE_ADD ("/navigate/overview", test_overview);
  TIMELINE_ADD ("/navigate/ends", test_ends);
  TIMELINE_ADD ("/navigate/follow", test_follow);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder.h"
#include "lamina-session-rulers.h"
#include "lamina-span.h"
#include "lamina-timeline-navigator.h"

#include <math.h>

/* What moves a timeline, frame by frame, without a screen. The plot is 1000 pixels wide and begins at 100. */

#define LEFT 100
#define WIDTH 1000
#define FRAME 16000
#define LENGTH 1000000

typedef struct
{
  LaminaSession *session;
  GtkAdjustment *adjustment;
  LaminaTimelineMarkers *markers;
  LaminaTimelineNavigator *navigator;
  gint64 time;
} Fixture;

/* One thread with a slice from 500 000 to 510 000, the first and the last unit having one each. */
static LaminaDocument *
make_document (void)
{
  static const gint64 places[][2] = { { 0, 1 }, { 500000, 10000 }, { LENGTH - 1, 1 } };
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 clock = lamina_builder_add_clock (builder, run, "host");
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "Host", LAMINA_GROUP_HOST);
  guint32 thread = lamina_builder_add_track (builder, run, group, "thread", clock);
  LaminaDocument *document;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.name = lamina_builder_intern (builder, "slice", -1);
      slice.start = places[i][0];
      slice.duration = places[i][1];
      lamina_builder_add_slice (builder, run, thread, &slice);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  g_autoptr (LaminaDocument) document = make_document ();

  self->session = lamina_session_new (document);
  lamina_session_set_range (self->session, 400000, 600000);
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 5000, 46, 400, 500));
  self->markers = lamina_timeline_markers_new (NULL);
  lamina_timeline_markers_set_session (self->markers, self->session);
  self->navigator = lamina_timeline_navigator_new (self->adjustment, self->markers, NULL);
  lamina_timeline_navigator_set_session (self->navigator, self->session);
  lamina_timeline_navigator_set_plot (self->navigator, LEFT, WIDTH);
  self->time = 1000000;
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  lamina_timeline_navigator_free (self->navigator);
  lamina_timeline_markers_free (self->markers);
  g_object_unref (self->adjustment);
  g_object_unref (self->session);
}

static LaminaRange
get_range (Fixture *self)
{
  return *lamina_session_get_range (self->session);
}

static gboolean
step (Fixture *self)
{
  self->time += FRAME;
  return lamina_timeline_navigator_step (self->navigator, self->time);
}

/* Until nothing goes on any more; how many frames that took. */
static guint
run_out (Fixture *self)
{
  guint n = 1;

  while (step (self))
    g_assert_cmpuint (n++, <, 1000);
  return n;
}

static void
assert_near (gint64 a,
             gint64 b,
             gint64 most)
{
  g_assert_cmpint (ABS (a - b), <=, most);
}

/* Places and positions are each other's opposite; out of the plot stand its ends. */
static void
test_places (Fixture       *self,
             gconstpointer  data)
{
  g_assert_cmpint (lamina_timeline_navigator_get_position (self->navigator, LEFT), ==, 400000);
  g_assert_cmpint (lamina_timeline_navigator_get_position (self->navigator, LEFT + WIDTH / 2), ==, 500000);
  g_assert_cmpint (lamina_timeline_navigator_get_position (self->navigator, 3), ==, 400000);
  g_assert_cmpint (lamina_timeline_navigator_get_position (self->navigator, 9999), ==, 600000);
  g_assert_cmpfloat (lamina_timeline_navigator_get_place (self->navigator, 450000), ==, LEFT + WIDTH / 4);
  g_assert_cmpfloat (lamina_timeline_navigator_get_zoom_place (self->navigator), ==, LEFT + WIDTH / 2);
  lamina_timeline_navigator_set_pointer (self->navigator, 300);
  g_assert_cmpfloat (lamina_timeline_navigator_get_zoom_place (self->navigator), ==, 300);
  lamina_timeline_navigator_set_pointer (self->navigator, 50);
  g_assert_cmpfloat (lamina_timeline_navigator_get_zoom_place (self->navigator), ==, LEFT + WIDTH / 2);
}

/* Edges of slices draw within seven pixels, unless they are not to. */
static void
test_snap (Fixture       *self,
           gconstpointer  data)
{
  double edge = lamina_timeline_navigator_get_place (self->navigator, 500000);

  g_assert_cmpint (lamina_timeline_navigator_snap (self->navigator, edge - 6, TRUE), ==, 500000);
  g_assert_cmpint (lamina_timeline_navigator_snap (self->navigator, edge - 6, FALSE), ==, 500000 - 6 * 200);
  g_assert_cmpint (lamina_timeline_navigator_snap (self->navigator, edge - 9, TRUE), ==, 500000 - 9 * 200);
}

/* A notch goes to its goal in several frames, with the place of the pointer staying where it is; the second adds to the first. */
static void
test_glide (Fixture       *self,
            gconstpointer  data)
{
  gint64 anchor;

  lamina_timeline_navigator_set_pointer (self->navigator, LEFT + WIDTH / 4);
  anchor = lamina_timeline_navigator_get_position (self->navigator, LEFT + WIDTH / 4);
  lamina_timeline_navigator_glide_zoom (self->navigator, 0.5);
  g_assert_true (lamina_timeline_navigator_is_gliding (self->navigator));
  g_assert_cmpint (get_range (self).start, ==, 400000);
  g_assert_true (step (self));
  g_assert_cmpint (get_range (self).start, >, 400000);
  g_assert_cmpint (get_range (self).start, <, 425000);
  assert_near (lamina_timeline_navigator_get_position (self->navigator, LEFT + WIDTH / 4), anchor, 200);
  lamina_timeline_navigator_glide_zoom (self->navigator, 0.5);
  g_assert_cmpuint (run_out (self), >, 3);
  g_assert_false (lamina_timeline_navigator_is_gliding (self->navigator));
  assert_near ((gint64) lamina_span_get (lamina_session_get_range (self->session)), 50000, 500);
  assert_near (lamina_timeline_navigator_get_position (self->navigator, LEFT + WIDTH / 4), anchor, 500);
}

/* Whoever else sets the range ends a glide; a pan stops at the end of the run. */
static void
test_interrupt (Fixture       *self,
                gconstpointer  data)
{
  lamina_timeline_navigator_glide_pan (self->navigator, 0.5);
  step (self);
  lamina_session_set_range (self->session, 100000, 200000);
  g_assert_false (lamina_timeline_navigator_is_gliding (self->navigator));
  g_assert_false (step (self));
  g_assert_cmpint (get_range (self).start, ==, 100000);
  lamina_timeline_navigator_glide_pan (self->navigator, -50);
  run_out (self);
  g_assert_cmpint (get_range (self).start, ==, 0);
  g_assert_cmpint (get_range (self).end, ==, 100000);
}

/* A pan that was let go becomes slower from frame to frame; what is too slow does not begin. */
static void
test_fling (Fixture       *self,
            gconstpointer  data)
{
  gint64 before, first;

  lamina_timeline_navigator_fling (self->navigator, 5, 5);
  g_assert_false (step (self));
  g_assert_cmpint (get_range (self).start, ==, 400000);
  lamina_timeline_navigator_fling (self->navigator, 600, 300);
  before = get_range (self).start;
  g_assert_true (step (self));
  first = get_range (self).start - before;
  g_assert_cmpint (first, >, 0);
  before = get_range (self).start;
  g_assert_true (step (self));
  g_assert_cmpint (get_range (self).start - before, <, first);
  run_out (self);
  /* All in all as far as the speed would go in 0.3 s: 180 pixels, and half as many down. */
  assert_near (get_range (self).start, 400000 + 180 * 200, 2000);
  g_assert_cmpfloat (fabs (gtk_adjustment_get_value (self->adjustment) - 90), <, 5);
}

/* A press is a step; held, it goes on at an even speed until it is let go. */
static void
test_keys (Fixture       *self,
           gconstpointer  data)
{
  guint64 span;

  lamina_timeline_navigator_hold (self->navigator, LAMINA_TIMELINE_PAN_RIGHT);
  assert_near (get_range (self).start, 420000, 1);
  g_assert_true (step (self));
  assert_near (get_range (self).start, 420000, 1);
  g_assert_true (step (self));
  assert_near (get_range (self).start, 420000 + (gint64) (1.2 * 0.016 * 200000), 2);
  lamina_timeline_navigator_release (self->navigator, LAMINA_TIMELINE_PAN_RIGHT);
  g_assert_false (step (self));
  span = lamina_span_get (lamina_session_get_range (self->session));
  lamina_timeline_navigator_move (self->navigator, LAMINA_TIMELINE_ZOOM_IN);
  assert_near ((gint64) lamina_span_get (lamina_session_get_range (self->session)), (gint64) (0.8 * (double) span), 2);
  lamina_timeline_navigator_move (self->navigator, LAMINA_TIMELINE_ZOOM_OUT);
  assert_near ((gint64) lamina_span_get (lamina_session_get_range (self->session)), (gint64) span, 4);
  lamina_timeline_navigator_move (self->navigator, LAMINA_TIMELINE_PAGE_DOWN);
  g_assert_cmpfloat (gtk_adjustment_get_value (self->adjustment), ==, 400);
  lamina_timeline_navigator_move (self->navigator, LAMINA_TIMELINE_PAGE_UP);
  g_assert_cmpfloat (gtk_adjustment_get_value (self->adjustment), ==, 0);
}

static void
drag (Fixture            *self,
      LaminaTimelineDrag  kind,
      double              dx,
      double              dy,
      gboolean            done)
{
  lamina_timeline_navigator_begin_drag (self->navigator, kind, LEFT + WIDTH / 4, FALSE, 0, LAMINA_MARKER_END);
  g_assert_true (lamina_timeline_navigator_is_dragging (self->navigator));
  lamina_timeline_navigator_drag_to (self->navigator, dx, dy, FALSE);
  lamina_timeline_navigator_end_drag (self->navigator, done);
  g_assert_false (lamina_timeline_navigator_is_dragging (self->navigator));
}

/* Drags pan, mark, zoom, and move what is marked. */
static void
test_drag (Fixture       *self,
           gconstpointer  data)
{
  gtk_adjustment_set_value (self->adjustment, 100);
  drag (self, LAMINA_TIMELINE_DRAG_PAN, -100, 30, FALSE);
  g_assert_cmpint (get_range (self).start, ==, 420000);
  g_assert_cmpfloat (gtk_adjustment_get_value (self->adjustment), ==, 70);
  drag (self, LAMINA_TIMELINE_DRAG_RANGE, 500, 0, TRUE);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->start, ==, 470000);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->end, ==, 570000);
  drag (self, LAMINA_TIMELINE_DRAG_MARKER, 350, 0, TRUE);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->end, ==, 540000);
  drag (self, LAMINA_TIMELINE_DRAG_ZOOM, 100, 0, FALSE);
  g_assert_cmpint (get_range (self).start, ==, 420000);
  drag (self, LAMINA_TIMELINE_DRAG_ZOOM, 100, 0, TRUE);
  g_assert_cmpint (get_range (self).start, ==, 470000);
  g_assert_cmpint (get_range (self).end, ==, 490000);
}

/* A ruler is moved by its label as a whole, and an end of it is drawn to an edge. */
static void
test_ruler (Fixture       *self,
            gconstpointer  data)
{
  LaminaSessionRulers *rulers = lamina_session_get_rulers (self->session);
  g_autoptr (GPtrArray) list = NULL;
  const LaminaSessionRuler *ruler;
  guint id;

  lamina_session_rulers_add (rulers, 420000, 430000, TRUE);
  list = lamina_session_rulers_list (rulers);
  id = ((const LaminaSessionRuler *) g_ptr_array_index (list, 0))->id;
  lamina_timeline_navigator_begin_drag (self->navigator, LAMINA_TIMELINE_DRAG_MARKER, 250, TRUE, id, LAMINA_MARKER_WHOLE);
  lamina_timeline_navigator_drag_to (self->navigator, 50, 0, TRUE);
  ruler = lamina_session_rulers_get (rulers, id);
  g_assert_cmpint (ruler->place.start, ==, 430000);
  g_assert_cmpint (ruler->place.end, ==, 440000);
  lamina_timeline_navigator_end_drag (self->navigator, TRUE);
  lamina_timeline_navigator_begin_drag (self->navigator, LAMINA_TIMELINE_DRAG_MARKER, 300, TRUE, id, LAMINA_MARKER_END);
  lamina_timeline_navigator_drag_to (self->navigator, 298, 0, TRUE);
  g_assert_cmpint (lamina_session_rulers_get (rulers, id)->place.end, ==, 500000);
  lamina_timeline_navigator_end_drag (self->navigator, TRUE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add ("/navigator/" path, Fixture, NULL, setup, function, teardown)
  ADD ("places", test_places);
  ADD ("snap", test_snap);
  ADD ("glide", test_glide);
  ADD ("interrupt", test_interrupt);
  ADD ("fling", test_fling);
  ADD ("keys", test_keys);
  ADD ("drag", test_drag);
  ADD ("ruler", test_ruler);
  return g_test_run ();
}

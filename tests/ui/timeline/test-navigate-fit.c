/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder.h"
#include "lamina-overview.h"
#include "navigate-fixture.h"

/* Tracks as high as what is seen of them is deep. */

/* A trace with threads deeper than the timeline is high, which begin collapsed. */
static void
setup_collapsed (Timeline      *self,
                 gconstpointer  data)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");

  self->window = lamina_ui_test_open (path);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 640);
  lamina_ui_test_wait (lamina_ui_test_has_range, self->window);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  self->session = lamina_ui_test_get_session (self->window);
  self->view = lamina_tab_get_view (lamina_window_get_tab (self->window));
  self->canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
}

/* The same with all of its tracks open. */
static void
setup_deep (Timeline      *self,
            gconstpointer  data)
{
  setup_collapsed (self, data);
  for (guint i = 0; i < lamina_run_get_n_tracks (lamina_session_get_run (self->session)); i++)
    {
      const LaminaTarget track = { .kind = LAMINA_TARGET_TRACK, .track = i };

      if (lamina_arrangement_get (lamina_session_get_arrangement (self->session), &track) & LAMINA_ARRANGEMENT_COLLAPSED)
        lamina_ui_test_toggle (self->session, LAMINA_TARGET_TRACK, i, LAMINA_ARRANGEMENT_COLLAPSED);
    }
  lamina_ui_test_settle (GTK_WIDGET (self->window));
}

static double
get_tracks_height (Timeline *self)
{
  return gtk_adjustment_get_upper (lamina_timeline_canvas_get_adjustment (LAMINA_TIMELINE_CANVAS (self->canvas)));
}

static gboolean
is_lower (gpointer user_data)
{
  Timeline *self = user_data;
  int height = gtk_widget_get_height (self->canvas);

  return get_tracks_height (self)
         < lamina_timeline_canvas_get_tracks_height (LAMINA_TIMELINE_CANVAS (self->canvas), height);
}

static gboolean
set_true (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_true (gpointer user_data)
{
  return *(gboolean *) user_data;
}

/* The first slice of the deepest lane of the first track; what is before it is less deep. */
static LaminaSliceRef
find_deepest (Timeline    *self,
              LaminaRange *before)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  LaminaSliceRef deepest = { LAMINA_NONE, 0 };
  LaminaRange place;
  guint n_lanes = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, i));

      if (slices->n_lanes <= n_lanes)
        continue;
      n_lanes = slices->n_lanes;
      deepest = (LaminaSliceRef) { i, slices->first[n_lanes - 1] };
    }
  g_assert_cmpuint (n_lanes, >, 4);
  lamina_session_get_slice_range (self->session, &deepest, &place);
  lamina_session_get_bounds (self->session, before);
  g_assert_cmpint (place.start, >, before->start + 1);
  before->end = place.start - 1;
  return deepest;
}

static gboolean
is_slice_in_sight (Timeline             *self,
                   const LaminaSliceRef *slice)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (self->canvas));
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (scene, &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.track == slice->track
        && boxes[i].target.first <= slice->slice && slice->slice < boxes[i].target.first + boxes[i].target.n)
      return boxes[i].y > 0 && boxes[i].y + boxes[i].height <= gtk_widget_get_height (self->canvas);
  return FALSE;
}

/* The track at a height of the canvas, and where it begins. */
static char *
dup_track_at (Timeline *self,
              int       y,
              int      *top)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (self->canvas));

  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    {
      const LaminaSceneGroup *group = lamina_scene_get_group (scene, i);

      *top = group->y;
      if (y >= group->y && y < group->y + group->height)
        return g_strdup (group->name);
    }
  return NULL;
}

/*
 * Where nothing can be scrolled, what is under the pointer keeps its place until the pointer leaves or, with "still" for
 * data, has not moved for a while.
 */
static void
test_fit_pointer (Timeline      *self,
                  gconstpointer  data)
{
  GtkEventController *motion = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  int y = gtk_widget_get_height (self->canvas) - 12;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  LaminaRange shallow, whole;
  int top = -1, top_after = -1;
  find_deepest (self, &shallow);
  lamina_session_get_bounds (self->session, &whole);
  g_object_set (gtk_widget_get_settings (self->canvas), "gtk-enable-animations", FALSE, NULL);
  lamina_session_set_range (self->session, whole.start, whole.end);
  gtk_adjustment_set_value (lamina_timeline_canvas_get_adjustment (LAMINA_TIMELINE_CANVAS (self->canvas)), 0);
  g_signal_emit_by_name (motion, "motion", 400.0, (double) y);
  before = dup_track_at (self, y, &top);
  g_assert_nonnull (before);
  lamina_session_set_range (self->session, shallow.start, shallow.end);
  after = dup_track_at (self, y, &top_after);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (top_after, ==, top);
  g_assert_false (is_lower (self));
  if (data)
    lamina_ui_test_wait (is_lower, self);
  else
    g_signal_emit_by_name (motion, "leave");
  g_assert_true (is_lower (self));
  g_object_set (gtk_widget_get_settings (self->canvas), "gtk-enable-animations", TRUE, NULL);
}

/* Tracks become as high as what is seen is deep: not while the pointer drags, and as before where it is deep again. */
static void
test_fit (Timeline      *self,
          gconstpointer  data)
{
  GtkSettings *settings = gtk_widget_get_settings (self->canvas);
  GtkEventController *gesture = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_GESTURE_DRAG);
  LaminaRange shallow, whole;
  LaminaSliceRef deepest = find_deepest (self, &shallow);
  gboolean has_passed = FALSE;

  lamina_session_get_bounds (self->session, &whole);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  lamina_session_set_range (self->session, whole.start, whole.end);
  g_assert_cmpfloat (get_tracks_height (self), >, gtk_widget_get_height (self->canvas));
  g_assert_false (is_lower (self));

  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  g_signal_emit_by_name (gesture, "drag-begin", 400.0, 200.0);
  lamina_session_set_range (self->session, shallow.start, shallow.end);
  g_timeout_add (600, set_true, &has_passed);
  lamina_ui_test_wait (is_true, &has_passed);
  g_assert_false (is_lower (self));
  g_signal_emit_by_name (gesture, "drag-end", 0.0, 0.0);
  lamina_ui_test_wait (is_lower, self);

  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  lamina_session_set_range (self->session, whole.start, whole.end);
  g_assert_false (is_lower (self));
  lamina_session_set_range (self->session, shallow.start, shallow.end);
  g_assert_true (is_lower (self));
  g_assert_false (is_slice_in_sight (self, &deepest));
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  lamina_session_select_slice (self->session, &deepest);
  g_assert_true (is_slice_in_sight (self, &deepest));
}

/* Who goes to a slice in a collapsed thread finds it, and the thread open; one that is seen as it is opens nothing. */
static void
test_collapsed (Timeline      *self,
                gconstpointer  data)
{
  LaminaRange shallow;
  const LaminaSliceRef deepest = find_deepest (self, &shallow);
  const LaminaTarget track = { .kind = LAMINA_TARGET_TRACK, .track = deepest.track };
  LaminaSliceRef outermost = { deepest.track, 0 };

  while (!is_slice_in_sight (self, &outermost))
    outermost.slice++;
  g_object_set (gtk_widget_get_settings (self->canvas), "gtk-enable-animations", FALSE, NULL);
  lamina_session_select_slice (self->session, &outermost);
  g_assert_true (lamina_arrangement_get (lamina_session_get_arrangement (self->session), &track)
                 & LAMINA_ARRANGEMENT_COLLAPSED);
  g_assert_false (is_slice_in_sight (self, &deepest));
  lamina_session_select_slice (self->session, &deepest);
  g_assert_false (lamina_arrangement_get (lamina_session_get_arrangement (self->session), &track)
                  & LAMINA_ARRANGEMENT_COLLAPSED);
  g_assert_true (is_slice_in_sight (self, &deepest));
  g_object_set (gtk_widget_get_settings (self->canvas), "gtk-enable-animations", TRUE, NULL);
}

static GtkWidget *
find_overview (GtkWidget *widget)
{
  GtkWidget *found = LAMINA_IS_OVERVIEW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_overview (child);
  return found;
}

/* A part of the run that is drawn in the overview is at rest when the pointer lets go. */
static void
test_fit_overview (Timeline      *self,
                   gconstpointer  data)
{
  GtkWidget *row = timeline_get_child (self, "overview_row");
  GtkEventController *gesture = lamina_ui_test_find_controller (find_overview (row), GTK_TYPE_GESTURE_DRAG);
  gboolean has_passed = FALSE;
  LaminaRange shallow, whole;

  find_deepest (self, &shallow);
  lamina_session_get_bounds (self->session, &whole);
  g_object_set (gtk_widget_get_settings (self->canvas), "gtk-enable-animations", FALSE, NULL);
  lamina_session_set_range (self->session, whole.start, whole.end);
  g_signal_emit_by_name (gesture, "drag-begin", 10.0, 20.0);
  lamina_session_set_range (self->session, shallow.start, shallow.end);
  g_timeout_add (600, set_true, &has_passed);
  lamina_ui_test_wait (is_true, &has_passed);
  g_assert_false (is_lower (self));
  g_signal_emit_by_name (gesture, "drag-end", 100.0, 0.0);
  g_assert_false (lamina_session_is_range_held (self->session));
  lamina_ui_test_wait (is_lower, self);
  g_object_set (gtk_widget_get_settings (self->canvas), "gtk-enable-animations", TRUE, NULL);
}

/* Two runs, the second with more threads, each deeper than the timeline is high with all of them. */
static LaminaDocument *
make_runs (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  for (guint i = 1; i <= 2; i++)
    {
      guint32 run = lamina_builder_add_run (builder, i == 1 ? "first" : "second", LAMINA_AXIS_NANOSECONDS,
                                            LAMINA_TIMING_MEASURED);

      for (guint j = 0; j < i * 30; j++)
        {
          g_autofree char *name = g_strdup_printf ("thread %u", j);
          guint32 track = lamina_builder_add_track (builder, run, LAMINA_NONE, name, 0);

          for (guint k = 0; k < 4; k++)
            {
              LaminaSliceInit slice = LAMINA_SLICE_INIT;

              slice.start = 1000 * k;
              slice.duration = 100000 - 2000 * k;
              lamina_builder_add_slice (builder, run, track, &slice);
            }
        }
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static gboolean
is_placed (gpointer canvas)
{
  return lamina_timeline_rows_get_options (lamina_timeline_canvas_get_rows (canvas))->places != NULL;
}

/* Another run has other tracks: how deep those of the first are says nothing of them. */
static void
test_fit_other_run (Timeline      *self,
                    gconstpointer  data)
{
  g_autoptr (LaminaDocument) document = make_runs ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);

  lamina_document_view_set_session (self->view, session);
  lamina_ui_test_wait (is_placed, self->canvas);
  lamina_ui_test_settle (self->canvas);
  lamina_session_set_run_index (session, 1);
  lamina_ui_test_wait (is_placed, self->canvas);
  lamina_ui_test_settle (self->canvas);
  g_assert_cmpfloat (get_tracks_height (self), >, 60 * 4 * 20);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add ("/navigate/fit-pointer", Timeline, NULL, setup_deep, test_fit_pointer, timeline_teardown);
  g_test_add ("/navigate/fit", Timeline, NULL, setup_deep, test_fit, timeline_teardown);
  g_test_add ("/navigate/fit-collapsed", Timeline, NULL, setup_collapsed, test_collapsed, timeline_teardown);
  g_test_add ("/navigate/fit-overview", Timeline, NULL, setup_deep, test_fit_overview, timeline_teardown);
  g_test_add ("/navigate/fit-other-run", Timeline, NULL, setup_deep, test_fit_other_run, timeline_teardown);
  g_test_add ("/navigate/fit-still", Timeline, "still", setup_deep, test_fit_pointer, timeline_teardown);
  return g_test_run ();
}

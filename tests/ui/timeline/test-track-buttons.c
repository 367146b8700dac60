/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-ui-test.h"

/* The buttons over the names of tracks: they come with the pointer, do what the menu does, and go with it. */

typedef struct
{
  LaminaWindow *window;
  LaminaSession *session;
  GtkWidget *canvas;
  GtkWidget *box;
  GtkWidget *pin;
  GtkWidget *hide;
} Buttons;

static void
setup (Buttons       *self,
       gconstpointer  data)
{
  self->window = lamina_ui_test_open_sample ();
  self->session = lamina_ui_test_get_session (self->window);
  self->canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
  for (GtkWidget *child = gtk_widget_get_first_child (self->canvas); child; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_has_css_class (child, "track-buttons"))
      self->box = child;
  g_assert_nonnull (self->box);
  self->pin = gtk_widget_get_first_child (self->box);
  self->hide = gtk_widget_get_next_sibling (self->pin);
  lamina_ui_test_settle (self->canvas);
}

static void
teardown (Buttons       *self,
          gconstpointer  data)
{
  lamina_ui_test_close (self->window);
}

/* The name of the n-th track or group from the top. */
static GdkRectangle
find_name (Buttons          *self,
           LaminaTargetKind  kind,
           guint             nth,
           LaminaTarget     *item)
{
  guint n;
  const LaminaSceneBox *boxes
    = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (self->canvas)), &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].x == 0 && boxes[i].target.kind == kind && nth-- == 0)
      {
        *item = boxes[i].target;
        return (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
      }
  g_assert_not_reached ();
}

static void
point (Buttons *self,
       double   x,
       double   y)
{
  GtkEventController *motion = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_EVENT_CONTROLLER_MOTION);

  g_signal_emit_by_name (motion, "motion", x, y);
  lamina_ui_test_settle (self->canvas);
}

static void
point_at (Buttons            *self,
          const GdkRectangle *name)
{
  point (self, 40, name->y + 12);
}

static void
leave (Buttons *self)
{
  g_signal_emit_by_name (lamina_ui_test_find_controller (self->canvas, GTK_TYPE_EVENT_CONTROLLER_MOTION), "leave");
  lamina_ui_test_settle (self->canvas);
}

static void
click (Buttons   *self,
       GtkWidget *button)
{
  lamina_ui_test_click (button, 1, 4, 4);
  lamina_ui_test_settle (self->canvas);
}

static guint
get_flags (Buttons            *self,
           const LaminaTarget *item)
{
  return lamina_arrangement_get (lamina_session_get_arrangement (self->session), item);
}

/* They stand inside the row and the names, at their right end. */
static void
assert_stand_in (Buttons            *self,
                 const GdkRectangle *name)
{
  graphene_rect_t bounds;
  int width;

  g_object_get (self->canvas, "names-width", &width, NULL);
  g_assert_true (gtk_widget_get_mapped (self->box));
  g_assert_true (gtk_widget_compute_bounds (self->box, self->canvas, &bounds));
  g_assert_cmpfloat (bounds.origin.y, >=, name->y);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, name->y + name->height);
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <, width);
  g_assert_cmpfloat (bounds.origin.x, >, width / 2.0f);
}

static void
test_hover (Buttons       *self,
            gconstpointer  data)
{
  int before, after;
  LaminaTarget item;
  GdkRectangle track = find_name (self, LAMINA_TARGET_TRACK, 0, &item), other, group;

  g_object_get (self->canvas, "names-width", &before, NULL);
  g_assert_false (gtk_widget_get_visible (self->box));
  point_at (self, &track);
  assert_stand_in (self, &track);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (self->pin), ==, "Pin at the Top");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (self->hide), ==, "Hide");
  other = find_name (self, LAMINA_TARGET_TRACK, 1, &item);
  point_at (self, &other);
  assert_stand_in (self, &other);
  group = find_name (self, LAMINA_TARGET_GROUP, 0, &item);
  point_at (self, &group);
  assert_stand_in (self, &group);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (self->pin), ==, "Pin at the Top");
  g_object_get (self->canvas, "names-width", &after, NULL);
  g_assert_cmpint (before, ==, after);
  point (self, after + 40, track.y + 12);
  g_assert_false (gtk_widget_get_visible (self->box));
  point_at (self, &track);
  g_assert_true (gtk_widget_get_visible (self->box));
  leave (self);
  g_assert_false (gtk_widget_get_visible (self->box));
}

static void
test_pin (Buttons       *self,
          gconstpointer  data)
{
  LaminaTarget item, pinned = { 0 };
  GdkRectangle name = find_name (self, LAMINA_TARGET_TRACK, 1, &item);

  point_at (self, &name);
  click (self, self->pin);
  g_assert_cmpuint (get_flags (self, &item), ==, LAMINA_ARRANGEMENT_PINNED);
  for (guint i = 0; i == 0 || pinned.track != item.track; i++)
    name = find_name (self, LAMINA_TARGET_TRACK, i, &pinned);
  point_at (self, &name);
  assert_stand_in (self, &name);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (self->pin), ==, "Unpin");
  click (self, self->pin);
  g_assert_cmpuint (get_flags (self, &item), ==, 0);
}

static void
test_hide (Buttons       *self,
           gconstpointer  data)
{
  LaminaTarget track, group;
  GdkRectangle name = find_name (self, LAMINA_TARGET_TRACK, 0, &track);

  point_at (self, &name);
  click (self, self->hide);
  g_assert_cmpuint (get_flags (self, &track), ==, LAMINA_ARRANGEMENT_HIDDEN);
  name = find_name (self, LAMINA_TARGET_GROUP, 0, &group);
  point_at (self, &name);
  click (self, self->hide);
  g_assert_cmpuint (get_flags (self, &group), ==, LAMINA_ARRANGEMENT_HIDDEN);
  leave (self);
  g_assert_false (gtk_widget_get_visible (self->box));
}

/* They are stops of the Tab key while they are there, stay while one has the focus, and give it back. */
static void
test_focus (Buttons       *self,
            gconstpointer  data)
{
  GtkRoot *root = gtk_widget_get_root (self->canvas);
  LaminaTarget item;
  GdkRectangle name = find_name (self, LAMINA_TARGET_TRACK, 0, &item);

  gtk_widget_grab_focus (self->canvas);
  g_assert_false (gtk_widget_child_focus (self->canvas, GTK_DIR_TAB_FORWARD));
  point_at (self, &name);
  g_assert_true (gtk_widget_child_focus (self->canvas, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_root_get_focus (root) == self->pin);
  g_assert_true (gtk_widget_child_focus (self->canvas, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_root_get_focus (root) == self->hide);
  leave (self);
  assert_stand_in (self, &name);
  g_signal_emit_by_name (self->hide, "clicked");
  lamina_ui_test_settle (self->canvas);
  g_assert_cmpuint (get_flags (self, &item), ==, LAMINA_ARRANGEMENT_HIDDEN);
  g_assert_false (gtk_widget_get_visible (self->box));
  g_assert_true (gtk_root_get_focus (root) == self->canvas);
}

/* The gesture that takes the names of tracks and their edge. */
static GtkEventController *
find_names_drag (Buttons *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (self->canvas);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        return controller;
    }
  g_assert_not_reached ();
}

/* The edge of the names follows the pointer, and the buttons come again after it was let go. */
static void
test_edge (Buttons       *self,
           gconstpointer  data)
{
  GtkEventController *drag = find_names_drag (self);
  int before, after;
  LaminaTarget item;
  GdkRectangle name = find_name (self, LAMINA_TARGET_TRACK, 0, &item);

  g_object_get (self->canvas, "names-width", &before, NULL);
  point_at (self, &name);
  g_assert_true (gtk_widget_get_visible (self->box));
  g_signal_emit_by_name (drag, "drag-begin", before - 1.0, name.y + 12.0);
  g_signal_emit_by_name (drag, "drag-update", 40.0, 0.0);
  point (self, before + 20, name.y + 12);
  g_assert_false (gtk_widget_get_visible (self->box));
  g_signal_emit_by_name (drag, "drag-end", 40.0, 0.0);
  g_object_get (self->canvas, "names-width", &after, NULL);
  g_assert_cmpint (after, ==, before + 40);
  lamina_ui_test_settle (self->canvas);
  name = find_name (self, LAMINA_TARGET_TRACK, 0, &item);
  assert_stand_in (self, &name);
}

/* The plot beside the name of a group is no place to fold it: a press there ends a drag that the names did not take. */
static void
test_plot (Buttons       *self,
           gconstpointer  data)
{
  GtkEventController *drag = find_names_drag (self);
  LaminaTarget group, track;
  GdkRectangle heading = find_name (self, LAMINA_TARGET_GROUP, 0, &group), name;
  int width;

  g_object_get (self->canvas, "names-width", &width, NULL);
  g_signal_emit_by_name (drag, "drag-begin", width + 100.0, heading.y + 5.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  g_assert_cmpuint (get_flags (self, &group), ==, 0);
  g_signal_emit_by_name (drag, "drag-begin", 40.0, heading.y + 5.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  g_assert_cmpuint (get_flags (self, &group), ==, LAMINA_ARRANGEMENT_COLLAPSED);
  g_signal_emit_by_name (drag, "drag-begin", 40.0, heading.y + 5.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);

  /* Keys mean the row that the pointer is in, wherever in it. */
  lamina_ui_test_settle (self->canvas);
  lamina_session_select_layer (self->session, LAMINA_NONE);
  name = find_name (self, LAMINA_TARGET_TRACK, 1, &track);
  point (self, width + 100, name.y + 12);
  lamina_ui_test_press (self->canvas, GDK_KEY_h);
  g_assert_cmpuint (get_flags (self, &track), ==, LAMINA_ARRANGEMENT_HIDDEN);
}

/* The tooltip of a name would stay where its drag began. */
static void
test_drag (Buttons       *self,
           gconstpointer  data)
{
  GtkEventController *drag = find_names_drag (self);
  LaminaTarget item;
  GdkRectangle name = find_name (self, LAMINA_TARGET_TRACK, 0, &item);

  g_signal_emit_by_name (drag, "drag-begin", 40.0, name.y + 5.0);
  g_assert_true (gtk_widget_get_has_tooltip (self->canvas));
  g_signal_emit_by_name (drag, "drag-update", 0.0, 30.0);
  g_assert_false (gtk_widget_get_has_tooltip (self->canvas));
  g_signal_emit_by_name (drag, "drag-end", 0.0, 30.0);
  g_assert_true (gtk_widget_get_has_tooltip (self->canvas));
}

/* How many rows of a track are shown. */
static guint
count_lanes (LaminaTimelineCanvas *canvas,
             guint                 track)
{
  g_autoptr (GHashTable) tops = g_hash_table_new (NULL, NULL);
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (lamina_canvas_ensure (LAMINA_CANVAS (canvas)), &n);

  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.track == track)
      g_hash_table_add (tops, GINT_TO_POINTER (boxes[i].y));
  return g_hash_table_size (tops);
}

/* Clicks the name that stands for an item. */
static void
click_name (Buttons          *self,
            LaminaTargetKind  kind,
            guint             track)
{
  GtkEventController *drag = find_names_drag (self);
  LaminaTarget item = { 0 };
  GdkRectangle name = find_name (self, kind, 0, &item);

  for (guint nth = 1; item.track != track; nth++)
    name = find_name (self, kind, nth, &item);
  g_signal_emit_by_name (drag, "drag-begin", 40.0, name.y + 12.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  lamina_ui_test_settle (self->canvas);
}

/*
 * The functions around the operators of a thread are folded away until somebody clicks its name; then they stand below the work, in
 * one row until somebody clicks theirs.
 */
static void
test_functions (void)
{
  static const LaminaTarget track = { .kind = LAMINA_TARGET_TRACK }, functions = { .kind = LAMINA_TARGET_FUNCTIONS };
  Buttons self = { .window = lamina_ui_test_open_shown ("tests/data/kineto/step.json") };
  guint n;

  self.canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self.window));
  self.session = lamina_ui_test_get_session (self.window);
  lamina_ui_test_settle (self.canvas);
  g_assert_cmpuint (count_lanes (LAMINA_TIMELINE_CANVAS (self.canvas), 0), ==, 2);
  click_name (&self, LAMINA_TARGET_TRACK, 0);
  g_assert_cmpuint (get_flags (&self, &track), ==, 0);
  g_assert_cmpuint (get_flags (&self, &functions), ==, LAMINA_ARRANGEMENT_COLLAPSED);
  n = count_lanes (LAMINA_TIMELINE_CANVAS (self.canvas), 0);
  g_assert_cmpuint (n, >, 4);
  click_name (&self, LAMINA_TARGET_FUNCTIONS, 0);
  g_assert_cmpuint (get_flags (&self, &functions), ==, 0);
  g_assert_cmpuint (count_lanes (LAMINA_TIMELINE_CANVAS (self.canvas), 0), >, n);
  click_name (&self, LAMINA_TARGET_FUNCTIONS, 0);
  g_assert_cmpuint (count_lanes (LAMINA_TIMELINE_CANVAS (self.canvas), 0), ==, n);
  lamina_ui_test_close (self.window);
}

#define ADD(path_, func_) g_test_add (path_, Buttons, NULL, setup, func_, teardown)

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  ADD ("/track-buttons/hover", test_hover);
  ADD ("/track-buttons/pin", test_pin);
  ADD ("/track-buttons/hide", test_hide);
  ADD ("/track-buttons/focus", test_focus);
  ADD ("/track-buttons/edge", test_edge);
  ADD ("/track-buttons/plot", test_plot);
  ADD ("/track-buttons/drag", test_drag);
  g_test_add_func ("/track-buttons/functions", test_functions);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-edges.h"
#include "lamina-overview.h"
#include "lamina-session-history.h"
#include "lamina-session-rulers.h"
#include "lamina-session-search.h"
#include "lamina-span.h"
#include "lamina-track-finder.h"
#include "lamina-ui-test.h"

/* Moving, marking and finding in the timeline, through its controllers and its actions. */

typedef struct
{
  LaminaWindow *window;
  LaminaSession *session;
  LaminaDocumentView *view;
  GtkWidget *canvas;
} Timeline;

static void
setup (Timeline      *self,
       gconstpointer  data)
{
  self->window = lamina_ui_test_open_sample ();
  self->session = lamina_ui_test_get_session (self->window);
  self->view = lamina_tab_get_view (lamina_window_get_tab (self->window));
  self->canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
}

static void
teardown (Timeline      *self,
          gconstpointer  data)
{
  lamina_ui_test_close (self->window);
}

static void
activate (Timeline   *self,
          const char *name)
{
  g_autoptr (GVariant) target = NULL;
  g_autofree char *action = NULL;

  g_assert_true (g_action_parse_detailed_name (name, &action, &target, NULL));
  g_action_group_activate_action (G_ACTION_GROUP (lamina_document_view_get_actions (self->view)), action, target);
}

static gboolean
is_enabled (Timeline   *self,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (lamina_document_view_get_actions (self->view)), name);
}

/* The n-th box of a slice that stands alone, at least so wide, inside the plot. */
static GdkRectangle
find_box (Timeline     *self,
          guint         nth,
          LaminaTarget *target)
{
  const LaminaSceneBox *boxes;
  guint n;

  boxes = lamina_scene_get_boxes (lamina_timeline_canvas_get_scene (LAMINA_TIMELINE_CANVAS (self->canvas)), &n);
  for (guint i = 0; i < n; i++)
    if (boxes[i].target.kind == LAMINA_TARGET_SLICES && boxes[i].target.n == 1 && boxes[i].width >= 30
        && boxes[i].x > LAMINA_TIMELINE_NAMES_WIDTH && boxes[i].x + boxes[i].width < gtk_widget_get_width (self->canvas)
        && nth-- == 0)
      {
        *target = boxes[i].target;
        return (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
      }
  g_assert_not_reached ();
}

static LaminaSliceRef
click_nth (Timeline *self,
           guint     nth)
{
  LaminaTarget target;
  GdkRectangle box = find_box (self, nth, &target);

  lamina_ui_test_click (self->canvas, 1, box.x + box.width / 2.0, box.y + box.height / 2.0);
  return (LaminaSliceRef) { target.track, target.first };
}

static void
drag (Timeline *self,
      double    x,
      double    y,
      double    dx,
      double    dy)
{
  GtkEventController *gesture = lamina_ui_test_find_controller (self->canvas, GTK_TYPE_GESTURE_DRAG);

  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", dx / 2, dy / 2);
  g_signal_emit_by_name (gesture, "drag-update", dx, dy);
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

static gboolean
is_edge (Timeline *self,
         gint64    position)
{
  gint64 edge;

  return lamina_edges_find (lamina_session_get_run (self->session), lamina_session_get_timebase (self->session),
                            position, 0, NULL, &edge);
}

/* A drag that begins and ends a few pixels beside edges of slices marks from edge to edge; Escape takes it away. */
static void
test_range (Timeline      *self,
            gconstpointer  data)
{
  LaminaTarget target;
  GdkRectangle box = find_box (self, 3, &target);
  LaminaRange marked;

  g_assert_false (is_enabled (self, "zoom-to-range"));
  drag (self, box.x + 2, box.y + 5, box.width - 3, 0);
  g_assert_nonnull (lamina_session_get_marked_range (self->session));
  marked = *lamina_session_get_marked_range (self->session);
  g_assert_true (is_edge (self, marked.start));
  g_assert_true (is_edge (self, marked.end));
  g_assert_false (lamina_session_has_selection (self->session));
  g_assert_true (is_enabled (self, "zoom-to-range"));
  activate (self, "zoom-to-range");
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, marked.start);
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, marked.end);
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  g_assert_null (lamina_session_get_marked_range (self->session));
}

/* An end of the marked range can be pulled. */
static void
test_handles (Timeline      *self,
              gconstpointer  data)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  double width = gtk_widget_get_width (self->canvas) - LAMINA_TIMELINE_NAMES_WIDTH;
  gint64 quarter = (gint64) (lamina_span_get (range) / 4);
  gint64 start = range->start + quarter, end;

  lamina_session_set_marked_range (self->session, start, start + quarter);
  end = lamina_session_get_marked_range (self->session)->end;
  drag (self, LAMINA_TIMELINE_NAMES_WIDTH + width / 2, 60, width / 4, 0);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->start, ==, start);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->end, >, end + quarter / 2);
}

/* In the modes of Chrome a plain drag pans or zooms. */
static void
test_modes (Timeline      *self,
            gconstpointer  data)
{
  LaminaRange before, after;

  lamina_session_zoom (self->session, 0.5, lamina_session_get_range (self->session)->start);
  before = *lamina_session_get_range (self->session);
  activate (self, "mouse-mode::pan");
  drag (self, 400, 100, -100, 0);
  after = *lamina_session_get_range (self->session);
  g_assert_cmpint (after.start, >, before.start);
  g_assert_cmpuint (lamina_span_get (&after), ==, lamina_span_get (&before));
  g_assert_null (lamina_session_get_marked_range (self->session));
  activate (self, "mouse-mode::zoom");
  drag (self, 400, 100, 200, 0);
  g_assert_cmpuint (lamina_span_get (lamina_session_get_range (self->session)), <, lamina_span_get (&after));
  g_assert_null (lamina_session_get_marked_range (self->session));
  activate (self, "mouse-mode::select");
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

/* Ctrl and click select several; a click on nothing selects nothing. */
static void
test_selection (Timeline      *self,
                gconstpointer  data)
{
  guint32 layer;
  guint n;

  click_nth (self, 0);
  layer = lamina_session_get_selection (self->session)->layer;
  g_assert_cmpuint (layer, !=, LAMINA_NONE);
  activate (self, "select-same-name");
  lamina_session_get_selected_layers (self->session, &n);
  g_assert_cmpuint (n, >, 1);
  g_assert_true (lamina_session_is_layer_selected (self->session, layer));
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  g_assert_false (lamina_session_has_selection (self->session));
  g_assert_false (is_enabled (self, "copy-name"));
}

static void
read_text (GObject      *clipboard,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(char **) user_data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static gboolean
is_set (gpointer user_data)
{
  return *(char **) user_data != NULL;
}

static void
test_copy (Timeline      *self,
           gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *name = NULL;
  g_autofree char *details = NULL;
  GdkClipboard *clipboard = gtk_widget_get_clipboard (self->canvas);
  guint32 layer;

  click_nth (self, 0);
  layer = lamina_session_get_selection (self->session)->layer;
  activate (self, "copy-name");
  gdk_clipboard_read_text_async (clipboard, NULL, read_text, &name);
  lamina_ui_test_wait (is_set, &name);
  g_assert_cmpstr (name, ==, lamina_run_get_string (run, lamina_run_get_layers (run)->name[layer]));
  activate (self, "copy-details");
  gdk_clipboard_read_text_async (clipboard, NULL, read_text, &details);
  lamina_ui_test_wait (is_set, &details);
  g_assert_true (g_str_has_prefix (details, name));
  g_assert_nonnull (strchr (details, '\n'));
  g_assert_null (strstr (details, "<b>"));
}

/* What was left by a jump can be gone back to, and forward again; a bookmark brings back range and selection. */
static void
test_history (Timeline      *self,
              gconstpointer  data)
{
  LaminaRange first = *lamina_session_get_range (self->session), bounds;
  LaminaSliceRef slice;

  lamina_session_get_bounds (self->session, &bounds);
  slice = click_nth (self, 1);
  activate (self, "set-bookmark(uint32 3)");
  lamina_ui_test_press (self->canvas, GDK_KEY_0);
  g_assert_true (is_enabled (self, "go-back"));
  lamina_ui_test_press (self->canvas, GDK_KEY_BackSpace);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, first.start);
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, first.end);
  g_assert_true (is_enabled (self, "go-forward"));
  activate (self, "go-forward");
  g_assert_cmpint (lamina_session_get_range (self->session)->end, ==, bounds.end);
  g_assert_false (is_enabled (self, "go-forward"));
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  lamina_ui_test_press (self->canvas, GDK_KEY_3);
  g_assert_cmpint (lamina_session_get_range (self->session)->start, ==, first.start);
  g_assert_cmpuint (lamina_session_get_selection (self->session)->slice.slice, ==, slice.slice);
  g_assert_cmpuint (lamina_session_get_selection (self->session)->slice.track, ==, slice.track);
}

static const LaminaSessionRuler *
get_ruler (Timeline *self,
           guint     expected)
{
  g_autoptr (GPtrArray) rulers = lamina_session_rulers_list (lamina_session_get_rulers (self->session));

  g_assert_cmpuint (rulers->len, ==, expected);
  return expected > 0 ? g_ptr_array_index (rulers, expected - 1) : NULL;
}

/* M measures the selected slice and goes with Escape; Shift+M stays; two layers: the gap between them. */
static void
test_rulers (Timeline      *self,
             gconstpointer  data)
{
  LaminaSliceRef one = click_nth (self, 0), other;
  LaminaRange place, next;
  guint32 layers[2];

  lamina_session_get_slice_range (self->session, &one, &place);
  lamina_ui_test_press (self->canvas, GDK_KEY_m);
  g_assert_cmpint (get_ruler (self, 1)->place.start, ==, place.start);
  g_assert_cmpint (get_ruler (self, 1)->place.end, ==, place.end);
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  get_ruler (self, 0);
  g_assert_true (lamina_session_has_selection (self->session));
  lamina_ui_test_press_with (self->canvas, GDK_KEY_m, GDK_SHIFT_MASK);
  lamina_ui_test_press (self->canvas, GDK_KEY_m);
  g_assert_false (get_ruler (self, 2)->kept);

  layers[0] = lamina_session_get_selection (self->session)->layer;
  other = click_nth (self, 4);
  lamina_session_get_slice_range (self->session, &other, &next);
  layers[1] = lamina_session_get_selection (self->session)->layer;
  g_assert_cmpuint (layers[0], !=, layers[1]);
  g_assert_cmpuint (one.track, ==, other.track);
  lamina_session_select_layers (self->session, layers, 2, layers[1]);
  lamina_ui_test_press (self->canvas, GDK_KEY_m);
  g_assert_cmpint (get_ruler (self, 2)->place.start, <=, get_ruler (self, 2)->place.end);
  activate (self, "remove-rulers");
  get_ruler (self, 0);
  g_assert_false (is_enabled (self, "remove-rulers"));
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
  activate (self, "names-width::wider");
  g_assert_cmpint (get_names_width (self), ==, usual + 24);
  activate (self, "names-width::narrower");
  g_assert_cmpint (get_names_width (self), ==, usual);
  for (guint i = 0; i < 100; i++)
    activate (self, "names-width::wider");
  g_assert_cmpint (get_names_width (self), <, gtk_widget_get_width (self->canvas) / 2);
  activate (self, "names-width::fit");
  g_assert_cmpint (get_names_width (self), ==, usual);
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

static void
test_note (Timeline      *self,
           gconstpointer  data)
{
  GtkWidget *entry;

  activate (self, "note-here");
  entry = find_entry (self->canvas);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "  look here ");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (get_ruler (self, 1)->text, ==, "look here");
  lamina_ui_test_settle (self->canvas);
}

static const char *
get_count (Timeline *self)
{
  return lamina_search_bar_get_count (
    lamina_timeline_view_get_search_bar (lamina_document_view_get_timeline (self->view)));
}

/* The count is of all matches; F3 goes through them in time and around; Escape closes and forgets. */
static void
test_search (Timeline      *self,
             gconstpointer  data)
{
  LaminaSearchBar *bar = lamina_timeline_view_get_search_bar (lamina_document_view_get_timeline (self->view));
  LaminaSessionSearch *search = lamina_session_get_search (self->session);
  LaminaRange place;
  gint64 last;
  guint64 n;

  lamina_ui_test_press (self->canvas, GDK_KEY_slash);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (bar)));
  gtk_editable_set_text (lamina_search_bar_get_entry (bar), "poolingforward");
  lamina_session_search_set_text (search, "poolingforward");
  n = lamina_search_get_n (lamina_session_search_get_result (search));
  g_assert_cmpuint (n, >, 1);
  g_assert_nonnull (strstr (get_count (self), "matches"));
  lamina_session_set_range (self->session, G_MININT64 / 4, G_MAXINT64 / 4);
  activate (self, "find-next");
  g_assert_true (g_str_has_prefix (get_count (self), "1 of "));
  lamina_session_get_slice_range (self->session, &lamina_session_get_selection (self->session)->slice, &place);
  last = place.start;
  for (guint64 i = 1; i < n; i++)
    {
      activate (self, "find-next");
      lamina_session_get_slice_range (self->session, &lamina_session_get_selection (self->session)->slice, &place);
      g_assert_cmpint (place.start, >=, last);
      last = place.start;
    }
  activate (self, "find-next");
  g_assert_true (g_str_has_prefix (get_count (self), "1 of "));
  activate (self, "find-previous");
  g_assert_cmpuint (lamina_session_search_get_ordinal (search), ==, n);
  lamina_session_search_set_text (search, "nothing is called so");
  g_assert_cmpstr (get_count (self), ==, "Nothing found");
  lamina_ui_test_settle (self->canvas);
  lamina_ui_test_press (self->canvas, GDK_KEY_Escape);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (bar)));
  g_assert_null (lamina_session_search_get_result (search));
}

/* The strip has nothing to say while all is in view. */
static void
test_overview (Timeline      *self,
               gconstpointer  data)
{
  GtkWidget *row = lamina_timeline_view_get_overview_row (lamina_document_view_get_timeline (self->view));

  lamina_ui_test_press (self->canvas, GDK_KEY_0);
  g_assert_false (gtk_widget_get_visible (row));
  lamina_ui_test_press (self->canvas, GDK_KEY_w);
  g_assert_true (gtk_widget_get_visible (row));
  activate (self, "overview");
  g_assert_false (gtk_widget_get_visible (row));
  activate (self, "overview");
  g_assert_true (gtk_widget_get_visible (row));
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
  activate (self, "follow-forward");
  g_assert_false (lamina_session_get_selection (self->session)->slice.slice == slice.slice
                  && lamina_session_get_selection (self->session)->slice.track == slice.track);
}

static void
test_find_track (Timeline      *self,
                 gconstpointer  data)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  GtkWidget *finder = NULL;

  activate (self, "find-track");
  for (GtkWidget *child = gtk_widget_get_first_child (self->canvas); child && !finder;
       child = gtk_widget_get_next_sibling (child))
    finder = LAMINA_IS_TRACK_FINDER (child) ? child : NULL;
  g_assert_nonnull (finder);
  gtk_editable_set_text (lamina_track_finder_get_entry (LAMINA_TRACK_FINDER (finder)),
                         lamina_track_get_name (lamina_run_get_track (run, 0)));
  g_signal_emit_by_name (lamina_track_finder_get_entry (LAMINA_TRACK_FINDER (finder)), "activate");
  lamina_ui_test_settle (self->canvas);
}

/* Every item of the menu is an action that there is, or of the window. */
static void
check_menu (Timeline   *self,
            GMenuModel *menu,
            guint      *n)
{
  GActionGroup *actions = G_ACTION_GROUP (lamina_document_view_get_actions (self->view));

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autofree char *action = NULL;
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);

      if (section || submenu)
        check_menu (self, section ? section : submenu, n);
      else if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action))
        {
          (*n)++;
          if (g_str_has_prefix (action, "view."))
            g_assert_true (g_action_group_has_action (actions, action + 5));
        }
    }
}

static void
test_menu (Timeline      *self,
           gconstpointer  data)
{
  GtkWidget *menu = NULL;
  guint n = 0;

  click_nth (self, 0);
  activate (self, "context-menu");
  for (GtkWidget *child = gtk_widget_get_first_child (self->canvas); child && !menu;
       child = gtk_widget_get_next_sibling (child))
    menu = GTK_IS_POPOVER_MENU (child) ? child : NULL;
  g_assert_nonnull (menu);
  check_menu (self, gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (menu)), &n);
  g_assert_cmpuint (n, >, 12);
  gtk_popover_popdown (GTK_POPOVER (menu));
  lamina_ui_test_settle (self->canvas);
}

static gboolean
has_range (gpointer window)
{
  LaminaSession *session = lamina_ui_test_get_session (window);

  return session && lamina_session_get_range (session);
}

/* A trace with threads deeper than the timeline is high. */
static void
setup_deep (Timeline      *self,
            gconstpointer  data)
{
  g_autofree char *path = lamina_ui_test_dup_path ("data/samples/convnet-pytorch.pt.trace.json");

  self->window = lamina_ui_test_open (path);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 640);
  lamina_ui_test_wait (has_range, self->window);
  lamina_ui_test_settle (GTK_WIDGET (self->window));
  self->session = lamina_ui_test_get_session (self->window);
  self->view = lamina_tab_get_view (lamina_window_get_tab (self->window));
  self->canvas = GTK_WIDGET (lamina_ui_test_get_canvas (self->window));
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
  LaminaScene *scene = lamina_timeline_canvas_get_scene (LAMINA_TIMELINE_CANVAS (self->canvas));
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
  LaminaScene *scene = lamina_timeline_canvas_get_scene (LAMINA_TIMELINE_CANVAS (self->canvas));

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
  GtkWidget *row = lamina_timeline_view_get_overview_row (lamina_document_view_get_timeline (self->view));
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

#define ADD(path_, func_) g_test_add (path_, Timeline, NULL, setup, func_, teardown)

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  ADD ("/navigate/range", test_range);
  ADD ("/navigate/handles", test_handles);
  ADD ("/navigate/modes", test_modes);
  ADD ("/navigate/glide", test_glide);
  ADD ("/navigate/no-motion", test_no_motion);
  ADD ("/navigate/selection", test_selection);
  ADD ("/navigate/copy", test_copy);
  ADD ("/navigate/history", test_history);
  ADD ("/navigate/rulers", test_rulers);
  ADD ("/navigate/names-width", test_names_width);
  ADD ("/navigate/note", test_note);
  ADD ("/navigate/search", test_search);
  ADD ("/navigate/overview", test_overview);
  ADD ("/navigate/ends", test_ends);
  ADD ("/navigate/follow", test_follow);
  ADD ("/navigate/find-track", test_find_track);
  ADD ("/navigate/menu", test_menu);
  g_test_add ("/navigate/fit", Timeline, NULL, setup_deep, test_fit, teardown);
  g_test_add ("/navigate/fit-pointer", Timeline, NULL, setup_deep, test_fit_pointer, teardown);
  g_test_add ("/navigate/fit-still", Timeline, "still", setup_deep, test_fit_pointer, teardown);
  g_test_add ("/navigate/fit-overview", Timeline, NULL, setup_deep, test_fit_overview, teardown);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-edges.h"
#include "lamina-session-rulers.h"
#include "lamina-span.h"
#include "navigate-fixture.h"

/* Ranges, rulers and notes on the timeline. */

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
  GdkRectangle box = timeline_find_box (self, 3, &target);
  LaminaRange marked;

  g_assert_false (timeline_is_enabled (self, "zoom-to-range"));
  timeline_drag (self, box.x + 2, box.y + 5, box.width - 3, 0);
  g_assert_nonnull (lamina_session_get_marked_range (self->session));
  marked = *lamina_session_get_marked_range (self->session);
  g_assert_true (is_edge (self, marked.start));
  g_assert_true (is_edge (self, marked.end));
  g_assert_false (lamina_session_has_selection (self->session));
  g_assert_true (timeline_is_enabled (self, "zoom-to-range"));
  timeline_activate (self, "zoom-to-range");
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
  timeline_drag (self, LAMINA_TIMELINE_NAMES_WIDTH + width / 2, 60, width / 4, 0);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->start, ==, start);
  g_assert_cmpint (lamina_session_get_marked_range (self->session)->end, >, end + quarter / 2);
}

static gboolean
find_label (Timeline *self,
            double   *x,
            double   *y)
{
  LaminaMarkerPart part;
  guint id;

  for (*y = 1; *y < gtk_widget_get_height (self->canvas); *y += 4)
    for (*x = LAMINA_TIMELINE_NAMES_WIDTH + 1; *x < gtk_widget_get_width (self->canvas); *x += 4)
      if (lamina_timeline_canvas_pick_marker (LAMINA_TIMELINE_CANVAS (self->canvas), *x, *y, &id, &part)
          && part == LAMINA_MARKER_WHOLE)
        return TRUE;
  return FALSE;
}

/* The label of a marked range that starts out of view moves it by as much as the pointer moved. */
static void
test_label (Timeline      *self,
            gconstpointer  data)
{
  double x = 0, y = 0, width = gtk_widget_get_width (self->canvas) - LAMINA_TIMELINE_NAMES_WIDTH;
  LaminaRange bounds, marked, moved;
  gint64 quarter;

  lamina_session_get_bounds (self->session, &bounds);
  quarter = (gint64) (lamina_span_get (&bounds) / 4);
  lamina_session_set_range (self->session, bounds.start + quarter, bounds.start + 2 * quarter);
  lamina_session_set_marked_range (self->session, bounds.start + quarter / 2, bounds.start + quarter / 2 * 3);
  lamina_ui_test_settle (self->canvas);
  marked = *lamina_session_get_marked_range (self->session);
  g_assert_true (find_label (self, &x, &y));
  timeline_drag (self, x, y, width / 10, 0);
  moved = *lamina_session_get_marked_range (self->session);
  g_assert_cmpuint (lamina_span_get (&moved), ==, lamina_span_get (&marked));
  g_assert_cmpfloat_with_epsilon ((double) (moved.start - marked.start), (double) quarter / 10, (double) quarter / 100);
}

static const LaminaSessionRuler *
get_ruler (Timeline *self,
           guint     expected)
{
  g_autoptr (GPtrArray) rulers = lamina_session_rulers_list (lamina_session_get_rulers (self->session));

  g_assert_cmpuint (rulers->len, ==, expected);
  return expected > 0 ? g_ptr_array_index (rulers, expected - 1) : NULL;
}

/* M measures the selected slice and goes with Escape; Shift+M stays, once at a place; two layers: the gap between them. */
static void
test_rulers (Timeline      *self,
             gconstpointer  data)
{
  LaminaSliceRef one = timeline_click_nth (self, 0), other;
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
  lamina_ui_test_press_with (self->canvas, GDK_KEY_m, GDK_SHIFT_MASK);
  lamina_ui_test_press (self->canvas, GDK_KEY_m);
  g_assert_true (get_ruler (self, 1)->kept);

  layers[0] = lamina_session_get_selection (self->session)->layer;
  other = timeline_click_nth (self, 4);
  lamina_session_get_slice_range (self->session, &other, &next);
  layers[1] = lamina_session_get_selection (self->session)->layer;
  g_assert_cmpuint (layers[0], !=, layers[1]);
  g_assert_cmpuint (one.track, ==, other.track);
  lamina_session_select_layers (self->session, layers, 2, layers[1]);
  lamina_ui_test_press (self->canvas, GDK_KEY_m);
  g_assert_cmpint (get_ruler (self, 2)->place.start, <=, get_ruler (self, 2)->place.end);
  g_assert_false (get_ruler (self, 2)->kept);
  timeline_activate (self, "remove-rulers");
  get_ruler (self, 0);
  g_assert_false (timeline_is_enabled (self, "remove-rulers"));
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

  timeline_activate (self, "note-here");
  entry = find_entry (self->canvas);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "  look here ");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (get_ruler (self, 1)->text, ==, "look here");
  lamina_ui_test_settle (self->canvas);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  TIMELINE_ADD ("/navigate/marks/range", test_range);
  TIMELINE_ADD ("/navigate/marks/handles", test_handles);
  TIMELINE_ADD ("/navigate/label", test_label);
  TIMELINE_ADD ("/navigate/marks/rulers", test_rulers);
  TIMELINE_ADD ("/navigate/marks/note", test_note);
  return g_test_run ();
}

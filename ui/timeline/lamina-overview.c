/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-overview.h"

#include "lamina-session-history.h"
#include "lamina-session-search.h"
#include "lamina-picture-menu.h"
#include "lamina-span.h"
#include "lamina-spoken.h"
#include "lamina-theme.h"
#include "lamina-timeline.h"

#include <glib/gi18n.h>
#include <math.h>

/* How near to an edge of the window the pointer takes hold of it, and how wide a window is drawn at least, in pixels. */
#define GRIP 6
#define LEAST_WINDOW 4
#define HEIGHT 52
#define TICK_HEIGHT 6
#define ZOOM_NOTCH 1.25

typedef enum
{
  DRAG_NEW,
  DRAG_MOVE,
  DRAG_START,
  DRAG_END,
} DragKind;

/* @node is the picture of the scene @drawn, @ticks what was found, for as many pixels as @ticks_width. */
struct _LaminaOverview
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  LaminaScene *drawn;
  GskRenderNode *node;
  guint8 *ticks;
  int ticks_width;

  DragKind drag;
  double drag_x;
  LaminaRange drag_range;
};

G_DEFINE_FINAL_TYPE (LaminaOverview, lamina_overview, LAMINA_TYPE_CANVAS)

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaSession *session = LAMINA_OVERVIEW (canvas)->session;
  int width = gtk_widget_get_width (GTK_WIDGET (canvas));

  if (!session || width < 1)
    return NULL;
  return lamina_overview_layout (lamina_session_get_run (session), lamina_session_get_timebase (session),
                                 lamina_session_get_arrangement (session), lamina_session_get_coloring (session), width,
                                 HEIGHT);
}

/*
 * Every frame of a moving timeline draws the overview anew, since its window moves, too: pixels are copied in no time,
 * where the thousand boxes and lines that stand behind them cost as much as the timeline itself.
 */
static void
draw_scenes (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot,
             LaminaPens   *pens)
{
  LaminaOverview *self = LAMINA_OVERVIEW (canvas);
  LaminaScene *scene = lamina_canvas_ensure (canvas);
  int width = gtk_widget_get_width (GTK_WIDGET (canvas)), scale = gtk_widget_get_scale_factor (GTK_WIDGET (canvas));
  cairo_surface_t *image;
  cairo_t *cr;

  if (self->drawn != scene)
    {
      g_clear_pointer (&self->drawn, lamina_scene_unref);
      g_clear_pointer (&self->node, gsk_render_node_unref);
      self->drawn = lamina_scene_ref (scene);
      /* In the pixels of the screen, whose window covers few of them. */
      image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, HEIGHT * scale);
      cairo_surface_set_device_scale (image, scale, scale);
      cr = cairo_create (image);
      for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
        lamina_painter_paint_group (lamina_pens_get_painter (pens), cr, scene, i);
      cairo_destroy (cr);
      self->node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, width, HEIGHT));
      cr = gsk_cairo_node_get_draw_context (self->node);
      cairo_set_source_surface (cr, image, 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
      cairo_surface_destroy (image);
    }
  gtk_snapshot_append_node (snapshot, self->node);
}

static void
drop_ticks (LaminaOverview *self)
{
  g_clear_pointer (&self->ticks, g_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A byte for each pixel: whether something that was searched for begins there. FALSE when nothing was found. */
static gboolean
ensure_ticks (LaminaOverview *self,
              int             width)
{
  LaminaSearch *search = lamina_session_search_get_result (lamina_session_get_search (self->session));
  LaminaRange bounds;

  if (!search || lamina_search_get_n (search) == 0
      || lamina_search_get_run (search) != lamina_session_get_run (self->session))
    return FALSE;
  if (self->ticks && self->ticks_width == width)
    return TRUE;
  g_free (self->ticks);
  self->ticks = g_new0 (guint8, (gsize) width);
  self->ticks_width = width;
  lamina_session_get_bounds (self->session, &bounds);
  lamina_search_mark_columns (search, bounds.start, (double) lamina_span_get (&bounds) / width, (guint) width, self->ticks);
  return TRUE;
}

/* Neighboring ticks are one box. */
static void
draw_ticks (LaminaOverview *self,
            GtkSnapshot    *snapshot,
            int             width)
{
  GdkRGBA ink = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_VIEW));

  if (!ensure_ticks (self, width))
    return;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, 0, width, TICK_HEIGHT + 1));
  for (int x = 0, end; x < width; x = end)
    {
      for (end = x + 1; end < width && self->ticks[end] == self->ticks[x]; end++)
        ;
      if (self->ticks[x])
        gtk_snapshot_append_color (snapshot, &ink, &GRAPHENE_RECT_INIT (x, 0, end - x, TICK_HEIGHT));
    }
}

static gboolean
get_window (LaminaOverview *self,
            double         *left,
            double         *right)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;
  LaminaRange bounds;
  double scale;

  if (!range)
    return FALSE;
  lamina_session_get_bounds (self->session, &bounds);
  scale = gtk_widget_get_width (GTK_WIDGET (self)) / (double) lamina_span_get (&bounds);
  *left = floor (lamina_span_get_distance (bounds.start, range->start) * scale);
  *right = ceil (lamina_span_get_distance (bounds.start, range->end) * scale);
  return TRUE;
}

static void
draw_window (LaminaOverview *self,
             GtkSnapshot    *snapshot,
             float           left,
             float           right)
{
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  GdkRGBA shade = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_VIEW));
  GdkRGBA accent = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_ACCENT));
  GskRoundedRect outline;

  shade.alpha = 0.55f;
  gtk_snapshot_append_color (snapshot, &shade, &GRAPHENE_RECT_INIT (0, 0, left, HEIGHT));
  gtk_snapshot_append_color (snapshot, &shade, &GRAPHENE_RECT_INIT (right, 0, MAX (width - right, 0), HEIGHT));
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (left, 1, MAX (right - left, LEAST_WINDOW), HEIGHT - 2), 4);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 2, 2, 2, 2 },
                              (GdkRGBA[4]) { accent, accent, accent, accent });
  gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT (left, HEIGHT / 2 - 8, 3, 16));
  gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT (MAX (right, left + LEAST_WINDOW) - 3, HEIGHT / 2 - 8, 3, 16));
}

static void
draw_places (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot)
{
  LaminaOverview *self = LAMINA_OVERVIEW (canvas);
  double left, right;

  /* There is nothing beside a window over the whole run, which can be neither moved nor made larger. */
  if (get_window (self, &left, &right) && (left > 0 || right < gtk_widget_get_width (GTK_WIDGET (self))))
    draw_window (self, snapshot, (float) left, (float) right);
  draw_ticks (self, snapshot, gtk_widget_get_width (GTK_WIDGET (self)));
}

static DragKind
find_drag (LaminaOverview *self,
           double          x)
{
  double left, right;

  if (!get_window (self, &left, &right))
    return DRAG_NEW;
  /* A window over the whole run can't be moved: there a new one is drawn. */
  if (left <= 0 && right >= gtk_widget_get_width (GTK_WIDGET (self)))
    return DRAG_NEW;
  /* A narrow window is moved by what there is of it, and has its grips outside. */
  if (right - left < 3 * GRIP && x >= left && x <= MAX (right, left + LEAST_WINDOW))
    return DRAG_MOVE;
  if (fabs (x - left) <= GRIP && fabs (x - left) <= fabs (x - right))
    return DRAG_START;
  if (fabs (x - right) <= GRIP)
    return DRAG_END;
  return x > left && x < right ? DRAG_MOVE : DRAG_NEW;
}

static gint64
get_position (LaminaOverview *self,
              double          x)
{
  LaminaRange bounds;
  double part = CLAMP (x / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1), 0, 1);

  lamina_session_get_bounds (self->session, &bounds);
  return (gint64) ((guint64) bounds.start + (guint64) (part * (double) lamina_span_get (&bounds)));
}

static void
on_drag_begin (GtkGestureDrag *gesture,
               double          x,
               double          y,
               LaminaOverview *self)
{
  if (!self->session || !lamina_session_get_range (self->session))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  lamina_session_history_keep (lamina_session_get_history (self->session));
  lamina_session_set_range_held (self->session, TRUE);
  self->drag = find_drag (self, x);
  self->drag_x = x;
  self->drag_range = *lamina_session_get_range (self->session);
}

static void
drag_to (LaminaOverview *self,
         double          x)
{
  LaminaRange bounds, range = self->drag_range;
  gint64 here = get_position (self, x), there = get_position (self, self->drag_x);

  lamina_session_get_bounds (self->session, &bounds);
  switch (self->drag)
    {
    case DRAG_MOVE:
      lamina_span_move (&range, lamina_span_get_distance (there, here), &bounds);
      break;
    case DRAG_START:
      range = (LaminaRange) { MIN (here, range.end), MAX (here, range.end) };
      break;
    case DRAG_END:
      range = (LaminaRange) { MIN (here, range.start), MAX (here, range.start) };
      break;
    case DRAG_NEW:
    default:
      range = (LaminaRange) { MIN (here, there), MAX (here, there) };
      break;
    }
  lamina_session_set_range (self->session, range.start, range.end);
}

static void
on_drag_update (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                LaminaOverview *self)
{
  if (self->session && gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, 0))
    drag_to (self, self->drag_x + dx);
}

static void
let_go (LaminaOverview *self)
{
  if (self->session)
    lamina_session_set_range_held (self->session, FALSE);
}

/* A click moves the window so that its middle is there. */
static void
on_drag_end (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             LaminaOverview *self)
{
  LaminaRange bounds, range = self->drag_range;
  gint64 middle;

  let_go (self);
  if (!self->session || self->drag != DRAG_NEW || gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, 0))
    return;
  lamina_session_get_bounds (self->session, &bounds);
  middle = (gint64) ((guint64) range.start + lamina_span_get (&range) / 2);
  lamina_span_move (&range, lamina_span_get_distance (middle, get_position (self, self->drag_x)), &bounds);
  lamina_session_set_range (self->session, range.start, range.end);
}

static void
point (LaminaCanvas *canvas)
{
  static const char *const cursors[] = { "crosshair", "grab", "ew-resize", "ew-resize" };
  double x, y;

  if (lamina_canvas_get_pointer (canvas, &x, &y))
    gtk_widget_set_cursor_from_name (GTK_WIDGET (canvas), cursors[find_drag (LAMINA_OVERVIEW (canvas), x)]);
}

/* The wheel zooms around the place of the run that the pointer is at; sideways, or with Shift, it pans. */
static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           LaminaOverview           *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean pixels = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  double notch = pixels ? 1.0 / HEIGHT : 1.0;

  if (!self->session || !lamina_session_get_range (self->session))
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    lamina_session_pan (self->session, (dx + dy) * notch * 0.1);
  else
    {
      const LaminaRange *range = lamina_session_get_range (self->session);
      double x, y;
      gint64 anchor = get_position (self, lamina_canvas_get_pointer (LAMINA_CANVAS (self), &x, &y) ? x : 0);

      lamina_session_pan (self->session, dx * notch * 0.1);
      lamina_session_zoom (self->session, pow (ZOOM_NOTCH, dy * notch), CLAMP (anchor, range->start, range->end));
    }
  return GDK_EVENT_STOP;
}

static void
lamina_overview_dispose (GObject *object)
{
  LaminaOverview *self = LAMINA_OVERVIEW (object);

  lamina_overview_set_session (self, NULL);
  G_OBJECT_CLASS (lamina_overview_parent_class)->dispose (object);
}

static void
lamina_overview_finalize (GObject *object)
{
  LaminaOverview *self = LAMINA_OVERVIEW (object);

  g_clear_pointer (&self->drawn, lamina_scene_unref);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->ticks, g_free);
  G_OBJECT_CLASS (lamina_overview_parent_class)->finalize (object);
}

static void
lamina_overview_class_init (LaminaOverviewClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  object_class->dispose = lamina_overview_dispose;
  object_class->finalize = lamina_overview_finalize;
  canvas_class->minimum = (GtkRequisition) { 100, HEIGHT };
  canvas_class->natural = (GtkRequisition) { 400, HEIGHT };
  canvas_class->has_ground = TRUE;
  canvas_class->create_scene = create_scene;
  canvas_class->draw_scenes = draw_scenes;
  canvas_class->draw_places = draw_places;
  canvas_class->point = point;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "overview");
}

static void
lamina_overview_init (LaminaOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  lamina_canvas_add_input (LAMINA_CANVAS (self));
  gtk_widget_set_focusable (widget, FALSE);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (lamina_canvas_drop_scene), NULL);
  lamina_picture_menu_add (widget, "overview", NULL, NULL);
  gtk_widget_set_overflow (widget, GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Overview of the whole run"),
                                  -1);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (let_go), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
}

void
lamina_overview_set_session (LaminaOverview *self,
                             LaminaSession  *session)
{
  g_return_if_fail (LAMINA_IS_OVERVIEW (self));

  if (self->session == session)
    return;
  let_go (self);
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_signal_handlers_disconnect_by_data (lamina_session_get_search (self->session), self);
    }
  g_set_object (&self->session, session);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  drop_ticks (self);
  if (!session)
    return;
  lamina_spoken_bind (GTK_WIDGET (self), session);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (lamina_canvas_drop_scene), self);
  g_signal_connect_swapped (session, "notify::arrangement", G_CALLBACK (lamina_canvas_drop_scene), self);
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (lamina_canvas_drop_scene), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (drop_ticks), self);
  g_signal_connect_swapped (lamina_session_get_search (session), "changed", G_CALLBACK (drop_ticks), self);
  g_signal_connect_swapped (session, "notify::range", G_CALLBACK (gtk_widget_queue_draw), self);
}

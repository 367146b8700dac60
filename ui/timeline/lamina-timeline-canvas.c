/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas-private.h"

#include "lamina-settings.h"
#include "lamina-span.h"
#include "lamina-spoken.h"

#include <glib/gi18n.h>

enum
{
  PROP_0,
  PROP_MOUSE_MODE,
  PROP_NAMES_WIDTH,
};

G_DEFINE_FINAL_TYPE (LaminaTimelineCanvas, lamina_timeline_canvas, GTK_TYPE_WIDGET)

void
lamina_timeline_canvas_drop_marked (LaminaTimelineCanvas *self)
{
  g_clear_pointer (&self->marked, lamina_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drop_scene (LaminaTimelineCanvas *self)
{
  g_clear_pointer (&self->scene, lamina_scene_unref);
  g_clear_pointer (&self->found, lamina_scene_unref);
  g_clear_pointer (&self->not_found, lamina_scene_unref);
  g_clear_pointer (&self->markers, lamina_scene_unref);
  lamina_timeline_canvas_drop_marked (self);
  if (self->names)
    lamina_track_names_queue_update (self->names);
}

static void
on_scrolled (LaminaTimelineCanvas *self)
{
  drop_scene (self);
  lamina_timeline_canvas_delay_fit (self);
}

static void
update_adjustment (LaminaTimelineCanvas *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  double value, upper = height;

  if (self->session && height > 0)
    upper = MAX (height, lamina_timeline_get_height (lamina_session_get_run (self->session), &self->options, height));
  value = MIN (gtk_adjustment_get_value (self->adjustment), upper - height);
  gtk_adjustment_configure (self->adjustment, value, 0, upper, 46, MAX (height - 46, 1), height);
}

void
lamina_timeline_canvas_place_tracks (LaminaTimelineCanvas *self)
{
  update_adjustment (self);
  drop_scene (self);
}

int
lamina_timeline_canvas_get_plot_width (LaminaTimelineCanvas *self)
{
  return MAX (gtk_widget_get_width (GTK_WIDGET (self)) - self->options.names_width, 1);
}

gint64
lamina_timeline_canvas_get_position (LaminaTimelineCanvas *self,
                                     double                x)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  double part = (x - self->options.names_width) / lamina_timeline_canvas_get_plot_width (self);

  if (!range)
    return 0;
  return (gint64) ((guint64) range->start + (guint64) (CLAMP (part, 0, 1) * (double) lamina_span_get (range)));
}

/* Another run has no range yet, and other tracks, to which nothing applies that was found of those before. */
static void
look_at_run (LaminaTimelineCanvas *self)
{
  if (lamina_session_get_range (self->session))
    return;
  lamina_timeline_canvas_forget_fit (self);
  lamina_timeline_canvas_queue_choice (self);
}

static void
on_range_changed (LaminaTimelineCanvas *self)
{
  self->follows_width = self->choosing_now || !lamina_session_get_range (self->session);
  look_at_run (self);
  lamina_timeline_canvas_rest (self);
  drop_scene (self);
  lamina_timeline_canvas_queue_fit (self);
}

static void
on_arrangement_changed (LaminaTimelineCanvas *self)
{
  look_at_run (self);
  self->options.arrangement = lamina_session_get_arrangement (self->session);
  lamina_timeline_canvas_fit_names (self);
  update_adjustment (self);
  drop_scene (self);
}

static void
on_coloring_changed (LaminaTimelineCanvas *self)
{
  drop_scene (self);
}

static void
on_timebase_changed (LaminaTimelineCanvas *self)
{
  look_at_run (self);
  self->options.arrangement = lamina_session_get_arrangement (self->session);
  lamina_timeline_canvas_forget_highlight (self);
  lamina_timeline_canvas_find_load (self);
  lamina_timeline_canvas_fit_names (self);
  lamina_timeline_canvas_place_tracks (self);
  lamina_timeline_canvas_queue_fit (self);
}

static void
on_selection_changed (LaminaTimelineCanvas *self)
{
  lamina_timeline_canvas_renew_highlight (self);
  if (!self->selecting)
    lamina_timeline_canvas_reveal_selection (self);
}

gboolean
lamina_timeline_canvas_ensure (LaminaTimelineCanvas *self)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;
  LaminaMetrics *metrics = lamina_pens_get_metrics (self->pens);
  LaminaViewport viewport;

  if (!range || gtk_widget_get_height (GTK_WIDGET (self)) < 1)
    return FALSE;
  if (self->scene && self->marked && self->markers)
    return TRUE;
  self->options.coloring = lamina_session_get_coloring (self->session);
  viewport.start = range->start;
  viewport.width = lamina_timeline_canvas_get_plot_width (self);
  viewport.per_px = (double) lamina_span_get (range) / viewport.width;
  viewport.height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport.scroll = (int) gtk_adjustment_get_value (self->adjustment);
  if (!self->scene)
    self->scene = lamina_timeline_layout (lamina_session_get_run (self->session),
                                          lamina_session_get_timebase (self->session), &viewport, &self->options,
                                          metrics);
  lamina_timeline_canvas_ensure_highlight (self);
  if (!self->marked)
    self->marked = lamina_timeline_layout_selection (lamina_session_get_run (self->session),
                                                     lamina_session_get_timebase (self->session), &viewport,
                                                     &self->options, metrics, self->highlight);
  lamina_timeline_canvas_ensure_markers (self, &viewport);
  return TRUE;
}

gboolean
lamina_timeline_canvas_pick (LaminaTimelineCanvas *self,
                             double                x,
                             double                y,
                             LaminaTarget         *target,
                             GdkRectangle         *area)
{
  const LaminaTarget *picked;
  const LaminaSceneBox *boxes;
  LaminaScene *scene;
  guint n;

  *target = (LaminaTarget) { 0 };
  *area = (GdkRectangle) { (int) x, (int) y, 1, 1 };
  if (!lamina_timeline_canvas_ensure (self))
    return FALSE;
  scene = self->scene;
  picked = lamina_scene_pick (self->marked, x, y, 0);
  if (picked && picked->kind == LAMINA_TARGET_OUTSIDE)
    scene = self->marked;
  else
    picked = lamina_scene_pick (scene, x, y, 2);
  if (!picked)
    return FALSE;
  *target = *picked;
  boxes = lamina_scene_get_boxes (scene, &n);
  for (guint i = 0; i < n; i++)
    if (&boxes[i].target == picked)
      *area = (GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height };
  return picked->kind != LAMINA_TARGET_NONE;
}

void
lamina_timeline_canvas_select (LaminaTimelineCanvas *self,
                               const LaminaSliceRef *slice)
{
  self->selecting = TRUE;
  lamina_session_select_slice (self->session, slice);
  self->selecting = FALSE;
}

static void
on_pens_changed (GtkWidget *widget)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);

  lamina_timeline_canvas_fit_names (self);
  drop_scene (self);
}

static void
on_names_width (LaminaTimelineCanvas *self)
{
  if (!lamina_timeline_canvas_fit_names (self))
    return;
  update_adjustment (self);
  drop_scene (self);
}

static void
lamina_timeline_canvas_measure (GtkWidget      *widget,
                                GtkOrientation  orientation,
                                int             for_size,
                                int            *minimum,
                                int            *natural,
                                int            *minimum_baseline,
                                int            *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 300 : 100;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 600 : 250;
}

static void
lamina_timeline_canvas_size_allocate (GtkWidget *widget,
                                      int        width,
                                      int        height,
                                      int        baseline)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);

  lamina_track_names_allocate (self->names);
  if (width != self->allocated_width || height != self->allocated_height)
    {
      self->allocated_width = width;
      self->allocated_height = height;
      lamina_timeline_canvas_fit_names (self);
      update_adjustment (self);
      drop_scene (self);
    }
  if (self->menu)
    gtk_popover_present (GTK_POPOVER (self->menu));
  if (self->session && self->follows_width && lamina_timeline_canvas_get_plot_width (self) != self->chosen_width)
    lamina_timeline_canvas_queue_choice (self);
}

static void
lamina_timeline_canvas_css_changed (GtkWidget         *widget,
                                    GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lamina_timeline_canvas_parent_class)->css_changed (widget, change);
  lamina_pens_update (LAMINA_TIMELINE_CANVAS (widget)->pens);
}

static void
lamina_timeline_canvas_dispose (GObject *object)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (object);

  lamina_timeline_canvas_stop_moving (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  if (self->choosing)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->choosing);
  self->choosing = 0;
  lamina_timeline_canvas_set_session (self, NULL);
  g_clear_pointer (&self->names, lamina_track_names_free);
  G_OBJECT_CLASS (lamina_timeline_canvas_parent_class)->dispose (object);
}

static void
lamina_timeline_canvas_finalize (GObject *object)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (object);

  g_clear_pointer (&self->scene, lamina_scene_unref);
  g_clear_pointer (&self->marked, lamina_scene_unref);
  g_clear_pointer (&self->found, lamina_scene_unref);
  g_clear_pointer (&self->not_found, lamina_scene_unref);
  g_clear_pointer (&self->markers, lamina_scene_unref);
  g_clear_pointer (&self->marker_ids, g_array_unref);
  g_clear_pointer (&self->highlight, lamina_highlight_unref);
  g_clear_pointer (&self->pens, lamina_pens_free);
  g_clear_object (&self->adjustment);
  G_OBJECT_CLASS (lamina_timeline_canvas_parent_class)->finalize (object);
}

static const struct
{
  const char *name;
  LaminaDrag drag;
} mouse_modes[] = {
  { "select", LAMINA_DRAG_RANGE },
  { "pan", LAMINA_DRAG_PAN },
  { "zoom", LAMINA_DRAG_ZOOM },
  { "timing", LAMINA_DRAG_RANGE },
};

static void
lamina_timeline_canvas_get_property (GObject    *object,
                                     guint       id,
                                     GValue     *value,
                                     GParamSpec *pspec)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (object);

  switch (id)
    {
    case PROP_NAMES_WIDTH:
      g_value_set_int (value, self->options.names_width);
      break;
    case PROP_MOUSE_MODE:
      g_value_set_string (value, mouse_modes[self->mouse_mode].name);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
lamina_timeline_canvas_set_property (GObject      *object,
                                     guint         id,
                                     const GValue *value,
                                     GParamSpec   *pspec)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (object);

  if (id != PROP_MOUSE_MODE)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (mouse_modes); i++)
    if (g_strcmp0 (g_value_get_string (value), mouse_modes[i].name) == 0 && i != self->mouse_mode)
      {
        self->mouse_mode = i;
        self->plain_drag = mouse_modes[i].drag;
        g_object_notify_by_pspec (object, pspec);
        return;
      }
}

static void
lamina_timeline_canvas_class_init (LaminaTimelineCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_timeline_canvas_dispose;
  object_class->finalize = lamina_timeline_canvas_finalize;
  object_class->get_property = lamina_timeline_canvas_get_property;
  object_class->set_property = lamina_timeline_canvas_set_property;
  g_object_class_install_property (object_class, PROP_MOUSE_MODE,
                                   g_param_spec_string ("mouse-mode", NULL, NULL, "select",
                                                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                          | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_NAMES_WIDTH,
                                   g_param_spec_int ("names-width", NULL, NULL, 0, G_MAXINT, LAMINA_TIMELINE_NAMES_WIDTH,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  widget_class->measure = lamina_timeline_canvas_measure;
  widget_class->size_allocate = lamina_timeline_canvas_size_allocate;
  widget_class->css_changed = lamina_timeline_canvas_css_changed;
  widget_class->snapshot = lamina_timeline_canvas_snapshot;
  widget_class->query_tooltip = lamina_timeline_canvas_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_timeline_canvas_init (LaminaTimelineCanvas *self)
{
  self->plain_drag = LAMINA_DRAG_RANGE;
  self->marker_ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->options = LAMINA_TIMELINE_OPTIONS_INIT;
  self->options.names_width = LAMINA_TIMELINE_NAMES_WIDTH;
  /* A button of the view stands there. */
  self->options.without_badge = TRUE;
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);

  self->pens = lamina_pens_new (GTK_WIDGET (self), on_pens_changed);
  lamina_timeline_canvas_fit_names (self);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_NAMES_WIDTH,
                           G_CALLBACK (on_names_width), self, G_CONNECT_SWAPPED);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Timeline"), -1);
  self->names = lamina_track_names_new (self);
  lamina_timeline_canvas_add_pointer (self);
  lamina_timeline_canvas_add_keys (self);
}

void
lamina_timeline_canvas_set_session (LaminaTimelineCanvas *self,
                                    LaminaSession        *session)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (self->session == session)
    return;
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      lamina_timeline_canvas_unwatch_marks (self);
    }
  g_set_object (&self->session, session);
  lamina_timeline_canvas_forget_fit (self);
  lamina_timeline_canvas_forget_highlight (self);
  drop_scene (self);
  lamina_timeline_canvas_find_load (self);
  self->options.arrangement = session ? lamina_session_get_arrangement (session) : NULL;
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::arrangement", G_CALLBACK (on_arrangement_changed), self);
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (on_coloring_changed), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (on_timebase_changed), self);
  g_signal_connect_swapped (session, "notify::range", G_CALLBACK (on_range_changed), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  lamina_timeline_canvas_watch_marks (self);
  lamina_spoken_bind (GTK_WIDGET (self), session);
  lamina_timeline_canvas_fit_names (self);
  update_adjustment (self);
  on_range_changed (self);
}

GtkAdjustment *
lamina_timeline_canvas_get_adjustment (LaminaTimelineCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), NULL);
  return self->adjustment;
}

int
lamina_timeline_canvas_get_tracks_height (LaminaTimelineCanvas *self,
                                          int                   height)
{
  LaminaTimelineOptions options;

  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), 0);
  if (!self->session)
    return 0;
  options = self->options;
  options.depths = NULL;
  return lamina_timeline_get_height (lamina_session_get_run (self->session), &options, height);
}

LaminaScene *
lamina_timeline_canvas_get_scene (LaminaTimelineCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), NULL);
  return lamina_timeline_canvas_ensure (self) ? self->scene : NULL;
}

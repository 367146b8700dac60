/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-canvas.h"

#include "lamina-session-gaps.h"
#include "lamina-session-history.h"
#include "lamina-settings.h"
#include "lamina-span.h"
#include "lamina-spoken.h"
#include "lamina-timeline-input.h"
#include "lamina-timeline-menu.h"
#include "lamina-timeline-target.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* Below this an outline would hide what it is around. */
#define SLIM 6

/* Where more slices than this are selected, dimming alone tells them from the others, except those of the lead. */
#define MOST_OUTLINES 300

/*
 * 1. The scene of the canvas is made of the range, the size, the scrolling, the run and the clocks; what stands out, of the
 *    selection; @markers lie over both.
 * 2. A run that has no range yet gets all of it, unless somebody sets another one before: @choosing waits for a size.
 * 3. All work that is not selected is drawn dimmed while something is.
 */
struct _LaminaTimelineCanvas
{
  LaminaCanvas parent_instance;

  LaminaSession *session;
  GtkAdjustment *adjustment;
  LaminaTimelineMarkers *markers;
  LaminaTimelineNavigator *navigator;
  LaminaTimelineRows *rows;
  LaminaTimelineOptions *options;
  LaminaTimelineGutter *gutter;
  LaminaTimelineSelected *selected;
  LaminaTimelineInput *input;
  LaminaTimelineMenu *menu;
  guint mouse_mode;

  guint choosing;

  /* Whether the pointer left for a dialog before the window: what is done at the pointer is done where it was. */
  gboolean is_covered;
  LaminaTarget hover;
  GdkRectangle hover_area;
  gboolean selecting;
};

enum
{
  PROP_0,
  PROP_MOUSE_MODE,
  PROP_NAMES_WIDTH,
};

G_DEFINE_FINAL_TYPE (LaminaTimelineCanvas, lamina_timeline_canvas, LAMINA_TYPE_CANVAS)

void
lamina_timeline_canvas_get_plot (LaminaTimelineCanvas *self,
                                 GdkRectangle         *plot)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  *plot = (GdkRectangle) { self->options->names_width, self->options->ruler_height, width - self->options->names_width,
                           height - self->options->ruler_height };
}

static gboolean
fit_names (LaminaTimelineCanvas *self)
{
  gboolean changes = lamina_timeline_gutter_fit (self->gutter);
  GdkRectangle plot;

  /* The size, or the width of the names, is another one. */
  lamina_timeline_canvas_get_plot (self, &plot);
  lamina_timeline_navigator_set_plot (self->navigator, plot.x, plot.width);
  if (changes)
    g_object_notify (G_OBJECT (self), "names-width");
  return changes;
}

/* Outside of layout, for labels follow the range. */
static gboolean
choose_range (GtkWidget     *widget,
              GdkFrameClock *clock,
              gpointer       user_data)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);
  LaminaRange bounds;

  if (gtk_widget_get_width (widget) <= self->options->names_width)
    return G_SOURCE_CONTINUE;
  self->choosing = 0;
  if (!self->session || lamina_session_get_range (self->session))
    return G_SOURCE_REMOVE;
  lamina_session_get_bounds (self->session, &bounds);
  lamina_session_history_adjust_range (lamina_session_get_history (self->session), &bounds);
  return G_SOURCE_REMOVE;
}

/*
 * Another run has no range yet, and gets one in the next frame; and it has other tracks, to which nothing applies that was found
 * of those before.
 */
static void
look_at_run (LaminaTimelineCanvas *self)
{
  if (lamina_session_get_range (self->session))
    return;
  lamina_timeline_rows_forget_fit (self->rows);
  if (!self->choosing)
    self->choosing = gtk_widget_add_tick_callback (GTK_WIDGET (self), choose_range, NULL, NULL);
}

static void
on_range_changed (LaminaTimelineCanvas *self)
{
  look_at_run (self);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  lamina_timeline_rows_queue_fit (self->rows);
}

/* How the tracks are arranged, or how wide their names are, is another one. */
static void
update_rows (LaminaTimelineCanvas *self)
{
  self->options->arrangement = lamina_session_get_arrangement (self->session);
  fit_names (self);
  lamina_timeline_rows_update (self->rows);
}

static void
on_arrangement_changed (LaminaTimelineCanvas *self)
{
  look_at_run (self);
  update_rows (self);
}

static void
on_timebase_changed (LaminaTimelineCanvas *self)
{
  look_at_run (self);
  lamina_timeline_selected_forget (self->selected);
  update_rows (self);
  lamina_timeline_rows_queue_fit (self->rows);
}

static void
on_scrolled (LaminaTimelineCanvas *self)
{
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  lamina_timeline_rows_delay_fit (self->rows);
}

static void
on_names_width (LaminaTimelineCanvas *self)
{
  if (fit_names (self))
    lamina_timeline_rows_update (self->rows);
}

static void
pan_to (LaminaTimelineCanvas *self,
        const LaminaRange    *place)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  double distance = (lamina_span_get_distance (range->start, place->start)
                     + lamina_span_get_distance (range->end, place->end)) / 2;

  lamina_session_pan (self->session, distance / (double) lamina_span_get (range));
}

void
lamina_timeline_canvas_go_to (LaminaTimelineCanvas *self,
                              const LaminaSliceRef *slice)
{
  LaminaRange place;

  lamina_session_get_slice_range (self->session, slice, &place);
  pan_to (self, &place);
}

/* The slice whose lane is to be seen: of a gap that whose work ends it, or else that whose work it begins after. */
static LaminaSliceRef
get_selected_slice (LaminaTimelineCanvas *self)
{
  LaminaGap gap;

  if (!lamina_session_gaps_get (lamina_session_get_gaps (self->session), lamina_session_get_selected_gap (self->session), &gap,
                                NULL))
    return lamina_session_get_selection (self->session)->slice;
  return gap.after.track != LAMINA_NONE ? gap.after : gap.before;
}

/* Scrolls and pans as little as need be to bring the selected slice or gap into sight. */
static void
reveal_selection (LaminaTimelineCanvas *self)
{
  LaminaSliceRef slice = get_selected_slice (self);
  const LaminaRange *range = lamina_session_get_range (self->session);
  LaminaRange place;

  if (!range || slice.track == LAMINA_NONE || !lamina_session_get_selected_range (self->session, &place))
    return;
  if ((place.start < range->start || place.end > range->end)
      && (place.start >= range->end || place.end <= range->start || lamina_span_get (&place) <= lamina_span_get (range)))
    pan_to (self, &place);
  /* At once: only then its lane is there. */
  lamina_timeline_rows_fit (self->rows);
  lamina_timeline_rows_reveal (self->rows, &slice, FALSE);
}

static void
on_selection_changed (LaminaTimelineCanvas *self)
{
  lamina_timeline_selected_renew (self->selected);
  if (!self->selecting)
    reveal_selection (self);
}

void
lamina_timeline_canvas_select (LaminaTimelineCanvas *self,
                               const LaminaSliceRef *slice,
                               gboolean              toggling)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  guint32 layer = LAMINA_NONE;

  if (toggling)
    layer = lamina_column_row (lamina_track_get_slices (lamina_run_get_track (run, slice->track))->layer, slice->slice);
  self->selecting = TRUE;
  if (layer != LAMINA_NONE)
    lamina_session_toggle_layer (self->session, layer);
  else
    lamina_session_select_slice (self->session, slice);
  self->selecting = FALSE;
}

void
lamina_timeline_canvas_select_gap (LaminaTimelineCanvas *self,
                                   guint32               gap)
{
  self->selecting = TRUE;
  lamina_session_select_gaps (self->session, &gap, 1, gap);
  self->selecting = FALSE;
}

/* FALSE when there is nothing to show yet. */
static gboolean
get_viewport (LaminaTimelineCanvas *self,
              LaminaViewport       *viewport)
{
  const LaminaRange *range = self->session ? lamina_session_get_range (self->session) : NULL;

  if (!range || gtk_widget_get_height (GTK_WIDGET (self)) < 1)
    return FALSE;
  viewport->start = range->start;
  viewport->width = lamina_timeline_navigator_get_width (self->navigator);
  viewport->per_px = (double) lamina_span_get (range) / viewport->width;
  viewport->height = gtk_widget_get_height (GTK_WIDGET (self));
  viewport->scroll = (int) gtk_adjustment_get_value (self->adjustment);
  return TRUE;
}

static LaminaScene *
create_scene (LaminaCanvas  *canvas,
              LaminaMetrics *metrics)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);
  LaminaViewport viewport;

  if (!get_viewport (self, &viewport))
    return NULL;
  self->options->coloring = lamina_session_get_coloring (self->session);
  return lamina_timeline_layout (lamina_session_get_run (self->session), lamina_session_get_timebase (self->session),
                                 &viewport, self->options, metrics);
}

static LaminaScene *
create_marked (LaminaCanvas  *canvas,
               LaminaScene   *scene,
               LaminaMetrics *metrics)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);
  LaminaHighlight *highlight = lamina_timeline_selected_get (self->selected);
  LaminaViewport viewport;

  get_viewport (self, &viewport);
  return lamina_timeline_layout_selection (lamina_session_get_run (self->session),
                                           lamina_session_get_timebase (self->session), &viewport, self->options, metrics,
                                           highlight);
}

static LaminaScene *
ensure_markers (LaminaTimelineCanvas *self)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (self));
  LaminaViewport viewport;

  if (!scene || !get_viewport (self, &viewport))
    return NULL;
  return lamina_timeline_markers_lay_out (self->markers, scene, &viewport, self->options,
                                          lamina_canvas_get_metrics (LAMINA_CANVAS (self)));
}

/* Gaps that are not hatched have no box in the scene. */
static gboolean
pick_gap (LaminaTimelineCanvas *self,
          double                x,
          double                y,
          LaminaTarget         *target,
          GdkRectangle         *area)
{
  LaminaViewport viewport;
  LaminaSceneBox box;

  if (!get_viewport (self, &viewport)
      || !lamina_timeline_find_gap (lamina_session_get_run (self->session), lamina_session_get_timebase (self->session),
                                    &viewport, self->options, x, y, &box))
    return FALSE;
  *target = box.target;
  *area = (GdkRectangle) { box.x, box.y, box.width, box.height };
  return TRUE;
}

gboolean
lamina_timeline_canvas_pick (LaminaTimelineCanvas *self,
                             double                x,
                             double                y,
                             LaminaTarget         *target,
                             GdkRectangle         *area)
{
  LaminaScene *scene = lamina_canvas_ensure (LAMINA_CANVAS (self));
  LaminaScene *marked = lamina_canvas_get_marked (LAMINA_CANVAS (self));
  const LaminaTarget *picked;
  const LaminaSceneBox *boxes;
  guint n;

  *target = (LaminaTarget) { 0 };
  *area = (GdkRectangle) { (int) x, (int) y, 1, 1 };
  if (!scene)
    return FALSE;
  picked = lamina_scene_pick (marked, x, y, 0);
  if (picked && picked->kind == LAMINA_TARGET_OUTSIDE)
    scene = marked;
  else
    picked = lamina_scene_pick (scene, x, y, 0);
  if (!picked && pick_gap (self, x, y, target, area))
    return TRUE;
  if (!picked)
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

gboolean
lamina_timeline_canvas_pick_marker (LaminaTimelineCanvas *self,
                                    double                x,
                                    double                y,
                                    guint                *id,
                                    LaminaMarkerPart     *part)
{
  return ensure_markers (self) && lamina_timeline_markers_pick (self->markers, x, y, id, part);
}

gboolean
lamina_timeline_canvas_is_at_edge (LaminaTimelineCanvas *self,
                                   double                x)
{
  return lamina_timeline_gutter_is_at_edge (self->gutter, x);
}

/* Parts of a slice lie inside its outline, unless one of them is what was selected. */
static gboolean
has_outline (LaminaTimelineCanvas *self,
             const LaminaTarget   *target,
             gboolean              only_lead)
{
  guint32 lead = lamina_session_get_selection (self->session)->layer;
  const LaminaSliceRef *selected = &lamina_session_get_selection (self->session)->slice;
  const LaminaSlices *slices;

  /* Slices beside a gap are not selected. */
  if (target->kind != LAMINA_TARGET_SLICES || lamina_session_get_selected_gap (self->session) != LAMINA_NONE)
    return target->kind == LAMINA_TARGET_GAPS && (!only_lead || target->first == lamina_session_get_selected_gap (self->session));
  slices = lamina_track_get_slices (lamina_run_get_track (lamina_session_get_run (self->session), target->track));
  if (only_lead && lamina_column_row (slices->layer, target->first) != lead)
    return FALSE;
  return !lamina_slices_is_part (slices, target->first)
         || (selected->track == target->track && selected->slice == target->first);
}

/* What is selected keeps its colors: it is drawn once more, undimmed. */
static void
draw_marked (LaminaTimelineCanvas *self,
             GtkSnapshot          *snapshot,
             LaminaPens           *pens)
{
  LaminaScene *marked = lamina_canvas_get_marked (LAMINA_CANVAS (self));
  guint n;
  const LaminaSceneBox *boxes = lamina_scene_get_boxes (marked, &n);

  for (guint i = 0; i < lamina_scene_get_n_groups (marked); i++)
    if (lamina_scene_get_group (marked, i)->n_boxes + lamina_scene_get_group (marked, i)->n_areas > 0)
      lamina_pens_draw_group (pens, snapshot, marked, i);
  for (guint i = 0; i < n; i++)
    if (has_outline (self, &boxes[i].target, n > MOST_OUTLINES))
      lamina_canvas_draw_outline (snapshot, &(GdkRectangle) { boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height },
                    boxes[i].width < SLIM ? 1 : 2);
}

/* What a search found is drawn apart, and not below that as well: it may be nearly all there is. */
static void
draw_scenes (LaminaCanvas *canvas,
             GtkSnapshot  *snapshot,
             LaminaPens   *pens)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);
  LaminaScene *scene = lamina_canvas_ensure (canvas), *others;
  LaminaScene *found = lamina_timeline_markers_find (self->markers, scene, &others);
  GdkRectangle plot;
  double x, y;

  if (found)
    lamina_pens_draw (pens, snapshot, others, TRUE);
  else
    lamina_pens_draw (pens, snapshot, scene, lamina_timeline_selected_dims (self->selected));
  ensure_markers (self);
  lamina_timeline_canvas_get_plot (self, &plot);
  if (!lamina_session_get_marked_range (self->session))
    lamina_timeline_markers_draw_guides (self->markers, snapshot, pens, &plot);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (plot.x, plot.y, plot.width, plot.height));
  /* What a search found keeps its colors, too. */
  if (found)
    lamina_pens_draw (pens, snapshot, found, FALSE);
  draw_marked (self, snapshot, pens);
  if (lamina_canvas_get_pointer (canvas, &x, &y))
    {
      lamina_timeline_canvas_pick (self, x, y, &self->hover, &self->hover_area);
      if (self->hover.kind == LAMINA_TARGET_SLICES || self->hover.kind == LAMINA_TARGET_LAYERS
          || self->hover.kind == LAMINA_TARGET_GAPS)
        lamina_canvas_draw_outline (snapshot, &self->hover_area, 1);
    }
  gtk_snapshot_pop (snapshot);
  lamina_timeline_gutter_snapshot (self->gutter, snapshot);
  lamina_timeline_markers_draw (self->markers, snapshot, pens, plot.y);
}

static void
point (LaminaCanvas *canvas)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);
  double x, y;
  gboolean has_pointer = lamina_canvas_get_pointer (canvas, &x, &y);
  LaminaTarget target = { 0 };
  GdkRectangle area;

  self->is_covered = !has_pointer && lamina_widget_is_covered (GTK_WIDGET (self));
  lamina_timeline_navigator_set_pointer (self->navigator, has_pointer || self->is_covered ? x : -1);
  if (has_pointer && !self->session)
    return;
  if (has_pointer)
    lamina_timeline_input_update_cursor (self->input);
  lamina_timeline_rows_set_pointer (self->rows, has_pointer || self->is_covered ? y : -1, self->is_covered);
  lamina_timeline_gutter_queue_update (self->gutter);
  if (has_pointer)
    lamina_timeline_canvas_pick (self, x, y, &target, &area);
  if (has_pointer && memcmp (&target, &self->hover, sizeof target) == 0)
    return;
  self->hover = target;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
dropped (LaminaCanvas *canvas)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);

  if (self->gutter)
    lamina_timeline_gutter_queue_update (self->gutter);
}

static void
reshaped (LaminaCanvas *canvas)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);

  if (!self->gutter)
    return;
  fit_names (self);
  lamina_timeline_rows_update (self->rows);
}

static void
lamina_timeline_canvas_size_allocate (GtkWidget *widget,
                                      int        width,
                                      int        height,
                                      int        baseline)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (widget);

  GTK_WIDGET_CLASS (lamina_timeline_canvas_parent_class)->size_allocate (widget, width, height, baseline);
  lamina_timeline_gutter_allocate (self->gutter);
}

static char *
dup_tooltip (LaminaCanvas *canvas,
             gboolean      keyboard,
             double        x,
             double        y,
             GdkRectangle *area)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (canvas);
  LaminaTarget target;

  if (keyboard || lamina_timeline_menu_is_open (self->menu) || !self->session
      || !lamina_timeline_canvas_pick (self, x, y, &target, area))
    return NULL;
  return lamina_timeline_target_dup_text (self->session, &target,
                                          lamina_timeline_navigator_get_position (self->navigator, x));
}

static void
lamina_timeline_canvas_dispose (GObject *object)
{
  LaminaTimelineCanvas *self = LAMINA_TIMELINE_CANVAS (object);

  if (self->choosing)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->choosing);
  self->choosing = 0;
  if (self->navigator)
    lamina_timeline_canvas_set_session (self, NULL);
  g_clear_pointer (&self->menu, lamina_timeline_menu_free);
  g_clear_pointer (&self->input, lamina_timeline_input_free);
  g_clear_pointer (&self->gutter, lamina_timeline_gutter_free);
  g_clear_pointer (&self->selected, lamina_timeline_selected_free);
  g_clear_pointer (&self->rows, lamina_timeline_rows_free);
  g_clear_pointer (&self->navigator, lamina_timeline_navigator_free);
  g_clear_pointer (&self->markers, lamina_timeline_markers_free);
  g_clear_object (&self->adjustment);
  G_OBJECT_CLASS (lamina_timeline_canvas_parent_class)->dispose (object);
}

static const struct
{
  const char *name;
  LaminaTimelineDrag drag;
} mouse_modes[] = {
  { "select", LAMINA_TIMELINE_DRAG_RANGE },
  { "pan", LAMINA_TIMELINE_DRAG_PAN },
  { "zoom", LAMINA_TIMELINE_DRAG_ZOOM },
  { "timing", LAMINA_TIMELINE_DRAG_RANGE },
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
      g_value_set_int (value, self->options->names_width);
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
        lamina_timeline_input_set_plain_drag (self->input, mouse_modes[i].drag);
        g_object_notify_by_pspec (object, pspec);
        return;
      }
}

static void
lamina_timeline_canvas_class_init (LaminaTimelineCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  LaminaCanvasClass *canvas_class = LAMINA_CANVAS_CLASS (class);

  object_class->dispose = lamina_timeline_canvas_dispose;
  object_class->get_property = lamina_timeline_canvas_get_property;
  object_class->set_property = lamina_timeline_canvas_set_property;
  g_object_class_install_property (object_class, PROP_MOUSE_MODE,
                                   g_param_spec_string ("mouse-mode", NULL, NULL, "select",
                                                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                          | G_PARAM_STATIC_STRINGS));
  g_object_class_install_property (object_class, PROP_NAMES_WIDTH,
                                   g_param_spec_int ("names-width", NULL, NULL, 0, G_MAXINT, LAMINA_TIMELINE_NAMES_WIDTH,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));
  widget_class->size_allocate = lamina_timeline_canvas_size_allocate;
  canvas_class->minimum = (GtkRequisition) { 300, 100 };
  canvas_class->natural = (GtkRequisition) { 600, 250 };
  canvas_class->has_ground = TRUE;
  canvas_class->create_scene = create_scene;
  canvas_class->create_marked = create_marked;
  canvas_class->draw_scenes = draw_scenes;
  canvas_class->dropped = dropped;
  canvas_class->reshaped = reshaped;
  canvas_class->dup_tooltip = dup_tooltip;
  canvas_class->point = point;
  gtk_widget_class_set_css_name (widget_class, "timeline");
}

static void
lamina_timeline_canvas_init (LaminaTimelineCanvas *self)
{
  LaminaCanvas *canvas = LAMINA_CANVAS (self);

  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->markers = lamina_timeline_markers_new (GTK_WIDGET (self));
  self->navigator = lamina_timeline_navigator_new (self->adjustment, self->markers, GTK_WIDGET (self));
  self->rows = lamina_timeline_rows_new (canvas, self->adjustment, self->navigator);
  lamina_timeline_navigator_set_lanes (self->navigator, lamina_timeline_rows_list_lanes, self->rows);
  self->options = lamina_timeline_rows_get_options (self->rows);
  self->selected = lamina_timeline_selected_new (canvas);
  self->menu = lamina_timeline_menu_new (self);
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lamina_settings_get_default (), "changed::" LAMINA_SETTING_NAMES_WIDTH,
                           G_CALLBACK (on_names_width), self, G_CONNECT_SWAPPED);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Timeline"), -1);
  self->gutter = lamina_timeline_gutter_new (canvas, self->rows, self->navigator);
  fit_names (self);
  lamina_canvas_add_input (canvas);
  self->input = lamina_timeline_input_new (self);
}

void
lamina_timeline_canvas_set_session (LaminaTimelineCanvas *self,
                                    LaminaSession        *session)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  lamina_timeline_markers_set_session (self->markers, session);
  lamina_timeline_navigator_set_session (self->navigator, session);
  lamina_timeline_rows_set_session (self->rows, session);
  lamina_timeline_gutter_set_session (self->gutter, session);
  lamina_timeline_selected_set_session (self->selected, session);
  lamina_timeline_input_set_session (self->input, session);
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::arrangement", G_CALLBACK (on_arrangement_changed), self);
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (lamina_canvas_drop_scene), self);
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (on_timebase_changed), self);
  g_signal_connect_swapped (session, "notify::range", G_CALLBACK (on_range_changed), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selection_changed), self);
  lamina_spoken_bind (GTK_WIDGET (self), session);
  update_rows (self);
  on_range_changed (self);
}

GtkAdjustment *
lamina_timeline_canvas_get_adjustment (LaminaTimelineCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), NULL);
  return self->adjustment;
}

LaminaTimelineNavigator *
lamina_timeline_canvas_get_navigator (LaminaTimelineCanvas *self)
{
  return self->navigator;
}

LaminaTimelineRows *
lamina_timeline_canvas_get_rows (LaminaTimelineCanvas *self)
{
  return self->rows;
}

LaminaTimelineSelected *
lamina_timeline_canvas_get_selected (LaminaTimelineCanvas *self)
{
  return self->selected;
}

int
lamina_timeline_canvas_get_tracks_height (LaminaTimelineCanvas *self,
                                          int                   height)
{
  LaminaTimelineOptions options;

  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), 0);
  if (!self->session)
    return 0;
  options = *self->options;
  options.depths = NULL;
  return lamina_timeline_get_height (lamina_session_get_run (self->session), &options, height);
}

void
lamina_timeline_canvas_choose_names_width (LaminaTimelineCanvas *self,
                                           int                   width)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));
  lamina_timeline_gutter_choose_width (self->gutter, width);
}

gint64
lamina_timeline_canvas_get_cursor_position (LaminaTimelineCanvas *self)
{
  double x, y;

  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), 0);

  if (!lamina_timeline_menu_get_place (self->menu, &x, &y))
    x = lamina_timeline_navigator_get_zoom_place (self->navigator);
  return lamina_timeline_navigator_snap (self->navigator, x, TRUE);
}

guint
lamina_timeline_canvas_get_ruler_here (LaminaTimelineCanvas *self)
{
  LaminaMarkerPart part;
  guint id = 0;
  double x, y;

  g_return_val_if_fail (LAMINA_IS_TIMELINE_CANVAS (self), 0);

  if (lamina_timeline_menu_get_place (self->menu, &x, &y) || lamina_canvas_get_pointer (LAMINA_CANVAS (self), &x, &y)
      || self->is_covered)
    lamina_timeline_canvas_pick_marker (self, x, y, &id, &part);
  return id;
}

gboolean
lamina_timeline_canvas_find_track (LaminaTimelineCanvas *self,
                                   LaminaTarget         *item)
{
  double x, y;
  gboolean has_menu = lamina_timeline_menu_get_place (self->menu, &x, &y);

  if (!has_menu && !lamina_canvas_get_pointer (LAMINA_CANVAS (self), &x, &y))
    y = -1;
  if (lamina_timeline_gutter_find (self->gutter, y, item))
    return TRUE;
  if (!self->session || has_menu)
    return FALSE;
  *item = (LaminaTarget) { .kind = LAMINA_TARGET_TRACK,
                           .track = lamina_session_get_selection (self->session)->slice.track };
  return item->track != LAMINA_NONE;
}

void
lamina_timeline_canvas_reveal_track (LaminaTimelineCanvas *self,
                                     guint                 track)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (self->session)
    lamina_timeline_rows_reveal (self->rows, &(LaminaSliceRef) { track, LAMINA_NONE }, TRUE);
}

void
lamina_timeline_canvas_edit_note (LaminaTimelineCanvas *self,
                                  guint                 id)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (self->session && lamina_session_get_range (self->session))
    lamina_timeline_menu_edit_note (self->menu, self->session, id);
}

void
lamina_timeline_canvas_open_menu (LaminaTimelineCanvas *self,
                                  double                x,
                                  double                y)
{
  lamina_timeline_menu_open (self->menu, self->session, x, y);
}

void
lamina_timeline_canvas_open_menu_at_selection (LaminaTimelineCanvas *self)
{
  GdkRectangle plot;
  const LaminaSceneBox *boxes;
  double x, y;
  guint n;

  g_return_if_fail (LAMINA_IS_TIMELINE_CANVAS (self));

  if (!lamina_canvas_ensure (LAMINA_CANVAS (self)))
    return;
  lamina_timeline_canvas_get_plot (self, &plot);
  x = plot.x + plot.width / 2.0;
  y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
  boxes = lamina_scene_get_boxes (lamina_canvas_get_marked (LAMINA_CANVAS (self)), &n);
  if (n > 0)
    {
      x = CLAMP (boxes[0].x + boxes[0].width / 2.0, plot.x, plot.x + plot.width - 1);
      y = CLAMP (boxes[0].y + boxes[0].height, plot.y, plot.y + plot.height - 1);
    }
  lamina_timeline_menu_open (self->menu, self->session, x, y);
}

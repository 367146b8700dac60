/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-canvas.h"

#include "lamina-theme.h"
#include "lamina-widget.h"

/* @scene is what the class made, @marked what of it stands out; @marked_known tells nothing from not asked yet. */
typedef struct
{
  LaminaPens *pens;
  LaminaScene *scene;
  LaminaScene *marked;
  gboolean marked_known;
  GtkAdjustment *adjustment;
  int margin;
  int width;
  int height;
  gboolean has_pointer;
  double pointer_x;
  double pointer_y;
} LaminaCanvasPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (LaminaCanvas, lamina_canvas, GTK_TYPE_WIDGET)

static LaminaCanvasPrivate *
get_private (LaminaCanvas *self)
{
  return lamina_canvas_get_instance_private (self);
}

void
lamina_canvas_drop_marked (LaminaCanvas *self)
{
  LaminaCanvasPrivate *priv = get_private (self);

  g_return_if_fail (LAMINA_IS_CANVAS (self));

  g_clear_pointer (&priv->marked, lamina_scene_unref);
  priv->marked_known = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lamina_canvas_drop_scene (LaminaCanvas *self)
{
  g_return_if_fail (LAMINA_IS_CANVAS (self));

  g_clear_pointer (&get_private (self)->scene, lamina_scene_unref);
  lamina_canvas_drop_marked (self);
  if (LAMINA_CANVAS_GET_CLASS (self)->dropped)
    LAMINA_CANVAS_GET_CLASS (self)->dropped (self);
}

static void
reshape (LaminaCanvas *self)
{
  if (LAMINA_CANVAS_GET_CLASS (self)->reshaped)
    LAMINA_CANVAS_GET_CLASS (self)->reshaped (self);
  lamina_canvas_drop_scene (self);
}

LaminaScene *
lamina_canvas_ensure (LaminaCanvas *self)
{
  LaminaCanvasPrivate *priv = get_private (self);
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (self);

  g_return_val_if_fail (LAMINA_IS_CANVAS (self), NULL);

  if (!priv->scene)
    priv->scene = class->create_scene (self, lamina_pens_get_metrics (priv->pens));
  if (priv->scene && !priv->marked_known && class->create_marked)
    priv->marked = class->create_marked (self, priv->scene, lamina_pens_get_metrics (priv->pens));
  priv->marked_known = priv->scene != NULL;
  return priv->scene;
}

static void
lamina_canvas_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  LaminaCanvas *self = LAMINA_CANVAS (widget);
  LaminaCanvasPrivate *priv = get_private (self);
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (self);
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_VIEW));

  if (class->has_ground)
    gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                                       gtk_widget_get_height (widget)));
  if (!lamina_canvas_ensure (self))
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) priv->margin, 0));
  lamina_pens_begin (priv->pens);
  if (class->draw_scenes)
    class->draw_scenes (self, snapshot, priv->pens);
  else
    {
      lamina_pens_draw (priv->pens, snapshot, priv->scene, priv->marked != NULL);
      if (priv->marked)
        lamina_pens_draw (priv->pens, snapshot, priv->marked, FALSE);
    }
  lamina_pens_end (priv->pens);
  gtk_snapshot_restore (snapshot);
  if (class->draw_places)
    class->draw_places (self, snapshot);
}

static void
on_pens_changed (GtkWidget *widget)
{
  reshape (LAMINA_CANVAS (widget));
}

static void
lamina_canvas_css_changed (GtkWidget         *widget,
                           GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lamina_canvas_parent_class)->css_changed (widget, change);
  lamina_pens_update (get_private (LAMINA_CANVAS (widget))->pens);
}

static void
lamina_canvas_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? class->minimum.width : class->minimum.height;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? class->natural.width : class->natural.height;
}

static gboolean
lamina_canvas_query_tooltip (GtkWidget  *widget,
                             int         x,
                             int         y,
                             gboolean    keyboard,
                             GtkTooltip *tooltip)
{
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (widget);
  GdkRectangle area = { 0 };
  g_autofree char *text = class->dup_tooltip ? class->dup_tooltip (LAMINA_CANVAS (widget), keyboard, x, y, &area) : NULL;

  if (!text)
    return FALSE;
  gtk_tooltip_set_markup (tooltip, text);
  if (area.width > 0)
    gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

static void
lamina_canvas_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  LaminaCanvasPrivate *priv = get_private (LAMINA_CANVAS (widget));

  /* A canvas gets its size again when what lies over it goes elsewhere. */
  if (width != priv->width || height != priv->height)
    {
      priv->width = width;
      priv->height = height;
      reshape (LAMINA_CANVAS (widget));
    }
  /* A menu is measured again once its entries know their actions: those with a mark are higher. */
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      gtk_popover_present (GTK_POPOVER (child));
}

static void
lamina_canvas_dispose (GObject *object)
{
  lamina_canvas_set_adjustment (LAMINA_CANVAS (object), NULL);
  G_OBJECT_CLASS (lamina_canvas_parent_class)->dispose (object);
}

static void
lamina_canvas_finalize (GObject *object)
{
  LaminaCanvasPrivate *priv = get_private (LAMINA_CANVAS (object));

  g_clear_pointer (&priv->scene, lamina_scene_unref);
  g_clear_pointer (&priv->marked, lamina_scene_unref);
  g_clear_pointer (&priv->pens, lamina_pens_free);
  G_OBJECT_CLASS (lamina_canvas_parent_class)->finalize (object);
}

static void
lamina_canvas_class_init (LaminaCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_canvas_dispose;
  object_class->finalize = lamina_canvas_finalize;
  widget_class->measure = lamina_canvas_measure;
  widget_class->query_tooltip = lamina_canvas_query_tooltip;
  widget_class->size_allocate = lamina_canvas_size_allocate;
  widget_class->css_changed = lamina_canvas_css_changed;
  widget_class->snapshot = lamina_canvas_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_canvas_init (LaminaCanvas *self)
{
  get_private (self)->pens = lamina_pens_new (GTK_WIDGET (self), on_pens_changed);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

static void
on_pressed (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            LaminaCanvas    *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  LAMINA_CANVAS_GET_CLASS (self)->press (self, n_press, x, y, state);
}

static void
on_secondary (GtkGesture   *gesture,
              int           n_press,
              double        x,
              double        y,
              LaminaCanvas *self)
{
  LAMINA_CANVAS_GET_CLASS (self)->press_secondary (self, gesture, x, y);
}

static void
point (LaminaCanvas *self)
{
  if (LAMINA_CANVAS_GET_CLASS (self)->point)
    LAMINA_CANVAS_GET_CLASS (self)->point (self);
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           LaminaCanvas             *self)
{
  LaminaCanvasPrivate *priv = get_private (self);

  priv->has_pointer = TRUE;
  priv->pointer_x = x;
  priv->pointer_y = y;
  point (self);
}

static void
on_enter (GtkEventControllerMotion *controller,
          double                    x,
          double                    y,
          LaminaCanvas             *self)
{
  lamina_widget_find_pointer (GTK_WIDGET (self), &x, &y);
  on_motion (controller, x, y, self);
}

static void
on_leave (GtkEventControllerMotion *controller,
          LaminaCanvas             *self)
{
  get_private (self)->has_pointer = FALSE;
  point (self);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        state,
        LaminaCanvas          *self)
{
  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  return LAMINA_CANVAS_GET_CLASS (self)->press_key (self, keyval, state);
}

static void
add_click (LaminaCanvas        *self,
           guint                button,
           GtkPropagationPhase  phase,
           GCallback            callback)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), button);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click), phase);
  g_signal_connect (click, "pressed", callback, self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}

void
lamina_canvas_add_input (LaminaCanvas *self)
{
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (self);
  GtkEventController *motion = gtk_event_controller_motion_new (), *key;

  g_return_if_fail (LAMINA_IS_CANVAS (self));

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  if (class->press)
    add_click (self, GDK_BUTTON_PRIMARY, GTK_PHASE_BUBBLE, G_CALLBACK (on_pressed));
  if (class->press_secondary)
    add_click (self, GDK_BUTTON_SECONDARY, GTK_PHASE_CAPTURE, G_CALLBACK (on_secondary));
  g_signal_connect (motion, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  if (!class->press_key)
    return;
  key = gtk_event_controller_key_new ();
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

void
lamina_canvas_set_margin (LaminaCanvas *self,
                          int           margin)
{
  g_return_if_fail (LAMINA_IS_CANVAS (self));

  get_private (self)->margin = margin;
  lamina_canvas_drop_scene (self);
}

void
lamina_canvas_set_adjustment (LaminaCanvas  *self,
                              GtkAdjustment *adjustment)
{
  LaminaCanvasPrivate *priv = get_private (self);

  g_return_if_fail (LAMINA_IS_CANVAS (self));

  if (priv->adjustment)
    g_signal_handlers_disconnect_by_data (priv->adjustment, self);
  g_set_object (&priv->adjustment, adjustment);
  if (!adjustment)
    return;
  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (lamina_canvas_drop_scene), self);
  g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (lamina_canvas_drop_scene), self);
}

void
lamina_canvas_get_sight (LaminaCanvas *self,
                         int          *top,
                         int          *height)
{
  GtkAdjustment *adjustment = get_private (self)->adjustment;

  g_return_if_fail (LAMINA_IS_CANVAS (self));

  *top = adjustment ? (int) gtk_adjustment_get_value (adjustment) : 0;
  *height = adjustment ? (int) gtk_adjustment_get_page_size (adjustment) + 1 : 0;
}

void
lamina_canvas_reveal (LaminaCanvas *self,
                      int           y,
                      int           height)
{
  g_return_if_fail (LAMINA_IS_CANVAS (self));

  if (get_private (self)->adjustment)
    gtk_adjustment_clamp_page (get_private (self)->adjustment, y, y + height);
}

LaminaScene *
lamina_canvas_get_marked (LaminaCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_CANVAS (self), NULL);
  return get_private (self)->marked;
}

LaminaMetrics *
lamina_canvas_get_metrics (LaminaCanvas *self)
{
  g_return_val_if_fail (LAMINA_IS_CANVAS (self), NULL);
  return lamina_pens_get_metrics (get_private (self)->pens);
}

const LaminaTarget *
lamina_canvas_pick (LaminaCanvas     *self,
                    double            x,
                    double            y,
                    LaminaTargetKind  kind,
                    int               tolerance)
{
  LaminaScene *scene = lamina_canvas_ensure (self);
  const LaminaTarget *target = scene ? lamina_scene_pick (scene, x - get_private (self)->margin, y, tolerance) : NULL;

  return target && target->kind == kind ? target : NULL;
}

gboolean
lamina_canvas_get_pointer (LaminaCanvas *self,
                           double       *x,
                           double       *y)
{
  LaminaCanvasPrivate *priv = get_private (self);

  g_return_val_if_fail (LAMINA_IS_CANVAS (self), FALSE);

  *x = priv->pointer_x;
  *y = priv->pointer_y;
  return priv->has_pointer;
}

void
lamina_canvas_draw_outline (GtkSnapshot        *snapshot,
                            const GdkRectangle *area,
                            int                 thickness)
{
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_TEXT));
  float half = (float) thickness / 2;
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) area->x - half, (float) area->y - half,
                                             (float) area->width + 2 * half, (float) area->height + 2 * half);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &rect, 0);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { thickness, thickness, thickness, thickness },
                              (GdkRGBA[4]) { color, color, color, color });
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-canvas.h"

#include "lamina-render-cache.h"
#include "lamina-theme.h"
#include "lamina-widget.h"

#include <adwaita.h>

/* @scene is what the class made, @marked what of it stands out; @marked_known tells nothing from not asked yet. */
typedef struct
{
  LaminaMetrics *metrics;
  LaminaScene *scene;
  LaminaScene *marked;
  gboolean marked_known;
  LaminaPainter *plain;
  LaminaPainter *dimmed;
  LaminaRenderCache *plain_cache;
  LaminaRenderCache *dimmed_cache;
  GtkAdjustment *adjustment;
  int margin;
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
}

LaminaScene *
lamina_canvas_ensure (LaminaCanvas *self)
{
  LaminaCanvasPrivate *priv = get_private (self);
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (self);

  g_return_val_if_fail (LAMINA_IS_CANVAS (self), NULL);

  if (!priv->scene)
    priv->scene = class->create_scene (self, priv->metrics);
  if (priv->scene && !priv->marked_known && class->create_marked)
    priv->marked = class->create_marked (self, priv->scene, priv->metrics);
  priv->marked_known = priv->scene != NULL;
  return priv->scene;
}

static void
draw (LaminaCanvas *self,
      GtkSnapshot  *snapshot,
      LaminaScene  *scene,
      gboolean      dim)
{
  LaminaCanvasPrivate *priv = get_private (self);

  for (guint i = 0; i < lamina_scene_get_n_groups (scene); i++)
    lamina_render_cache_append (dim ? priv->dimmed_cache : priv->plain_cache, snapshot, dim ? priv->dimmed : priv->plain,
                                scene, i);
}

static void
lamina_canvas_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  LaminaCanvas *self = LAMINA_CANVAS (widget);
  LaminaCanvasPrivate *priv = get_private (self);
  LaminaCanvasClass *class = LAMINA_CANVAS_GET_CLASS (self);

  if (!lamina_canvas_ensure (self))
    return;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) priv->margin, 0));
  lamina_render_cache_begin (priv->plain_cache);
  lamina_render_cache_begin (priv->dimmed_cache);
  draw (self, snapshot, priv->scene, priv->marked != NULL);
  if (priv->marked)
    draw (self, snapshot, priv->marked, FALSE);
  lamina_render_cache_end (priv->plain_cache);
  lamina_render_cache_end (priv->dimmed_cache);
  gtk_snapshot_restore (snapshot);
  if (class->draw_places)
    class->draw_places (self, snapshot);
}

static void
update_style (LaminaCanvas *self)
{
  LaminaCanvasPrivate *priv = get_private (self);
  LaminaStyle style;

  lamina_theme_init_style (&style, GTK_WIDGET (self));
  lamina_painter_set_style (priv->plain, &style);
  g_clear_pointer (&priv->metrics, lamina_metrics_unref);
  priv->metrics = lamina_metrics_new (&style);
  style.dim = LAMINA_DIM;
  lamina_painter_set_style (priv->dimmed, &style);
  lamina_render_cache_clear (priv->plain_cache);
  lamina_render_cache_clear (priv->dimmed_cache);
  lamina_canvas_drop_scene (self);
}

static void
lamina_canvas_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  lamina_canvas_drop_scene (LAMINA_CANVAS (widget));
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
  g_clear_pointer (&priv->plain_cache, lamina_render_cache_free);
  g_clear_pointer (&priv->dimmed_cache, lamina_render_cache_free);
  g_clear_pointer (&priv->plain, lamina_painter_free);
  g_clear_pointer (&priv->dimmed, lamina_painter_free);
  g_clear_pointer (&priv->metrics, lamina_metrics_unref);
  G_OBJECT_CLASS (lamina_canvas_parent_class)->finalize (object);
}

static void
lamina_canvas_class_init (LaminaCanvasClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  object_class->dispose = lamina_canvas_dispose;
  object_class->finalize = lamina_canvas_finalize;
  widget_class->size_allocate = lamina_canvas_size_allocate;
  widget_class->snapshot = lamina_canvas_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lamina_canvas_init (LaminaCanvas *self)
{
  LaminaCanvasPrivate *priv = get_private (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();
  LaminaStyle style;

  lamina_theme_init_style (&style, GTK_WIDGET (self));
  priv->plain = lamina_painter_new (&style);
  priv->dimmed = lamina_painter_new (&style);
  priv->plain_cache = lamina_render_cache_new ();
  priv->dimmed_cache = lamina_render_cache_new ();
  update_style (self);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (update_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (update_style), self, G_CONNECT_SWAPPED);
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
on_motion (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           LaminaCanvas             *self)
{
  LaminaCanvasPrivate *priv = get_private (self);

  priv->has_pointer = TRUE;
  priv->pointer_x = x;
  priv->pointer_y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  gtk_widget_queue_draw (GTK_WIDGET (self));
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
  GtkEventController *motion = gtk_event_controller_motion_new (), *key = gtk_event_controller_key_new ();

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
  if (class->press_key)
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
  return get_private (self)->metrics;
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

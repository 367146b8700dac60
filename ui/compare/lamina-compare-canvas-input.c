/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-canvas-private.h"

#include <math.h>

#define STEP 1.4
#define LEAST_SPAN 20.0

static void
set_range (LaminaCompareCanvas *self,
           double               start,
           double               end)
{
  double whole = _lamina_compare_canvas_get_whole (self), span = CLAMP (end - start, LEAST_SPAN, whole);

  start = CLAMP (start, 0, whole - span);
  if (span >= whole)
    start = span = 0;
  self->start = start;
  self->end = start + span;
  lamina_canvas_drop_scene (LAMINA_CANVAS (self));
}

static void
zoom (LaminaCompareCanvas *self,
      double               factor,
      double               x)
{
  double start = self->start, end = self->end > 0 ? self->end : _lamina_compare_canvas_get_whole (self);
  double part = (x - LAMINA_COMPARE_MARGIN) / _lamina_compare_canvas_get_room (self);
  double anchor = start + (end - start) * CLAMP (part, 0, 1);

  set_range (self, anchor - (anchor - start) * factor, anchor + (end - anchor) * factor);
}

static void
pan (LaminaCompareCanvas *self,
     double               part)
{
  double by = (self->end - self->start) * part;

  if (self->end > 0)
    set_range (self, self->start + by, self->end + by);
}

void
_lamina_compare_canvas_press (LaminaCanvas    *canvas,
                              int              n_press,
                              double           x,
                              double           y,
                              GdkModifierType  state)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (canvas);
  const LaminaTarget *target = _lamina_compare_canvas_pick (self, x, y);
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);

  /* What was clicked stays where it is. */
  if (viewport)
    gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (viewport)
    gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), TRUE);
  if (n_press == 2 && self->ties && self->comparison)
    set_range (self, 0, _lamina_compare_canvas_get_whole (self));
  else
    _lamina_compare_canvas_emit_picked (self, target ? target->first : LAMINA_NONE);
}

static void
on_drag_begin (GtkGestureDrag      *drag,
               double               x,
               double               y,
               LaminaCompareCanvas *self)
{
  self->drag_start = self->start;
  self->drag_end = self->end;
}

static void
on_drag_update (GtkGestureDrag      *drag,
                double               dx,
                double               dy,
                LaminaCompareCanvas *self)
{
  double by = -dx * (self->drag_end - self->drag_start) / _lamina_compare_canvas_get_room (self);

  if (self->ties && self->comparison && self->drag_end > 0 && fabs (dx) > 3)
    set_range (self, self->drag_start + by, self->drag_end + by);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           LaminaCompareCanvas      *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x, y;

  if (!self->ties || !self->comparison || !(state & GDK_CONTROL_MASK))
    return GDK_EVENT_PROPAGATE;
  lamina_canvas_get_pointer (LAMINA_CANVAS (self), &x, &y);
  zoom (self, pow (STEP, dy), x);
  return GDK_EVENT_STOP;
}

/* The pair or type before or behind; without one the first. */
static void
step (LaminaCompareCanvas *self,
      int                  by)
{
  guint n = self->ties ? lamina_comparison_get_n_pairs (self->comparison)
                       : lamina_comparison_get_n_types (self->comparison);

  if (n == 0)
    return;
  if (self->row == LAMINA_NONE)
    _lamina_compare_canvas_emit_picked (self, by > 0 ? 0 : n - 1);
  else if ((by < 0 && self->row > 0) || (by > 0 && self->row + 1 < n))
    _lamina_compare_canvas_emit_picked (self, by < 0 ? self->row - 1 : self->row + 1);
}

static gboolean
on_zoom_key (LaminaCompareCanvas *self,
             guint                keyval)
{
  double middle = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;

  if (keyval == GDK_KEY_plus || keyval == GDK_KEY_equal || keyval == GDK_KEY_KP_Add)
    zoom (self, 1 / STEP, middle);
  else if (keyval == GDK_KEY_minus || keyval == GDK_KEY_KP_Subtract)
    zoom (self, STEP, middle);
  else if (keyval == GDK_KEY_0 || keyval == GDK_KEY_KP_0)
    set_range (self, 0, _lamina_compare_canvas_get_whole (self));
  else if (keyval == GDK_KEY_Left && self->end > 0)
    pan (self, -0.1);
  else if (keyval == GDK_KEY_Right && self->end > 0)
    pan (self, 0.1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

gboolean
_lamina_compare_canvas_press_key (LaminaCanvas    *canvas,
                                  guint            keyval,
                                  GdkModifierType  state)
{
  LaminaCompareCanvas *self = LAMINA_COMPARE_CANVAS (canvas);

  if (!self->comparison)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Up)
    step (self, -1);
  else if (keyval == GDK_KEY_Down)
    step (self, 1);
  else if (keyval == GDK_KEY_Escape && self->row != LAMINA_NONE)
    _lamina_compare_canvas_emit_picked (self, LAMINA_NONE);
  else
    return self->ties ? on_zoom_key (self, keyval) : GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

void
_lamina_compare_canvas_add_input (LaminaCompareCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (widget, scroll);
}

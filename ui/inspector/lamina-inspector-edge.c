/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-inspector-edge.h"

#include "lamina-settings.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>

/* In pixels at the usual size of text, as the setting. */
#define LEAST_WIDTH 300
#define MOST_WIDTH 420
#define KEY_STEP 10

/* The inspector stands behind the views: it becomes wider to the left, or to the right where lines run that way. */
static void
widen (GtkWidget *edge,
       int        distance)
{
  GtkWidget *inspector = gtk_widget_get_parent (edge);
  int sign = gtk_widget_get_direction (edge) == GTK_TEXT_DIR_RTL ? -1 : 1;
  int width = lamina_text_size_get_usual_length (gtk_widget_get_width (inspector) - sign * distance);

  g_settings_set_int (lamina_settings_get_default (), LAMINA_SETTING_INSPECTOR_WIDTH,
                      CLAMP (width, LEAST_WIDTH, MOST_WIDTH));
}

/* The edge moves along with the pointer, so that the offset is what is left to go. */
static void
on_drag_update (GtkWidget *edge,
                double     x)
{
  widen (edge, (int) x);
}

static void
on_pressed (GtkGestureClick *click,
            int              n_press)
{
  if (n_press == 2)
    g_settings_reset (lamina_settings_get_default (), LAMINA_SETTING_INSPECTOR_WIDTH);
}

static gboolean
on_key (GtkWidget *edge,
        guint      key)
{
  if (key != GDK_KEY_Left && key != GDK_KEY_Right)
    return GDK_EVENT_PROPAGATE;
  widen (edge, lamina_text_size_get_length (key == GDK_KEY_Left ? -KEY_STEP : KEY_STEP));
  return GDK_EVENT_STOP;
}

GtkWidget *
lamina_inspector_edge_new (void)
{
  /* A box would let nothing but its children have the focus. */
  GtkWidget *edge = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_SEPARATOR, NULL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (edge, "inspector-edge");
  gtk_widget_set_cursor_from_name (edge, "col-resize");
  gtk_widget_set_focusable (edge, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (edge), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Width of the inspector"), -1);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), edge);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), NULL);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), edge);
  gtk_widget_add_controller (edge, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (edge, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (edge, keys);
  return edge;
}

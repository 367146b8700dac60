/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-menu.h"

#include "lamina-text-bin.h"

#include <glib/gi18n.h>

/* While the menu is open, one would cover it. */
static void
allow_tooltips (GtkWidget *popover)
{
  if (gtk_widget_get_parent (popover))
    gtk_widget_set_has_tooltip (gtk_widget_get_parent (popover), TRUE);
}

static gboolean
drop (gpointer popover)
{
  allow_tooltips (popover);
  if (gtk_widget_get_parent (popover))
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* Not at once, for the action of a chosen item is still to come. */
static void
on_closed (GtkWidget *popover)
{
  allow_tooltips (popover);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop, g_object_ref (popover), g_object_unref);
}

/* What the menu of a picture has in it. */
typedef struct
{
  const char *export;
  const char *view;
  char *label;
  const char *action;
} Items;

static void
items_free (gpointer  data,
            GClosure *closure)
{
  Items *items = data;

  g_free (items->label);
  g_free (items);
}

static void
pop_up (GtkWidget   *picture,
        const Items *items,
        double       x,
        double       y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuItem) item = g_menu_item_new (_("E_xport This Picture…"), NULL);
  GtkWidget *popover;

  if (items->action)
    g_menu_append (menu, items->label, items->action);
  g_menu_item_set_action_and_target (item, items->export, "s", items->view);
  g_menu_append_item (menu, item);
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (popover, picture);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  lamina_text_bin_point_popover (GTK_POPOVER (popover), x, y);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  g_signal_connect_object (picture, "unmap", G_CALLBACK (drop), popover, G_CONNECT_SWAPPED);
  gtk_widget_set_has_tooltip (picture, FALSE);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
on_pressed (GtkGestureClick *click,
            int              n_press,
            double           x,
            double           y,
            Items           *items)
{
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  pop_up (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click)), items, x, y);
}

static gboolean
on_key (GtkWidget *picture,
        GVariant  *arguments,
        gpointer   items)
{
  pop_up (picture, items, gtk_widget_get_width (picture) / 2.0, gtk_widget_get_height (picture) / 2.0);
  return TRUE;
}

void
lamina_picture_menu_add (GtkWidget  *picture,
                         const char *view,
                         const char *label,
                         const char *action)
{
  lamina_picture_menu_add_export (picture, "view.export", view, label, action);
}

void
lamina_picture_menu_add_export (GtkWidget  *picture,
                                const char *export,
                                const char *view,
                                const char *label,
                                const char *action)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();
  Items *items;

  g_return_if_fail (GTK_IS_WIDGET (picture));

  items = g_new0 (Items, 1);
  items->export = g_intern_string (export);
  items->view = g_intern_string (view);
  items->label = g_strdup (label);
  items->action = g_intern_string (action);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_data (click, "pressed", G_CALLBACK (on_pressed), items, items_free, 0);
  gtk_widget_add_controller (picture, GTK_EVENT_CONTROLLER (click));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys), gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                                                      gtk_callback_action_new (on_key, items, NULL)));
  gtk_widget_add_controller (picture, keys);
}

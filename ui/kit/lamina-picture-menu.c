/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-menu.h"

#include "lamina-popup.h"

#include <glib/gi18n.h>

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

  if (items->action)
    g_menu_append (menu, items->label, items->action);
  g_menu_item_set_action_and_target (item, items->export, "s", items->view);
  g_menu_append_item (menu, item);
  lamina_popup_menu (picture, G_MENU_MODEL (menu), x, y);
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

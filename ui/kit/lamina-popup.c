/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-popup.h"

#include "lamina-text-bin.h"

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

void
lamina_popup_menu (GtkWidget  *widget,
                   GMenuModel *menu,
                   double      x,
                   double      y)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);

  gtk_widget_set_parent (popover, widget);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  lamina_text_bin_point_popover (GTK_POPOVER (popover), x, y);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  g_signal_connect_object (widget, "unmap", G_CALLBACK (drop), popover, G_CONNECT_SWAPPED);
  gtk_widget_set_has_tooltip (widget, FALSE);
  gtk_popover_popup (GTK_POPOVER (popover));
}

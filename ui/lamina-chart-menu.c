/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-menu.h"

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

static void
add (GMenu      *section,
     const char *label,
     const char *action,
     const char *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, target ? "s" : NULL, target);
  g_menu_append_item (section, item);
}

static GMenuModel *
create_menu (const LaminaChart *chart,
             gboolean           large)
{
  const char *id = lamina_chart_get_id (chart);
  g_autofree char *view = g_strconcat ("chart:", id, NULL);
  g_autoptr (GMenu) selection = g_menu_new (), shown = g_menu_new (), copies = g_menu_new (), files = g_menu_new ();
  GMenu *menu = g_menu_new ();

  add (selection, _("Show in the _Trace"), "view.chart-to-trace", NULL);
  if (strcmp (id, "memory") == 0)
    add (selection, _("Show _Live Tensors"), "view.live-tensors", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (selection));
  if (large)
    {
      add (shown, _("_Table"), "view.chart-table", NULL);
      add (shown, _("_Back to All Charts"), "view.chart", "");
    }
  else
    add (shown, _("_Enlarge"), "view.chart", id);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (shown));
  add (copies, _("_Copy as CSV"), "view.copy-chart", "csv");
  add (copies, _("Copy as _Markdown"), "view.copy-chart", "markdown");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  add (files, _("E_xport This Chart…"), "view.export", view);
  add (files, _("Export _All Charts…"), "view.export-charts", NULL);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (files));
  return G_MENU_MODEL (menu);
}

void
lamina_chart_menu_pop_up (GtkWidget         *canvas,
                          const LaminaChart *chart,
                          gboolean           large,
                          double             x,
                          double             y)
{
  g_autoptr (GMenuModel) menu = create_menu (chart, large);
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);

  gtk_widget_set_parent (popover, canvas);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  lamina_text_bin_point_popover (GTK_POPOVER (popover), x, y);
  g_signal_connect (popover, "closed", G_CALLBACK (on_closed), NULL);
  g_signal_connect_object (canvas, "unmap", G_CALLBACK (drop), popover, G_CONNECT_SWAPPED);
  gtk_widget_set_has_tooltip (canvas, FALSE);
  gtk_popover_popup (GTK_POPOVER (popover));
}

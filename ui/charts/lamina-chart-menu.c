/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart-menu.h"

#include "lamina-popup.h"

#include <glib/gi18n.h>

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

  lamina_popup_menu (canvas, menu, x, y);
}

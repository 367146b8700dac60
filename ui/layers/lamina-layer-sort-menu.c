/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-sort-menu.h"

#include "lamina-layer-heads.h"
#include "lamina-layer-sort.h"

static GtkSortType
get_next_order (GtkColumnView     *view,
                LaminaLayerColumn  column)
{
  LaminaLayerColumn sorted;
  gboolean descending;

  lamina_layer_sort_get (view, &sorted, &descending);
  return sorted == column && !descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING;
}

static void
on_sort (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       user_data)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (user_data);
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      LaminaLayerColumn shown = lamina_layer_heads_get_column (column);

      if ((gint32) shown == g_variant_get_int32 (parameter))
        gtk_column_view_sort_by_column (view, column, get_next_order (view, shown));
    }
}

static void
fill (GMenu      *menu,
      guint       position,
      guint       removed,
      guint       added,
      GListModel *columns)
{
  g_menu_remove_all (menu);
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autoptr (GMenuItem) item = g_menu_item_new (gtk_column_view_column_get_title (column), NULL);

      g_menu_item_set_action_and_target (item, "sorting.sort", "i", (gint32) lamina_layer_heads_get_column (column));
      if (gtk_column_view_column_get_sorter (column))
        g_menu_append_item (menu, item);
    }
}

GMenuModel *
lamina_layer_sort_menu_new (GtkColumnView *view,
                            GtkWidget     *button)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) sort = g_simple_action_new ("sort", G_VARIANT_TYPE_INT32);
  GListModel *columns = gtk_column_view_get_columns (view);
  GMenu *menu = g_menu_new ();

  g_signal_connect_object (sort, "activate", G_CALLBACK (on_sort), view, 0);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (sort));
  gtk_widget_insert_action_group (button, "sorting", G_ACTION_GROUP (actions));
  g_signal_connect_object (columns, "items-changed", G_CALLBACK (fill), menu, G_CONNECT_SWAPPED);
  fill (menu, 0, 0, 0, columns);
  return G_MENU_MODEL (menu);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-table-private.h"

#include "lamina-layer-cell.h"
#include "lamina-widget.h"

/* More layers than this of all open groups together are not listed when what is listed changes: it would take too long. */
#define MOST_OPEN 2000000

static void
bind_row (LaminaLayerTable *self,
          LaminaLayerCell  *cell,
          guint32           id)
{
  lamina_layer_cell_bind (cell, self->listing, id, lamina_layer_table_is_open (self, id));
}

static void
on_toggle (LaminaLayerCell *cell)
{
  GtkWidget *table = gtk_widget_get_ancestor (GTK_WIDGET (cell), LAMINA_TYPE_LAYER_TABLE);

  if (table)
    lamina_layer_table_toggle_group (LAMINA_LAYER_TABLE (table), lamina_layer_cell_get_id (cell));
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  column)
{
  GtkWidget *cell = lamina_layer_cell_new (GPOINTER_TO_UINT (column));

  g_signal_connect (cell, "toggle", G_CALLBACK (on_toggle), NULL);
  g_object_set_data (G_OBJECT (cell), "item", item);
  gtk_list_item_set_child (item, cell);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaLayerTable         *self)
{
  if (self->listing)
    bind_row (self, LAMINA_LAYER_CELL (gtk_list_item_get_child (item)),
              lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item))));
}

static void
unbind_cell (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             gpointer                  user_data)
{
  lamina_layer_cell_bind (LAMINA_LAYER_CELL (gtk_list_item_get_child (item)), NULL, 0, FALSE);
}

GtkListItemFactory *
lamina_layer_table_create_factory (LaminaLayerColumn column,
                                   gpointer          user_data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), user_data);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
  return factory;
}

gboolean
lamina_layer_table_is_open (LaminaLayerTable *self,
                            guint32           id)
{
  const LaminaLayerGroup *group = self->listing ? lamina_layer_listing_get_group (self->listing, id) : NULL;

  return group && g_hash_table_contains (self->open, group->label);
}

/* The ids of the listing, each open group followed by its layers. */
static guint32 *
dup_rows_with_open (LaminaLayerTable *self,
                    guint            *n)
{
  guint n_rows;
  g_autofree guint32 *rows = lamina_layer_listing_dup_rows (self->listing, &n_rows);
  g_autoptr (GArray) all = NULL;

  if (g_hash_table_size (self->open) == 0)
    {
      *n = n_rows;
      return g_steal_pointer (&rows);
    }
  all = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      g_array_append_val (all, rows[i]);
      if (lamina_layer_table_is_open (self, rows[i]) && all->len < MOST_OPEN)
        {
          guint n_members;
          g_autofree guint32 *members = lamina_layer_listing_dup_members (self->listing, rows[i], &n_members);

          g_array_append_vals (all, members, n_members);
        }
    }
  *n = all->len;
  return (guint32 *) (gpointer) g_array_free (g_steal_pointer (&all), FALSE);
}

/* Cells that were bound before show what is now at their places. */
static void
rebind_all (LaminaLayerTable *self,
            GtkWidget        *widget)
{
  if (LAMINA_IS_LAYER_CELL (widget))
    {
      GtkListItem *item = g_object_get_data (G_OBJECT (widget), "item");
      LaminaRow *row = gtk_list_item_get_item (item);

      if (row)
        bind_row (self, LAMINA_LAYER_CELL (widget), lamina_row_get_index (row));
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    rebind_all (self, child);
}

/* The cells stay, whatever is in them: to make them anew takes longer than a frame. */
void
lamina_layer_table_show_listing (LaminaLayerTable *self)
{
  guint n;
  guint32 *rows = dup_rows_with_open (self, &n);

  self->own_change = TRUE;
  lamina_row_list_exchange (self->rows, rows, n);
  self->own_change = FALSE;
  rebind_all (self, GTK_WIDGET (self->view));
}

/* The arrows of cells that are bound to the row. */
static void
rebind (LaminaLayerTable *self,
        GtkWidget        *widget,
        guint32           id)
{
  if (LAMINA_IS_LAYER_CELL (widget))
    {
      if (lamina_layer_cell_get_id (LAMINA_LAYER_CELL (widget)) == id)
        bind_row (self, LAMINA_LAYER_CELL (widget), id);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    rebind (self, child, id);
}

void
lamina_layer_table_toggle_group (LaminaLayerTable *self,
                                 guint32           id)
{
  const LaminaLayerGroup *group = self->listing ? lamina_layer_listing_get_group (self->listing, id) : NULL;
  guint position = group ? lamina_row_list_find (self->rows, id) : LAMINA_NONE;
  guint n;
  g_autofree guint32 *members = NULL;

  if (position == LAMINA_NONE)
    return;
  members = lamina_layer_listing_dup_members (self->listing, id, &n);
  self->own_change = TRUE;
  if (g_hash_table_remove (self->open, group->label))
    lamina_row_list_splice (self->rows, position + 1, n, NULL, 0);
  else
    {
      g_hash_table_add (self->open, g_strdup (group->label));
      lamina_row_list_splice (self->rows, position + 1, 0, members, n);
    }
  self->own_change = FALSE;
  rebind (self, GTK_WIDGET (self->view), id);
  lamina_layer_table_show_selection (self, FALSE);
}

void
lamina_layer_table_set_all_open (LaminaLayerTable *self,
                                 gboolean          open)
{
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;

  if (!grouping)
    return;
  g_hash_table_remove_all (self->open);
  for (guint i = 0; open && i < lamina_grouping_get_n (grouping); i++)
    g_hash_table_add (self->open, g_strdup (lamina_grouping_get (grouping, i)->label));
  lamina_layer_table_show_listing (self);
  lamina_layer_table_show_selection (self, FALSE);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-row-selection.h"

struct _LaminaRowSelection
{
  GObject parent_instance;

  GListModel *model;
  GtkBitset *selected;
};

static GType
lamina_row_selection_get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (LAMINA_ROW_SELECTION (list)->model);
}

static guint
lamina_row_selection_get_n_items (GListModel *list)
{
  return g_list_model_get_n_items (LAMINA_ROW_SELECTION (list)->model);
}

static gpointer
lamina_row_selection_get_item (GListModel *list,
                               guint       position)
{
  return g_list_model_get_item (LAMINA_ROW_SELECTION (list)->model, position);
}

static void
lamina_row_selection_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = lamina_row_selection_get_item_type;
  iface->get_n_items = lamina_row_selection_get_n_items;
  iface->get_item = lamina_row_selection_get_item;
}

static gboolean
lamina_row_selection_is_selected (GtkSelectionModel *model,
                                  guint              position)
{
  return gtk_bitset_contains (LAMINA_ROW_SELECTION (model)->selected, position);
}

static GtkBitset *
lamina_row_selection_get_selection_in_range (GtkSelectionModel *model,
                                             guint              position,
                                             guint              n)
{
  return gtk_bitset_ref (LAMINA_ROW_SELECTION (model)->selected);
}

static gboolean
lamina_row_selection_set_selection (GtkSelectionModel *model,
                                    GtkBitset         *selected,
                                    GtkBitset         *mask)
{
  LaminaRowSelection *self = LAMINA_ROW_SELECTION (model);
  g_autoptr (GtkBitset) changes = gtk_bitset_copy (self->selected);
  guint n = g_list_model_get_n_items (self->model);

  gtk_bitset_difference (changes, selected);
  gtk_bitset_intersect (changes, mask);
  /* Nothing outside of the list can be selected. */
  if (n < G_MAXUINT)
    gtk_bitset_remove_range_closed (changes, n, G_MAXUINT);
  if (gtk_bitset_is_empty (changes))
    return TRUE;
  /* Whoever was given the old set keeps it. */
  {
    GtkBitset *all = gtk_bitset_copy (self->selected);

    gtk_bitset_difference (all, changes);
    gtk_bitset_unref (self->selected);
    self->selected = all;
  }
  gtk_selection_model_selection_changed (model, gtk_bitset_get_minimum (changes),
                                         gtk_bitset_get_maximum (changes) - gtk_bitset_get_minimum (changes) + 1);
  return TRUE;
}

static void
lamina_row_selection_selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = lamina_row_selection_is_selected;
  iface->get_selection_in_range = lamina_row_selection_get_selection_in_range;
  iface->set_selection = lamina_row_selection_set_selection;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaRowSelection, lamina_row_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, lamina_row_selection_list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      lamina_row_selection_selection_model_init))

static void
on_items_changed (LaminaRowSelection *self,
                  guint               position,
                  guint               n_removed,
                  guint               n_added)
{
  GtkBitset *moved = gtk_bitset_copy (self->selected);

  gtk_bitset_splice (moved, position, n_removed, n_added);
  gtk_bitset_unref (self->selected);
  self->selected = moved;
  g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

static void
lamina_row_selection_finalize (GObject *object)
{
  LaminaRowSelection *self = LAMINA_ROW_SELECTION (object);

  g_clear_object (&self->model);
  g_clear_pointer (&self->selected, gtk_bitset_unref);
  G_OBJECT_CLASS (lamina_row_selection_parent_class)->finalize (object);
}

static void
lamina_row_selection_class_init (LaminaRowSelectionClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_row_selection_finalize;
}

static void
lamina_row_selection_init (LaminaRowSelection *self)
{
  self->selected = gtk_bitset_new_empty ();
}

LaminaRowSelection *
lamina_row_selection_new (GListModel *model)
{
  LaminaRowSelection *self = g_object_new (LAMINA_TYPE_ROW_SELECTION, NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  return self;
}

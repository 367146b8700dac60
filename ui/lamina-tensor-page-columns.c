/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page-private.h"

#include "lamina-layer-sort.h"
#include "lamina-tensor-cell.h"
#include "lamina-text-size.h"

#include <glib/gi18n.h>

/* What the shared sorters note. They give the order of execution when no heading is marked, so that is left out. */
#define FIRST_NOTE (LAMINA_LAYER_COLUMN_ORDER + 1)

G_STATIC_ASSERT (LAMINA_N_TENSOR_SORTS + LAMINA_LAYER_COLUMN_ORDER + 1 <= LAMINA_N_LAYER_COLUMNS);

void
_lamina_tensor_page_get_sort (LaminaTensorPage   *self,
                              LaminaTensorColumn *column,
                              gboolean           *descending)
{
  LaminaLayerColumn noted;

  lamina_layer_sort_get (self->view, &noted, descending);
  *column = noted < FIRST_NOTE ? LAMINA_TENSOR_COLUMN_INDEX : (LaminaTensorColumn) (noted - FIRST_NOTE);
}

void
_lamina_tensor_page_sort_by (LaminaTensorPage   *self,
                             LaminaTensorColumn  column,
                             GtkSortType         direction)
{
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].sort == column)
      {
        g_autoptr (GtkColumnViewColumn) found = g_list_model_get_item (gtk_column_view_get_columns (self->view), i);

        /* Without this the mark of the heading before would stay. */
        gtk_column_view_sort_by_column (self->view, NULL, GTK_SORT_ASCENDING);
        gtk_column_view_sort_by_column (self->view, found, direction);
        return;
      }
}

/* Beside a heading: its padding and the arrow of the order. */
#define HEADING_ROOM 28

/* Numbers stand in columns as narrow as they are: a language may have a longer word above them. */
static int
get_width (LaminaTensorPage        *self,
           const LaminaTensorField *field)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), _(field->title));
  g_autoptr (PangoAttrList) bold = pango_attr_list_new ();
  int width;

  if (field->xalign <= 0)
    return field->width;
  pango_attr_list_insert (bold, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, bold);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (field->width, lamina_text_size_get_usual_length (width) + HEADING_ROOM);
}

/* GTK 4.8 also gives room to columns that can't be seen: they would take it from names and shapes. */
static void
show_column (GtkColumnViewColumn *column,
             int                  width,
             gboolean             shown)
{
  if (gtk_column_view_column_get_visible (column) == shown)
    return;
  gtk_column_view_column_set_visible (column, shown);
  lamina_text_size_set_column_width (column, shown ? width : 0);
}

void
_lamina_tensor_page_show_columns (LaminaTensorPage *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      show_column (column, get_width (self, &fields[i]),
                   lamina_tensor_has_field (lamina_session_get_run (self->session), &fields[i]));
    }
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  gtk_list_item_set_child (item, lamina_tensor_cell_new (user_data));
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaTensorPage         *self)
{
  lamina_tensor_cell_bind (LAMINA_TENSOR_CELL (gtk_list_item_get_child (item)), self->session, self->live,
                           lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item))));
}

static void
unbind_cell (GtkSignalListItemFactory *factory,
             GtkListItem              *item,
             gpointer                  user_data)
{
  lamina_tensor_cell_bind (LAMINA_TENSOR_CELL (gtk_list_item_get_child (item)), NULL, NULL, 0);
}

static void
add_column (LaminaTensorPage        *self,
            const LaminaTensorField *field,
            guint                    position)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) field);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell), NULL);
  column = gtk_column_view_column_new (_(field->title), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  /* Names and shapes take what the others leave; at the least size of the window all columns still fit. */
  gtk_column_view_column_set_expand (column, field->sort == LAMINA_TENSOR_COLUMN_NAME
                                             || field->sort == LAMINA_TENSOR_COLUMN_SHAPE
                                             || field->sort == LAMINA_TENSOR_COLUMN_PRODUCER);
  lamina_text_size_set_column_width (column, get_width (self, field));
  lamina_layer_sort_add (column, (LaminaLayerColumn) (field->sort + FIRST_NOTE));
  gtk_column_view_append_column (self->view, column);
  lamina_layer_sort_align_title (self->view, position, field->xalign, NULL);
}

void
_lamina_tensor_page_add_columns (LaminaTensorPage *self)
{
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  for (guint i = 0; i < n; i++)
    add_column (self, &fields[i], i);
}

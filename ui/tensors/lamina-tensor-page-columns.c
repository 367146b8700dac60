/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-page-private.h"

#include "lamina-layer-sort.h"
#include "lamina-tensor-cell.h"

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
_lamina_tensor_page_sort_by_size (LaminaTensorPage *self)
{
  guint n;
  const LaminaTensorField *fields = lamina_tensor_list_fields (&n);

  for (guint i = 0; i < n; i++)
    if (fields[i].sort == LAMINA_TENSOR_COLUMN_BYTES)
      {
        g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (gtk_column_view_get_columns (self->view), i);

        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
      }
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
  lamina_column_fit_set_first_width (column, shown ? width : 0);
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

      show_column (column, fields[i].width,
                   lamina_tensor_has_field (lamina_session_get_run (self->session), &fields[i]));
    }
}

static const LaminaTensorField *
get_field (GtkColumnViewColumn *column)
{
  return g_object_get_data (G_OBJECT (column), "field");
}

/* Where a tensor comes from is told by a name, too. Types, layouts and roles are few letters. */
static gboolean
get_kind (GtkColumnViewColumn *column,
          LaminaColumnKind    *kind,
          int                 *width,
          gpointer             owner)
{
  LaminaTensorPage *self = owner;
  const LaminaTensorField *field = get_field (column);

  if (!self->session || !self->live || !gtk_column_view_column_get_visible (column))
    return FALSE;
  *width = field->width;
  if (field->xalign > 0 || field->is_bar)
    *kind = LAMINA_COLUMN_NUMBERS;
  else if (field->sort == LAMINA_TENSOR_COLUMN_NAME || field->sort == LAMINA_TENSOR_COLUMN_PRODUCER)
    *kind = LAMINA_COLUMN_NAMES;
  else
    *kind = field->sort == LAMINA_TENSOR_COLUMN_SHAPE ? LAMINA_COLUMN_SHAPES : LAMINA_COLUMN_TYPES;
  return TRUE;
}

/* A tensor of the table, and where it is shown. */
typedef struct
{
  LaminaTensorPage *page;
  LaminaTensorCell *cell;
} Shown;

static const char *
show_row (gpointer shown,
          guint    row)
{
  const Shown *self = shown;

  lamina_tensor_cell_bind (self->cell, self->page->session, self->page->live, row);
  return lamina_tensor_cell_get_text (self->cell);
}

static int
measure_row (gpointer shown,
             guint    row)
{
  const Shown *self = shown;

  show_row (shown, row);
  return lamina_tensor_cell_get_whole_width (self->cell, gtk_widget_get_pango_context (GTK_WIDGET (self->page->view)));
}

/* The tensors of the run, whatever the filter. */
static int
measure (GtkColumnViewColumn *column,
         LaminaColumnKind     kind,
         gpointer             owner)
{
  LaminaTensorPage *self = owner;
  g_autoptr (LaminaTensorCell) cell =
    LAMINA_TENSOR_CELL (g_object_ref_sink (lamina_tensor_cell_new (get_field (column))));
  Shown shown = { self, cell };
  guint n = lamina_run_get_tensors (lamina_session_get_run (self->session))->n;

  return lamina_column_fit_measure_rows (&shown, kind, n, show_row, measure_row);
}

static const LaminaColumnFuncs funcs = { get_kind, measure };

void
_lamina_tensor_page_fit_columns (LaminaTensorPage *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      lamina_column_fit_forget (column);
    }
  lamina_column_fit_divide (self->fit);
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
  /* What is left over goes to names and shapes. */
  gtk_column_view_column_set_expand (column, field->sort == LAMINA_TENSOR_COLUMN_NAME
                                             || field->sort == LAMINA_TENSOR_COLUMN_SHAPE
                                             || field->sort == LAMINA_TENSOR_COLUMN_PRODUCER);
  g_object_set_data (G_OBJECT (column), "field", (gpointer) field);
  lamina_column_fit_set_first_width (column, field->width);
  /* Lives stand in the order of their beginnings, which have a heading of their own. */
  if (!field->is_bar)
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
  self->fit = lamina_column_fit_new (self->view, &funcs, self);
}

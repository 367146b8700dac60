/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich-pane-private.h"

#include "lamina-job.h"
#include "lamina-layer-sort.h"
#include "lamina-name-list.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>

enum
{
  COLUMN_NAME,
  COLUMN_SELF,
  COLUMN_TOTAL,
  COLUMN_CALLS,
  N_COLUMNS,
};

/* The numbers by which the shared sorters note a column. */
static const struct
{
  const char *title;
  LaminaLayerColumn note;
  LaminaNameSort sort;
  int width;
} columns[N_COLUMNS] = {
  [COLUMN_NAME] = { N_("Name"), LAMINA_LAYER_COLUMN_NAME, LAMINA_NAME_SORT_NAME, 0 },
  [COLUMN_SELF] = { N_("Self"), LAMINA_LAYER_COLUMN_SELF, LAMINA_NAME_SORT_SELF, 70 },
  [COLUMN_TOTAL] = { N_("Total"), LAMINA_LAYER_COLUMN_DURATION, LAMINA_NAME_SORT_TOTAL, 70 },
  [COLUMN_CALLS] = { N_("Calls"), LAMINA_LAYER_COLUMN_CALLS, LAMINA_NAME_SORT_CALLS, 68 },
};

/* Two frames after the rows have changed: only then does the list know its new height. */
static gboolean
on_scroll_tick (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       user_data)
{
  LaminaSandwichPane *self = LAMINA_SANDWICH_PANE (widget);
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->scroll_delay-- > 0)
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  if (list && position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
  return G_SOURCE_REMOVE;
}

void
_lamina_sandwich_pane_show_in_list (LaminaSandwichPane *self)
{
  guint name = self->sandwich && self->name ? lamina_sandwich_find (self->sandwich, self->name) : LAMINA_NONE;
  guint position = name == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, name);

  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, position == LAMINA_NONE ? GTK_INVALID_LIST_POSITION : position);
  self->own_change = FALSE;
  self->scroll_delay = 2;
  if (!self->scroll_tick)
    self->scroll_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_scroll_tick, NULL, NULL);
}

static void
take_list (gpointer owner,
           gpointer result)
{
  LaminaSandwichPane *self = owner;
  g_autoptr (LaminaNameList) list = result;

  if (!self->session || self->sandwich != list->sandwich)
    return;
  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, g_steal_pointer (&list->rows), list->n);
  self->own_change = FALSE;
  _lamina_sandwich_pane_show_in_list (self);
}

void
_lamina_sandwich_pane_update_list (LaminaSandwichPane *self)
{
  LaminaLayerColumn note;
  LaminaNameSort sort = LAMINA_NAME_SORT_SELF;
  gboolean descending;

  if (!self->sandwich || !self->session)
    return;
  lamina_layer_sort_get (self->view, &note, &descending);
  for (guint i = 0; i < N_COLUMNS; i++)
    if (columns[i].note == note)
      sort = columns[i].sort;
  lamina_job_run (self, &self->listing,
                  lamina_sandwich_get_n_names (self->sandwich) > LAMINA_SANDWICH_FEW_NODES, lamina_name_list_work,
                  lamina_name_list_new (lamina_session_get_document (self->session), self->sandwich, sort,
                                        descending, gtk_editable_get_text (GTK_EDITABLE (self->entry))),
                  lamina_name_list_free, take_list, lamina_name_list_free);
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_UINT (column) == COLUMN_NAME ? 0 : 1);
  /* Names differ at their ends, as in the table of layers. */
  gtk_label_set_ellipsize (GTK_LABEL (label), GPOINTER_TO_UINT (column) == COLUMN_NAME ? PANGO_ELLIPSIZE_MIDDLE
                                                                                       : PANGO_ELLIPSIZE_END);
  if (GPOINTER_TO_UINT (column) != COLUMN_NAME)
    gtk_widget_add_css_class (label, "numeric");
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

static char *
dup_text (LaminaSandwichPane *self,
          guint               i,
          guint               column)
{
  const LaminaSandwichName *name = lamina_sandwich_get_name (self->sandwich, i);
  LaminaFlameTree *tree = lamina_sandwich_get_tree (self->sandwich);

  switch (column)
    {
    case COLUMN_NAME:
      return *name->name ? lamina_sandwich_dup_label (self->sandwich, i) : g_strdup ("—");
    case COLUMN_SELF:
      return lamina_flame_dup_weight (tree, name->self);
    case COLUMN_TOTAL:
      return lamina_flame_dup_weight (tree, name->total);
    default:
      return name->calls > 0 ? lamina_figure_dup_exact (name->calls, LAMINA_UNIT_NONE) : g_strdup ("—");
    }
}

static char *
dup_name_hint (LaminaSandwichPane *self,
               guint               row)
{
  const char *name = lamina_sandwich_get_name (self->sandwich, row)->name;
  char *whole = lamina_whole_name_dup_hint (lamina_flame_tree_get_run (lamina_sandwich_get_tree (self->sandwich)), name);

  return whole ? whole : g_strdup (name);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           gpointer                  column)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  LaminaSandwichPane *self = LAMINA_SANDWICH_PANE (gtk_widget_get_ancestor (label, LAMINA_TYPE_SANDWICH_PANE));
  guint row = lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item)));
  g_autofree char *text = NULL;
  g_autofree char *hint = NULL;

  if (!self || !self->sandwich || row >= lamina_sandwich_get_n_names (self->sandwich))
    return;
  text = dup_text (self, row, GPOINTER_TO_UINT (column));
  gtk_label_set_text (GTK_LABEL (label), text);
  if (GPOINTER_TO_UINT (column) == COLUMN_NAME)
    hint = dup_name_hint (self, row);
  lamina_widget_set_tooltip (label, hint ? hint : text);
}

void
_lamina_sandwich_pane_add_columns (LaminaSandwichPane *self)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (_(columns[i].title), factory);

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GUINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), GUINT_TO_POINTER (i));
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, i == COLUMN_NAME);
      if (columns[i].width > 0)
        lamina_text_size_set_column_width (column, columns[i].width);
      lamina_layer_sort_add (column, columns[i].note);
      gtk_column_view_append_column (self->view, column);
      lamina_layer_sort_align_title (self->view, i, i == COLUMN_NAME ? 0 : 1, NULL);
      if (i == COLUMN_SELF)
        gtk_column_view_sort_by_column (self->view, column, GTK_SORT_DESCENDING);
    }
}

char *
lamina_sandwich_pane_dup_text (LaminaSandwichPane *self,
                               guint               position,
                               guint               column)
{
  g_return_val_if_fail (LAMINA_IS_SANDWICH_PANE (self) && column < N_COLUMNS, NULL);
  g_return_val_if_fail (position < g_list_model_get_n_items (G_LIST_MODEL (self->rows)), NULL);
  return dup_text (self, lamina_row_list_get_row (self->rows, position), column);
}

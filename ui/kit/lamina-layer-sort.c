/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-sort.h"

#include "lamina-widget.h"

/* What the sorter that was asked last sorts by. Main thread only. */
static LaminaLayerColumn noted = LAMINA_N_LAYER_COLUMNS;

static int
note (gconstpointer a,
      gconstpointer b,
      gpointer      user_data)
{
  noted = GPOINTER_TO_UINT (user_data);
  return -1;
}

void
lamina_layer_sort_add (GtkColumnViewColumn *column,
                       LaminaLayerColumn    sort)
{
  g_autoptr (GtkSorter) sorter = GTK_SORTER (gtk_custom_sorter_new (note, GUINT_TO_POINTER (sort), NULL));

  gtk_column_view_column_set_sorter (column, sorter);
}

void
lamina_layer_sort_get (GtkColumnView     *view,
                       LaminaLayerColumn *column,
                       gboolean          *descending)
{
  g_autoptr (GObject) a = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (GObject) b = g_object_new (G_TYPE_OBJECT, NULL);
  GtkOrdering ordering;

  noted = LAMINA_N_LAYER_COLUMNS;
  ordering = gtk_sorter_compare (gtk_column_view_get_sorter (view), a, b);
  *column = noted == LAMINA_N_LAYER_COLUMNS ? LAMINA_LAYER_COLUMN_ORDER : noted;
  *descending = ordering == GTK_ORDERING_LARGER;
}

static GtkWidget *
get_nth_child (GtkWidget *parent,
               guint      position)
{
  GtkWidget *child = parent ? gtk_widget_get_first_child (parent) : NULL;

  while (child && position-- > 0)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/*
 * GTK has no call for it: the first child of the view is the row of headings, each of which holds a box with the
 * label and, behind it, the arrow. At the right the arrow goes before the label, so that the label ends where the
 * numbers do.
 */
void
lamina_layer_sort_align_title (GtkColumnView *view,
                               guint          position,
                               float          xalign,
                               const char    *hint)
{
  GtkWidget *title = get_nth_child (gtk_widget_get_first_child (GTK_WIDGET (view)), position);
  GtkWidget *box = get_nth_child (title, 0);

  if (title)
    lamina_widget_set_tooltip (title, hint);
  if (!GTK_IS_BOX (box) || xalign <= 0)
    return;
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  if (GTK_IS_LABEL (gtk_widget_get_first_child (box)))
    gtk_box_reorder_child_after (GTK_BOX (box), gtk_widget_get_last_child (box), NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-types.h"

#include "lamina-compare-cells.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

static const LaminaDifferenceColumn shown[] = {
  LAMINA_DIFFERENCE_COLUMN_TYPE, LAMINA_DIFFERENCE_COLUMN_PAIRS, LAMINA_DIFFERENCE_COLUMN_COST_A,
  LAMINA_DIFFERENCE_COLUMN_COST_B, LAMINA_DIFFERENCE_COLUMN_DELTA, LAMINA_DIFFERENCE_COLUMN_PERCENT,
  LAMINA_DIFFERENCE_COLUMN_SHARE, LAMINA_DIFFERENCE_COLUMN_NOISE_PART, LAMINA_DIFFERENCE_COLUMN_NOISE,
};

struct _LaminaCompareTypes
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  LaminaTable *table;
  LaminaComparison *comparison;
};

G_DEFINE_FINAL_TYPE (LaminaCompareTypes, lamina_compare_types, GTK_TYPE_WIDGET)

static guint picked_signal;

static gboolean
get_type (LaminaCompareTypes *self,
          guint32             row,
          LaminaDifference   *type)
{
  if (!self->comparison || row >= lamina_comparison_get_n_types (self->comparison))
    return FALSE;
  lamina_difference_init_type (type, self->comparison, row);
  return TRUE;
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaDifference type;

  if (get_type (owner, row, &type))
    lamina_compare_cells_fill (&type, column, line);
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaDifference type;

  return get_type (owner, row, &type) ? lamina_compare_cells_dup_hint (&type, column) : NULL;
}

static const LaminaTableKind kind = { .fill = fill, .dup_hint = dup_hint };

static void
on_picked (LaminaCompareTypes *self,
           guint               row)
{
  g_signal_emit (self, picked_signal, 0, row);
}

static void
lamina_compare_types_dispose (GObject *object)
{
  LaminaCompareTypes *self = LAMINA_COMPARE_TYPES (object);

  lamina_compare_types_set_comparison (self, NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (lamina_compare_types_parent_class)->dispose (object);
}

static void
lamina_compare_types_class_init (LaminaCompareTypesClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_compare_types_dispose;
  picked_signal = g_signal_new ("picked", LAMINA_TYPE_COMPARE_TYPES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
  widget_class->focus = lamina_widget_focus_child;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "compare-types");
}

static void
lamina_compare_types_init (LaminaCompareTypes *self)
{
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What each type contributes to the difference"), -1);
  self->table = lamina_table_new (self->view, &kind, self);
  lamina_compare_cells_append (self->table, shown, G_N_ELEMENTS (shown), TRUE);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
}

void
lamina_compare_types_set_comparison (LaminaCompareTypes *self,
                                     LaminaComparison   *comparison)
{
  g_return_if_fail (LAMINA_IS_COMPARE_TYPES (self));

  if (comparison)
    lamina_comparison_ref (comparison);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = comparison;
  if (self->table)
    lamina_table_number_rows (self->table, comparison ? lamina_comparison_get_n_types (comparison) : 0);
}

void
lamina_compare_types_set_row (LaminaCompareTypes *self,
                              guint32             row)
{
  g_return_if_fail (LAMINA_IS_COMPARE_TYPES (self));
  lamina_table_pick (self->table, row);
}

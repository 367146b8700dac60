/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-types.h"

#include "lamina-core.h"
#include "lamina-table.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

typedef enum
{
  CELL_TYPE,
  CELL_PAIRS,
  CELL_COST_A,
  CELL_COST_B,
  CELL_DELTA,
  CELL_PERCENT,
  CELL_SHARE,
  CELL_NOISE_PART,
  CELL_NOISE,
} Cell;

static const LaminaTableColumn columns[] = {
  { CELL_TYPE, N_("Type"), 200, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_TYPES, TRUE },
  { CELL_PAIRS, N_("Pairs"), 64, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_COST_A, N_("A"), 80, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_COST_B, N_("B"), 80, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_DELTA, N_("Δ"), 84, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_PERCENT, N_("Δ %"), 80, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_SHARE, N_("Share"), 76, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_NOISE_PART, N_("Within noise"), 92, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_NOISE, N_("Noise"), 80, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
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

static char *
dup_noise (gint64 noise)
{
  g_autofree char *figure = lamina_figure_dup (noise, LAMINA_UNIT_NANOSECONDS);

  return noise == LAMINA_ABSENT ? g_strdup ("—") : g_strconcat ("±", figure, NULL);
}

static char *
dup_cell (LaminaComparison           *comparison,
          const LaminaComparisonType *type,
          Cell                        cell)
{
  switch (cell)
    {
    case CELL_TYPE:
      return g_strdup (type->type ? type->type : _("No type"));
    case CELL_PAIRS:
      return lamina_figure_dup (type->n_pairs, LAMINA_UNIT_NONE);
    case CELL_COST_A:
      return lamina_figure_dup (type->cost_a, LAMINA_UNIT_NANOSECONDS);
    case CELL_COST_B:
      return lamina_figure_dup (type->cost_b, LAMINA_UNIT_NANOSECONDS);
    case CELL_DELTA:
      return lamina_comparison_dup_delta (type->delta);
    case CELL_PERCENT:
      return lamina_comparison_dup_percent (lamina_comparison_get_percent (type->cost_a, type->delta));
    case CELL_SHARE:
      return lamina_comparison_dup_percent (
        lamina_comparison_get_percent (lamina_comparison_get_summary (comparison)->delta, type->delta));
    case CELL_NOISE:
      return dup_noise (type->noise);
    case CELL_NOISE_PART:
    default:
      return type->noise_delta != 0 ? lamina_comparison_dup_delta (type->noise_delta) : g_strdup ("—");
    }
}

static char *
dup_exact (LaminaComparison           *comparison,
           const LaminaComparisonType *type,
           Cell                        cell)
{
  if (cell == CELL_COST_A)
    return lamina_figure_dup_exact (type->cost_a, LAMINA_UNIT_NANOSECONDS);
  if (cell == CELL_COST_B)
    return lamina_figure_dup_exact (type->cost_b, LAMINA_UNIT_NANOSECONDS);
  if (cell == CELL_DELTA)
    return lamina_figure_dup_exact (type->delta, LAMINA_UNIT_NANOSECONDS);
  return dup_cell (comparison, type, cell);
}

static const LaminaComparisonType *
get_type (LaminaCompareTypes *self,
          guint32             row)
{
  if (!self->comparison || row >= lamina_comparison_get_n_types (self->comparison))
    return NULL;
  return lamina_comparison_get_type_row (self->comparison, row);
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaCompareTypes *self = owner;
  const LaminaComparisonType *type = get_type (self, row);

  if (!type)
    return;
  line->text = dup_cell (self->comparison, type, column);
  line->quiet = strcmp (line->text, "—") == 0 || column >= CELL_NOISE_PART || (type->is_noise && column >= CELL_DELTA);
  line->ellipsize = PANGO_ELLIPSIZE_MIDDLE;
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaCompareTypes *self = owner;
  const LaminaComparisonType *type = get_type (self, row);
  g_autofree char *exact = type ? dup_exact (self->comparison, type, column) : NULL;

  return exact && strcmp (exact, "—") != 0 ? g_steal_pointer (&exact) : NULL;
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
  lamina_table_append_columns (self->table, columns, G_N_ELEMENTS (columns));
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-types.h"

#include "lamina-core.h"
#include "lamina-layer-sort.h"
#include "lamina-text-size.h"
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

static const struct
{
  const char *title;
  Cell cell;
  int width;
} fields[] = {
  { N_("Type"), CELL_TYPE, 200 },    { N_("Pairs"), CELL_PAIRS, 64 },   { N_("A"), CELL_COST_A, 80 },
  { N_("B"), CELL_COST_B, 80 },      { N_("Δ"), CELL_DELTA, 84 },       { N_("Δ %"), CELL_PERCENT, 80 },
  { N_("Of all"), CELL_SHARE, 76 },  { N_("Of it noise"), CELL_NOISE_PART, 92 },
  { N_("Noise"), CELL_NOISE, 80 },
};

struct _LaminaCompareTypes
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  LaminaRowList *rows;
  GtkSingleSelection *selection;
  LaminaComparison *comparison;
  gboolean own_change;
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

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  Cell cell = GPOINTER_TO_UINT (user_data);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), cell == CELL_TYPE ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "numeric");
  g_object_set_data (G_OBJECT (label), "cell", user_data);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaCompareTypes       *self)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  Cell cell = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "cell"));
  guint row = lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item)));
  const LaminaComparisonType *type;
  g_autofree char *text = NULL;
  g_autofree char *exact = NULL;

  if (!self->comparison || row >= lamina_comparison_get_n_types (self->comparison))
    return;
  type = lamina_comparison_get_type_row (self->comparison, row);
  text = dup_cell (self->comparison, type, cell);
  exact = dup_exact (self->comparison, type, cell);
  gtk_label_set_text (GTK_LABEL (label), text);
  lamina_widget_set_tooltip (label, strcmp (exact, "—") != 0 ? exact : NULL);
  if (strcmp (text, "—") == 0 || cell >= CELL_NOISE_PART || (type->is_noise && cell >= CELL_DELTA))
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static void
add_column (LaminaCompareTypes *self,
            guint               i)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), GUINT_TO_POINTER (fields[i].cell));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  column = gtk_column_view_column_new (_(fields[i].title), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, fields[i].cell == CELL_TYPE);
  lamina_text_size_set_column_width (column, fields[i].width);
  gtk_column_view_append_column (self->view, column);
  lamina_layer_sort_align_title (self->view, i, fields[i].cell == CELL_TYPE ? 0 : 1, NULL);
}

static void
on_selected (LaminaCompareTypes *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (!self->own_change)
    g_signal_emit (self, picked_signal, 0, position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : position);
}

static void
lamina_compare_types_dispose (GObject *object)
{
  LaminaCompareTypes *self = LAMINA_COMPARE_TYPES (object);

  lamina_compare_types_set_comparison (self, NULL);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
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
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What each type adds to the difference"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    add_column (self, i);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

void
lamina_compare_types_set_comparison (LaminaCompareTypes *self,
                                     LaminaComparison   *comparison)
{
  guint n = comparison ? lamina_comparison_get_n_types (comparison) : 0;
  guint32 *rows = g_new (guint32, MAX (n, 1));

  g_return_if_fail (LAMINA_IS_COMPARE_TYPES (self));

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  if (comparison)
    lamina_comparison_ref (comparison);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = comparison;
  self->own_change = TRUE;
  if (self->rows)
    lamina_row_list_set_rows (self->rows, g_steal_pointer (&rows), n);
  self->own_change = FALSE;
  g_free (rows);
}

void
lamina_compare_types_set_row (LaminaCompareTypes *self,
                              guint32             row)
{
  GtkWidget *list;

  g_return_if_fail (LAMINA_IS_COMPARE_TYPES (self));

  list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, row == LAMINA_NONE ? GTK_INVALID_LIST_POSITION : row);
  self->own_change = FALSE;
  if (row != LAMINA_NONE && list)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", row);
}

GtkColumnView *
lamina_compare_types_get_view (LaminaCompareTypes *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_TYPES (self), NULL);
  return self->view;
}

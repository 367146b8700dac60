/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-table.h"

#include "lamina-compare-cells.h"
#include "lamina-gradual-selection.h"
#include "lamina-job.h"
#include "lamina-layer-sort.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

typedef struct
{
  const char *title;
  LaminaPairCell cell;
  LaminaPairColumn sort;
  int width;
  float xalign;
} Field;

static const Field fields[] = {
  { N_("State"), LAMINA_PAIR_CELL_STATE, LAMINA_PAIR_COLUMN_STATE, 74, 0 },
  { N_("Layer of A"), LAMINA_PAIR_CELL_NAME_A, LAMINA_PAIR_COLUMN_NAME, 150, 0 },
  { N_("Layer of B"), LAMINA_PAIR_CELL_NAME_B, LAMINA_PAIR_COLUMN_NAME, 150, 0 },
  { N_("A"), LAMINA_PAIR_CELL_COST_A, LAMINA_PAIR_COLUMN_COST_A, 74, 1 },
  { N_("B"), LAMINA_PAIR_CELL_COST_B, LAMINA_PAIR_COLUMN_COST_B, 74, 1 },
  { N_("Δ"), LAMINA_PAIR_CELL_DELTA, LAMINA_PAIR_COLUMN_DELTA, 80, 1 },
  { N_("Δ %"), LAMINA_PAIR_CELL_PERCENT, LAMINA_PAIR_COLUMN_PERCENT, 78, 1 },
  { N_("Of all"), LAMINA_PAIR_CELL_SHARE, LAMINA_PAIR_COLUMN_CHANGE, 72, 1 },
  { N_("Calls"), LAMINA_PAIR_CELL_CALLS, LAMINA_PAIR_COLUMN_INDEX, 78, 1 },
  { N_("Noise"), LAMINA_PAIR_CELL_NOISE, LAMINA_PAIR_COLUMN_INDEX, 74, 1 },
};

/* The last one, which is there only where something is known of noise. */
#define NOISE_FIELD (G_N_ELEMENTS (fields) - 1)

struct _LaminaCompareTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  LaminaRowList *rows;
  GtkSingleSelection *selection;
  LaminaComparison *comparison;
  guint states;
  guint32 pair;
  gboolean own_change;
  GCancellable *job;
};

G_DEFINE_FINAL_TYPE (LaminaCompareTable, lamina_compare_table, GTK_TYPE_WIDGET)

static guint picked_signal;
static guint listed_signal;

/* What the shared sorters note; they give the order of execution when no heading is marked. */
#define FIRST_NOTE (LAMINA_LAYER_COLUMN_ORDER + 1)

G_STATIC_ASSERT (LAMINA_N_PAIR_COLUMNS + LAMINA_LAYER_COLUMN_ORDER + 1 <= LAMINA_N_LAYER_COLUMNS);

static gboolean
is_name (const Field *field)
{
  return field->cell == LAMINA_PAIR_CELL_NAME_A || field->cell == LAMINA_PAIR_CELL_NAME_B;
}

static void
setup_cell (GtkSignalListItemFactory *factory,
            GtkListItem              *item,
            gpointer                  user_data)
{
  const Field *field = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), field->xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           is_name (field) ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "numeric");
  g_object_set_data (G_OBJECT (label), "field", (gpointer) field);
  lamina_widget_read_left_to_right (GTK_LABEL (label));
  gtk_list_item_set_child (item, label);
}

/* What is noise is quiet. */
static void
bind_cell (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           LaminaCompareTable       *self)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const Field *field = g_object_get_data (G_OBJECT (label), "field");
  guint row = lamina_row_get_index (LAMINA_ROW (gtk_list_item_get_item (item)));
  g_autofree char *text = NULL;
  g_autofree char *exact = NULL;
  LaminaPair pair;

  if (!self->comparison || row >= lamina_comparison_get_n_pairs (self->comparison))
    return;
  lamina_comparison_get_pair (self->comparison, row, &pair);
  text = lamina_pair_dup_cell (self->comparison, &pair, field->cell);
  exact = lamina_pair_dup_exact (self->comparison, &pair, field->cell);
  gtk_label_set_text (GTK_LABEL (label), text);
  lamina_widget_set_tooltip (label, strcmp (exact, "—") != 0 ? exact : NULL);
  if (strcmp (text, "—") == 0 || field->cell == LAMINA_PAIR_CELL_NOISE
      || (pair.is_noise && field->cell >= LAMINA_PAIR_CELL_DELTA))
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static void
add_column (LaminaCompareTable *self,
            guint               i)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  const char *hint = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell), (gpointer) &fields[i]);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell), self);
  column = gtk_column_view_column_new (_(fields[i].title), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, is_name (&fields[i]));
  lamina_text_size_set_column_width (column, fields[i].width);
  if (fields[i].sort != LAMINA_PAIR_COLUMN_INDEX)
    lamina_layer_sort_add (column, (LaminaLayerColumn) (fields[i].sort + FIRST_NOTE));
  gtk_column_view_append_column (self->view, column);
  if (fields[i].cell == LAMINA_PAIR_CELL_SHARE)
    hint = _("Share of the whole difference; sorts by its size");
  else if (fields[i].cell == LAMINA_PAIR_CELL_NOISE)
    hint = _("Up to where a difference may be chance");
  lamina_layer_sort_align_title (self->view, i, fields[i].xalign, hint);
}

typedef struct
{
  LaminaComparison *comparison;
  guint states;
  LaminaPairColumn column;
  gboolean descending;
  guint32 *rows;
  guint n;
} Listing;

static void
listing_free (gpointer data)
{
  Listing *listing = data;

  lamina_comparison_unref (listing->comparison);
  g_free (listing->rows);
  g_free (listing);
}

static gpointer
work (gpointer      input,
      GCancellable *cancellable)
{
  Listing *wanted = input;
  Listing *listing = g_memdup2 (wanted, sizeof *wanted);

  listing->comparison = lamina_comparison_ref (wanted->comparison);
  listing->rows = lamina_comparison_dup_order (wanted->comparison, wanted->states, wanted->column, wanted->descending,
                                               cancellable, &listing->n);
  if (listing->rows)
    return listing;
  listing_free (listing);
  return NULL;
}

static void
show_pair (LaminaCompareTable *self)
{
  guint position = self->pair == LAMINA_NONE ? LAMINA_NONE : lamina_row_list_find (self->rows, self->pair);

  if (position == LAMINA_NONE)
    position = GTK_INVALID_LIST_POSITION;
  self->own_change = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->own_change = FALSE;
  lamina_gradual_selection_scroll_to (self->view, position);
}

static void
take_listing (gpointer owner,
              gpointer result)
{
  LaminaCompareTable *self = owner;
  Listing *listing = result;

  self->own_change = TRUE;
  lamina_row_list_set_rows (self->rows, g_steal_pointer (&listing->rows), listing->n);
  self->own_change = FALSE;
  listing_free (listing);
  show_pair (self);
  g_signal_emit (self, listed_signal, 0);
}

#define MANY_PAIRS 20000

/* By the size of the change until a heading was chosen. */
static void
update (LaminaCompareTable *self)
{
  LaminaLayerColumn noted;
  gboolean descending;
  Listing *listing;

  if (!self->comparison)
    return;
  lamina_layer_sort_get (self->view, &noted, &descending);
  listing = g_new0 (Listing, 1);
  listing->comparison = lamina_comparison_ref (self->comparison);
  listing->states = self->states;
  listing->column = noted < FIRST_NOTE ? LAMINA_PAIR_COLUMN_CHANGE : (LaminaPairColumn) (noted - FIRST_NOTE);
  listing->descending = noted < FIRST_NOTE || descending;
  lamina_job_run (self, &self->job, lamina_comparison_get_n_pairs (self->comparison) > MANY_PAIRS,
                  work, listing, listing_free, take_listing, listing_free);
}

static void
on_selected (LaminaCompareTable *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->own_change)
    return;
  self->pair = position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : lamina_row_list_get_row (self->rows, position);
  g_signal_emit (self, picked_signal, 0, self->pair);
}

/* Where nothing repeats, nothing is known of noise. */
static void
show_columns (LaminaCompareTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  gboolean has_noise = FALSE;

  for (guint i = 0; !has_noise && i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      has_noise = pair.noise != LAMINA_ABSENT;
    }
  /* A column that is only hidden still takes its width. */
  if (has_noise && g_list_model_get_n_items (columns) < G_N_ELEMENTS (fields))
    add_column (self, NOISE_FIELD);
  else if (!has_noise && g_list_model_get_n_items (columns) == G_N_ELEMENTS (fields))
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, NOISE_FIELD);

      gtk_column_view_remove_column (self->view, column);
    }
}

static void
lamina_compare_table_dispose (GObject *object)
{
  LaminaCompareTable *self = LAMINA_COMPARE_TABLE (object);

  lamina_compare_table_set_comparison (self, NULL);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  self->view = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (lamina_compare_table_parent_class)->dispose (object);
}

static void
lamina_compare_table_class_init (LaminaCompareTableClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_compare_table_dispose;
  picked_signal = g_signal_new ("picked", LAMINA_TYPE_COMPARE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_UINT);
  listed_signal = g_signal_new ("listed", LAMINA_TYPE_COMPARE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  widget_class->focus = lamina_widget_focus_child;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "compare-table");
}

static void
lamina_compare_table_init (LaminaCompareTable *self)
{
  self->states = LAMINA_PAIR_ALL_STATES;
  self->pair = LAMINA_NONE;
  self->rows = lamina_row_list_new ();
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_reorderable (self->view, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Layers of A and B that correspond"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    add_column (self, i);
  lamina_gradual_selection_attach (self->view, GTK_SELECTION_MODEL (self->selection));
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 120);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

void
lamina_compare_table_set_comparison (LaminaCompareTable *self,
                                     LaminaComparison   *comparison)
{
  g_return_if_fail (LAMINA_IS_COMPARE_TABLE (self));

  lamina_job_stop (&self->job);
  self->own_change = TRUE;
  if (self->rows)
    lamina_row_list_set_rows (self->rows, NULL, 0);
  self->own_change = FALSE;
  if (comparison)
    lamina_comparison_ref (comparison);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  self->comparison = comparison;
  self->pair = LAMINA_NONE;
  if (comparison)
    show_columns (self);
  update (self);
}

void
lamina_compare_table_set_states (LaminaCompareTable *self,
                                 guint               states)
{
  g_return_if_fail (LAMINA_IS_COMPARE_TABLE (self));

  self->states = states;
  update (self);
}

void
lamina_compare_table_set_pair (LaminaCompareTable *self,
                               guint32             pair)
{
  g_return_if_fail (LAMINA_IS_COMPARE_TABLE (self));

  if (self->pair == pair)
    return;
  self->pair = pair;
  show_pair (self);
}

guint
lamina_compare_table_get_n (LaminaCompareTable *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_TABLE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

GtkColumnView *
lamina_compare_table_get_view (LaminaCompareTable *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_TABLE (self), NULL);
  return self->view;
}

char *
lamina_compare_table_dup_text (LaminaCompareTable *self)
{
  GString *text = g_string_new (LAMINA_PAIR_CSV_HEADINGS);

  g_return_val_if_fail (LAMINA_IS_COMPARE_TABLE (self), g_string_free (text, FALSE));

  for (guint i = 0; self->comparison && i < lamina_compare_table_get_n (self); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, lamina_row_list_get_row (self->rows, i), &pair);
      lamina_pair_append_csv (text, self->comparison, &pair);
    }
  return g_string_free (text, FALSE);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-table.h"

#include "lamina-compare-cells.h"
#include "lamina-copy.h"
#include "lamina-csv.h"
#include "lamina-job.h"
#include "lamina-subject.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* In this order; the last one is there only where something is known of noise. */
static const LaminaDifferenceColumn shown[] = {
  LAMINA_DIFFERENCE_COLUMN_STATE, LAMINA_DIFFERENCE_COLUMN_LABEL_A, LAMINA_DIFFERENCE_COLUMN_LABEL_B,
  LAMINA_DIFFERENCE_COLUMN_COST_A, LAMINA_DIFFERENCE_COLUMN_COST_B, LAMINA_DIFFERENCE_COLUMN_DELTA,
  LAMINA_DIFFERENCE_COLUMN_PERCENT, LAMINA_DIFFERENCE_COLUMN_SHARE, LAMINA_DIFFERENCE_COLUMN_CALLS,
  LAMINA_DIFFERENCE_COLUMN_NOISE,
};

struct _LaminaCompareTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;
  LaminaTable *table;
  LaminaComparison *comparison;
  guint states;
  guint32 pair;
  GCancellable *job;
};

G_DEFINE_FINAL_TYPE (LaminaCompareTable, lamina_compare_table, GTK_TYPE_WIDGET)

static guint picked_signal;
static guint listed_signal;

static gboolean
get_pair (LaminaCompareTable *self,
          guint32             row,
          LaminaDifference   *pair)
{
  if (!self->comparison || row >= lamina_comparison_get_n_pairs (self->comparison))
    return FALSE;
  lamina_difference_init_pair (pair, self->comparison, row);
  return TRUE;
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaDifference pair;

  if (get_pair (owner, row, &pair))
    lamina_compare_cells_fill (&pair, column, line);
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaDifference pair;

  return get_pair (owner, row, &pair) ? lamina_compare_cells_dup_hint (&pair, column) : NULL;
}

static const LaminaTableKind kind = { .fill = fill, .dup_hint = dup_hint };

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
take_listing (gpointer owner,
              gpointer result)
{
  LaminaCompareTable *self = owner;
  Listing *listing = result;

  lamina_table_set_rows (self->table, g_steal_pointer (&listing->rows), listing->n);
  listing_free (listing);
  lamina_table_pick (self->table, self->pair);
  g_signal_emit (self, listed_signal, 0);
}

#define MANY_PAIRS 20000

/* So many are written in less than a frame. */
#define FEW_PAIRS 1000

/* By the size of the change until a heading was chosen. */
static void
update (LaminaCompareTable *self)
{
  int sort = LAMINA_PAIR_COLUMN_CHANGE;
  gboolean descending, sorted;
  Listing *listing;

  if (!self->comparison)
    return;
  sorted = lamina_table_get_sort (self->table, &sort, &descending);
  listing = g_new0 (Listing, 1);
  listing->comparison = lamina_comparison_ref (self->comparison);
  listing->states = self->states;
  listing->column = (LaminaPairColumn) sort;
  listing->descending = !sorted || descending;
  lamina_job_run (self, &self->job, lamina_comparison_get_n_pairs (self->comparison) > MANY_PAIRS,
                  work, listing, listing_free, take_listing, listing_free);
}

static void
on_picked (LaminaCompareTable *self,
           guint               pair)
{
  self->pair = pair;
  g_signal_emit (self, picked_signal, 0, pair);
}

/* Where nothing repeats, nothing is known of noise. A column that is only hidden still takes its width. */
static void
show_columns (LaminaCompareTable *self)
{
  const LaminaDifferenceColumn noise = LAMINA_DIFFERENCE_COLUMN_NOISE;
  GtkColumnViewColumn *column = lamina_table_find_column (self->table, noise);
  gboolean has_noise = lamina_comparison_knows_noise (self->comparison);

  if (has_noise && !column)
    lamina_compare_cells_append (self->table, &noise, 1, FALSE);
  else if (!has_noise && column)
    gtk_column_view_remove_column (self->view, column);
}

static void
lamina_compare_table_dispose (GObject *object)
{
  LaminaCompareTable *self = LAMINA_COMPARE_TABLE (object);

  lamina_compare_table_set_comparison (self, NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  self->view = NULL;
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
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_column_view_set_reorderable (self->view, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "layers");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What corresponds in A and B"), -1);
  self->table = lamina_table_new (self->view, &kind, self);
  lamina_compare_cells_append (self->table, shown, G_N_ELEMENTS (shown), FALSE);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 120);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
}

void
lamina_compare_table_set_comparison (LaminaCompareTable *self,
                                     LaminaComparison   *comparison)
{
  g_return_if_fail (LAMINA_IS_COMPARE_TABLE (self));

  lamina_job_stop (&self->job);
  if (self->table)
    lamina_table_set_rows (self->table, NULL, 0);
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
  lamina_table_pick (self->table, pair);
}

guint
lamina_compare_table_get_n (LaminaCompareTable *self)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_TABLE (self), 0);
  return g_list_model_get_n_items (G_LIST_MODEL (lamina_table_get_rows (self->table)));
}

/* The columns of `lamina compare --format csv`. */
static gboolean
is_copied (LaminaDifferenceColumn column)
{
  const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (column);

  return info->of_pairs && info->key;
}

static void
append_line (GString                *text,
             const LaminaDifference *pair)
{
  for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
    {
      const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (column);
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *plain = NULL;

      if (!is_copied (column))
        continue;
      if (column > 0)
        g_string_append_c (text, ',');
      if (!pair)
        {
          g_string_append (text, info->key);
          continue;
        }
      lamina_difference_get_value (pair, column, &value);
      plain = lamina_layer_value_dup_plain (&value);
      if (plain)
        lamina_csv_append_text (text, plain, info->is_text ? LAMINA_CSV_PROTECTED : LAMINA_CSV_EXACT);
    }
  g_string_append_c (text, '\n');
}

/* The pairs of a listing, in its order. */
static gpointer
write_csv (gpointer      input,
           GCancellable *cancellable)
{
  const Listing *listing = input;
  GString *text = g_string_new (NULL);

  append_line (text, NULL);
  for (guint i = 0; i < listing->n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      LaminaDifference pair;

      /* Rows may be those of the comparison before. */
      if (listing->rows[i] >= lamina_comparison_get_n_pairs (listing->comparison))
        continue;
      lamina_difference_init_pair (&pair, listing->comparison, listing->rows[i]);
      append_line (text, &pair);
    }
  return g_string_free (text, FALSE);
}

/* What is listed now; NULL where nothing is compared. */
static Listing *
dup_listing (LaminaCompareTable *self)
{
  Listing *listing;

  if (!self->comparison)
    return NULL;
  listing = g_new0 (Listing, 1);
  listing->comparison = lamina_comparison_ref (self->comparison);
  listing->n = lamina_compare_table_get_n (self);
  listing->rows = g_new (guint32, MAX (listing->n, 1));
  for (guint i = 0; i < listing->n; i++)
    listing->rows[i] = lamina_row_list_get_row (lamina_table_get_rows (self->table), i);
  return listing;
}

char *
lamina_compare_table_dup_text (LaminaCompareTable *self)
{
  Listing *listing;
  char *text;

  g_return_val_if_fail (LAMINA_IS_COMPARE_TABLE (self), NULL);

  listing = dup_listing (self);
  text = listing ? write_csv (listing, NULL) : NULL;
  g_clear_pointer (&listing, listing_free);
  return text;
}

void
lamina_compare_table_copy (LaminaCompareTable *self)
{
  Listing *listing;

  g_return_if_fail (LAMINA_IS_COMPARE_TABLE (self));

  listing = dup_listing (self);
  if (listing)
    lamina_copy_made (GTK_WIDGET (self),
                      listing->n > FEW_PAIRS || lamina_subject_has_long_names (lamina_comparison_get_run (self->comparison, 0))
                        || lamina_subject_has_long_names (lamina_comparison_get_run (self->comparison, 1)),
                      write_csv, listing, listing_free);
}

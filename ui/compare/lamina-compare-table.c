/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-table.h"

#include "lamina-core.h"
#include "lamina-csv.h"
#include "lamina-job.h"
#include "lamina-table.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <string.h>

/* What the table says of each pair. */
typedef enum
{
  CELL_STATE,
  CELL_NAME_A,
  CELL_NAME_B,
  CELL_COST_A,
  CELL_COST_B,
  CELL_DELTA,
  CELL_PERCENT,
  CELL_SHARE,
  CELL_CALLS,
  CELL_NOISE,
} Cell;

/* A pair as comma separated values. */
#define CSV_HEADINGS "state,name_a,name_b,type,a_ns,b_ns,delta_ns,noise_ns\n"

static const char *const state_titles[] = {
  N_("matched"), N_("only in A"), N_("only in B"), N_("split"), N_("merged"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (state_titles) == LAMINA_N_PAIR_STATES);

static char *
dup_calls (const LaminaPair *pair)
{
  if (pair->n_a == 0 || pair->n_b == 0 || pair->calls_a == pair->calls_b)
    return lamina_figure_dup (MAX (pair->calls_a, pair->calls_b), LAMINA_UNIT_NONE);
  return g_strdup_printf ("%" G_GINT64_FORMAT "\u00a0→\u00a0%" G_GINT64_FORMAT, pair->calls_a, pair->calls_b);
}

static char *
dup_noise (const LaminaPair *pair)
{
  g_autofree char *figure = NULL;

  if (pair->noise == LAMINA_ABSENT)
    return g_strdup ("—");
  figure = lamina_figure_dup (pair->noise, LAMINA_UNIT_NANOSECONDS);
  return g_strconcat ("±", figure, NULL);
}

static char *
dup_cell (LaminaComparison *comparison,
          const LaminaPair *pair,
          Cell    cell)
{
  gint64 total = lamina_comparison_get_summary (comparison)->delta;
  char *name;

  switch (cell)
    {
    case CELL_STATE:
      return g_strdup (_(state_titles[pair->state]));
    case CELL_NAME_A:
    case CELL_NAME_B:
      name = lamina_comparison_dup_labels (comparison, pair, cell == CELL_NAME_B);
      return name ? name : g_strdup ("—");
    case CELL_COST_A:
      return lamina_figure_dup (pair->cost_a, LAMINA_UNIT_NANOSECONDS);
    case CELL_COST_B:
      return lamina_figure_dup (pair->cost_b, LAMINA_UNIT_NANOSECONDS);
    case CELL_DELTA:
      return lamina_comparison_dup_delta (pair->delta);
    case CELL_PERCENT:
      return lamina_comparison_dup_percent (lamina_comparison_get_percent (pair->cost_a, pair->delta));
    case CELL_SHARE:
      return lamina_comparison_dup_percent (lamina_comparison_get_percent (total, pair->delta));
    case CELL_CALLS:
      return dup_calls (pair);
    case CELL_NOISE:
    default:
      return dup_noise (pair);
    }
}

/* Every digit of a number, the whole of a name. */
static char *
dup_exact (LaminaComparison *comparison,
           const LaminaPair *pair,
           Cell              cell)
{
  char *name = cell == CELL_NAME_A || cell == CELL_NAME_B
               ? lamina_comparison_dup_names (comparison, pair, cell == CELL_NAME_B) : NULL;

  if (name)
    return name;
  if (cell == CELL_COST_A)
    return lamina_figure_dup_exact (pair->cost_a, LAMINA_UNIT_NANOSECONDS);
  if (cell == CELL_COST_B)
    return lamina_figure_dup_exact (pair->cost_b, LAMINA_UNIT_NANOSECONDS);
  if (cell == CELL_DELTA)
    return lamina_figure_dup_exact (pair->delta, LAMINA_UNIT_NANOSECONDS);
  return dup_cell (comparison, pair, cell);
}

static void
append_text (GString    *text,
             const char *cell)
{
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, ',');
  lamina_csv_append_text (text, cell, LAMINA_CSV_PROTECTED);
}

static void
append_number (GString *text,
               gint64   value)
{
  g_autofree char *digits = value == LAMINA_ABSENT ? g_strdup ("") : g_strdup_printf ("%" G_GINT64_FORMAT, value);

  g_string_append_c (text, ',');
  g_string_append (text, digits);
}

/* Columns are called as their cells. The last one is there only where something is known of noise. */
static const LaminaTableColumn columns[] = {
  { CELL_STATE, N_("State"), 74, LAMINA_PAIR_COLUMN_STATE, 0, LAMINA_COLUMN_TYPES },
  { CELL_NAME_A, N_("Layer of A"), 150, LAMINA_PAIR_COLUMN_NAME, 0, LAMINA_COLUMN_NAMES, TRUE },
  { CELL_NAME_B, N_("Layer of B"), 150, LAMINA_PAIR_COLUMN_NAME, 0, LAMINA_COLUMN_NAMES, TRUE },
  { CELL_COST_A, N_("A"), 74, LAMINA_PAIR_COLUMN_COST_A, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_COST_B, N_("B"), 74, LAMINA_PAIR_COLUMN_COST_B, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_DELTA, N_("Δ"), 80, LAMINA_PAIR_COLUMN_DELTA, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_PERCENT, N_("Δ %"), 78, LAMINA_PAIR_COLUMN_PERCENT, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_SHARE, N_("Share"), 72, LAMINA_PAIR_COLUMN_CHANGE, 1, LAMINA_COLUMN_NUMBERS, FALSE,
    N_("Share of the whole difference; sorts by absolute size") },
  { CELL_CALLS, N_("Calls"), 78, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { CELL_NOISE, N_("Noise"), 74, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS, FALSE,
    N_("How large a difference noise alone can make") },
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
          LaminaPair         *pair)
{
  if (!self->comparison || row >= lamina_comparison_get_n_pairs (self->comparison))
    return FALSE;
  lamina_comparison_get_pair (self->comparison, row, pair);
  return TRUE;
}

/* What is noise is quiet. */
static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaCompareTable *self = owner;
  LaminaPair pair;

  if (!get_pair (self, row, &pair))
    return;
  line->text = dup_cell (self->comparison, &pair, column);
  line->quiet = strcmp (line->text, "—") == 0 || column == CELL_NOISE
                || (pair.is_noise && column >= CELL_DELTA);
  if (column == CELL_NAME_A || column == CELL_NAME_B)
    line->ellipsize = PANGO_ELLIPSIZE_MIDDLE;
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaCompareTable *self = owner;
  g_autofree char *exact = NULL;
  LaminaPair pair;

  if (!get_pair (self, row, &pair))
    return NULL;
  exact = dup_exact (self->comparison, &pair, column);
  return strcmp (exact, "—") != 0 ? g_steal_pointer (&exact) : NULL;
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

/* Where nothing repeats, nothing is known of noise. */
static void
show_columns (LaminaCompareTable *self)
{
  GtkColumnViewColumn *shown = lamina_table_find_column (self->table, CELL_NOISE);
  gboolean has_noise = FALSE;

  for (guint i = 0; !has_noise && i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, i, &pair);
      has_noise = pair.noise != LAMINA_ABSENT;
    }
  /* A column that is only hidden still takes its width. */
  if (has_noise && !shown)
    lamina_table_append_columns (self->table, &columns[G_N_ELEMENTS (columns) - 1], 1);
  else if (!has_noise && shown)
    gtk_column_view_remove_column (self->view, shown);
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
                                  _("Matched layers of A and B"), -1);
  self->table = lamina_table_new (self->view, &kind, self);
  lamina_table_append_columns (self->table, columns, G_N_ELEMENTS (columns));
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

char *
lamina_compare_table_dup_text (LaminaCompareTable *self)
{
  GString *text = g_string_new (CSV_HEADINGS);

  g_return_val_if_fail (LAMINA_IS_COMPARE_TABLE (self), g_string_free (text, FALSE));

  for (guint i = 0; self->comparison && i < lamina_compare_table_get_n (self); i++)
    {
      g_autofree char *a = NULL;
      g_autofree char *b = NULL;
      LaminaPair pair;

      lamina_comparison_get_pair (self->comparison, lamina_row_list_get_row (lamina_table_get_rows (self->table), i), &pair);
      a = lamina_comparison_dup_names (self->comparison, &pair, FALSE);
      b = lamina_comparison_dup_names (self->comparison, &pair, TRUE);
      append_text (text, lamina_pair_state_get_name (pair.state));
      append_text (text, a ? a : "");
      append_text (text, b ? b : "");
      append_text (text, lamina_comparison_get_pair_type (self->comparison, &pair, NULL));
      append_number (text, pair.cost_a);
      append_number (text, pair.cost_b);
      append_number (text, pair.delta);
      append_number (text, pair.noise);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

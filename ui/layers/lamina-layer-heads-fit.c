/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-heads-private.h"

#include "lamina-attributes.h"
#include "lamina-layer-cell.h"

/* What stands in the columns of the table, for LaminaColumnFit to divide its room by. */

static LaminaColumnKind
find_kind (LaminaLayerHeads  *self,
           LaminaLayerColumn  column)
{
  if (lamina_layer_column_is_number (self->run, column))
    return LAMINA_COLUMN_NUMBERS;
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_INPUTS:
      return LAMINA_COLUMN_SOURCES;
    case LAMINA_LAYER_COLUMN_TYPE:
      return LAMINA_COLUMN_TYPES;
    case LAMINA_LAYER_COLUMN_SHAPE:
      return LAMINA_COLUMN_SHAPES;
    case LAMINA_LAYER_COLUMN_NAME:
      return LAMINA_COLUMN_NAMES;
    default:
      return LAMINA_COLUMN_TEXTS;
    }
}

/* Nothing is known of the columns while the listing is another run's. A width that the user chose before stays, too. */
static gboolean
get_kind (GtkColumnViewColumn *view_column,
          LaminaColumnKind    *kind,
          int                 *width,
          gpointer             owner)
{
  LaminaLayerHeads *self = owner;
  LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);
  g_auto (LaminaTableColumnInfo) info = { 0 };

  if (!self->listing || !self->run || lamina_layer_listing_get_run (self->listing) != self->run)
    return FALSE;
  if (column == LAMINA_LAYER_COLUMN_HISTOGRAM || lamina_layer_heads_find_width (self, column) >= 0)
    return FALSE;
  lamina_table_column_get_info (self->run, column, self->grouped, &info);
  *kind = find_kind (self, column);
  *width = info.width;
  return TRUE;
}

/* A row of the table, and where it is shown. */
typedef struct
{
  LaminaLayerHeads *heads;
  LaminaLayerCell *cell;
} Shown;

static const char *
show_row (gpointer shown,
          guint    row)
{
  const Shown *self = shown;
  LaminaLayerListing *listing = self->heads->listing;

  lamina_layer_cell_bind (self->cell, listing, row | (lamina_layer_listing_get_grouping (listing) ? LAMINA_GROUP_ID : 0),
                          FALSE);
  return lamina_layer_cell_get_text (self->cell);
}

static int
measure_row (gpointer shown,
             guint    row)
{
  const Shown *self = shown;

  show_row (shown, row);
  return lamina_layer_cell_get_whole_width (self->cell, gtk_widget_get_pango_context (GTK_WIDGET (self->heads->view)));
}

/* What the sum of a rate is over takes room only where there is some: layers have no such part. */
static int
measure_sum (LaminaLayerHeads  *self,
             LaminaLayerColumn  column)
{
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;

  lamina_layer_listing_get_sum (self->listing, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return 0;
  value.covered = 0;
  text = lamina_table_column_strip_unit (column, lamina_layer_value_dup_text (&value));
  return lamina_column_fit_measure_bold (self->view, text);
}

/* Layers are those of the run, whatever the filter: columns don't jump while it is typed. */
static int
measure (GtkColumnViewColumn *view_column,
         LaminaColumnKind     kind,
         gpointer             owner)
{
  LaminaLayerHeads *self = owner;
  LaminaLayerColumn column = lamina_layer_heads_get_column (view_column);
  LaminaGrouping *grouping = lamina_layer_listing_get_grouping (self->listing);
  g_autoptr (LaminaLayerCell) cell = LAMINA_LAYER_CELL (g_object_ref_sink (lamina_layer_cell_new (column)));
  Shown shown = { self, cell };
  guint n = grouping ? lamina_grouping_get_n (grouping) : lamina_run_get_layers (self->run)->n;
  int width = lamina_column_fit_measure_rows (&shown, kind, n, show_row, measure_row);

  return MAX (width, measure_sum (self, column));
}

const LaminaColumnFuncs lamina_layer_heads_funcs = { get_kind, measure };

void
lamina_layer_heads_set_listing (LaminaLayerHeads   *self,
                                LaminaLayerListing *listing)
{
  GListModel *columns;

  g_return_if_fail (LAMINA_IS_LAYER_HEADS (self));

  if (listing)
    lamina_layer_listing_ref (listing);
  g_clear_pointer (&self->listing, lamina_layer_listing_unref);
  self->listing = listing;
  if (!listing)
    return;
  columns = gtk_column_view_get_columns (self->view);
  /* What was measured of a run is good for all that is listed of it; groups and attributes that are read later differ. */
  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (self->grouped || lamina_layer_column_is_attribute (lamina_layer_heads_get_column (column)))
        lamina_column_fit_forget (column);
    }
  /* Still before anything of it is laid out, but apart from making its rows, which takes as long. */
  lamina_column_fit_queue (self->fit);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-table-private.h"

#include "lamina-layer-cell.h"

/* More layers than this of all open groups together are not listed when what is listed changes: it would take too long. */
#define MOST_OPEN 2000000

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaLayerTable *self = owner;

  if (self->listing)
    lamina_layer_cell_fill (self->listing, column, row, line);
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaLayerTable *self = owner;

  return self->listing ? lamina_layer_cell_dup_hint (self->listing, column, row) : NULL;
}

static int
get_indent (gpointer owner,
            guint    column,
            guint32  row)
{
  return lamina_layer_cell_get_indent (LAMINA_LAYER_TABLE (owner)->listing, column, row);
}

static void
draw (gpointer     owner,
      guint        column,
      guint32      row,
      GtkWidget   *cell,
      GtkSnapshot *snapshot)
{
  LaminaLayerTable *self = owner;

  if (self->listing)
    lamina_layer_cell_draw (self->listing, column, row, lamina_layer_table_is_open (self, row), cell, snapshot);
}

/* On the arrow of a group. */
static gboolean
click (gpointer owner,
       guint    column,
       guint32  row,
       double   from_start)
{
  LaminaLayerTable *self = owner;

  if (column != LAMINA_LAYER_COLUMN_NAME || row == LAMINA_NONE)
    return column == LAMINA_LAYER_COLUMN_NAME;
  if (!self->grouped || !(row & LAMINA_GROUP_ID) || from_start > LAMINA_LAYER_CELL_ARROW)
    return FALSE;
  lamina_layer_table_toggle_group (self, row);
  return TRUE;
}

/* Nothing is known of the columns while the listing is one of other columns. */
static gboolean
count (gpointer  owner,
       guint    *n,
       guint32  *bits)
{
  LaminaLayerTable *self = owner;
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;

  if (!self->listing || (grouping != NULL) != self->grouped)
    return FALSE;
  *n = grouping ? lamina_grouping_get_n (grouping) : lamina_run_get_layers (lamina_layer_listing_get_run (self->listing))->n;
  *bits = grouping ? LAMINA_GROUP_ID : 0;
  return TRUE;
}

/* What the sum of a rate is over takes room only where there is some: layers have no such part. */
static int
measure_sum (gpointer owner,
             guint    column)
{
  LaminaLayerTable *self = owner;
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *text = NULL;

  lamina_layer_listing_get_sum (self->listing, column, &value);
  if (value.kind == LAMINA_LAYER_VALUE_ABSENT)
    return 0;
  value.covered = 0;
  text = lamina_table_column_strip_unit (column, lamina_layer_value_dup_text (&value));
  return lamina_column_fit_measure_bold (self->view, text);
}

const LaminaTableKind lamina_layer_table_kind = {
  .fill = fill,
  .dup_hint = dup_hint,
  .get_indent = get_indent,
  .draw = draw,
  .click = click,
  .count = count,
  .measure_more = measure_sum,
  .several = TRUE,
};

gboolean
lamina_layer_table_is_open (LaminaLayerTable *self,
                            guint32           id)
{
  const LaminaLayerGroup *group = self->listing ? lamina_layer_listing_get_group (self->listing, id) : NULL;

  return group && g_hash_table_contains (self->open, group->label);
}

/* The ids of the listing, each open group followed by its layers. */
static guint32 *
dup_rows_with_open (LaminaLayerTable *self,
                    guint            *n)
{
  guint n_rows;
  g_autofree guint32 *rows = lamina_layer_listing_dup_rows (self->listing, &n_rows);
  g_autoptr (GArray) all = NULL;

  if (g_hash_table_size (self->open) == 0)
    {
      *n = n_rows;
      return g_steal_pointer (&rows);
    }
  all = g_array_sized_new (FALSE, FALSE, sizeof (guint32), n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      g_array_append_val (all, rows[i]);
      if (lamina_layer_table_is_open (self, rows[i]) && all->len < MOST_OPEN)
        {
          guint n_members;
          g_autofree guint32 *members = lamina_layer_listing_dup_members (self->listing, rows[i], &n_members);

          g_array_append_vals (all, members, n_members);
        }
    }
  *n = all->len;
  return (guint32 *) (gpointer) g_array_free (g_steal_pointer (&all), FALSE);
}

void
lamina_layer_table_show_listing (LaminaLayerTable *self)
{
  guint n;
  guint32 *rows = dup_rows_with_open (self, &n);

  self->own_change = TRUE;
  lamina_row_list_exchange (self->rows, rows, n);
  self->own_change = FALSE;
  lamina_table_refresh (self->table, LAMINA_TABLE_ALL_COLUMNS);
}

void
lamina_layer_table_toggle_group (LaminaLayerTable *self,
                                 guint32           id)
{
  const LaminaLayerGroup *group = self->listing ? lamina_layer_listing_get_group (self->listing, id) : NULL;
  guint position = group ? lamina_row_list_find (self->rows, id) : LAMINA_NONE;
  guint n;
  g_autofree guint32 *members = NULL;

  if (position == LAMINA_NONE)
    return;
  members = lamina_layer_listing_dup_members (self->listing, id, &n);
  self->own_change = TRUE;
  if (g_hash_table_remove (self->open, group->label))
    lamina_row_list_splice (self->rows, position + 1, n, NULL, 0);
  else
    {
      g_hash_table_add (self->open, g_strdup (group->label));
      lamina_row_list_splice (self->rows, position + 1, 0, members, n);
    }
  self->own_change = FALSE;
  lamina_table_refresh (self->table, LAMINA_LAYER_COLUMN_NAME);
  lamina_layer_table_show_selection (self, FALSE);
}

void
lamina_layer_table_set_all_open (LaminaLayerTable *self,
                                 gboolean          open)
{
  LaminaGrouping *grouping = self->listing ? lamina_layer_listing_get_grouping (self->listing) : NULL;

  if (!grouping)
    return;
  g_hash_table_remove_all (self->open);
  for (guint i = 0; open && i < lamina_grouping_get_n (grouping); i++)
    g_hash_table_add (self->open, g_strdup (lamina_grouping_get (grouping, i)->label));
  lamina_layer_table_show_listing (self);
  lamina_layer_table_show_selection (self, FALSE);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-report.h"

#include <string.h>

#include "tvm-number.h"

static void
clear_column (gpointer column)
{
  g_free (((TvmColumn *) column)->name);
}

static void
clear_row (gpointer row)
{
  g_clear_pointer (&((TvmRow *) row)->cells, g_ptr_array_unref);
}

static GArray *
new_rows (void)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvmRow));

  g_array_set_clear_func (rows, clear_row);
  return rows;
}

TvmReport *
tvm_report_new (void)
{
  TvmReport *self = g_new0 (TvmReport, 1);

  self->point = '.';
  self->columns = g_array_new (FALSE, FALSE, sizeof (TvmColumn));
  g_array_set_clear_func (self->columns, clear_column);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->rows = new_rows ();
  self->totals = new_rows ();
  self->configuration = g_ptr_array_new ();
  self->texts = g_string_chunk_new (4096);
  return self;
}

void
tvm_report_free (TvmReport *self)
{
  g_free (self->title);
  g_free (self->mean);
  g_free (self->deviation);
  g_hash_table_unref (self->by_name);
  g_array_unref (self->columns);
  g_array_unref (self->rows);
  g_array_unref (self->totals);
  g_ptr_array_unref (self->configuration);
  g_string_chunk_free (self->texts);
  g_free (self);
}

guint
tvm_report_find_column (TvmReport  *self,
                        const char *name)
{
  gpointer column;

  return g_hash_table_lookup_extended (self->by_name, name, NULL, &column) ? GPOINTER_TO_UINT (column) : LAMINA_NONE;
}

guint
tvm_report_ensure_column (TvmReport  *self,
                          const char *name,
                          TvmKind     kind)
{
  guint column = tvm_report_find_column (self, name);
  TvmColumn added;

  if (column != LAMINA_NONE)
    return column;
  added.name = g_strdup (name);
  added.kind = kind;
  g_hash_table_insert (self->by_name, added.name, GUINT_TO_POINTER (self->columns->len));
  g_array_append_val (self->columns, added);
  return self->columns->len - 1;
}

void
tvm_report_set_cell (TvmReport  *self,
                     TvmRow     *row,
                     guint       column,
                     const char *text,
                     gsize       length)
{
  if (!row->cells)
    row->cells = g_ptr_array_new ();
  if (row->cells->len <= column)
    g_ptr_array_set_size (row->cells, (int) column + 1);
  if (length > 0)
    row->cells->pdata[column] = g_string_chunk_insert_len (self->texts, text, (gssize) length);
}

const char *
tvm_report_get_cell (TvmReport    *self,
                     const TvmRow *row,
                     guint         column)
{
  return row->cells && column < row->cells->len ? row->cells->pdata[column] : NULL;
}

void
tvm_report_add_row (TvmReport *self,
                    TvmRow    *row)
{
  const char *name = tvm_report_get_cell (self, row, tvm_report_find_column (self, TVM_NAME_COLUMN));
  gboolean is_total = g_strcmp0 (name, "Sum") == 0 || g_strcmp0 (name, "Total") == 0
                      || g_strcmp0 (name, "Total_time") == 0;

  g_array_append_vals (is_total ? self->totals : self->rows, row, 1);
  row->cells = NULL;
}

void
tvm_report_add_configuration (TvmReport  *self,
                              const char *key,
                              gsize       key_length,
                              const char *value,
                              gsize       value_length)
{
  g_ptr_array_add (self->configuration, g_string_chunk_insert_len (self->texts, key, (gssize) key_length));
  g_ptr_array_add (self->configuration, g_string_chunk_insert_len (self->texts, value, (gssize) value_length));
}

/* Everything is a number, and something is there. */
static gboolean
holds_numbers (TvmReport *self,
               guint      column)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (self, &g_array_index (self->rows, TvmRow, i), column);

      if (cell && !tvm_number_is (cell, self->point))
        return FALSE;
      any |= cell != NULL;
    }
  return any;
}

static TvmKind
find_kind (TvmReport *self,
           guint      column)
{
  /* A hash may happen to be all digits, and a name may be a number. */
  static const char *const texts[] = { TVM_NAME_COLUMN, TVM_DEVICE_COLUMN, TVM_SHAPES_COLUMN, "Hash", TVM_TYPE_COLUMN,
                                       TVM_OUTPUT_COLUMN, "VM::Argument Shapes", NULL };
  const char *name = g_array_index (self->columns, TvmColumn, column).name;

  if (strcmp (name, TVM_PERCENT_COLUMN) == 0 || strcmp (name, "Time(%)") == 0)
    return TVM_KIND_PERCENT;
  if (g_strv_contains (texts, name) || g_str_has_suffix (name, "layout") || !holds_numbers (self, column))
    return TVM_KIND_TEXT;
  return g_str_has_suffix (name, "(us)") ? TVM_KIND_MICROSECONDS : TVM_KIND_NUMBER;
}

void
tvm_report_finish (TvmReport *self)
{
  guint duration = tvm_report_find_column (self, TVM_DURATION_COLUMN);

  for (guint i = 0; i < self->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (self, &g_array_index (self->rows, TvmRow, i), duration);
      char point = cell ? tvm_number_find_point (cell) : '\0';

      if (point != '\0')
        {
          self->point = point;
          break;
        }
    }
  for (guint i = 0; i < self->columns->len; i++)
    if (g_array_index (self->columns, TvmColumn, i).kind == TVM_KIND_UNKNOWN)
      g_array_index (self->columns, TvmColumn, i).kind = find_kind (self, i);
}

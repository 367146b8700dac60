/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-log.h"
#include "tvm-number.h"

#include <string.h>

/*
 * The table that `str(report)` prints: titles, rows, a line of dashes and a sum, a total for each device, a blank line,
 * the configuration. All its lines have the same length, unless an editor cut blanks at their ends or something else
 * printed into it.
 */

static gboolean
is_header (TvmLog *self)
{
  return tvm_log_line_begins_with (self, TVM_NAME_COLUMN "  ")
         && (tvm_log_line_contains (self, "  " TVM_DURATION_COLUMN "  "));
}

static void
add_columns (TvmReport       *report,
             LaminaTextTable *table)
{
  for (guint i = 0; i < lamina_text_table_get_n_columns (table); i++)
    tvm_report_ensure_column (report, lamina_text_table_get_title (table, i), TVM_KIND_UNKNOWN);
}

static gboolean
is_number (const char *text,
           gsize       length)
{
  g_autofree char *cell = g_strndup (text, length);
  char point = tvm_number_find_point (cell);

  return point != '\0' && tvm_number_is (cell, point);
}

/* Whether the current line is as long as the titles, or has a duration where one belongs. */
static gboolean
is_row (TvmLog          *self,
        LaminaTextTable *table,
        gsize            length)
{
  gsize cell_length, name_length;
  const char *cell;

  if (self->line.length == length)
    return TRUE;
  lamina_text_table_get_cell (table, self->line.text, self->line.length, 0, &name_length);
  cell = lamina_text_table_get_cell (table, self->line.text, self->line.length, 1, &cell_length);
  return name_length > 0 && is_number (cell, cell_length);
}

static void
read_row (TvmLog          *self,
          TvmReport       *report,
          LaminaTextTable *table)
{
  TvmRow row = { tvm_log_open_record (self), self->line.offset, (guint32) MIN (self->line.length, G_MAXUINT32), NULL };

  for (guint i = 0; i < lamina_text_table_get_n_columns (table); i++)
    {
      guint column = tvm_report_find_column (report, lamina_text_table_get_title (table, i));
      gsize length;
      const char *cell = lamina_text_table_get_cell (table, self->line.text, self->line.length, i, &length);

      tvm_report_set_cell (report, &row, column, cell, length);
    }
  tvm_report_add_row (report, &row);
}

static void
read_rows (TvmLog          *self,
           TvmReport       *report,
           LaminaTextTable *table,
           gsize            length)
{
  for (; self->has_line && !tvm_log_line_is_blank (self) && !is_header (self); tvm_log_next (self))
    if (tvm_log_line_begins_with (self, "----------"))
      continue;
    else if (is_row (self, table, length))
      read_row (self, report, table);
    else if (tvm_log_line_contains (self, " inference cost of "))
      return;
    else if (memchr (self->line.text, ':', self->line.length) && report->rows->len > 0)
      return;
    else
      lamina_import_skip (self->import, tvm_log_open_record (self), N_("the line stands inside a table but is not a row of it"));
}

gboolean
tvm_table_read (TvmLog *self)
{
  g_autoptr (LaminaTextTable) table = NULL;
  TvmReport *report;
  gsize length;

  if (!is_header (self))
    return FALSE;
  report = tvm_log_begin_report (self);
  length = self->line.length;
  table = lamina_text_table_new (self->line.text, length, LAMINA_TEXT_ALIGN_RIGHT);
  report->header_offset = self->line.offset;
  report->header_length = (guint32) MIN (length, G_MAXUINT32);
  add_columns (report, table);
  tvm_log_next (self);
  read_rows (self, report, table, length);
  tvm_configuration_read (self, report);
  tvm_log_end_report (self, report);
  return TRUE;
}

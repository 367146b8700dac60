/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-csv.h"
#include "tvm-log.h"

#include <string.h>

typedef struct
{
  TvmReport *report;
  TvmRow row;
} CsvRow;

/* Where the cell that begins at @cell ends: at a comma, or behind its closing quote. */
static const char *
find_end (const char *cell,
          const char *end)
{
  const char *at = cell;

  if (cell == end || *cell != '"')
    {
      at = memchr (cell, ',', (gsize) (end - cell));
      return at ? at : end;
    }
  for (at = cell + 1; at < end; at++)
    if (*at == '"' && (at + 1 == end || at[1] == ','))
      return at + 1;
  return end;
}

guint
tvm_csv_split (const char  *line,
               gsize        length,
               TvmCellFunc  func,
               gpointer     user_data)
{
  const char *cell = line, *line_end = line + length;

  for (guint column = 0;; column++)
    {
      const char *end = find_end (cell, line_end);
      gboolean quoted = end - cell >= 2 && *cell == '"' && end[-1] == '"';

      if (func)
        func (column, cell + quoted, (gsize) (end - cell) - (quoted ? 2 : 0), user_data);
      if (end == line_end)
        return column + 1;
      cell = end + 1;
    }
}

static gboolean
is_header (TvmLog *self)
{
  return tvm_log_line_contains (self, TVM_DURATION_COLUMN) && tvm_log_line_contains (self, ",")
         && tvm_log_line_contains (self, TVM_NAME_COLUMN) && !tvm_log_line_contains (self, "  ")
         && !tvm_log_line_contains (self, "\"");
}

static void
add_column (guint       column,
            const char *cell,
            gsize       length,
            gpointer    user_data)
{
  g_autofree char *name = g_utf8_make_valid (cell, (gssize) length);

  if (tvm_report_ensure_column (user_data, name, TVM_KIND_UNKNOWN) != column)
    {
      g_autofree char *other = g_strdup_printf ("%s (%u)", name, column + 1);

      tvm_report_ensure_column (user_data, other, TVM_KIND_UNKNOWN);
    }
}

static void
set_cell (guint       column,
          const char *cell,
          gsize       length,
          gpointer    user_data)
{
  CsvRow *self = user_data;

  if (column < self->report->columns->len)
    tvm_report_set_cell (self->report, &self->row, column, cell, length);
}

static void
read_row (TvmLog    *self,
          TvmReport *report)
{
  CsvRow row = { report, { tvm_log_open_record (self), self->line.offset,
                           (guint32) MIN (self->line.length, G_MAXUINT32), NULL } };
  guint n = tvm_csv_split (self->line.text, self->line.length, set_cell, &row);

  if (n != report->columns->len)
    lamina_import_note (self->import, N_("a row has more or fewer cells than there are columns"), self->source, self->line.offset,
                        row.row.record);
  tvm_report_add_row (report, &row.row);
}

gboolean
tvm_csv_read (TvmLog *self)
{
  TvmReport *report;

  if (!is_header (self))
    return FALSE;
  report = tvm_log_begin_report (self);
  report->header_offset = self->line.offset;
  report->header_length = (guint32) MIN (self->line.length, G_MAXUINT32);
  tvm_csv_split (self->line.text, self->line.length, add_column, report);
  for (tvm_log_next (self); self->has_line && tvm_log_line_contains (self, ",") && !is_header (self); tvm_log_next (self))
    read_row (self, report);
  tvm_log_end_report (self, report);
  return TRUE;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

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

gboolean
tvm_csv_read (TvmLog *self)
{
  TvmReport *report;

  if (!is_header (self))
    return FALSE;
  report = tvm_log_begin_report (self, TRUE);
  tvm_csv_split (self->line.text, self->line.length, add_column, report);
  for (tvm_log_next (self); self->has_line && tvm_log_line_contains (self, ",") && !is_header (self); tvm_log_next (self))
    {
      CsvRow row = { report, tvm_log_begin_row (self) };

      if (tvm_csv_split (self->line.text, self->line.length, set_cell, &row) != report->columns->len)
        lamina_import_note (self->import, N_("a row has more or fewer cells than there are columns"), self->source,
                            self->line.offset, row.row.record);
      tvm_report_add_row (report, &row.row);
    }
  tvm_log_end_report (self, report);
  return TRUE;
}

/*
 * Tables of older profilers. The one of the virtual machine, until April 2021, has tabs between its cells:
 * `#OpName ⇥#InvokeCount⇥#Duration(us): Sum/Mean/Min/Max`. That of the debugging graph executor is left-aligned:
 * `Node Name  Ops  Time(us)  Time(%)  Shape  Inputs  Outputs  Measurements(us)`.
 */

#define TIMES 4

static const char *const time_columns[TIMES] = { TVM_DURATION_COLUMN, "Mean (us)", "Min (us)", "Max (us)" };

static void
set_text (TvmReport  *report,
          TvmRow     *row,
          const char *column,
          const char *text)
{
  g_autofree char *cell = g_strstrip (g_strdup (text));

  tvm_report_set_cell (report, row, tvm_report_ensure_column (report, column, TVM_KIND_UNKNOWN), cell, strlen (cell));
}

static void
read_vm_row (TvmLog    *self,
             TvmReport *report)
{
  TvmRow row = tvm_log_begin_row (self);
  g_autofree char *line = g_utf8_make_valid (self->line.text, (gssize) self->line.length);
  g_auto (GStrv) cells = g_strsplit (line, "\t", 3);
  g_auto (GStrv) times = NULL;

  if (g_strv_length (cells) < 3)
    {
      lamina_import_skip (self->import, row.record, N_("the row has fewer than three cells"));
      return;
    }
  set_text (report, &row, TVM_NAME_COLUMN, cells[0]);
  set_text (report, &row, TVM_COUNT_COLUMN, cells[1]);
  times = g_strsplit (cells[2], "/", TIMES);
  for (guint i = 0; times[i]; i++)
    set_text (report, &row, time_columns[i], times[i]);
  tvm_report_add_row (report, &row);
}

gboolean
tvm_vm_read (TvmLog *self)
{
  TvmReport *report;

  if (!tvm_log_line_begins_with (self, "#OpName") || !tvm_log_line_contains (self, "#InvokeCount"))
    return FALSE;
  report = tvm_log_begin_report (self, FALSE);
  for (tvm_log_next (self); self->has_line && tvm_log_line_contains (self, "\t")
                            && !tvm_log_line_begins_with (self, "Total Duration"); tvm_log_next (self))
    read_vm_row (self, report);
  tvm_configuration_read (self, report);
  tvm_log_end_report (self, report);
  return TRUE;
}

static void
read_graph_row (TvmLog          *self,
                TvmReport       *report,
                LaminaTextTable *table)
{
  TvmRow row = tvm_log_begin_row (self);

  for (guint i = 0; i < lamina_text_table_get_n_columns (table); i++)
    {
      const char *title = lamina_text_table_get_title (table, i);
      const char *name = strcmp (title, "Node Name") == 0  ? TVM_NAME_COLUMN
                         : strcmp (title, "Time(us)") == 0 ? TVM_DURATION_COLUMN
                                                           : title;
      guint column = tvm_report_ensure_column (report, name, TVM_KIND_UNKNOWN);
      gsize length;
      const char *cell = lamina_text_table_get_cell (table, self->line.text, self->line.length, i, &length);

      if (length != 1 || *cell != '-')
        tvm_report_set_cell (report, &row, column, cell, length);
    }
  tvm_report_add_row (report, &row);
}

gboolean
tvm_graph_read (TvmLog *self)
{
  g_autoptr (LaminaTextTable) table = NULL;
  TvmReport *report;

  if (!tvm_log_line_begins_with (self, "Node Name  ") || !tvm_log_line_contains (self, "Time(us)"))
    return FALSE;
  report = tvm_log_begin_report (self, TRUE);
  table = lamina_text_table_new (self->line.text, self->line.length, LAMINA_TEXT_ALIGN_LEFT);
  for (tvm_log_next (self); self->has_line && !tvm_log_line_is_blank (self); tvm_log_next (self))
    if (!tvm_log_line_begins_with (self, "---"))
      read_graph_row (self, report, table);
  tvm_log_end_report (self, report);
  return TRUE;
}

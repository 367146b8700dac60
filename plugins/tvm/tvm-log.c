/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-log.h"
#include "tvm-number.h"

#include <string.h>

/*
 * What follows a table: since June 2022 a heading and a line for each setting, before 2021-10 `Total time cpu0: …` and
 * `Overhead: …` in its place. Other programs print into the same log, so that not every line with a colon is one.
 */

static const char *const known_keys[] = { "Number of threads", "Executor", "Estimated Peak ", "Total time ", "Overhead",
                                          "Total Duration", "Total Packed Functions" };

/* One or, between tabs, several pairs in a line. */
static void
read_pairs (TvmLog    *self,
            TvmReport *report)
{
  g_autofree char *line = g_utf8_make_valid (self->line.text, (gssize) self->line.length);
  g_auto (GStrv) pairs = g_strsplit (line, "\t", -1);

  for (guint i = 0; pairs[i]; i++)
    {
      const char *colon = strstr (pairs[i], ": ");

      if (colon)
        tvm_report_add_configuration (report, pairs[i], (gsize) (colon - pairs[i]), colon + 2, strlen (colon + 2));
    }
  lamina_import_account (self->import, tvm_log_open_record (self), LAMINA_RECORD_MERGED);
}

void
tvm_configuration_read (TvmLog    *self,
                        TvmReport *report)
{
  gboolean headed = FALSE;

  while (self->has_line && tvm_log_line_is_blank (self))
    tvm_log_next (self);
  if (tvm_log_line_begins_with (self, "Configuration"))
    {
      tvm_log_next (self);
      if (tvm_log_line_begins_with (self, "-------------"))
        tvm_log_next (self);
      headed = TRUE;
    }
  for (; self->has_line && tvm_log_line_contains (self, ": "); tvm_log_next (self))
    {
      gboolean is_known = headed;

      for (guint i = 0; i < G_N_ELEMENTS (known_keys) && !is_known; i++)
        is_known = tvm_log_line_begins_with (self, known_keys[i]);
      if (!is_known)
        return;
      read_pairs (self, report);
    }
}

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

/* Whether the current line is as long as the titles, or has a duration where one belongs. */
static gboolean
is_row (TvmLog          *self,
        LaminaTextTable *table,
        gsize            length)
{
  g_autofree char *text = NULL;
  gsize cell_length, name_length;
  const char *cell;
  char point;

  if (self->line.length == length)
    return TRUE;
  lamina_text_table_get_cell (table, self->line.text, self->line.length, 0, &name_length);
  if (name_length == 0)
    return FALSE;
  cell = lamina_text_table_get_cell (table, self->line.text, self->line.length, 1, &cell_length);
  text = g_strndup (cell, cell_length);
  point = tvm_number_find_point (text);
  return point != '\0' && tvm_number_is (text, point);
}

static void
read_row (TvmLog          *self,
          TvmReport       *report,
          LaminaTextTable *table)
{
  TvmRow row = tvm_log_begin_row (self);

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

static gboolean
tvm_table_read (TvmLog *self)
{
  g_autoptr (LaminaTextTable) table = NULL;
  TvmReport *report;
  gsize length;

  if (!is_header (self))
    return FALSE;
  report = tvm_log_begin_report (self, TRUE);
  length = self->line.length;
  table = lamina_text_table_new (self->line.text, length, LAMINA_TEXT_ALIGN_RIGHT);
  for (guint i = 0; i < lamina_text_table_get_n_columns (table); i++)
    tvm_report_ensure_column (report, lamina_text_table_get_title (table, i), TVM_KIND_UNKNOWN);
  tvm_log_next (self);
  read_rows (self, report, table, length);
  tvm_configuration_read (self, report);
  tvm_log_end_report (self, report);
  return TRUE;
}

void
tvm_log_next (TvmLog *self)
{
  self->has_line = lamina_line_reader_next (self->reader, &self->line);
}

void
tvm_log_seek (TvmLog  *self,
              guint64  offset)
{
  lamina_line_reader_free (self->reader);
  self->reader = lamina_line_reader_new (self->source, offset, self->cancellable);
  tvm_log_next (self);
}

gboolean
tvm_log_line_begins_with (TvmLog     *self,
                          const char *prefix)
{
  gsize length = strlen (prefix);

  return self->has_line && self->line.length >= length && memcmp (self->line.text, prefix, length) == 0;
}

gboolean
tvm_log_line_contains (TvmLog     *self,
                       const char *literal)
{
  return self->has_line && memmem (self->line.text, self->line.length, literal, strlen (literal)) != NULL;
}

gboolean
tvm_log_line_is_blank (TvmLog *self)
{
  for (gsize i = 0; i < self->line.length; i++)
    if (!g_ascii_isspace (self->line.text[i]))
      return FALSE;
  return TRUE;
}

guint32
tvm_log_open_record (TvmLog *self)
{
  return lamina_import_open_record (self->import, self->source, self->line.offset);
}

TvmRow
tvm_log_begin_row (TvmLog *self)
{
  return (TvmRow) { tvm_log_open_record (self), self->line.offset, (guint32) MIN (self->line.length, G_MAXUINT32), NULL };
}

TvmReport *
tvm_log_begin_report (TvmLog   *self,
                      gboolean  has_titles)
{
  TvmReport *report = tvm_report_new ();

  report->title = g_steal_pointer (&self->title);
  report->mean = g_steal_pointer (&self->mean);
  report->deviation = g_steal_pointer (&self->deviation);
  report->offset = self->line.offset;
  if (has_titles)
    {
      report->header_offset = self->line.offset;
      report->header_length = (guint32) MIN (self->line.length, G_MAXUINT32);
    }
  return report;
}

void
tvm_log_end_report (TvmLog    *self,
                    TvmReport *report)
{
  if (report->rows->len == 0 && report->totals->len == 0)
    {
      lamina_import_note (self->import, N_("a report has no rows"), self->source, report->offset, LAMINA_NONE);
      tvm_report_free (report);
      return;
    }
  tvm_report_finish (report);
  g_ptr_array_add (self->reports, report);
}

/* What stands between two literals of the current line, or NULL. */
static char *
dup_between (TvmLog     *self,
             const char *before,
             const char *after)
{
  const char *start = memmem (self->line.text, self->line.length, before, strlen (before));
  const char *line_end = self->line.text + self->line.length;
  const char *end;

  if (!start)
    return NULL;
  start += strlen (before);
  end = memmem (start, (gsize) (line_end - start), after, strlen (after));
  return end && end > start ? g_utf8_make_valid (start, (gssize) (end - start)) : NULL;
}

/* `Mean vm inference time (std dev): 13.13 ms (1.80 ms)` */
static gboolean
read_mean (TvmLog *self)
{
  char *mean;

  if (!tvm_log_line_begins_with (self, "Mean ") || !(mean = dup_between (self, " (std dev): ", " ms")))
    return FALSE;
  if (!tvm_number_is (mean, '.'))
    {
      g_free (mean);
      return FALSE;
    }
  g_free (self->mean);
  g_free (self->deviation);
  self->mean = mean;
  self->deviation = dup_between (self, " ms (", " ms)");
  return TRUE;
}

static void
read_other (TvmLog *self)
{
  /* `Evaluate vm inference cost of resnet18 on cpu(0)` */
  char *title = dup_between (self, " inference cost of ", " on ");

  if (title)
    {
      g_free (self->title);
      self->title = title;
    }
  if (title || read_mean (self))
    lamina_import_account (self->import, tvm_log_open_record (self), LAMINA_RECORD_MERGED);
  else if (!tvm_log_line_is_blank (self))
    lamina_import_note (self->import, N_("text around the reports is not shown"), self->source, self->line.offset, LAMINA_NONE);
  tvm_log_next (self);
}

gboolean
tvm_log_read (TvmLog  *self,
              GError **error)
{
  gboolean whole;

  self->reader = lamina_line_reader_new (self->source, 0, self->cancellable);
  tvm_log_next (self);
  while (self->has_line)
    if (!tvm_table_read (self) && !tvm_json_read (self) && !tvm_csv_read (self) && !tvm_vm_read (self)
        && !tvm_graph_read (self))
      read_other (self);
  whole = lamina_line_reader_finish (self->reader, error);
  g_clear_pointer (&self->reader, lamina_line_reader_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->mean, g_free);
  g_clear_pointer (&self->deviation, g_free);
  return whole;
}

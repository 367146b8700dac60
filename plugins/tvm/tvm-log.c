/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-log.h"
#include "tvm-number.h"

#include <string.h>

void
tvm_log_next (TvmLog *self)
{
  self->has_line = lamina_line_reader_next (self->reader, &self->line);
}

void
tvm_log_seek (TvmLog  *self,
              guint64  offset)
{
  lamina_line_reader_unref (self->reader);
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

TvmReport *
tvm_log_begin_report (TvmLog *self)
{
  TvmReport *report = tvm_report_new ();

  report->title = g_steal_pointer (&self->title);
  report->mean = g_steal_pointer (&self->mean);
  report->deviation = g_steal_pointer (&self->deviation);
  report->offset = self->line.offset;
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

/* `Evaluate vm inference cost of resnet18 on cpu(0)` */
static gboolean
read_title (TvmLog *self)
{
  char *title = dup_between (self, " inference cost of ", " on ");

  if (!title)
    return FALSE;
  g_free (self->title);
  self->title = title;
  return TRUE;
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
  if (read_title (self) || read_mean (self))
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
  g_clear_pointer (&self->reader, lamina_line_reader_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->mean, g_free);
  g_clear_pointer (&self->deviation, g_free);
  return whole;
}

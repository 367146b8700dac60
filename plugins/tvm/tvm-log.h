/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tvm-report.h"

G_BEGIN_DECLS

/*
 * The text around and with the reports, line by line. A reader of one form takes lines as long as they are its own and
 * leaves the first other one to whoever comes next.
 *
 * @line: the current line; valid while @has_line
 * @title, @mean, @deviation: what was said before the next report
 */
typedef struct
{
  LaminaSource *source;
  LaminaImport *import;
  GCancellable *cancellable;
  LaminaLineReader *reader;
  LaminaLine line;
  gboolean has_line;
  GPtrArray *reports;
  char *title;
  char *mean;
  char *deviation;
} TvmLog;

/* Reads all reports of a text; they stand in @reports. FALSE when it was cancelled or could not be read. */
gboolean tvm_log_read (TvmLog  *self,
                       GError **error);

/* Goes on to the next line. */
void tvm_log_next (TvmLog *self);

/* Goes on with the first line from @offset on. */
void tvm_log_seek (TvmLog  *self,
                   guint64  offset);

gboolean tvm_log_line_begins_with (TvmLog     *self,
                                   const char *prefix);

gboolean tvm_log_line_contains (TvmLog     *self,
                                const char *literal);

gboolean tvm_log_line_is_blank (TvmLog *self);

/* Counts the current line as a record. */
guint32 tvm_log_open_record (TvmLog *self);

/* The current line as a row without cells, which is counted as a record. */
TvmRow tvm_log_begin_row (TvmLog *self);

/* A report with what was said before it, and its place; @has_titles when the current line has those of its columns. */
TvmReport *tvm_log_begin_report (TvmLog   *self,
                                 gboolean  has_titles);

/* Keeps a report that holds anything. */
void tvm_log_end_report (TvmLog    *self,
                         TvmReport *report);

/*
 * `report.csv()`: titles without quotes, then a row for each call. Texts stand in quotes and may hold commas; nothing is
 * escaped, so that a quote ends a text only before a comma or the end of the line.
 */
typedef void (*TvmCellFunc) (guint       column,
                             const char *cell,
                             gsize       length,
                             gpointer    user_data);

/* Calls @func for each cell of a line, without its quotes; returns how many there are. */
guint tvm_csv_split (const char  *line,
                     gsize        length,
                     TvmCellFunc  func,
                     gpointer     user_data);

/* Each says whether the current line begins a report of its form, and reads that one if so. */
gboolean tvm_csv_read (TvmLog *self);
gboolean tvm_json_read (TvmLog *self);
gboolean tvm_vm_read (TvmLog *self);
gboolean tvm_graph_read (TvmLog *self);

/* `key: value` lines behind a report, up to a blank one. */
void tvm_configuration_read (TvmLog    *self,
                             TvmReport *report);

G_END_DECLS

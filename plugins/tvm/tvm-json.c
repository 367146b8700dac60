/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-log.h"

#include <string.h>

/*
 * `report.json()`: `{"calls": [{metric: {kind: value}}], "device_metrics": {device: {metric: …}}, "configuration": {…}}`.
 * Calls stand in the order of execution.
 */

static TvmKind
get_kind (const char *word)
{
  if (g_strcmp0 (word, "microseconds") == 0)
    return TVM_KIND_MICROSECONDS;
  if (g_strcmp0 (word, "percent") == 0)
    return TVM_KIND_PERCENT;
  if (g_strcmp0 (word, "count") == 0 || g_strcmp0 (word, "ratio") == 0)
    return TVM_KIND_NUMBER;
  return TVM_KIND_TEXT;
}

/* The current value as text; NULL without one. */
static char *
dup_value (LaminaJsonReader *json)
{
  LaminaValue value = { 0 };
  char *text = lamina_json_reader_read_value (json, &value) ? lamina_value_to_string (&value) : NULL;

  lamina_value_clear (&value);
  return text;
}

/* `{"microseconds": 12.5}`; the value alone is taken too. */
static void
read_metric (LaminaJsonReader *json,
             TvmReport        *report,
             TvmRow           *row,
             const char       *name)
{
  g_autofree char *text = NULL;
  TvmKind kind = TVM_KIND_UNKNOWN;
  gboolean entered = lamina_json_reader_enter_object (json);

  if (entered)
    {
      if (lamina_json_reader_next_member (json, NULL) == LAMINA_JSON_END)
        return;
      kind = get_kind (lamina_json_reader_get_key (json, NULL));
    }
  text = lamina_json_reader_peek (json) != LAMINA_JSON_NULL ? dup_value (json) : NULL;
  if (text)
    tvm_report_set_cell (report, row, tvm_report_ensure_column (report, name, kind), text, strlen (text));
  if (entered)
    lamina_json_reader_leave (json);
}

static void
read_metrics (LaminaJsonReader *json,
              TvmReport        *report,
              TvmRow           *row)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *name = g_strdup (lamina_json_reader_get_key (json, NULL));

      read_metric (json, report, row, name);
    }
}

static void
read_calls (TvmLog           *self,
            LaminaJsonReader *json,
            TvmReport        *report)
{
  if (lamina_json_reader_enter_object (json))
    {
      while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
        lamina_import_skip (self->import, lamina_json_reader_get_record (json), N_("the calls are not a list"));
      return;
    }
  if (!lamina_json_reader_enter_array (json))
    return;
  while (lamina_json_reader_next_element (json))
    {
      TvmRow row = { lamina_json_reader_get_record (json), lamina_json_reader_get_offset (json), 0, NULL };

      if (!lamina_json_reader_enter_object (json))
        {
          lamina_import_skip (self->import, row.record, N_("the call is not an object"));
          continue;
        }
      read_metrics (json, report, &row);
      row.length = (guint32) MIN (lamina_json_reader_get_end (json) - row.offset, G_MAXUINT32);
      tvm_report_add_row (report, &row);
    }
}

/* The totals of a device: a row called Total, as the table has it. */
static void
read_devices (LaminaJsonReader *json,
              TvmReport        *report)
{
  if (!lamina_json_reader_enter_object (json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      TvmRow row = { lamina_json_reader_get_record (json), lamina_json_reader_get_offset (json), 0, NULL };
      g_autofree char *device = g_strdup (lamina_json_reader_get_key (json, NULL));

      if (!lamina_json_reader_enter_object (json))
        continue;
      read_metrics (json, report, &row);
      tvm_report_set_cell (report, &row, tvm_report_ensure_column (report, TVM_NAME_COLUMN, TVM_KIND_TEXT), "Total", 5);
      tvm_report_set_cell (report, &row, tvm_report_ensure_column (report, TVM_DEVICE_COLUMN, TVM_KIND_TEXT), device,
                           strlen (device));
      tvm_report_add_row (report, &row);
    }
}

static void
read_configuration (LaminaJsonReader *json,
                    TvmReport        *report)
{
  if (!lamina_json_reader_enter_object (json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      gboolean entered = lamina_json_reader_enter_object (json);
      g_autofree char *text = NULL;

      if (entered && lamina_json_reader_next_member (json, NULL) == LAMINA_JSON_END)
        continue;
      text = dup_value (json);
      if (entered)
        lamina_json_reader_leave (json);
      if (text)
        tvm_report_add_configuration (report, key, strlen (key), text, strlen (text));
    }
}

static void
read_root (TvmLog           *self,
           LaminaJsonReader *json,
           TvmReport        *report)
{
  static const char *const keys[] = { "calls", "device_metrics", "configuration", NULL };
  int key;

  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      read_calls (self, json, report);
    else if (key == 1)
      read_devices (json, report);
    else if (key == 2)
      read_configuration (json, report);
}

/* An object at the begin of a line that names calls before long. */
static gboolean
is_json (TvmLog *self)
{
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length;

  if (!tvm_log_line_begins_with (self, "{"))
    return FALSE;
  if (tvm_log_line_contains (self, "\"calls\"") || tvm_log_line_contains (self, "\"device_metrics\""))
    return TRUE;
  bytes = lamina_source_read_bytes (self->source, self->line.offset, 256, self->cancellable, NULL);
  if (!bytes)
    return FALSE;
  text = g_bytes_get_data (bytes, &length);
  return memmem (text, length, "\"calls\"", 7) || memmem (text, length, "\"configuration\"", 15);
}

gboolean
tvm_json_read (TvmLog *self)
{
  g_autoptr (LaminaJsonReader) json = NULL;
  TvmReport *report;

  if (!is_json (self))
    return FALSE;
  report = tvm_log_begin_report (self, FALSE);
  json = lamina_json_reader_new (self->source, self->line.offset, G_MAXUINT64, NULL, self->import, self->cancellable);
  lamina_json_reader_add_record_path (json, "/calls/@");
  if (lamina_json_reader_enter_object (json))
    read_root (self, json, report);
  tvm_log_end_report (self, report);
  tvm_log_seek (self, MAX (lamina_json_reader_get_end (json), self->line.offset + 1));
  return TRUE;
}

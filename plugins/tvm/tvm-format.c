/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-log.h"
#include "tvm-number.h"
#include "tvm-report.h"

#include <string.h>

/* What the layer has as a column of its own. */
static const char *const shown[] = { TVM_NAME_COLUMN, "Node Name", TVM_DEVICE_COLUMN, TVM_TYPE_COLUMN, TVM_SHAPES_COLUMN,
                                     TVM_OUTPUT_COLUMN, "VM::Argument Shapes", NULL };

typedef struct
{
  LaminaDetails *details;
  GPtrArray *titles;
} Described;

static void
add_text (LaminaDetails *details,
          const char    *key,
          const char    *text)
{
  const LaminaValue value = LAMINA_VALUE_INIT_TEXT (text);

  /* Numbers have a point or, in other languages, a comma. */
  if (text[0] != '\0' && !g_strv_contains (shown, key)
      && (strcmp (key, "Hash") == 0 || (!tvm_number_is (text, '.') && !tvm_number_is (text, ','))))
    lamina_details_add (details, NULL, key, &value);
}

static void
add_title (guint       column,
           const char *cell,
           gsize       length,
           gpointer    user_data)
{
  g_ptr_array_add (user_data, g_utf8_make_valid (cell, (gssize) length));
}

static void
add_cell (guint       column,
          const char *cell,
          gsize       length,
          gpointer    user_data)
{
  Described *self = user_data;
  g_autofree char *text = g_utf8_make_valid (cell, (gssize) length);

  if (column < self->titles->len)
    add_text (self->details, self->titles->pdata[column], text);
}

static void
describe_table (GBytes          *header,
                GBytes          *row,
                LaminaTextAlign  align,
                LaminaDetails   *details)
{
  g_autoptr (LaminaTextTable) table = lamina_text_table_new (g_bytes_get_data (header, NULL),
                                                             g_bytes_get_size (header), align);

  for (guint i = 0; i < lamina_text_table_get_n_columns (table); i++)
    {
      gsize length;
      const char *cell = lamina_text_table_get_cell (table, g_bytes_get_data (row, NULL), g_bytes_get_size (row), i,
                                                     &length);
      g_autofree char *text = g_utf8_make_valid (cell, (gssize) length);

      add_text (details, lamina_text_table_get_title (table, i), text);
    }
}

static void
describe_row (GBytes        *header,
              GBytes        *row,
              LaminaDetails *details)
{
  const char *text = g_bytes_get_data (header, NULL);
  gsize length = g_bytes_get_size (header);

  if (!memmem (text, length, "  ", 2))
    {
      g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
      Described described = { details, titles };

      tvm_csv_split (text, length, add_title, titles);
      tvm_csv_split (g_bytes_get_data (row, NULL), g_bytes_get_size (row), add_cell, &described);
    }
  else if (length > 4 && memcmp (text, "Node", 4) == 0)
    describe_table (header, row, LAMINA_TEXT_ALIGN_LEFT, details);
  else
    describe_table (header, row, LAMINA_TEXT_ALIGN_RIGHT, details);
}

/* `{metric: {"string": text}}` */
static void
describe_call (LaminaSource     *source,
               const LaminaArgs *args,
               LaminaDetails    *details)
{
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, args->offset, args->length, NULL, NULL, NULL);

  if (!lamina_json_reader_enter_object (json))
    return;
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      const char *text;

      if (!lamina_json_reader_enter_object (json) || lamina_json_reader_next_member (json, NULL) == LAMINA_JSON_END)
        continue;
      text = lamina_json_reader_read_text (json, NULL);
      if (text)
        add_text (details, key, text);
      lamina_json_reader_leave (json);
    }
}

static gboolean
describe_layer (LaminaDocument     *document,
                const LaminaArgs   *args,
                guint               n,
                LaminaDetails      *details,
                GError            **error)
{
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);
  g_autoptr (GBytes) first = lamina_source_read_bytes (source, args[0].offset, args[0].length, NULL, error);
  g_autoptr (GBytes) second = NULL;

  if (!first)
    return FALSE;
  if (n == 1)
    {
      if (g_bytes_get_size (first) > 0 && *(const char *) g_bytes_get_data (first, NULL) == '{')
        describe_call (source, args, details);
      return TRUE;
    }
  second = lamina_source_read_bytes (source, args[1].offset, args[1].length, NULL, error);
  if (second)
    describe_row (first, second, details);
  return second != NULL;
}

/* The texts of a row: what is neither number nor known elsewhere. */
static gboolean
tvm_describe (LaminaFormat       *format,
              LaminaDocument     *document,
              const LaminaPlace  *place,
              LaminaDetails      *details,
              GError            **error)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_document_get_run (document, place->run));
  guint first, n;

  if (place->kind != LAMINA_PLACE_LAYER || !layers->first_args)
    return FALSE;
  first = layers->first_args[place->row];
  n = layers->first_args[place->row + 1] - first;
  return n > 0 && lamina_source_check_unchanged (lamina_sources_get (lamina_document_get_sources (document), 0), error)
         && describe_layer (document, layers->args + first, n, details, error);
}

static gboolean
line_contains (const char *line,
               gsize       length,
               const char *literal)
{
  return memmem (line, length, literal, strlen (literal)) != NULL;
}

/* The titles of a table; from a marker on they begin with it. */
static int
judge_line (const char *line,
            gsize       length)
{
  if (line_contains (line, length, "Duration (us)  ") && line_contains (line, length, "Percent"))
    return 95;
  if (line_contains (line, length, "#OpName") && line_contains (line, length, "#InvokeCount"))
    return 95;
  if (line_contains (line, length, "Node Name  ") && line_contains (line, length, "Time(us)"))
    return 90;
  if (line_contains (line, length, "Duration (us)") && line_contains (line, length, ",")
      && !line_contains (line, length, "  ") && !line_contains (line, length, "\""))
    return 85;
  return 0;
}

static int
tvm_format_probe (LaminaFormat     *format,
                  const LaminaHead *head)
{
  const char *line = head->text, *end = head->text + head->length;
  int best = 0;

  if (lamina_head_first_char (head) == '{' && lamina_head_contains (head, "\"Duration (us)\"")
      && (lamina_head_contains (head, "\"calls\"") || lamina_head_contains (head, "\"device_metrics\"")))
    best = 95;
  while (line < end && best < 95)
    {
      const char *line_feed = memchr (line, '\n', (gsize) (end - line));
      const char *line_end = line_feed ? line_feed : end;

      best = MAX (best, judge_line (line, (gsize) (line_end - line)));
      line = line_end + 1;
    }
  return best;
}

/* The reports of TVM's profilers, alone or in the middle of a log. */
static const char *const *
tvm_format_get_markers (LaminaFormat *format)
{
  static const char *const markers[] = { "Duration (us)  ", "#OpName", "Node Name  ", "{\"calls\"", NULL };

  return markers;
}

static gboolean
tvm_format_load (LaminaFormat   *format,
                 LaminaSources  *sources,
                 LaminaBuilder  *builder,
                 GCancellable   *cancellable,
                 GError        **error)
{
  g_autoptr (GPtrArray) reports = g_ptr_array_new_with_free_func ((GDestroyNotify) tvm_report_free);
  TvmLog log = { .source = lamina_sources_get (sources, 0), .import = lamina_builder_get_import (builder),
                 .cancellable = cancellable, .reports = reports };
  gboolean whole = tvm_log_read (&log, error);

  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  tvm_build (builder, log.source, reports);
  if (whole && reports->len == 0)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The text holds no report of TVM."));
  return whole && reports->len > 0;
}

LAMINA_DEFINE_FORMAT (TvmFormat, tvm_format, .probe = tvm_format_probe, .get_markers = tvm_format_get_markers,
                      .load = tvm_format_load, .describe = tvm_describe)

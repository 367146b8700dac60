/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"
#include "lamina-command.h"
#include "lamina-json-output.h"
#include "lamina-row-writer.h"

#include <stdio.h>
#include <string.h>

/* `lamina charts`: which charts a run has, and what one of them shows, as a table. */

typedef struct
{
  LaminaSelection selection;
  char *id;
  char *name;
  char *group_text;
  LaminaTensorGrouping grouping; /* that it means, or LAMINA_TENSORS_ONE_BY_ONE */
} Options;

static gboolean
check_options (gpointer user_data)
{
  Options *self = user_data;
  g_autofree const char **ids = g_new0 (const char *, lamina_chart_get_n () + 1);

  for (guint i = 0; i < lamina_chart_get_n (); i++)
    ids[i] = lamina_chart_get_id (lamina_chart_get (i));
  if (self->id != NULL && lamina_command_choose ("chart", self->id, ids) < 0)
    return FALSE;
  if (self->group_text != NULL && g_strcmp0 (self->id, "memory") != 0)
    {
      lamina_command_complain ("--group is what the chart memory is divided by");
      return FALSE;
    }
  return lamina_command_choose_bands (self->group_text, &self->grouping);
}

static LaminaChartData *
create_data (const LaminaChart *chart,
             LaminaDocument    *document,
             const Options     *options)
{
  LaminaChartQuery query = LAMINA_CHART_QUERY_INIT (document, options->selection.run);

  query.name = options->name;
  query.grouping = options->grouping;
  if (options->selection.section > 0)
    query.filter.section = (guint32) (options->selection.section - 1);
  return lamina_chart_create_data (chart, &query, NULL);
}

/* Every chart, with what it shows or why it has nothing to show. */
static void
list_charts (LaminaDocument *document,
             const Options  *options)
{
  static const char *const headings[] = { "Chart", ">Rows", "Shows", NULL };
  static const char *const csv_headings[] = { "chart", "rows", "shows", NULL };
  gboolean is_json = options->selection.format == LAMINA_FORMAT_JSON;
  gboolean is_csv = options->selection.format == LAMINA_FORMAT_CSV;
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (options->selection.format, is_csv ? csv_headings : headings);

  for (guint i = 0; i < lamina_chart_get_n (); i++)
    {
      const LaminaChart *chart = lamina_chart_get (i);
      g_autoptr (LaminaChartData) data = create_data (chart, document, options);
      const char *reason = lamina_chart_data_get_reason (data);

      if (is_json)
        {
          JsonBuilder *json = lamina_json_row_begin ();
          const char *subtitle = lamina_chart_data_get_subtitle (data);

          lamina_json_add_text (json, "id", lamina_chart_get_id (chart));
          lamina_json_add_text (json, "title", lamina_chart_data_get_title (data));
          lamina_json_add_text (json, "subtitle", *subtitle != '\0' ? subtitle : NULL);
          lamina_json_add_integer (json, "rows", lamina_chart_data_get_n_rows (data));
          lamina_json_add_text (json, "empty", reason);
          lamina_json_row_end (json);
          continue;
        }
      lamina_row_writer_add (writer, lamina_chart_get_id (chart));
      lamina_row_writer_add_count (writer, reason == NULL ? lamina_chart_data_get_n_rows (data) : LAMINA_ABSENT);
      lamina_row_writer_add (writer, reason != NULL ? reason : lamina_chart_data_get_subtitle (data));
    }
}

/* As `lamina slices` numbers them. */
static void
add_json_slices (JsonBuilder     *json,
                 LaminaChartData *data,
                 guint            row)
{
  LaminaRun *run = lamina_document_get_run (lamina_chart_data_get_document (data), lamina_chart_data_get_run (data));
  guint n;
  const LaminaSliceRef *slices = lamina_chart_data_get_slices (data, row, &n);

  lamina_json_open_array (json, "slices_behind");
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value (json, (gint64) lamina_track_get_info (lamina_run_get_track (run, slices[i].track))->first_id
                                        + slices[i].slice);
  json_builder_end_array (json);
}

static void
write_json_row (LaminaChartData *data,
                guint            row)
{
  g_autoptr (GPtrArray) estimated = g_ptr_array_new ();
  g_autoptr (GPtrArray) suspicious = g_ptr_array_new ();
  JsonBuilder *json = lamina_json_row_begin ();
  gboolean has_rates = FALSE;
  guint n_layers;
  const guint32 *layers = lamina_chart_data_get_layers (data, row, &n_layers);

  for (guint i = 0; i < lamina_chart_data_get_n_columns (data); i++)
    {
      const LaminaChartColumn *column = lamina_chart_data_get_column (data, i);
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_chart_data_get_value (data, row, i, &value);
      lamina_json_add_layer_value (json, column->key, &value);
      has_rates |= column->kind == LAMINA_LAYER_VALUE_RATE;
      if (value.estimated)
        g_ptr_array_add (estimated, (gpointer) column->key);
      if (value.suspicious)
        g_ptr_array_add (suspicious, (gpointer) column->key);
    }
  lamina_json_add_texts (json, "estimated", estimated);
  if (has_rates)
    lamina_json_add_texts (json, "suspicious", suspicious);
  lamina_json_add_ids (json, "layers_behind", layers, n_layers);
  if (lamina_chart_data_has_slices (data))
    add_json_slices (json, data, row);
  lamina_json_row_end (json);
}

/* What the table is of, and what is left out, is for people. */
static void
write_table (LaminaChartData *data,
             guint            n)
{
  guint n_columns = lamina_chart_data_get_n_columns (data);
  g_auto (GStrv) headings = g_new0 (char *, n_columns + 1);
  g_autofree char *title = NULL;
  g_autofree char *visible = NULL;
  LaminaRowWriter *writer;

  for (guint i = 0; i < n_columns; i++)
    {
      const LaminaChartColumn *column = lamina_chart_data_get_column (data, i);

      headings[i] = g_strconcat (column->kind == LAMINA_LAYER_VALUE_TEXT ? "" : ">", column->title, NULL);
    }
  writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, (const char *const *) headings);
  title = g_strdup_printf ("%s: %s", lamina_chart_data_get_title (data), lamina_chart_data_get_subtitle (data));
  visible = lamina_visible_dup (title);
  printf ("%s\n", visible);
  for (guint row = 0; row < n; row++)
    for (guint i = 0; i < n_columns; i++)
      {
        g_auto (LaminaLayerValue) value = { 0 };

        lamina_chart_data_get_value (data, row, i, &value);
        lamina_row_writer_take (writer, value.kind == LAMINA_LAYER_VALUE_ABSENT ? NULL : lamina_layer_value_dup_text (&value));
      }
  lamina_row_writer_free (writer);
  if (lamina_chart_data_get_note (data) != NULL)
    printf ("%s\n", lamina_chart_data_get_note (data));
}

static LaminaExit
write_chart (LaminaDocument *document,
             const Options  *options)
{
  g_autoptr (LaminaChartData) data = create_data (lamina_chart_find (options->id), document, options);
  guint n = (guint) MIN ((gint64) lamina_chart_data_get_n_rows (data), options->selection.limit);
  g_autofree char *csv = NULL;

  if (lamina_chart_data_get_reason (data) != NULL)
    {
      lamina_command_complain ("%s: %s", options->id, lamina_chart_data_get_reason (data));
      return LAMINA_EXIT_INPUT;
    }
  switch (options->selection.format)
    {
    case LAMINA_FORMAT_CSV:
      csv = lamina_chart_data_dup_csv (data, n, lamina_command_get_csv_style ());
      fputs (csv, stdout);
      break;
    case LAMINA_FORMAT_JSON:
      lamina_json_rows_open ();
      for (guint row = 0; row < n; row++)
        write_json_row (data, row);
      lamina_json_rows_close ();
      break;
    case LAMINA_FORMAT_TABLE:
    default:
      write_table (data, n);
      break;
    }
  return lamina_command_finish ();
}

static LaminaExit
run_charts (int    argc,
            char **argv)
{
  Options options = { .selection = LAMINA_SELECTION_INIT, .selection.takes_one = TRUE };
  const GOptionEntry entries[] = {
    { "chart", 0, 0, G_OPTION_ARG_STRING, &options.id, "Write what this chart shows; without it, list the charts", "ID" },
    { "name", 0, 0, G_OPTION_ARG_STRING, &options.name, "Whose durations to show; without it, of what takes most", "NAME" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group_text, "What the memory of allocations is divided by",
      "site|module|stream|size|category" },
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on", "N" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.selection.section_text, "Only this section, from 1 on", "N" },
    { "limit", 0, 0, G_OPTION_ARG_INT64, &options.selection.limit, "How many rows at most", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  document = lamina_command_open_rows (&lamina_command_charts, entries, &options.selection, check_options, &options, argc, argv,
                                       &status);
  if (document == NULL)
    return status;
  if (!lamina_command_check_bands (options.grouping, lamina_document_get_run (document, options.selection.run)))
    return LAMINA_EXIT_INPUT;
  if (options.id != NULL)
    return write_chart (document, &options);
  list_charts (document, &options);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_charts = {
  .name = "charts",
  .arguments = "FILE…",
  .summary = "which charts a run has, and what one shows, as a table",
  .run = run_charts,
  .writes_rows = TRUE,
  .takes_device = TRUE,
};

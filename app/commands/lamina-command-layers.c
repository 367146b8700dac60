/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"

#include "lamina-attributes.h"
#include "lamina-json-output.h"
#include "lamina-layer-query.h"
#include "lamina-work.h"

#include <string.h>

/* `lamina layers`: the layers of a run, one by one or in groups. */

typedef struct
{
  LaminaSelection selection;
  char *group_text;
  char *sort;
  char *columns_text;
  char **columns;             /* NULL for the usual ones */
  int group;                  /* 0 for instances, else LaminaGroupBy + 1 */
} Options;

static void
options_clear (Options *self)
{
  g_strfreev (self->columns);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* What is called with @ is looked for when the file is open. */
static gboolean
check_sort (Options *self)
{
  g_autofree const char **columns = NULL;
  LaminaLayerColumn column;

  if (self->sort == NULL)
    self->sort = g_strdup (self->group > 0 ? "duration" : "index");
  if (self->sort[0] == '@' && self->sort[1] != '\0')
    return TRUE;
  if (self->group > 0)
    return lamina_command_choose ("sort", self->sort, lamina_layer_group_columns) >= 0;
  if (lamina_layer_column_from_name (self->sort, &column))
    return TRUE;
  columns = g_new0 (const char *, LAMINA_N_LAYER_COLUMNS + 1);
  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    columns[i] = lamina_layer_column_get_name ((LaminaLayerColumn) i);
  return lamina_command_choose ("sort", self->sort, columns) >= 0;
}

/*
 * Whether a column was named before: a program takes a member of JSON that comes twice for an error. `@` matters before the name of
 * one of Lamina's own alone.
 */
static gboolean
occurs_before (char  **names,
               guint   i)
{
  const char *name = names[i][0] == '@' ? names[i] + 1 : names[i];
  LaminaLayerColumn column;

  for (guint k = 0; k < i; k++)
    if (strcmp (names[k][0] == '@' ? names[k] + 1 : names[k], name) == 0
        && (names[k][0] == names[i][0] || !lamina_layer_column_from_name (name, &column)))
      return TRUE;
  return FALSE;
}

/* The names of columns, without blanks around them. */
static gboolean
split_columns (Options *self)
{
  if (self->columns_text == NULL)
    return TRUE;
  self->columns = g_strsplit (self->columns_text, ",", -1);
  for (guint i = 0; self->columns[i] != NULL; i++)
    if (*g_strstrip (self->columns[i]) == '\0')
      {
        lamina_command_complain ("--columns: a name is empty");
        return FALSE;
      }
    else if (occurs_before (self->columns, i))
      {
        lamina_command_complain ("--columns: “%s” is named twice", self->columns[i]);
        return FALSE;
      }
  return self->columns[0] != NULL;
}

static gboolean
check_options (gpointer user_data)
{
  Options *self = user_data;
  const char *groups[LAMINA_N_GROUP_BY + 2] = { "instance" };

  for (guint i = 0; i < LAMINA_N_GROUP_BY; i++)
    groups[i + 1] = lamina_group_by_get_name ((LaminaGroupBy) i);
  self->group = self->group_text != NULL ? lamina_command_choose ("group", self->group_text, groups) : 0;
  return self->group >= 0 && check_sort (self) && split_columns (self);
}

static void
write_rows (const LaminaLayerRows *rows,
            const Options         *options,
            LaminaGrouping        *grouping,
            const guint32         *order,
            const GPtrArray       *metrics,
            LaminaRowWriter       *writer)
{
  if (options->columns != NULL)
    lamina_layer_rows_write_columns (rows, (const char *const *) options->columns, grouping, order,
                                     options->selection.format, writer);
  else if (grouping != NULL)
    lamina_layer_rows_write_groups (rows, grouping, order, options->selection.format, writer);
  else if (options->selection.format == LAMINA_FORMAT_JSON)
    lamina_layer_rows_write_json (rows);
  else if (options->selection.format == LAMINA_FORMAT_CSV)
    lamina_layer_rows_write_csv (rows, metrics, writer);
  else
    lamina_layer_rows_write_table (rows, writer);
}

/* Sorts the rows, or puts them together. */
static LaminaGrouping *
arrange (LaminaLayerRows  *rows,
         const Options    *options,
         guint32         **order)
{
  LaminaLayerColumn column = lamina_layers_find_column (rows->run, options->sort);
  const LaminaLayerColumnInfo *info = lamina_layer_column_get_info (column);
  /* Names, types and places ascend; amounts begin with the largest. */
  gboolean descending = lamina_layer_column_is_number (rows->run, column) && !(info != NULL && info->ascends);
  LaminaGrouping *grouping;

  if (options->group > 0)
    {
      grouping = lamina_grouping_new (rows->run, rows->rows, rows->n_rows, (LaminaGroupBy) (options->group - 1), NULL);
      *order = lamina_grouping_dup_order (grouping, column, descending, NULL);
      return grouping;
    }
  lamina_layers_sort (rows->run, rows->timebase, column, descending, rows->rows, rows->n_rows, NULL);
  return NULL;
}

static void
write_run (LaminaDocument  *document,
           guint            i,
           const Options   *options,
           GPtrArray       *metrics,
           LaminaRowWriter *writer)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  LaminaLayerRows rows = {
    .document = document, .run_index = i, .run = run, .timebase = timebase, .layers = lamina_layers_in_force (run),
    .name_runs = options->selection.all, .limit = options->selection.limit,
  };
  g_autofree guint32 *found = NULL;
  g_autofree guint32 *order = NULL;
  g_autoptr (LaminaGrouping) grouping = NULL;

  if (options->selection.section > 0)
    filter.section = (guint32) (options->selection.section - 1);
  found = lamina_layers_filter (run, timebase, &filter, NULL, &rows.n_rows);
  rows.rows = found;
  grouping = arrange (&rows, options, &order);
  /* Shares of all before it are those of all, not of the few that are written. */
  if (grouping == NULL && options->columns == NULL)
    rows.n_rows = (guint) MIN ((gint64) rows.n_rows, options->selection.limit);
  write_rows (&rows, options, grouping, order, metrics, writer);
}

/* The metrics of all runs that are to be written, each name once. */
static GPtrArray *
list_metrics (LaminaDocument *document,
              const Options  *options)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *metrics = g_ptr_array_new ();

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      for (guint k = 0; lamina_selection_has_run (&options->selection, i) && k < lamina_run_get_n_metrics (run); k++)
        if (g_hash_table_add (seen, (gpointer) lamina_run_get_metric (run, k)->name))
          g_ptr_array_add (metrics, (gpointer) lamina_run_get_metric (run, k));
    }
  return metrics;
}

static LaminaRowWriter *
create_table (LaminaDocument  *document,
              const Options   *options,
              const GPtrArray *metrics)
{
  LaminaRun *first = NULL;

  for (guint i = 0; first == NULL && i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (&options->selection, i))
      first = lamina_document_get_run (document, i);
  if (options->columns != NULL && first != NULL && options->selection.format != LAMINA_FORMAT_JSON)
    return lamina_layers_table_new (first, (const char *const *) options->columns,
                                    options->selection.format == LAMINA_FORMAT_CSV, options->selection.all);
  if (options->group > 0 && options->selection.format != LAMINA_FORMAT_JSON)
    return lamina_layer_groups_table_new ((LaminaGroupBy) (options->group - 1),
                                          options->selection.format == LAMINA_FORMAT_CSV, options->selection.all);
  if (options->selection.format == LAMINA_FORMAT_CSV)
    return lamina_layer_csv_new (metrics);
  return lamina_row_writer_new (options->selection.format, lamina_layer_table_headings + (options->selection.all ? 0 : 1));
}

static void
write_runs (LaminaDocument *document,
            const Options  *options)
{
  g_autoptr (GPtrArray) metrics = list_metrics (document, options);
  g_autoptr (LaminaRowWriter) writer = create_table (document, options, metrics);

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (&options->selection, i))
      write_run (document, i, options, metrics, writer);
}

/* Whether the document has what is called by names of its own. */
static gboolean
check_names (LaminaDocument *document,
             const Options  *options)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; options->columns != NULL && options->columns[i] != NULL; i++)
    g_ptr_array_add (names, options->columns[i]);
  g_ptr_array_add (names, options->sort);
  g_ptr_array_add (names, NULL);
  return lamina_layers_check_columns (document, &options->selection, (const char *const *) names->pdata);
}

static LaminaExit
run_layers (int    argc,
            char **argv)
{
  g_auto (Options) options = { .selection = LAMINA_SELECTION_INIT };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on, or all", "N|all" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.selection.section_text, "Only this section, from 1 on", "N" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group_text, "What to put together",
      "instance|type|shape|name|family|section|annotation|device" },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.sort, "What to sort by", "COLUMN" },
    { "columns", 0, 0, G_OPTION_ARG_STRING, &options.columns_text,
      "What to write, with commas between; @NAME is an attribute or a number of the tool's own", "COLUMN,…" },
    { "limit", 0, 0, G_OPTION_ARG_INT64, &options.selection.limit, "How many rows at most", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  document = lamina_command_open_rows (&lamina_command_layers, entries, &options.selection, check_options, &options, argc, argv,
                                       &status);
  if (document == NULL)
    return status;
  if (!check_names (document, &options))
    return LAMINA_EXIT_USAGE;
  write_runs (document, &options);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_layers = {
  .name = "layers",
  .arguments = "FILE…",
  .summary = "the layers of a run, one by one or in groups",
  .takes_device = TRUE,
  .run = run_layers,
  .writes_rows = TRUE,
};

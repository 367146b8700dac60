/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"
#include "lamina-json-output.h"
#include "lamina-layer-query.h"
#include "lamina-work.h"

#include <string.h>

/* `lamina layers`: the layers of a run, one by one or in groups. */

typedef struct
{
  LaminaSelection selection;
  char *section_text;
  char *group_text;
  char *sort;
  gint64 limit;
  int group;                  /* 0 for instances, else LaminaGroupBy + 1 */
  LaminaLayerColumn column;
  gint64 section;             /* from 1 on, 0 for all */
} Options;

static void
options_clear (Options *self)
{
  lamina_selection_clear (&self->selection);
  g_free (self->section_text);
  g_free (self->group_text);
  g_free (self->sort);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
check_sort (Options *self)
{
  g_autofree const char **columns = NULL;

  if (self->group > 0)
    {
      if (self->sort != NULL && lamina_command_choose ("sort", self->sort, lamina_layer_group_columns) < 0)
        return FALSE;
      return lamina_layer_column_from_name (self->sort != NULL ? self->sort : "duration", &self->column);
    }
  if (self->sort == NULL || lamina_layer_column_from_name (self->sort, &self->column))
    return TRUE;
  columns = g_new0 (const char *, LAMINA_N_LAYER_COLUMNS + 1);
  for (guint i = 0; i < LAMINA_N_LAYER_COLUMNS; i++)
    columns[i] = lamina_layer_column_get_name ((LaminaLayerColumn) i);
  return lamina_command_choose ("sort", self->sort, columns) >= 0;
}

static gboolean
check_options (Options *self)
{
  const char *groups[LAMINA_N_GROUP_BY + 2] = { "instance" };

  for (guint i = 0; i < LAMINA_N_GROUP_BY; i++)
    groups[i + 1] = lamina_group_by_get_name ((LaminaGroupBy) i);
  self->group = self->group_text != NULL ? lamina_command_choose ("group", self->group_text, groups) : 0;
  self->column = LAMINA_LAYER_COLUMN_INDEX;
  return self->group >= 0 && check_sort (self)
         && lamina_selection_parse_rows (&self->selection, self->section_text, &self->section, self->limit);
}

/* Names, types and places ascend; amounts begin with the largest. */
static gboolean
is_descending (LaminaLayerColumn column)
{
  switch (column)
    {
    case LAMINA_LAYER_COLUMN_INDEX:
    case LAMINA_LAYER_COLUMN_ORDER:
    case LAMINA_LAYER_COLUMN_NAME:
    case LAMINA_LAYER_COLUMN_TYPE:
    case LAMINA_LAYER_COLUMN_START:
    case LAMINA_LAYER_COLUMN_SHAPE:
    case LAMINA_LAYER_COLUMN_CUMULATIVE:
    case LAMINA_LAYER_COLUMN_PHASE:
    case LAMINA_LAYER_COLUMN_DEVICE:
    case LAMINA_LAYER_COLUMN_SECTION:
    case LAMINA_LAYER_COLUMN_DTYPE:
    case LAMINA_LAYER_COLUMN_INPUTS:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
write_rows (const LaminaLayerRows *rows,
            const Options         *options,
            const GPtrArray       *metrics,
            LaminaTable           *table)
{
  if (options->group > 0)
    lamina_layer_rows_write_groups (rows, (LaminaGroupBy) (options->group - 1), options->column,
                                    is_descending (options->column), options->selection.format, table);
  else if (options->selection.format == LAMINA_FORMAT_JSON)
    lamina_layer_rows_write_json (rows);
  else if (options->selection.format == LAMINA_FORMAT_CSV)
    lamina_layer_rows_write_csv (rows, metrics, table);
  else
    lamina_layer_rows_write_table (rows, table);
}

static void
write_run (LaminaDocument *document,
           guint           i,
           const Options  *options,
           GPtrArray      *metrics,
           LaminaTable    *table)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  LaminaLayerRows rows = {
    .document = document, .run_index = i, .run = run, .timebase = timebase, .layers = lamina_layers_in_force (run),
    .name_runs = options->selection.all, .limit = options->limit,
  };
  g_autofree guint32 *found = NULL;

  if (options->section > 0)
    filter.section = (guint32) (options->section - 1);
  found = lamina_layers_filter (run, timebase, &filter, NULL, &rows.n_rows);
  rows.rows = found;
  if (options->group == 0)
    {
      lamina_layers_sort (run, timebase, options->column, is_descending (options->column), rows.rows, rows.n_rows,
                          NULL);
      rows.n_rows = (guint) MIN ((gint64) rows.n_rows, options->limit);
    }
  write_rows (&rows, options, metrics, table);
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

static LaminaTable *
create_table (const Options   *options,
              const GPtrArray *metrics)
{
  const char *const *headings = options->group > 0 ? lamina_layer_group_table_headings : lamina_layer_table_headings;

  if (options->selection.format == LAMINA_FORMAT_TABLE)
    return lamina_table_new (FALSE, headings + (options->selection.all ? 0 : 1));
  if (options->selection.format == LAMINA_FORMAT_CSV)
    return options->group > 0 ? lamina_table_new (TRUE, lamina_layer_group_csv_headings) :
           lamina_layer_csv_new (metrics);
  return NULL;
}

static void
write_runs (LaminaDocument *document,
            const Options  *options)
{
  g_autoptr (GPtrArray) metrics = list_metrics (document, options);
  LaminaTable *table = create_table (options, metrics);

  if (options->selection.format == LAMINA_FORMAT_JSON)
    lamina_json_rows_open ();
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (&options->selection, i))
      write_run (document, i, options, metrics, table);
  if (options->selection.format == LAMINA_FORMAT_JSON)
    lamina_json_rows_close ();
  g_clear_pointer (&table, lamina_table_free);
}

static LaminaExit
run_layers (int    argc,
            char **argv)
{
  g_auto (Options) options = { .limit = G_MAXUINT32 };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on, or all", "N|all" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.section_text, "Only this section, from 1 on", "N" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group_text, "What to put together",
      "instance|type|shape|name|family|section|device" },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.sort, "What to sort by", "COLUMN" },
    { "limit", 0, 0, G_OPTION_ARG_INT64, &options.limit, "How many rows at most", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) files = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  if (!lamina_command_parse (&lamina_command_layers, entries, 1, argc, argv, &files, &status))
    return status;
  if (!check_options (&options))
    return LAMINA_EXIT_USAGE;
  document = lamina_command_open (files[0]);
  if (document == NULL)
    return LAMINA_EXIT_INPUT;
  if (!lamina_selection_resolve (&options.selection, document, files[0])
      || !lamina_selection_check_section (&options.selection, document, options.section_text, options.section))
    return LAMINA_EXIT_USAGE;
  write_runs (document, &options);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_layers = {
  .name = "layers",
  .arguments = "FILE",
  .summary = "the layers of a run, one by one or in groups",
  .run = run_layers,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-json-output.h"
#include "lamina-row-writer.h"
#include "lamina-segments.h"
#include "lamina-tensor-groups.h"
#include "lamina-tensor-value.h"
#include "lamina-words.h"

#include <math.h>
#include <string.h>

/* `lamina tensors`: the tensors of a run. */

typedef struct
{
  LaminaSelection selection;
  char *at_text;
  char *sort_text;
  char *columns_text;
  char *group_text;
  gboolean at_peak;        /* whether only what is kept at the peak is wanted */
  gint64 at;               /* the same of another position, from the start of the axis on */
  char *range_text;
  gint64 start;            /* of the range in which tensors are to be allocated, from the start of the axis on */
  gint64 end;
  gboolean kept;           /* whether only those that are not freed in it */
  gboolean segments;       /* whether segments are written, not tensors */
  LaminaTensorColumn sort;
  LaminaTensorGrouping grouping; /* or LAMINA_TENSORS_ONE_BY_ONE */
  GArray *columns;         /* of LaminaTensorColumn */
} Options;

static void
options_clear (Options *self)
{
  g_clear_pointer (&self->columns, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSet *live;
  const LaminaTensors *tensors;
  gint64 run_number;            /* 0 where runs are not told apart */
  LaminaRowWriter *writer;
} Tensors;

/* From the clock of a lifetime to the start of the axis; no sum of what a file says may overflow. */
static gint64
get_relative (const Tensors *self,
              guint32        clock,
              gint64         time)
{
  gint64 position = lamina_number_add (time, lamina_timebase_get_offset (self->timebase, clock));

  return lamina_number_add (position, -lamina_timebase_get_start (self->timebase));
}

static void
add_lifetimes (JsonBuilder   *json,
               const Tensors *self,
               guint          tensor)
{
  lamina_json_open_array (json, "lifetimes");
  for (guint i = lamina_column_first (self->tensors->first_lifetime, tensor);
       i < lamina_column_first (self->tensors->first_lifetime, tensor + 1); i++)
    {
      const LaminaLifetime *lifetime = &self->tensors->lifetimes[i];

      json_builder_begin_object (json);
      lamina_json_add_text (json, "kind", lamina_words_lifetimes[lifetime->kind]);
      lamina_json_add_integer (json, "bytes", lifetime->bytes);
      lamina_json_add_integer (json, "first", get_relative (self, lifetime->clock, lifetime->first));
      lamina_json_add_integer (json, "last", get_relative (self, lifetime->clock, lifetime->last));
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_consumers (JsonBuilder   *json,
               const Tensors *self,
               guint32        tensor)
{
  const guint32 *first = self->tensors->first_consumer;

  if (lamina_tensor_count_consumers (self->run, tensor) == LAMINA_ABSENT)
    lamina_json_add_text (json, "consumers", NULL);
  else
    lamina_json_add_ids (json, "consumers", self->tensors->consumers + first[tensor], first[tensor + 1] - first[tensor]);
}

static void
write_object (const Tensors *self,
              guint32        i)
{
  JsonBuilder *json = lamina_json_row_begin ();

  if (self->run_number > 0)
    lamina_json_add_integer (json, "run", self->run_number);
  lamina_json_add_integer (json, "id", i);
  lamina_json_add_string (json, "name", self->run, lamina_column_id (self->tensors->name, i));
  lamina_json_add_string (json, "dtype", self->run, self->tensors->dtype[i]);
  lamina_json_add_shape (json, self->run, self->tensors->shape[i]);
  lamina_json_add_string (json, "layout", self->run, lamina_column_id (self->tensors->layout, i));
  lamina_json_add_integer (json, "bytes", self->tensors->bytes[i]);
  lamina_json_add_text (json, "role", lamina_role_get_name (lamina_tensors_get_role (self->tensors, i)));
  lamina_json_add_row (json, "producer", lamina_column_row (self->tensors->producer, i));
  add_consumers (json, self, i);
  add_lifetimes (json, self, i);
  lamina_json_add_estimated (json, self->tensors->estimated[i]);
  lamina_json_row_end (json);
}

/* What is written unless others are asked for. */
static const LaminaTensorColumn table_columns[] = {
  LAMINA_TENSOR_COLUMN_INDEX, LAMINA_TENSOR_COLUMN_NAME, LAMINA_TENSOR_COLUMN_DTYPE, LAMINA_TENSOR_COLUMN_SHAPE,
  LAMINA_TENSOR_COLUMN_BYTES, LAMINA_TENSOR_COLUMN_ROLE, LAMINA_TENSOR_COLUMN_PRODUCER_ID, LAMINA_TENSOR_COLUMN_CONSUMER_IDS,
};
static const LaminaTensorColumn csv_columns[] = {
  LAMINA_TENSOR_COLUMN_INDEX, LAMINA_TENSOR_COLUMN_NAME, LAMINA_TENSOR_COLUMN_DTYPE, LAMINA_TENSOR_COLUMN_SHAPE,
  LAMINA_TENSOR_COLUMN_LAYOUT, LAMINA_TENSOR_COLUMN_BYTES, LAMINA_TENSOR_COLUMN_ROLE, LAMINA_TENSOR_COLUMN_PRODUCER_ID,
  LAMINA_TENSOR_COLUMN_CONSUMER_IDS, LAMINA_TENSOR_COLUMN_FIRST, LAMINA_TENSOR_COLUMN_LAST,
};

static void
write_cells (const Tensors *self,
             const Options *options,
             guint32        tensor)
{
  for (guint i = 0; i < options->columns->len; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_tensor_get_value (self->run, self->timebase, self->live, tensor,
                               g_array_index (options->columns, LaminaTensorColumn, i), &value);
      lamina_row_writer_take (self->writer, options->selection.format == LAMINA_FORMAT_CSV
                                            ? lamina_layer_value_dup_plain (&value) : lamina_layer_value_dup_text (&value));
    }
}

/* The members of an object as they were asked for. */
static void
write_members (const Tensors *self,
               const Options *options,
               guint32        tensor)
{
  JsonBuilder *json = lamina_json_row_begin ();

  if (self->run_number > 0)
    lamina_json_add_integer (json, "run", self->run_number);
  for (guint i = 0; i < options->columns->len; i++)
    {
      LaminaTensorColumn column = g_array_index (options->columns, LaminaTensorColumn, i);
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_tensor_get_value (self->run, self->timebase, self->live, tensor, column, &value);
      lamina_json_add_layer_value (json, lamina_tensor_column_get_info (column)->name, &value);
    }
  lamina_json_add_estimated (json, self->tensors->estimated[tensor]);
  lamina_json_row_end (json);
}

static void
write_tensor (const Tensors *self,
              const Options *options,
              guint32        tensor)
{
  if (options->selection.format == LAMINA_FORMAT_JSON)
    {
      if (options->columns_text != NULL)
        write_members (self, options, tensor);
      else
        write_object (self, tensor);
      return;
    }
  if (self->run_number > 0)
    lamina_row_writer_add_integer (self->writer, self->run_number);
  write_cells (self, options, tensor);
  if (options->selection.format == LAMINA_FORMAT_CSV)
    lamina_row_writer_add_estimated (self->writer, self->tensors->estimated[tensor]);
}

static void
write_group (const Tensors           *self,
             const Options           *options,
             const LaminaTensorGroup *group,
             gint64                   sum)
{
  gint64 largest = lamina_column_number (self->tensors->bytes, group->largest);
  double share = group->bytes != LAMINA_ABSENT && sum > 0 ? (double) group->bytes / (double) sum : NAN;

  if (self->run_number > 0)
    lamina_row_writer_add_integer (self->writer, self->run_number);
  lamina_row_writer_take (self->writer, lamina_tensor_group_dup_label (self->run, options->grouping, group));
  lamina_row_writer_add_count (self->writer, group->n);
  if (options->selection.format == LAMINA_FORMAT_TABLE)
    {
      lamina_row_writer_take (self->writer, group->bytes != LAMINA_ABSENT ? lamina_figure_dup (group->bytes, LAMINA_UNIT_BYTES)
                                                                          : NULL);
      lamina_row_writer_take (self->writer, isnan (share) ? NULL : lamina_layer_dup_share (share));
      lamina_row_writer_take (self->writer, largest != LAMINA_ABSENT ? lamina_figure_dup (largest, LAMINA_UNIT_BYTES) : NULL);
      return;
    }
  lamina_row_writer_add_integer (self->writer, group->bytes);
  lamina_row_writer_add_real (self->writer, share);
  lamina_row_writer_add_integer (self->writer, largest);
}

/* Those that are largest together first. */
static void
write_groups (const Tensors *self,
              const Options *options,
              const guint32 *rows,
              guint          n)
{
  g_autoptr (GArray) groups = lamina_tensor_groups_new (self->run, options->grouping, rows, n, LAMINA_TENSOR_GROUP_COLUMN_BYTES,
                                                        TRUE, NULL);
  gint64 sum = LAMINA_ABSENT;

  for (guint i = 0; i < groups->len; i++)
    sum = lamina_number_add (sum, g_array_index (groups, LaminaTensorGroup, i).bytes);
  for (guint i = 0; i < groups->len && i < options->selection.limit; i++)
    write_group (self, options, &g_array_index (groups, LaminaTensorGroup, i), sum);
}

/* Where on the axis tensors are to be alive; FALSE where a run has no such place. */
static gboolean
get_position (const Tensors *self,
              const Options *options,
              gint64        *position)
{
  guint peak = lamina_live_set_get_peak (self->live);

  *position = LAMINA_ABSENT;
  if (options->at_text == NULL && !options->segments)
    return TRUE;
  if (peak == LAMINA_NONE)
    return FALSE;
  *position = options->at_peak ? lamina_live_set_get_steps (self->live)->position[peak]
                               : lamina_number_add (lamina_timebase_get_start (self->timebase), options->at);
  return TRUE;
}

/* Tensors that were allocated in the range, or those that are kept at a position, or all. */
static guint32 *
list_tensors (const Tensors *self,
              const Options *options,
              gint64         position,
              guint         *n)
{
  LaminaTensorFilter filter = LAMINA_TENSOR_FILTER_INIT;
  gint64 start = lamina_timebase_get_start (self->timebase);

  if (options->range_text != NULL)
    return lamina_live_set_list_allocated (self->live, lamina_number_add (start, options->start),
                                           lamina_number_add (start, options->end), options->kept, n);
  filter.position = position;
  return lamina_tensors_filter (self->run, self->live, &filter, NULL, n);
}

static void
write_run (LaminaRun       *run,
           gint64           run_number,
           const Options   *options,
           LaminaRowWriter *writer)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (LaminaLiveSet) live = lamina_live_set_new (run, timebase, NULL);
  Tensors self = { run, timebase, live, lamina_run_get_tensors (run), run_number, writer };
  g_autofree guint32 *rows = NULL;
  gint64 position;
  guint n = 0;

  if (!get_position (&self, options, &position))
    return;
  if (options->segments)
    {
      lamina_segments_write (run, timebase, live, position, &options->selection, run_number, writer);
      return;
    }
  rows = list_tensors (&self, options, position, &n);
  if (options->grouping != LAMINA_TENSORS_ONE_BY_ONE)
    {
      write_groups (&self, options, rows, n);
      return;
    }
  /* Texts ascend; amounts begin with the largest, as those of layers do. */
  if (options->sort_text != NULL)
    lamina_tensors_sort (run, timebase, live, options->sort, !lamina_tensor_column_get_info (options->sort)->is_text
                                                   && options->sort != LAMINA_TENSOR_COLUMN_INDEX
                                                   && options->sort != LAMINA_TENSOR_COLUMN_FIRST, rows, n, NULL);
  for (guint i = 0; i < n && i < options->selection.limit; i++)
    write_tensor (&self, options, rows[i]);
}

static LaminaRowWriter *
create_group_writer (const Options *options)
{
  const char *const headings[] = { ">Run", lamina_tensor_grouping_get_title (options->grouping), ">Tensors", ">Size", ">Share",
                                   ">Largest", NULL };
  const char *const keys[] = { "run", lamina_tensor_grouping_get_name (options->grouping), "tensors", "bytes", "share",
                               "largest_bytes", NULL };

  return lamina_row_writer_new (options->selection.format, (options->selection.format == LAMINA_FORMAT_TABLE ? headings : keys)
                                                           + (options->selection.all ? 0 : 1));
}

static LaminaRowWriter *
create_writer (const Options *options)
{
  gboolean is_csv = options->selection.format == LAMINA_FORMAT_CSV;
  g_autoptr (GPtrArray) headings = g_ptr_array_new_with_free_func (g_free);

  if (options->selection.all || (is_csv && options->columns_text == NULL))
    g_ptr_array_add (headings, g_strdup (is_csv ? "run" : ">Run"));
  for (guint i = 0; i < options->columns->len; i++)
    {
      const LaminaTensorColumnInfo *info = lamina_tensor_column_get_info (g_array_index (options->columns, LaminaTensorColumn, i));

      g_ptr_array_add (headings, g_strconcat (info->is_text ? "" : ">", is_csv ? info->name : info->title, NULL));
    }
  if (is_csv)
    g_ptr_array_add (headings, g_strdup ("estimated"));
  g_ptr_array_add (headings, NULL);
  return lamina_row_writer_new (options->selection.format, (const char *const *) headings->pdata);
}

static void
write_runs (LaminaDocument *document,
            const Options  *options)
{
  gboolean is_grouped = options->grouping != LAMINA_TENSORS_ONE_BY_ONE;
  g_autoptr (LaminaRowWriter) writer = options->segments ? lamina_segments_create_writer (&options->selection)
                                       : is_grouped ? create_group_writer (options) : create_writer (options);
  /* The usual columns of CSV begin with the run, whether there is one or several. */
  gboolean name_runs = options->selection.all || (!is_grouped && !options->segments
                                                  && options->selection.format == LAMINA_FORMAT_CSV
                                                  && options->columns_text == NULL);

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (&options->selection, i))
      write_run (lamina_document_get_run (document, i), name_runs ? (gint64) i + 1 : 0, options, writer);
}

static gboolean
choose_column (const char         *option,
               const char         *name,
               LaminaTensorColumn *column)
{
  const char *names[LAMINA_N_TENSOR_COLUMNS + 1] = { NULL };
  int choice;

  for (guint i = 0; i < LAMINA_N_TENSOR_COLUMNS; i++)
    names[i] = lamina_tensor_column_get_info ((LaminaTensorColumn) i)->name;
  choice = lamina_command_choose (option, name, names);
  *column = (LaminaTensorColumn) MAX (choice, 0);
  return choice >= 0;
}

/* Each column once: a program takes a member of JSON that comes twice for an error. */
static gboolean
choose_columns (Options *self)
{
  g_auto (GStrv) names = self->columns_text != NULL ? g_strsplit (self->columns_text, ",", -1) : NULL;
  gboolean is_csv = self->selection.format == LAMINA_FORMAT_CSV;
  guint seen = 0;

  self->columns = g_array_new (FALSE, FALSE, sizeof (LaminaTensorColumn));
  if (names == NULL)
    {
      g_array_append_vals (self->columns, is_csv ? csv_columns : table_columns,
                           is_csv ? G_N_ELEMENTS (csv_columns) : G_N_ELEMENTS (table_columns));
      return TRUE;
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      LaminaTensorColumn column;

      if (!choose_column ("columns", g_strstrip (names[i]), &column))
        return FALSE;
      if (seen & (1u << column))
        {
          lamina_command_complain ("--columns: “%s” is named twice", names[i]);
          return FALSE;
        }
      seen |= 1u << column;
      g_array_append_val (self->columns, column);
    }
  return TRUE;
}

static gboolean
check_at (Options *self)
{
  self->at_peak = g_strcmp0 (self->at_text, "peak") == 0;
  if (self->at_text == NULL || self->at_peak || lamina_decimal_parse (self->at_text, strlen (self->at_text), 0, &self->at))
    return TRUE;
  lamina_command_complain ("--at %s: expected peak, or a whole number of nanoseconds, steps or events from the start of the axis",
                           self->at_text);
  return FALSE;
}

static gboolean
check_range (Options *self)
{
  if (self->range_text != NULL && !lamina_position_parse_range (self->range_text, &self->start, &self->end))
    {
      lamina_command_complain ("--range %s: expected START..END, such as 10ms..20ms", self->range_text);
      return FALSE;
    }
  if (self->kept && self->range_text == NULL)
    lamina_command_complain ("--kept is of what was allocated in a --range");
  else if (self->range_text != NULL && self->at_text != NULL)
    lamina_command_complain ("--at is a moment, --range is not: choose one of them");
  else
    return TRUE;
  return FALSE;
}

/* Segments are those of a moment: the peak, if no other was named. */
static gboolean
check_segments (Options *self)
{
  if (!self->segments)
    return TRUE;
  if (self->range_text != NULL || self->group_text != NULL || self->sort_text != NULL || self->columns_text != NULL)
    {
      lamina_command_complain ("--segments has columns and an order of its own: not with --range, --group, --sort or --columns");
      return FALSE;
    }
  self->at_peak = self->at_peak || self->at_text == NULL;
  return TRUE;
}

static gboolean
check_group (Options *self)
{
  const char *names[LAMINA_N_TENSOR_GROUPINGS] = { NULL };
  int choice;

  if (self->group_text == NULL)
    return TRUE;
  if (self->sort_text != NULL || self->columns_text != NULL)
    {
      lamina_command_complain ("--group has columns and an order of its own: not with --sort or --columns");
      return FALSE;
    }
  for (guint i = 1; i < LAMINA_N_TENSOR_GROUPINGS; i++)
    names[i - 1] = lamina_tensor_grouping_get_name ((LaminaTensorGrouping) i);
  choice = lamina_command_choose ("group", self->group_text, names);
  self->grouping = (LaminaTensorGrouping) (choice + 1);
  return choice >= 0;
}

static gboolean
check_options (gpointer user_data)
{
  Options *self = user_data;

  return check_group (self) && choose_columns (self) && check_at (self) && check_range (self) && check_segments (self)
         && (self->sort_text == NULL || choose_column ("sort", self->sort_text, &self->sort));
}

static LaminaExit
run_tensors (int    argc,
             char **argv)
{
  g_auto (Options) options = { .selection = LAMINA_SELECTION_INIT };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on, or all", "N|all" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &options.at_text, "Only what is kept in memory there, in nanoseconds, steps or events",
      "peak|POSITION" },
    { "range", 0, 0, G_OPTION_ARG_STRING, &options.range_text, "Only what was allocated in it, from the start of the axis",
      "START..END" },
    { "kept", 0, 0, G_OPTION_ARG_NONE, &options.kept, "Of that only what is not freed in it", NULL },
    { "segments", 0, 0, G_OPTION_ARG_NONE, &options.segments, "Where the allocator has memory then, and what of it is free", NULL },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group_text, "Add up tensors that have this in common",
      "shape|dtype|role|site|module|stack|stream|size|category" },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.sort_text, "What to sort by", "COLUMN" },
    { "columns", 0, 0, G_OPTION_ARG_STRING, &options.columns_text, "What to write, with commas between", "COLUMN,…" },
    { "limit", 0, 0, G_OPTION_ARG_INT64, &options.selection.limit, "How many rows at most", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  document = lamina_command_open_rows (&lamina_command_tensors, entries, &options.selection, check_options, &options, argc, argv,
                                       &status);
  if (document == NULL)
    return status;
  write_runs (document, &options);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_tensors = {
  .name = "tensors",
  .arguments = "FILE…",
  .summary = "the tensors of a run",
  .run = run_tensors,
  .writes_rows = TRUE,
};

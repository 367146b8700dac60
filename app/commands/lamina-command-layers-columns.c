/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-layers.h"

#include "lamina-attributes.h"
#include "lamina-json-output.h"

#include <math.h>
#include <string.h>

/* Layers, one by one or in groups, with the columns that were asked for. */

/* A name that may be that of a metric or of an attribute. */
static LaminaLayerColumn
find_named (LaminaRun  *run,
            const char *name)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    if (strcmp (lamina_run_get_metric (run, i)->name, name) == 0)
      return LAMINA_LAYER_COLUMN_METRIC (i);
  return lamina_attribute_get_column (run, name);
}

LaminaLayerColumn
lamina_layers_find_column (LaminaRun  *run,
                           const char *name)
{
  LaminaLayerColumn column;

  if (name[0] == '@' && name[1] != '\0')
    return find_named (run, name + 1);
  return lamina_layer_column_from_name (name, &column) ? column : find_named (run, name);
}

/* What each of the columns is in a run. */
static GArray *
list_columns (LaminaRun          *run,
              const char *const  *names)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));

  for (guint i = 0; names[i] != NULL; i++)
    {
      LaminaLayerColumn column = lamina_layers_find_column (run, names[i]);

      g_array_append_val (columns, column);
    }
  return columns;
}

/* Whether any of the runs that are to be written has something that is called so. */
static gboolean
is_known (LaminaDocument        *document,
          const LaminaSelection *selection,
          const char            *name)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);
      LaminaLayerColumn column = lamina_layers_find_column (run, name);

      if (lamina_selection_has_run (selection, i)
          && (!lamina_layer_column_is_attribute (column) || lamina_attribute_is_known (run, column)))
        return TRUE;
    }
  return FALSE;
}

gboolean
lamina_layers_check_columns (LaminaDocument        *document,
                             const LaminaSelection *selection,
                             const char *const     *names)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (selection, i))
      {
        LaminaRun *run = lamina_document_get_run (document, i);
        g_autoptr (GArray) columns = list_columns (run, names);
        g_autoptr (GError) error = NULL;

        /* All attributes at once: each reading goes through all layers. */
        if (!lamina_attributes_read (run, (const LaminaLayerColumn *) (gconstpointer) columns->data, columns->len, NULL, &error))
          {
            lamina_command_complain ("%s", error->message);
            return FALSE;
          }
      }
  for (guint i = 0; names[i] != NULL; i++)
    if (!is_known (document, selection, names[i]))
      {
        lamina_command_complain ("no column, no number and no attribute of a layer is called “%s”", names[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
is_rate (LaminaLayerColumn column)
{
  return column == LAMINA_LAYER_COLUMN_FLOP_RATE || column == LAMINA_LAYER_COLUMN_BYTE_RATE;
}

/* What programs are told of a rate besides, behind all that was asked for. */
static void
add_rate_headings (GPtrArray         *headings,
                   LaminaLayerColumn  column)
{
  const char *what = column == LAMINA_LAYER_COLUMN_FLOP_RATE ? "flop" : "bytes";

  if (!is_rate (column))
    return;
  g_ptr_array_add (headings, g_strconcat (what, "_covered_ns", NULL));
  g_ptr_array_add (headings, g_strconcat (what, "_covered_share", NULL));
  g_ptr_array_add (headings, g_strconcat (what, "_suspicious", NULL));
}

LaminaRowWriter *
lamina_layers_table_new (LaminaRun          *run,
                         const char *const  *names,
                         gboolean            is_csv,
                         gboolean            name_runs)
{
  g_autoptr (GArray) columns = list_columns (run, names);
  g_autoptr (GPtrArray) headings = g_ptr_array_new_with_free_func (g_free);

  if (name_runs)
    g_ptr_array_add (headings, g_strdup (is_csv ? ">run" : ">Run"));
  for (guint i = 0; i < columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (columns, LaminaLayerColumn, i);
      const char *name = names[i] + (names[i][0] == '@');

      g_ptr_array_add (headings, g_strconcat (lamina_layer_column_is_number (run, column) ? ">" : "",
                                              is_csv ? lamina_layer_column_get_key (run, column) : name, NULL));
    }
  if (is_csv)
    g_ptr_array_add (headings, g_strdup ("estimated"));
  for (guint i = 0; is_csv && i < columns->len; i++)
    add_rate_headings (headings, g_array_index (columns, LaminaLayerColumn, i));
  g_ptr_array_add (headings, NULL);
  return lamina_row_writer_new (is_csv ? LAMINA_FORMAT_CSV : LAMINA_FORMAT_TABLE, (const char *const *) headings->pdata);
}

/* One row, that of a layer or of a group. */
typedef struct
{
  const LaminaLayerRows *rows;
  GArray *columns;
  const float *cumulative;
  const LaminaLayerGroup *group;
  guint32 layer;
} Row;

static void
get_value (const Row        *self,
           guint             i,
           LaminaLayerValue *value)
{
  LaminaLayerColumn column = g_array_index (self->columns, LaminaLayerColumn, i);

  if (self->group != NULL)
    {
      lamina_layer_group_get_value (self->rows->run, self->group, column, value);
      return;
    }
  lamina_layer_get_value (self->rows->run, self->rows->timebase, self->layer, column, value);
  if (column == LAMINA_LAYER_COLUMN_CUMULATIVE && self->cumulative != NULL && !isnan (self->cumulative[self->layer]))
    *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_SHARE, .real = (double) self->cumulative[self->layer] };
}

/* FALSE where the column is no rate. */
static gboolean
get_rate (const Row  *self,
          guint       i,
          LaminaRate *rate)
{
  LaminaLayerColumn column = g_array_index (self->columns, LaminaLayerColumn, i);
  LaminaUnit unit = column == LAMINA_LAYER_COLUMN_FLOP_RATE ? LAMINA_UNIT_FLOP : LAMINA_UNIT_BYTES;

  if (!is_rate (column))
    return FALSE;
  if (self->group != NULL)
    lamina_layer_group_get_rate (self->group, self->rows->run, unit, rate);
  else
    lamina_rate_init (rate, self->rows->run, &self->layer, 1, unit);
  return TRUE;
}

static void
write_csv_rates (const Row       *self,
                 LaminaRowWriter *writer)
{
  LaminaRate rate;

  for (guint i = 0; i < self->columns->len; i++)
    if (get_rate (self, i, &rate))
      {
        lamina_row_writer_add_integer (writer, rate.covered);
        lamina_row_writer_add_real (writer, lamina_rate_get_share (&rate));
        lamina_row_writer_take (writer, lamina_rate_dup_reason (&rate, self->rows->run));
      }
}

static const char *
get_key (const Row *self,
         guint      i)
{
  return lamina_layer_column_get_key (self->rows->run, g_array_index (self->columns, LaminaLayerColumn, i));
}

static void
write_cells (const Row       *self,
             LaminaRowWriter *writer,
             gboolean         is_csv)
{
  g_autoptr (GString) estimated = g_string_new (NULL);

  if (self->rows->name_runs)
    lamina_row_writer_add_integer (writer, self->rows->run_index + 1);
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      LaminaRate rate;

      get_value (self, i, &value);
      if (value.suspicious && get_rate (self, i, &rate))
        lamina_row_writer_take_note (writer, lamina_rate_dup_reason (&rate, self->rows->run));
      lamina_row_writer_take (writer, is_csv ? lamina_layer_value_dup_plain (&value) : lamina_layer_value_dup_text (&value));
      if (value.estimated && value.kind != LAMINA_LAYER_VALUE_ABSENT)
        g_string_append_printf (estimated, "%s%s", estimated->len > 0 ? " " : "", get_key (self, i));
    }
  if (!is_csv)
    return;
  lamina_row_writer_add_words (writer, estimated->str);
  write_csv_rates (self, writer);
}

static void
write_object (const Row *self)
{
  JsonBuilder *json = lamina_json_row_begin ();
  g_autoptr (GPtrArray) estimated = g_ptr_array_new ();
  LaminaRate rate;

  if (self->rows->name_runs)
    lamina_json_add_integer (json, "run", self->rows->run_index + 1);
  for (guint i = 0; i < self->columns->len; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      get_value (self, i, &value);
      if (get_rate (self, i, &rate))
        lamina_json_add_rate (json, &rate, self->rows->run);
      else
        lamina_json_add_layer_value (json, get_key (self, i), &value);
      if (value.estimated && value.kind != LAMINA_LAYER_VALUE_ABSENT)
        g_ptr_array_add (estimated, (gpointer) get_key (self, i));
    }
  lamina_json_add_texts (json, "estimated", estimated);
  lamina_json_row_end (json);
}

void
lamina_layer_rows_write_columns (const LaminaLayerRows *self,
                                 const char *const     *names,
                                 LaminaGrouping        *grouping,
                                 const guint32         *order,
                                 LaminaFormatChoice     format,
                                 LaminaRowWriter       *writer)
{
  g_autoptr (GArray) columns = list_columns (self->run, names);
  g_autofree float *cumulative = grouping == NULL ? lamina_layers_dup_cumulative (self->run, self->rows, self->n_rows, NULL)
                                                  : NULL;
  guint n = grouping != NULL ? lamina_grouping_get_n (grouping) : self->n_rows;

  for (guint i = 0; i < n && i < self->limit; i++)
    {
      Row row = { .rows = self, .columns = columns, .cumulative = cumulative };

      if (grouping != NULL)
        row.group = lamina_grouping_get (grouping, order[i]);
      else
        row.layer = self->rows[i];
      if (format == LAMINA_FORMAT_JSON)
        write_object (&row);
      else
        write_cells (&row, writer, format == LAMINA_FORMAT_CSV);
    }
}

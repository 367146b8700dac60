/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-json-output.h"
#include "lamina-row-writer.h"
#include "lamina-words.h"

#include <stdio.h>

/* `lamina tensors`: the tensors of a run. */

typedef struct
{
  LaminaRun *run;
  LaminaTimebase *timebase;
  const LaminaTensors *tensors;
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
write_json (const Tensors *self,
            gint           run_number)
{
  for (guint i = 0; i < self->tensors->n; i++)
    {
      JsonBuilder *json = lamina_json_row_begin ();

      if (run_number > 0)
        lamina_json_add_integer (json, "run", run_number);
      lamina_json_add_integer (json, "id", i);
      lamina_json_add_string (json, "name", self->run, lamina_column_id (self->tensors->name, i));
      lamina_json_add_string (json, "dtype", self->run, self->tensors->dtype[i]);
      lamina_json_add_shape (json, self->run, self->tensors->shape[i]);
      lamina_json_add_string (json, "layout", self->run, lamina_column_id (self->tensors->layout, i));
      lamina_json_add_integer (json, "bytes", self->tensors->bytes[i]);
      lamina_json_add_text (json, "role", lamina_words_roles[lamina_tensors_get_role (self->tensors, i)]);
      lamina_json_add_row (json, "producer", lamina_column_row (self->tensors->producer, i));
      lamina_json_add_ids (json, "consumers", self->tensors->consumers + self->tensors->first_consumer[i],
                           self->tensors->first_consumer[i + 1] - self->tensors->first_consumer[i]);
      add_lifetimes (json, self, i);
      lamina_json_add_estimated (json, self->tensors->estimated[i]);
      lamina_json_row_end (json);
    }
}

static void
write_consumers (const Tensors   *self,
                 LaminaRowWriter *writer,
                 guint            tensor)
{
  const guint32 *first = self->tensors->first_consumer + tensor;

  lamina_row_writer_add_ids (writer, self->tensors->consumers + first[0], first[1] - first[0]);
}

static char *
dup_shape (const Tensors *self,
           guint          tensor)
{
  guint32 shape = self->tensors->shape[tensor];

  return shape != 0 ? lamina_run_dup_shape_text (self->run, shape) : NULL;
}

static void
write_csv (const Tensors   *self,
           LaminaRowWriter *writer,
           guint            run_number)
{
  for (guint i = 0; i < self->tensors->n; i++)
    {
      guint32 lifetime = lamina_column_first (self->tensors->first_lifetime, i);
      gboolean lives = lifetime < lamina_column_first (self->tensors->first_lifetime, i + 1);
      const LaminaLifetime *first = lives ? &self->tensors->lifetimes[lifetime] : NULL;

      lamina_row_writer_add_integer (writer, run_number);
      lamina_row_writer_add_integer (writer, i);
      lamina_row_writer_add (writer, lamina_run_get_string (self->run, lamina_column_id (self->tensors->name, i)));
      lamina_row_writer_add (writer, lamina_run_get_string (self->run, self->tensors->dtype[i]));
      lamina_row_writer_take (writer, dup_shape (self, i));
      lamina_row_writer_add (writer, lamina_run_get_string (self->run, lamina_column_id (self->tensors->layout, i)));
      lamina_row_writer_add_integer (writer, self->tensors->bytes[i]);
      lamina_row_writer_add (writer, lamina_words_roles[lamina_tensors_get_role (self->tensors, i)]);
      lamina_row_writer_add_row (writer, lamina_column_row (self->tensors->producer, i));
      write_consumers (self, writer, i);
      lamina_row_writer_add_integer (writer, lives ? get_relative (self, first->clock, first->first) : LAMINA_ABSENT);
      lamina_row_writer_add_integer (writer, lives ? get_relative (self, first->clock, first->last) : LAMINA_ABSENT);
      lamina_row_writer_add_estimated (writer, self->tensors->estimated[i]);
    }
}

/* What is estimated bears the sign that it bears everywhere. Takes over the text. */
static char *
mark_estimated (const Tensors  *self,
                guint           tensor,
                LaminaEstimate  estimate,
                char           *text)
{
  g_autofree char *owned = text;

  if (text == NULL || *text == '\0' || (self->tensors->estimated[tensor] & estimate) == 0)
    return g_steal_pointer (&owned);
  return g_strconcat ("≈ ", text, NULL);
}

static void
write_table (const Tensors   *self,
             LaminaRowWriter *writer,
             gint             run_number)
{
  for (guint i = 0; i < self->tensors->n; i++)
    {
      gint64 bytes = self->tensors->bytes[i];
      char *dtype = g_strdup (lamina_run_get_string (self->run, self->tensors->dtype[i]));
      char *figure = bytes != LAMINA_ABSENT ? lamina_figure_dup (bytes, LAMINA_UNIT_BYTES) : NULL;

      if (run_number > 0)
        lamina_row_writer_add_integer (writer, run_number);
      lamina_row_writer_add_integer (writer, i);
      lamina_row_writer_add (writer, lamina_run_get_string (self->run, lamina_column_id (self->tensors->name, i)));
      lamina_row_writer_take (writer, mark_estimated (self, i, LAMINA_ESTIMATE_DTYPE, dtype));
      lamina_row_writer_take (writer, mark_estimated (self, i, LAMINA_ESTIMATE_SHAPE, dup_shape (self, i)));
      lamina_row_writer_take (writer, mark_estimated (self, i, LAMINA_ESTIMATE_BYTES, figure));
      lamina_row_writer_add (writer, lamina_words_roles[lamina_tensors_get_role (self->tensors, i)]);
      lamina_row_writer_add_row (writer, lamina_column_row (self->tensors->producer, i));
      write_consumers (self, writer, i);
    }
}

static const char *const csv_headings[] = {
  "run", "id", "name", "dtype", "shape", "layout", "bytes", "role", "producer", "consumers", "first", "last",
  "estimated", NULL,
};
static const char *const table_headings[] = {
  ">Run", ">#", "Name", "Type", "Shape", ">Bytes", "Role", ">Made by", "Read by", NULL,
};

static void
write_runs (LaminaDocument        *document,
            const LaminaSelection *selection)
{
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (selection->format,
                                                              selection->format == LAMINA_FORMAT_CSV ? csv_headings :
                                                              table_headings + (selection->all ? 0 : 1));

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);
      g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
      Tensors tensors = { run, timebase, lamina_run_get_tensors (run) };

      if (!lamina_selection_has_run (selection, i))
        continue;
      if (selection->format == LAMINA_FORMAT_JSON)
        write_json (&tensors, selection->all ? (gint) i + 1 : 0);
      else if (selection->format == LAMINA_FORMAT_CSV)
        write_csv (&tensors, writer, i + 1);
      else
        write_table (&tensors, writer, selection->all ? (gint) i + 1 : 0);
    }
}

static LaminaExit
run_tensors (int    argc,
             char **argv)
{
  LaminaSelection selection = { 0 };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &selection.run_text, "The run, from 1 on, or all", "N|all" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_auto (GStrv) files = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  if (!lamina_command_parse (&lamina_command_tensors, entries, 1, G_MAXUINT, argc, argv, &files, &status))
    return status;
  if (!lamina_selection_parse (&selection))
    return LAMINA_EXIT_USAGE;
  document = lamina_command_open_together (files);
  if (document == NULL)
    return LAMINA_EXIT_INPUT;
  if (!lamina_selection_resolve (&selection, document, files[0]))
    return LAMINA_EXIT_USAGE;
  write_runs (document, &selection);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_tensors = {
  .name = "tensors",
  .arguments = "FILE…",
  .summary = "the tensors of a run",
  .run = run_tensors,
};

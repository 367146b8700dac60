/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-slices.h"
#include "lamina-row-writer.h"

#include <stdio.h>

/* `lamina slices`: the slices of a run, track by track in the order of their starts, or the work of devices added up. */

typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
  guint run_index;
  gint run_number;
  guint track_index;
  LaminaTrack *track;
  const LaminaSlices *slices;
  char *path;
  gint64 shift;
  GHashTable *whole_names; /* GStrv by string, NULL for a name that is whole */
} Slices;

static int
compare_starts (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const gint64 *start = data;
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  if (start[left] != start[right])
    return start[left] < start[right] ? -1 : 1;
  return left < right ? -1 : left > right;
}

/* Of two slices with one start the outer one, which lies on a lane before, comes first. */
static guint32 *
sort_by_start (const LaminaSlices *slices)
{
  guint32 *order = g_new (guint32, MAX (slices->n, 1));

  for (guint i = 0; i < slices->n; i++)
    order[i] = i;
  if (slices->n_lanes > 1)
    g_qsort_with_data (order, (int) slices->n, sizeof *order, compare_starts, (gpointer) slices->start);
  return order;
}

/* Of several names that are called the same for short, the slice's own stands with its arguments. */
static char *
dup_described_name (const Slices      *self,
                    guint              slice,
                    const char *const *names)
{
  const LaminaPlace place = { LAMINA_PLACE_SLICE, self->run_index, self->track_index, slice };
  g_autoptr (LaminaDetails) details = lamina_document_describe (self->document, &place, NULL);

  for (guint i = 0; details != NULL && i < lamina_details_get_n (details); i++)
    {
      const LaminaValue *value = &lamina_details_get (details, i)->value;

      if (value->type == LAMINA_VALUE_TEXT && g_strv_contains (names, value->text))
        return g_strdup (value->text);
    }
  return NULL;
}

/* What the file calls a slice; NULL when it can't be read any more. */
static char *
dup_raw_name (const Slices *self,
              guint         slice)
{
  guint32 name = self->slices->name[slice];
  const char *text = lamina_run_get_string (self->run, name);
  gpointer found;
  char **names;

  if (!g_hash_table_lookup_extended (self->whole_names, GUINT_TO_POINTER (name), NULL, &found))
    g_hash_table_insert (self->whole_names, GUINT_TO_POINTER (name), found = lamina_run_dup_whole_names (self->run, text));
  names = found;
  if (names == NULL)
    return g_strdup (text);
  return names[1] == NULL ? g_strdup (names[0]) : dup_described_name (self, slice, (const char *const *) names);
}

/* In a table for people, names that fill the screen would say less. */
static void
write_row (const Slices    *self,
           LaminaRowWriter *writer,
           gboolean         with_raw_names,
           guint            slice)
{
  g_autofree char *raw_name = with_raw_names ? dup_raw_name (self, slice) : NULL;

  if (self->run_number > 0)
    lamina_row_writer_add_integer (writer, self->run_number);
  lamina_row_writer_add_integer (writer, (gint64) lamina_track_get_info (self->track)->first_id + slice);
  lamina_row_writer_add (writer, self->path);
  lamina_row_writer_add_string (writer, self->run, self->slices->name[slice]);
  if (with_raw_names)
    lamina_row_writer_add (writer, raw_name != NULL && *raw_name != '\0' ? raw_name : NULL);
  lamina_row_writer_add_string (writer, self->run, lamina_slices_get_category (self->slices, slice));
  lamina_row_writer_add_integer (writer, self->slices->start[slice] + self->shift);
  lamina_row_writer_add_integer (writer, self->slices->flags[slice] & LAMINA_SLICE_OPEN ? LAMINA_ABSENT
                                                                                        : self->slices->duration[slice]);
  lamina_row_writer_add_integer (writer, lamina_track_get_depth (self->track, slice));
  lamina_row_writer_add_row (writer, lamina_column_row (self->slices->layer, slice));
}

static void
write_run (LaminaDocument        *document,
           guint                  i,
           const LaminaSelection *selection,
           gboolean               aligned,
           LaminaRowWriter       *writer)
{
  LaminaRun *run = lamina_document_get_run (document, i);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  g_autoptr (GHashTable) whole_names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_strfreev);

  for (guint t = 0; t < lamina_run_get_n_tracks (run); t++)
    {
      LaminaTrack *track = lamina_run_get_track (run, t);
      const LaminaSlices *slices = lamina_track_get_slices (track);
      g_autofree guint32 *order = sort_by_start (slices);
      g_autofree char *path = lamina_run_dup_track_path (run, t);
      Slices self = { document, run, i, selection->all ? (gint) i + 1 : 0, t, track, slices, path, 0, whole_names };

      if (aligned)
        self.shift = lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock) -
                     lamina_timebase_get_start (timebase);
      for (guint k = 0; k < slices->n; k++)
        write_row (&self, writer, selection->format != LAMINA_FORMAT_TABLE, order[k]);
    }
}

static void
write_runs (LaminaDocument        *document,
            const LaminaSelection *selection,
            gboolean               aligned)
{
  static const char *const headings[] = { ">run", ">id", "track", "name", "category", ">start", ">duration", ">depth",
                                          ">layer", NULL };
  static const char *const names[] = { "run", "id", "track", "name", "raw_name", "category", "start", "duration",
                                       "depth", "layer", NULL };
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (selection->format,
                                                              (selection->format == LAMINA_FORMAT_TABLE ? headings : names)
                                                      + (selection->all ? 0 : 1));

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (selection, i))
      write_run (document, i, selection, aligned, writer);
}

static gboolean
check_options (gpointer user_data)
{
  LaminaSlicesOptions *self = user_data;
  static const char *const clocks[] = { "aligned", "file", NULL };
  static const char *const groups[] = { "name", "module", "stream", "rank", NULL };
  int clock = self->clock_text != NULL ? lamina_command_choose ("clock", self->clock_text, clocks) : 0;
  int group = self->group_text != NULL ? lamina_command_choose ("group", self->group_text, groups) : 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (groups) == LAMINA_N_KERNELS_BY + 1);
  if (clock < 0 || group < 0)
    return FALSE;
  self->is_aligned = clock == 0;
  self->by = (LaminaKernelsBy) group;
  if (self->group_text == NULL && (self->selection.section_text != NULL || self->selection.limit != G_MAXUINT32))
    {
      lamina_command_complain ("--section and --limit go with --group");
      return FALSE;
    }
  return TRUE;
}

static LaminaExit
run_slices (int    argc,
            char **argv)
{
  LaminaSlicesOptions options = { .selection = LAMINA_SELECTION_INIT };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on, or all", "N|all" },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &options.clock_text,
      "aligned: starts from the start of the run, clocks shifted as suggested; file: times as the file has them",
      "aligned|file" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group_text,
      "Add up the kernels, copies and memsets of devices by what they have in common", "name|module|stream|rank" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.selection.section_text,
      "With --group: only what this section launched, from 1 on", "N" },
    { "limit", 0, 0, G_OPTION_ARG_INT64, &options.selection.limit, "With --group: how many rows at most", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  document = lamina_command_open_rows (&lamina_command_slices, entries, &options.selection, check_options, &options, argc, argv,
                                       &status);
  if (document == NULL)
    return status;
  if (options.group_text != NULL)
    lamina_slices_write_groups (document, &options);
  else
    write_runs (document, &options.selection, options.is_aligned);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_slices = {
  .name = "slices",
  .arguments = "FILE…",
  .summary = "the slices of a run, track by track, or kernels added up",
  .run = run_slices,
  .writes_rows = TRUE,
};

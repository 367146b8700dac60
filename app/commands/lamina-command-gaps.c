/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-gettext.h"
#include "lamina-idle.h"
#include "lamina-layer-value.h"
#include "lamina-row-writer.h"

#include <string.h>

/* `lamina gaps`: when devices are idle, and why: gap by gap, or by what gaps have in common. */

typedef enum
{
  GROUP_NONE,
  GROUP_CAUSE,
  GROUP_HOST,
} GroupBy;

typedef struct
{
  LaminaSelection selection;
  char *per_text;
  char *group_text;
  char *sort_text;
  gboolean of_queues;
  GroupBy group;
  gboolean by_duration;
} Options;

/* What is written: the gaps of one run. */
typedef struct
{
  const Options *options;
  LaminaRun *run;
  LaminaIdle *idle;
  gint64 origin;
  gint run_number; /* 0 where it is not asked for */
  LaminaRowWriter *writer;
} Output;

/* Cells */

static guint32
get_name (Output         *self,
          LaminaSliceRef  ref)
{
  if (ref.track == LAMINA_NONE)
    return 0;
  return lamina_track_get_slices (lamina_run_get_track (self->run, ref.track))->name[ref.slice];
}

/* `launch-bound 126 ms, inside the launching call 8.2 µs`: those that take longest first. */
static char *
dup_parts (const gint64 *parts)
{
  GString *text = g_string_new (NULL);
  LaminaLoad causes[LAMINA_N_LOADS];
  guint n = lamina_gap_list_causes (parts, causes);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *figure = lamina_figure_dup (parts[causes[i]], LAMINA_UNIT_NANOSECONDS);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", _(lamina_load_get_info (causes[i])->short_title), figure);
    }
  return g_string_free (text, FALSE);
}

/* Gaps one by one */

static const char *const gap_headings[] = { ">Run", ">#", "Device", ">Start", ">Length", "Cause", "On the host", "Before",
                                            "After", NULL };

static void
write_gap_text (Output               *self,
                const LaminaGapPlace *place,
                const char           *device,
                const LaminaGap      *gap)
{
  g_autofree char *host_time = lamina_figure_dup (gap->host_time, LAMINA_UNIT_NANOSECONDS);
  const char *host = lamina_run_get_string (self->run, get_name (self, gap->host));

  lamina_row_writer_add_integer (self->writer, lamina_idle_get_device (self->idle, place->device)->first_gap + place->gap);
  lamina_row_writer_add (self->writer, device);
  lamina_row_writer_take (self->writer, lamina_figure_dup (gap->start - self->origin, LAMINA_UNIT_NANOSECONDS));
  lamina_row_writer_take (self->writer, lamina_figure_dup (gap->end - gap->start, LAMINA_UNIT_NANOSECONDS));
  lamina_row_writer_take (self->writer, dup_parts (gap->parts));
  lamina_row_writer_take (self->writer, gap->host.track != LAMINA_NONE ? g_strdup_printf ("%s, %s", host, host_time) : NULL);
  lamina_row_writer_add (self->writer, lamina_run_get_string (self->run, get_name (self, gap->before)));
  lamina_row_writer_add (self->writer, lamina_run_get_string (self->run, get_name (self, gap->after)));
}

static const char *const slice_keys[] = { "host", "before", "before_launch", "after", "after_launch" };

static void
write_gap_values (Output               *self,
                  const LaminaGapPlace *place,
                  const char           *device,
                  const LaminaGap      *gap)
{
  /* In the order of their keys. */
  const LaminaSliceRef slices[G_N_ELEMENTS (slice_keys)] = {
    gap->host, gap->before, lamina_idle_find_launch (self->idle, gap->before), gap->after, gap->launch,
  };

  lamina_row_writer_add_integer (self->writer, lamina_idle_get_device (self->idle, place->device)->first_gap + place->gap);
  lamina_row_writer_add (self->writer, device);
  lamina_row_writer_add_integer (self->writer, gap->start - self->origin);
  lamina_row_writer_add_integer (self->writer, gap->end - gap->start);
  lamina_row_writer_add (self->writer, lamina_gap_class_get_key (gap->class));
  lamina_row_writer_add (self->writer, lamina_load_get_info (gap->cause)->key);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    lamina_row_writer_add_integer (self->writer, gap->parts[load]);
  lamina_row_writer_add_integer (self->writer, gap->host.track != LAMINA_NONE ? gap->host_time : LAMINA_ABSENT);
  for (guint i = 0; i < G_N_ELEMENTS (slice_keys); i++)
    {
      lamina_row_writer_add_string (self->writer, self->run, get_name (self, slices[i]));
      lamina_row_writer_add_integer (self->writer, slices[i].track == LAMINA_NONE ? LAMINA_ABSENT
                                     : (gint64) lamina_track_get_info (lamina_run_get_track (self->run, slices[i].track))->first_id
                                       + slices[i].slice);
    }
}

static void
write_gaps (Output *self)
{
  g_autoptr (GArray) places = lamina_idle_list_gaps (self->idle, self->options->by_duration);
  guint n = lamina_idle_get_n_devices (self->idle);
  g_auto (GStrv) devices = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    devices[i] = lamina_idle_dup_device_name (self->run, lamina_idle_get_device (self->idle, i));
  for (guint i = 0; i < MIN (places->len, self->options->selection.limit); i++)
    {
      const LaminaGapPlace *place = &g_array_index (places, LaminaGapPlace, i);
      LaminaGap gap;

      lamina_idle_get_gap (self->idle, place->device, place->gap, &gap);
      if (self->run_number > 0)
        lamina_row_writer_add_integer (self->writer, self->run_number);
      if (self->options->selection.format == LAMINA_FORMAT_TABLE)
        write_gap_text (self, place, devices[place->device], &gap);
      else
        write_gap_values (self, place, devices[place->device], &gap);
    }
}

/* Groups */

static const char *const cause_headings[] = { ">Run", "Device", "Cause", ">Gaps", ">Time", ">Share", ">Longest", NULL };
static const char *const host_headings[] = { ">Run", "Device", "On the host", ">Gaps", ">Time", ">Share", ">Longest",
                                             "Causes", NULL };

static char *
dup_group_name (Output               *self,
                const LaminaGapGroup *group)
{
  if (self->options->group == GROUP_CAUSE)
    return g_strdup (self->options->selection.format == LAMINA_FORMAT_TABLE ? _(lamina_load_get_info (group->cause)->short_title)
                                                                            : lamina_load_get_info (group->cause)->key);
  return group->host != 0 ? lamina_gap_dup_host_name (self->run, group->host) : NULL;
}

static void
write_group (Output               *self,
             const char           *device,
             double                share,
             const LaminaGapGroup *group)
{
  lamina_row_writer_add (self->writer, device);
  lamina_row_writer_take (self->writer, dup_group_name (self, group));
  lamina_row_writer_add_count (self->writer, group->n_gaps);
  if (self->options->selection.format == LAMINA_FORMAT_TABLE)
    {
      lamina_row_writer_take (self->writer, lamina_figure_dup (group->time, LAMINA_UNIT_NANOSECONDS));
      lamina_row_writer_take (self->writer, lamina_layer_dup_share (share));
      lamina_row_writer_take (self->writer, lamina_figure_dup (group->longest, LAMINA_UNIT_NANOSECONDS));
      if (self->options->group == GROUP_HOST)
        lamina_row_writer_take (self->writer, dup_parts (group->parts));
      return;
    }
  lamina_row_writer_add_integer (self->writer, group->time);
  lamina_row_writer_add_real (self->writer, share);
  lamina_row_writer_add_integer (self->writer, group->longest);
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    lamina_row_writer_add_integer (self->writer, group->parts[load]);
}

/* Of the time from the first to the last work of the device. */
static void
write_device_groups (Output *self,
                     guint   i)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  g_autoptr (GArray) groups = self->options->group == GROUP_CAUSE
                              ? lamina_idle_group_by_cause (self->idle, i)
                              : lamina_idle_group_by_host (self->idle, i, LAMINA_N_LOADS);
  g_autofree char *name = lamina_idle_dup_device_name (self->run, device);

  for (guint k = 0; k < MIN (groups->len, self->options->selection.limit); k++)
    {
      const LaminaGapGroup *group = &g_array_index (groups, LaminaGapGroup, k);
      double share = (double) group->time / (double) (device->end - device->start);

      if (self->run_number > 0)
        lamina_row_writer_add_integer (self->writer, self->run_number);
      write_group (self, name, share, group);
    }
}

/* Tables */

static void
add_heading (GPtrArray  *headings,
             const char *text)
{
  g_ptr_array_add (headings, g_strdup (text));
}

static void
add_names (GPtrArray *headings,
           GroupBy    group)
{
  static const char *const gap_keys[] = { "id", "device", "start", "duration_ns", "class", "cause" };
  static const char *const group_keys[] = { "device", "group", "gaps", "duration_ns", "share", "longest_ns" };

  for (guint i = 0; i < G_N_ELEMENTS (gap_keys); i++)
    add_heading (headings, group == GROUP_NONE ? gap_keys[i] : group_keys[i]);
  G_STATIC_ASSERT (G_N_ELEMENTS (gap_keys) == G_N_ELEMENTS (group_keys));
  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    add_heading (headings, lamina_load_get_info ((LaminaLoad) load)->column);
  if (group != GROUP_NONE)
    return;
  add_heading (headings, "host_ns");
  for (guint i = 0; i < G_N_ELEMENTS (slice_keys); i++)
    {
      add_heading (headings, slice_keys[i]);
      g_ptr_array_add (headings, g_strconcat (slice_keys[i], "_slice", NULL));
    }
}

static LaminaRowWriter *
create_table (const Options *options)
{
  LaminaFormatChoice format = options->selection.format;
  gboolean all = options->selection.all;
  g_autoptr (GPtrArray) headings = g_ptr_array_new_with_free_func (g_free);
  const char *const *words[] = { [GROUP_NONE] = gap_headings, [GROUP_CAUSE] = cause_headings, [GROUP_HOST] = host_headings };

  if (format == LAMINA_FORMAT_TABLE)
    return lamina_row_writer_new (format, words[options->group] + (all ? 0 : 1));
  if (all)
    add_heading (headings, "run");
  add_names (headings, options->group);
  g_ptr_array_add (headings, NULL);
  return lamina_row_writer_new (format, (const char *const *) headings->pdata);
}

static void
write_run (const Options   *options,
           LaminaRun       *run,
           gint             run_number,
           LaminaRowWriter *writer)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  guint section = options->selection.section > 0 ? (guint) options->selection.section - 1 : LAMINA_NONE;
  g_autoptr (LaminaIdle) idle = lamina_idle_new (run, timebase, options->of_queues, section, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  Output output = { options, run, idle, lamina_timebase_get_start (timebase), run_number, writer };

  if (options->group == GROUP_NONE)
    write_gaps (&output);
  for (guint i = 0; options->group != GROUP_NONE && i < lamina_idle_get_n_devices (idle); i++)
    write_device_groups (&output, i);
}

static void
write_runs (LaminaDocument *document,
            const Options  *options)
{
  const LaminaSelection *selection = &options->selection;
  g_autoptr (LaminaRowWriter) writer = create_table (options);

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    if (lamina_selection_has_run (selection, i))
      write_run (options, lamina_document_get_run (document, i), selection->all ? (gint) i + 1 : 0, writer);
}

static gboolean
check_options (gpointer user_data)
{
  Options *self = user_data;
  static const char *const pers[] = { "device", "stream", NULL };
  static const char *const groups[] = { "cause", "host", NULL };
  static const char *const sorts[] = { "start", "duration", NULL };
  int per = self->per_text != NULL ? lamina_command_choose ("per", self->per_text, pers) : 0;
  int group = self->group_text != NULL ? lamina_command_choose ("group", self->group_text, groups) : 0;
  int sort = self->sort_text != NULL ? lamina_command_choose ("sort", self->sort_text, sorts) : 0;

  if (per < 0 || group < 0 || sort < 0)
    return FALSE;
  self->of_queues = per == 1;
  if (self->group_text != NULL)
    self->group = group == 0 ? GROUP_CAUSE : GROUP_HOST;
  self->by_duration = sort == 1;
  return TRUE;
}

static LaminaExit
run_gaps (int    argc,
          char **argv)
{
  Options options = { .selection = LAMINA_SELECTION_INIT };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on, or all", "N|all" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.selection.section_text, "Only while this section runs, from 1 on", "N" },
    { "per", 0, 0, G_OPTION_ARG_STRING, &options.per_text,
      "device: gaps in which no stream of a device works; stream: those of each stream for itself", "device|stream" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group_text,
      "Put gaps together by their cause, or by the slice on the host that fills them", "cause|host" },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &options.sort_text, "In the order of time, or the longest first", "start|duration" },
    { "limit", 0, 0, G_OPTION_ARG_INT64, &options.selection.limit, "How many rows at most", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.selection.format_text, "How to write", "table|csv|json" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_autoptr (LaminaDocument) document = NULL;
  LaminaExit status;

  document = lamina_command_open_rows (&lamina_command_gaps, entries, &options.selection, check_options, &options, argc, argv,
                                       &status);
  if (document == NULL)
    return status;
  write_runs (document, &options);
  return lamina_command_finish ();
}

const LaminaCommand lamina_command_gaps = {
  .name = "gaps",
  .arguments = "FILE…",
  .summary = "when devices are idle, and why",
  .run = run_gaps,
  .writes_rows = TRUE,
};

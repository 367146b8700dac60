/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "xprof-trace-private.h"

#include <string.h>

/* Steps of all devices, since each measures its own. */
static void
xprof_add_properties (XprofTrace *self)
{
  gint64 sum = 0, longest = 0;
  guint n = self->steps->len;

  for (guint i = 0; i < n; i++)
    {
      const XprofStep *step = &g_array_index (self->steps, XprofStep, i);

      sum = lamina_number_add (sum, step->end - step->start);
      longest = MAX (longest, step->end - step->start);
    }
  if (n == 0)
    return;
  lamina_builder_add_number (self->builder, N_("Steps"), N_("Steps on devices"), n, LAMINA_UNIT_NONE);
  lamina_builder_add_number (self->builder, N_("Steps"), N_("Mean"), sum / n, LAMINA_UNIT_NANOSECONDS);
  lamina_builder_add_number (self->builder, N_("Steps"), N_("Longest"), longest, LAMINA_UNIT_NANOSECONDS);
}

/* Numbers that may not fit into a double stand in quotes in the file. */
static gboolean
xprof_describe (LaminaDetails     *details,
                const char        *key,
                const LaminaValue *value)
{
  static const struct
  {
    const char *key;
    LaminaUnit unit;
  } numbers[] = {
    { "bytes_accessed", LAMINA_UNIT_BYTES }, { "raw_bytes_accessed", LAMINA_UNIT_BYTES },
    { "model_flops", LAMINA_UNIT_FLOP },     { "flops", LAMINA_UNIT_FLOP },
  };
  LaminaValue number = LAMINA_VALUE_INIT_INTEGER (0, LAMINA_UNIT_NONE);

  if (value->type != LAMINA_VALUE_TEXT || value->text == NULL)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (key, numbers[i].key) == 0
        && lamina_decimal_parse (value->text, strlen (value->text), 0, &number.integer))
      {
        number.unit = numbers[i].unit;
        lamina_details_add (details, NULL, key, &number);
        return TRUE;
      }
  return FALSE;
}

/*
 * A step is a section on all devices. What happens for it has its group_id, also on the host, before or after; where
 * there is none, the time of the device's own steps tells.
 */

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const XprofStep *left = a, *right = b;

  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* The process of the device: the lines of steps were put below it. */
static guint32
get_device (XprofTrace *self,
            guint32     row)
{
  guint32 process = chrome_trace_get_process_of (self->trace, row);
  guint32 parent = chrome_trace_get_process (self->trace, process)->parent;

  return parent != LAMINA_NONE ? parent : process;
}

static void
collect_steps (XprofTrace *self)
{
  const ChromeColumn *groups = chrome_events_find_column (self->events, "group_id");

  for (guint i = 0; i < self->trace->n_tracks; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (self->trace, i);

      for (guint j = 0; self->lines[i] == XPROF_LINE_STEPS && j < track->n; j++)
        {
          guint32 row = track->rows[j];
          const XprofStep step = { get_device (self, row), self->events->start[row], self->events->end[row],
                                   chrome_events_get_number (groups, row), row, LAMINA_NONE };

          g_array_append_val (self->steps, step);
        }
    }
  g_array_sort (self->steps, compare_steps);
}

static void
xprof_find_steps (XprofTrace *self)
{
  g_autoptr (GHashTable) sections = g_hash_table_new (NULL, NULL);

  collect_steps (self);
  for (guint i = 0; i < self->steps->len; i++)
    {
      XprofStep *step = &g_array_index (self->steps, XprofStep, i);
      gpointer name = GUINT_TO_POINTER (self->events->name[step->row]), found;

      if (!g_hash_table_lookup_extended (sections, name, NULL, &found))
        {
          const char *text = chrome_trace_get_text (self->trace, self->events->name[step->row]);
          /* `7` is `Step 7`; names stay. */
          g_autofree char *title = g_ascii_isdigit (text[0]) ? g_strdup_printf ("Step %s", text) : g_strdup (text);

          found = GUINT_TO_POINTER (lamina_builder_add_section (self->builder, self->run, title));
          g_hash_table_insert (sections, name, found);
        }
      step->section = GPOINTER_TO_UINT (found);
      if (step->group != LAMINA_ABSENT && !g_hash_table_contains (self->groups, &step->group))
        g_hash_table_insert (self->groups, g_memdup2 (&step->group, sizeof step->group), found);
    }
}

static guint32
find_by_time (XprofTrace *self,
              guint32     row)
{
  const XprofStep key = { .process = get_device (self, row), .start = self->events->start[row], .row = G_MAXUINT32 };
  guint first = 0, n = self->steps->len;
  const XprofStep *found;

  while (n > 0)
    {
      guint half = n / 2;

      if (compare_steps (&g_array_index (self->steps, XprofStep, first + half), &key) <= 0)
        {
          first += half + 1;
          n -= half + 1;
        }
      else
        n = half;
    }
  if (first == 0)
    return LAMINA_NONE;
  found = &g_array_index (self->steps, XprofStep, first - 1);
  return found->process == key.process && key.start < found->end ? found->section : LAMINA_NONE;
}

guint32
xprof_find_section (XprofTrace *self,
                    guint32     row)
{
  gint64 group = chrome_events_get_number (chrome_events_find_column (self->events, "group_id"), row);
  gpointer found;

  if (group != LAMINA_ABSENT && g_hash_table_lookup_extended (self->groups, &group, NULL, &found))
    return GPOINTER_TO_UINT (found);
  return find_by_time (self, row);
}

static const ChromeWant wants[] = {
  { "hlo_op", CHROME_WANT_TEXT },           { "hlo_category", CHROME_WANT_TEXT },
  { "long_name", CHROME_WANT_TEXT },        { "tf_op", CHROME_WANT_TEXT },
  { "bytes_accessed", CHROME_WANT_NUMBER }, { "model_flops", CHROME_WANT_NUMBER },
  { "flops", CHROME_WANT_NUMBER },          { "group_id", CHROME_WANT_NUMBER },
  { "device_duration_ps", CHROME_WANT_NUMBER },
};

static const char *
get_process_name (ChromeTrace *trace,
                  guint        i)
{
  return chrome_trace_get_text (trace, chrome_trace_get_process (trace, i)->name);
}

/*
 * A host alone may be that of any tool, unless an event says of itself what those of a compiled program say. Processes of
 * TensorFlow's own timelines have such names too, followed by what they show.
 */
static int
recognize (ChromeTrace *trace)
{
  static const char *const keys[] = { "hlo_op", "hlo_category", "long_name", "tf_op", "group_id" };
  gboolean has_device = FALSE, has_host = FALSE, has_operations = FALSE;

  for (guint i = 0; i < trace->processes->len; i++)
    {
      const char *name = get_process_name (trace, i);

      if (g_str_has_suffix (name, " Compute") || g_str_has_suffix (name, " Tensors"))
        return 0;
      has_device = has_device || g_str_has_prefix (name, "/device:");
      has_host = has_host || g_str_has_prefix (name, "/host:");
    }
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    has_operations |= chrome_events_find_column (trace->events, keys[i]) != NULL;
  return has_device || (has_host && has_operations) ? 80 : 0;
}

static XprofLine
classify_line (const char *name,
               gboolean    has_streams)
{
  static const char *const overviews[] = { "XLA Modules", "XLA TraceMe", "Source code", "Launch Stats",
                                           "Async XLA Ops" };

  if (strcmp (name, "Steps") == 0)
    return XPROF_LINE_STEPS;
  if (g_str_has_prefix (name, "Stream"))
    return XPROF_LINE_OPS;
  for (guint i = 0; i < G_N_ELEMENTS (overviews); i++)
    if (strcmp (name, overviews[i]) == 0)
      return XPROF_LINE_OVERVIEW;
  if (g_str_has_prefix (name, "Framework") || g_str_has_prefix (name, "TensorFlow"))
    return XPROF_LINE_OVERVIEW;
  if (g_str_has_suffix (name, " Ops"))
    return has_streams ? XPROF_LINE_OVERVIEW : XPROF_LINE_OPS;
  return XPROF_LINE_OTHER;
}

/* Where a device has streams, what they run stands on the line of operations again. */
static guint8 *
classify_lines (ChromeTrace *trace)
{
  guint8 *lines = g_new0 (guint8, MAX (trace->tracks->len, 1));
  g_autofree gboolean *has_streams = g_new0 (gboolean, MAX (trace->processes->len, 1));

  for (guint i = 0; i < trace->tracks->len; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (trace, i);

      if (g_str_has_prefix (chrome_trace_get_text (trace, track->name), "Stream"))
        has_streams[track->process] = TRUE;
    }
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      const ChromeTrack *track = chrome_trace_get_track (trace, i);
      const ChromeProcess *process = chrome_trace_get_process (trace, track->process);
      const char *name = chrome_trace_get_text (trace, process->name);

      if (track->kind != CHROME_TRACK_THREAD)
        continue;
      if (g_str_has_prefix (name, "/device:"))
        lines[i] = (guint8) classify_line (chrome_trace_get_text (trace, track->name), has_streams[track->process]);
      else if (g_str_has_prefix (name, "/host:"))
        lines[i] = XPROF_LINE_HOST;
    }
  return lines;
}

/* The process for the lines of a device that show its time once more. */
static guint32
need_overview (ChromeTrace *trace,
               guint32     *overviews,
               guint32      device)
{
  guint32 found = overviews[device];
  ChromeProcess *process;

  if (found != LAMINA_NONE)
    return found;
  found = overviews[device] = chrome_trace_add_process (trace, chrome_trace_get_process (trace, device)->pid);
  process = chrome_trace_get_process (trace, found);
  process->parent = device;
  process->name = chrome_trace_get_process (trace, device)->name;
  process->sort = chrome_trace_get_process (trace, device)->sort;
  process->kind = LAMINA_GROUP_OTHER;
  process->title = g_strdup (lamina_builder_own_word (trace->builder, N_("Steps, modules and scopes")));
  return found;
}

static void
arrange (ChromeTrace *trace)
{
  guint8 *lines = trace->dialect_data = classify_lines (trace);
  guint n = trace->processes->len;
  g_autofree guint32 *overviews = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      ChromeProcess *process = chrome_trace_get_process (trace, i);

      overviews[i] = LAMINA_NONE;
      g_free (process->title);
      process->title = NULL;
      if (process->name != 0)
        process->title = g_strdup (get_process_name (trace, i));
    }
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (trace, i);

      if (lines[i] != XPROF_LINE_HOST && track->name != 0 && !track->title)
        track->title = g_strdup (chrome_trace_get_text (trace, track->name));
      if (lines[i] == XPROF_LINE_OPS)
        chrome_trace_get_process (trace, track->process)->kind = LAMINA_GROUP_DEVICE;
      else if (lines[i] == XPROF_LINE_OVERVIEW || lines[i] == XPROF_LINE_STEPS)
        track->process = need_overview (trace, overviews, track->process);
    }
}

static gboolean
understand (ChromeTrace *trace)
{
  XprofTrace self = { .trace = trace, .events = trace->events, .builder = trace->builder, .run = trace->run };
  guint last = trace->events->n - 1;
  gboolean done;

  lamina_builder_set_tool (trace->builder, "XProf");
  self.lines = trace->dialect_data;
  self.steps = g_array_new (FALSE, FALSE, sizeof (XprofStep));
  self.groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  /* The writer closes its list with an empty event, so that each one can end with a comma. */
  if (trace->events->n > 0 && trace->events->phase[last] == CHROME_PHASE_NONE && trace->events->length[last] == strlen ("{}"))
    lamina_import_account (trace->import, chrome_trace_get_record (trace, last), LAMINA_RECORD_MERGED);
  lamina_builder_set_layer_word (trace->builder, trace->run, LAMINA_LAYER_WORD_OPERATOR);
  xprof_find_steps (&self);
  done = xprof_add_layers (&self);
  if (done)
    xprof_add_properties (&self);
  g_hash_table_unref (self.groups);
  g_array_unref (self.steps);
  return done;
}

const ChromeDialect chrome_dialect_xprof = {
  .name = "xprof",
  .wants = wants,
  .n_wants = G_N_ELEMENTS (wants),
  .recognize = recognize,
  .arrange = arrange,
  .understand = understand,
  .describe = xprof_describe,
  .free_data = g_free,
};

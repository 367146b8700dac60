/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "mgetimeline-trace.h"

#include <string.h>

/*
 * What MegEngine's imperative profiler writes as `<pid>.chrome_timeline.json`. All threads and devices are threads of
 * one process; those that are named after a device hold its kernels. An operator has a number: its name stands on the
 * thread that ran it and on the devices that worked for it, with the same `__id__` in the arguments of their ends.
 */

static const ChromeWant wants[] = {
  { "__id__", CHROME_WANT_NUMBER },
  { "__name__", CHROME_WANT_TEXT },
  { "__device__", CHROME_WANT_TEXT },
};

static gboolean
has_category (ChromeTrace *trace,
            const char  *category)
{
  guint32 id = lamina_builder_intern (trace->builder, category, -1);

  for (guint row = 0; row < trace->events->n; row++)
    if (trace->events->category[row] == id)
      return TRUE;
  return FALSE;
}

static int
recognize (ChromeTrace *trace)
{
  if (chrome_events_find_column (trace->events, "__id__") == NULL)
    return 0;
  return has_category (trace, "OpDispatch") || has_category (trace, "Kernel") ? 80 : 0;
}

#define COMP_NODE "CompNode(\""

/* `gpu0:0`, `CompNode("gpu0:0" from "gpux:0")`, `cpu0:1`: a type, a number and a stream. */
gboolean
mgetimeline_is_device (const char *name)
{
  const char *quote = g_str_has_prefix (name, COMP_NODE) ? name + strlen (COMP_NODE) : name;
  gsize letters = strspn (quote, "abcdefghijklmnopqrstuvwxyz");
  gsize number = strspn (quote + letters, "0123456789x");

  return letters > 0 && number > 0 && quote[letters + number] == ':' && g_ascii_isdigit (quote[letters + number + 1]);
}

static gboolean
has_kernels (ChromeTrace       *trace,
             const ChromeTrack *track,
             guint32            kernel)
{
  for (guint i = 0; i < track->n; i++)
    if (trace->events->category[track->rows[i]] == kernel)
      return TRUE;
  return FALSE;
}

/* `gpu0` of `gpu0:1` and `CompNode("gpu0:1" from "gpux:0")`: a device with several queues. NULL for other names. */
static char *
dup_device_name (const char *name)
{
  const char *quote = g_str_has_prefix (name, COMP_NODE) ? name + strlen (COMP_NODE) : name;

  return mgetimeline_is_device (name) ? g_strndup (quote, strcspn (quote, ":")) : NULL;
}

/* The process that stands for the device of a track; those without such a name share one. */
static guint32
need_device (ChromeTrace *trace,
             GHashTable  *devices,
             const char  *name)
{
  g_autofree char *device = dup_device_name (name);
  const char *title = device ? device : "Devices";
  ChromeProcess *process;
  gpointer found;
  guint32 made;

  if (g_hash_table_lookup_extended (devices, title, NULL, &found))
    return GPOINTER_TO_UINT (found);
  made = chrome_trace_add_process (trace, LAMINA_NONE);
  process = chrome_trace_get_process (trace, made);
  process->kind = LAMINA_GROUP_DEVICE;
  process->title = g_strdup (title);
  process->sort = G_MAXINT64;
  g_hash_table_insert (devices, g_strdup (title), GUINT_TO_POINTER (made));
  return made;
}

static void
arrange (ChromeTrace *trace)
{
  guint32 kernel = lamina_builder_intern (trace->builder, "Kernel", -1);
  g_autoptr (GHashTable) devices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < trace->processes->len; i++)
    {
      ChromeProcess *process = chrome_trace_get_process (trace, i);

      if (process->name == 0 && !process->title)
        process->title = g_strdup_printf ("MegEngine (pid %s)", chrome_trace_get_text (trace, process->pid));
    }
  for (guint i = 0; i < trace->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (trace, i);
      const char *name = chrome_trace_get_text (trace, track->name);

      if (track->kind != CHROME_TRACK_THREAD
          || !(has_kernels (trace, track, kernel) || (mgetimeline_is_device (name) && track->n > 0)))
        continue;
      track->process = need_device (trace, devices, name);
      if (track->name != 0 && !track->title)
        track->title = g_strdup (name);
    }
}

/* Counters of memory count bytes; the writer gives all counters one series, `value`. */
static void
add_memory (ChromeTrace *trace)
{
  ChromeEvents *events = trace->events;
  g_autoptr (GHashTable) counters = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < events->samples->len; i++)
    {
      const ChromeSample *sample = &g_array_index (events->samples, ChromeSample, i);
      gpointer name = GUINT_TO_POINTER (events->name[sample->row]), counter;
      const char *text = chrome_trace_get_text (trace, events->name[sample->row]);

      if (events->phase[sample->row] != 'C' && events->phase[sample->row] != CHROME_PHASE_TAKEN)
        continue;
      if (!g_str_has_suffix (text, "_mem") && !g_str_has_suffix (text, "_memory"))
        continue;
      if (!g_hash_table_lookup_extended (counters, name, NULL, &counter))
        {
          guint32 process = chrome_trace_get_process_of (trace, sample->row);
          guint32 group = chrome_trace_get_process (trace, process)->group;

          counter = GUINT_TO_POINTER (lamina_builder_add_counter (trace->builder, trace->run, group, text, 0,
                                                                  LAMINA_UNIT_BYTES, FALSE));
          lamina_builder_set_track_sort (trace->builder, trace->run, GPOINTER_TO_UINT (counter), G_MAXINT32);
          g_hash_table_insert (counters, name, counter);
        }
      lamina_builder_add_sample (trace->builder, trace->run, GPOINTER_TO_UINT (counter), sample->time, sample->value);
      events->phase[sample->row] = CHROME_PHASE_TAKEN;
      lamina_import_account (trace->import, chrome_trace_get_record (trace, sample->row), LAMINA_RECORD_SHOWN);
    }
}

/* The writer ends the arrows from the dispatch of an operator with a step, for each time that the operator is run. */
static void
end_flows (ChromeTrace *trace)
{
  guint32 category = lamina_builder_intern (trace->builder, "OpDispatch", -1);

  for (guint i = 0; i < trace->events->n_rest; i++)
    {
      guint32 row = trace->events->rest[i];

      if (trace->events->phase[row] != 't' || trace->events->category[row] != category)
        continue;
      trace->events->phase[row] = 'f';
      trace->events->flags[row] |= CHROME_EVENT_ENCLOSED;
    }
}

static gboolean
understand (ChromeTrace *trace)
{
  lamina_builder_set_tool (trace->builder, "MegEngine");
  if (!mgetimeline_add_layers (trace))
    return FALSE;
  add_memory (trace);
  end_flows (trace);
  return TRUE;
}

const ChromeDialect chrome_dialect_mgetimeline = {
  .name = "mgetimeline",
  .wants = wants,
  .n_wants = G_N_ELEMENTS (wants),
  .recognize = recognize,
  .arrange = arrange,
  .understand = understand,
};

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

#include <string.h>

/*
 * Every process of a trace has the name of the program; its label tells the host from the devices. Threads of devices
 * are their streams. The profiler's own spans stand last, as the file asks.
 */

/* Later times than those of the year 2096 are no times. */
#define MAX_TIME G_GINT64_CONSTANT (4000000000000000000)

static gboolean
is_number (const char *text)
{
  gint64 number;

  return lamina_decimal_parse (text, strlen (text), 0, &number);
}

/* Each rank of a job counts its devices from 0, so that a file with several of them has several of one label. */
static gboolean
shares_label (ChromeTrace         *trace,
              const ChromeProcess *process)
{
  for (guint i = 0; i < trace->processes->len; i++)
    {
      const ChromeProcess *other = chrome_trace_get_process (trace, i);

      if (other != process && other->kind == LAMINA_GROUP_DEVICE && other->labels == process->labels)
        return TRUE;
    }
  return FALSE;
}

/* A pid that is no number is a name; one may be missing. */
char *
kineto_dup_device_name (ChromeTrace         *trace,
                        const ChromeProcess *process)
{
  const char *label = chrome_trace_get_text (trace, process->labels);
  const char *pid = chrome_trace_get_text (trace, process->pid);

  if (*label != '\0')
    return *pid != '\0' && shares_label (trace, process) ? g_strdup_printf ("%s (%s)", label, pid) : g_strdup (label);
  if (*pid == '\0')
    return g_strdup ("GPU");
  return is_number (pid) ? g_strdup_printf ("GPU %s", pid) : g_strdup (pid);
}

/* The model of device @id in `deviceProperties`; NULL when it is not there, or has no name. */
static char *
dup_model (ChromeTrace *trace,
           gint64       id)
{
  static const char *const keys[] = { "id", "name", NULL };
  const ChromeMember *member = chrome_trace_find_member (trace, "deviceProperties");
  g_autoptr (LaminaJsonReader) json = NULL;

  if (member == NULL || member->type != LAMINA_JSON_ARRAY)
    return NULL;
  json = lamina_json_reader_new (trace->source, member->offset, member->length, NULL, NULL, NULL);
  if (!lamina_json_reader_enter_array (json))
    return NULL;
  while (lamina_json_reader_next_element (json))
    {
      g_autofree char *name = NULL;
      gint64 found = LAMINA_ABSENT;
      int key;

      if (!lamina_json_reader_enter_object (json))
        continue;
      while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
        if (key == 0)
          lamina_json_reader_read_int64 (json, &found);
        else if (key == 1 && name == NULL)
          name = g_strdup (lamina_json_reader_read_text (json, NULL));
      if (found == id && name != NULL && *name != '\0')
        return g_steal_pointer (&name);
    }
  return NULL;
}

static void
arrange_device (ChromeTrace   *trace,
                ChromeProcess *process)
{
  const char *pid = chrome_trace_get_text (trace, process->pid);
  g_autofree char *name = kineto_dup_device_name (trace, process);
  g_autofree char *model = NULL;
  char *end;
  gint64 id = g_ascii_strtoll (pid, &end, 10);

  if (end != pid && *end == '\0')
    model = dup_model (trace, id);
  g_free (process->title);
  process->title = g_strjoin (" · ", name, model, NULL);
}

/*
 * `thread 1262 (pt_autograd_0)` begins with what tells it apart: `pt_autograd_0 (1262)`. `stream 7 ` has a blank too many. The
 * tid of a device is the number of the stream.
 */
static void
arrange_track (ChromeTrace *trace,
               ChromeTrack *track)
{
  gboolean is_stream = chrome_trace_get_process (trace, track->process)->kind == LAMINA_GROUP_DEVICE;
  const char *name = chrome_trace_get_text (trace, track->name);
  const char *tid = chrome_trace_get_text (trace, track->tid);
  g_autofree char *opening = g_strdup_printf ("thread %s (", tid);

  if (track->title || (*name == '\0' && (!is_stream || !is_number (tid))))
    return;
  if (*name == '\0')
    track->title = g_strdup_printf ("stream %s", tid);
  else if (g_str_has_prefix (name, opening) && g_str_has_suffix (name, ")") && strlen (name) > strlen (opening) + 1)
    track->title = g_strdup_printf ("%.*s (%s)", (int) (strlen (name) - strlen (opening) - 1), name + strlen (opening), tid);
  else
    track->title = g_strstrip (g_strdup (name));
}

/* `CPU · python3 (pid 597913)` */
static void
arrange_host (ChromeTrace   *trace,
              ChromeProcess *process)
{
  const char *label = chrome_trace_get_text (trace, process->labels);
  const char *name = chrome_trace_get_text (trace, process->name);
  const char *pid = chrome_trace_get_text (trace, process->pid);

  if (*label != '\0' && *name != '\0' && process->title == NULL)
    process->title = g_strdup_printf ("%s · %s (pid %s)", label, name, pid);
}

/* What the profiler itself took stands in a process of its own, which has no name. */
static void
arrange_overhead (ChromeTrace   *trace,
                  ChromeProcess *process)
{
  process->kind = LAMINA_GROUP_OTHER;
  if (process->title == NULL)
    process->title = g_strdup (lamina_builder_own_word (trace->builder, N_("Profiler overhead")));
  if (process->sort == 0)
    process->sort = G_MAXINT32;
}

/* Times are counted from here since 2024, so that their digits fit into a double. */
static gint64
find_base_time (ChromeTrace *trace)
{
  const ChromeMember *member = chrome_trace_find_member (trace, "baseTimeNanoseconds");
  gint64 base;

  if (member == NULL || member->value.type != LAMINA_VALUE_INTEGER || trace->end == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  base = member->value.integer;
  return base >= 0 && base <= MAX_TIME / 2 && trace->end <= MAX_TIME / 2 && trace->start >= -MAX_TIME / 2 ? base
                                                                                                         : LAMINA_ABSENT;
}

void
kineto_arrange (ChromeTrace *trace)
{
  /* The file names it so, instead of by a number. */
  const char *spans = lamina_builder_own_word (trace->builder, N_("Spans"));

  trace->origin = find_base_time (trace);
  for (guint i = 0; i < trace->tracks->len; i++)
    arrange_track (trace, chrome_trace_get_track (trace, i));
  for (guint i = 0; i < trace->processes->len; i++)
    {
      ChromeProcess *process = chrome_trace_get_process (trace, i);
      const char *pid = chrome_trace_get_text (trace, process->pid);

      if (process->kind == LAMINA_GROUP_DEVICE)
        arrange_device (trace, process);
      if (g_str_equal (pid, "-1") && process->name == 0)
        arrange_overhead (trace, process);
      else if (g_str_equal (pid, spans) || g_str_equal (pid, "Traces") || *pid == '\0')
        process->kind = LAMINA_GROUP_OTHER;
      else if (g_str_has_suffix (pid, " Counters"))
        process->kind = LAMINA_GROUP_COUNTERS;
      else if (process->kind == LAMINA_GROUP_HOST)
        arrange_host (trace, process);
    }
}

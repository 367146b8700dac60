/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-arrange-private.h"

#include <string.h>

/*
 * Every process of a trace has the name of the program; its label tells the host from the devices. Threads of devices
 * are their streams. What is no process of the program stands last, as the file asks.
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
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_member (trace, "deviceProperties", LAMINA_JSON_ARRAY);

  while (json && lamina_json_reader_next_element (json))
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
        {
          /* What the profiler itself took stands in a process of its own, which has no name. */
          process->kind = LAMINA_GROUP_OTHER;
          if (process->title == NULL)
            process->title = g_strdup (lamina_builder_own_word (trace->builder, N_("Profiler overhead")));
          if (process->sort == 0)
            process->sort = G_MAXINT32;
        }
      else if (g_str_equal (pid, "Spans") || g_str_equal (pid, "Traces") || *pid == '\0')
        process->kind = LAMINA_GROUP_OTHER;
      else if (g_str_has_suffix (pid, " Counters"))
        process->kind = LAMINA_GROUP_COUNTERS;
      /* `CPU · python3 (pid 597913)` */
      else if (process->kind == LAMINA_GROUP_HOST && process->labels != 0 && process->name != 0 && process->title == NULL)
        process->title = g_strdup_printf ("%s · %s (pid %s)", chrome_trace_get_text (trace, process->labels),
                                          chrome_trace_get_text (trace, process->name), pid);
    }
}

/*
 * Every process of a job that trains on several devices writes a file of its own, which states the rank of the process and
 * the size of the job. Files are ranks of one job when their sizes are equal and their ranks are not. A job that is recorded
 * several times writes as many files for each rank: those of one recording are told by the time of their first event, since
 * a job works through its steps together.
 */

/* A number that stands in the head behind a key; absent without it. */
static gint64
find_number (const LaminaHead *head,
             const char       *key)
{
  const char *begin = memmem (head->text, head->length, "\"distributedInfo\"", strlen ("\"distributedInfo\""));
  const char *end = head->text + head->length;
  gint64 number = 0;
  const char *at;
  guint n = 0;

  at = begin ? memmem (begin, (gsize) (end - begin), key, strlen (key)) : NULL;
  if (at == NULL)
    return LAMINA_ABSENT;
  for (at += strlen (key); at < end && (g_ascii_isspace (*at) || *at == ':'); at++)
    ;
  for (; at < end && g_ascii_isdigit (*at) && n < 9; at++, n++)
    number = number * 10 + (*at - '0');
  return n > 0 ? number : LAMINA_ABSENT;
}

/* Each of these the profiler writes before the events, whatever version it is. */
static gboolean
is_trace (const LaminaHead *head)
{
  return lamina_head_contains (head, "\"baseTimeNanoseconds\"") || lamina_head_contains (head, "\"deviceProperties\"");
}

/* What torch.cuda.memory._dump_snapshot () writes: a pickle. */
static gboolean
is_snapshot (const LaminaHead *head)
{
  const guint8 *bytes = (const guint8 *) head->text;

  return head->length > 2 && bytes[0] == 0x80 && bytes[1] >= 2 && bytes[1] <= 5
         && (lamina_head_contains (head, "segment_type") || lamina_head_contains (head, "device_traces"));
}

LaminaClaim
kineto_claims (const LaminaHead *opened,
               const LaminaHead *sibling)
{
  gint64 rank = find_number (opened, "\"rank\"");
  gint64 size = find_number (opened, "\"world_size\"");
  gint64 other = find_number (sibling, "\"rank\"");

  if (is_snapshot (sibling))
    return is_trace (opened) ? LAMINA_CLAIM_COMPANION : LAMINA_CLAIM_NONE;
  return rank != LAMINA_ABSENT && other != LAMINA_ABSENT && rank != other && size != LAMINA_ABSENT && size > 1
         && find_number (sibling, "\"world_size\"") == size ? LAMINA_CLAIM_RANK : LAMINA_CLAIM_NONE;
}

/* The first number behind a key times @scale, without what stands behind its point; absent without it. */
static gint64
find_scaled (const LaminaHead *head,
             const char       *key,
             gint64            scale)
{
  const char *at = memmem (head->text, head->length, key, strlen (key));
  gint64 number;
  char *end;

  if (at == NULL)
    return LAMINA_ABSENT;
  at += strlen (key);
  at += strspn (at, " :\t\n\r");
  number = g_ascii_strtoll (at, &end, 10);
  return end == at || number > G_MAXINT64 / scale || number < G_MININT64 / scale ? LAMINA_ABSENT : number * scale;
}

char *
kineto_dup_part (const LaminaHead *file,
                 gint64           *time)
{
  gint64 rank = find_number (file, "\"rank\"");
  gint64 base = find_scaled (file, "\"baseTimeNanoseconds\"", 1);
  /* Times of events are in microseconds, and to a microsecond is near enough. */
  gint64 first = find_scaled (file, "\"ts\"", 1000);

  if (rank == LAMINA_ABSENT)
    return NULL;
  /* The base alone says little: it is that of the process. */
  if (first != LAMINA_ABSENT)
    *time = lamina_add_saturating (base != LAMINA_ABSENT ? base : 0, first);
  return g_strdup_printf ("rank %" G_GINT64_FORMAT, rank);
}

char *
kineto_dup_rank_title (ChromeTrace *trace)
{
  static const char *const keys[] = { "rank", NULL };
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_member (trace, "distributedInfo", LAMINA_JSON_OBJECT);
  gint64 rank = LAMINA_ABSENT;
  int key;

  while (json && (key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key == 0)
      lamina_json_reader_read_int64 (json, &rank);
  return rank != LAMINA_ABSENT ? g_strdup_printf ("rank %" G_GINT64_FORMAT, rank)
                               : g_strdup (lamina_source_get_name (trace->source));
}

/* Members of the root that are objects: the devices, and the job that the process is a part of. */

static void
add_members (ChromeTrace      *trace,
             LaminaJsonReader *json,
             const char       *group)
{
  while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
      LaminaValue value = { 0 };

      if (g_str_equal (key, "id") || !lamina_json_reader_read_value (json, &value))
        continue;
      if (g_str_equal (key, "totalGlobalMem") || g_str_has_prefix (key, "sharedMem"))
        value.unit = LAMINA_UNIT_BYTES;
      if (value.type != LAMINA_VALUE_NULL)
        chrome_trace_add_value (trace, group, key, &value);
      lamina_value_clear (&value);
    }
}

/*
 * Neighbors in the list that are equal but for their numbers, which follow one another: listed once.
 *
 * text   the members, without the number
 * first  the number of the first
 * n      how many
 */
typedef struct
{
  char *text;
  gint64 first;
  guint n;
} Model;

static void
model_clear (gpointer data)
{
  Model *model = data;

  g_free (model->text);
}

/* Where a device does not say its number, it is @number. */
static Model
read_model (LaminaJsonReader *json,
            gint64            number)
{
  GString *text = g_string_new (NULL);
  Model model = { .first = number, .n = 1 };

  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      {
        g_autofree char *key = g_strdup (lamina_json_reader_get_key (json, NULL));
        LaminaValue value = { 0 };

        if (!lamina_json_reader_read_value (json, &value))
          continue;
        if (!g_str_equal (key, "id"))
          g_string_append_printf (text, "%s=%s\n", key, value.text ? value.text : "");
        else if (value.type == LAMINA_VALUE_INTEGER)
          model.first = value.integer;
        lamina_value_clear (&value);
      }
  model.text = g_string_free (text, FALSE);
  return model;
}

static GArray *
list_models (LaminaJsonReader *json)
{
  GArray *models = g_array_new (FALSE, FALSE, sizeof (Model));

  g_array_set_clear_func (models, model_clear);
  for (gint64 number = 0; lamina_json_reader_next_element (json); number++)
    {
      Model model = read_model (json, number);
      Model *last = models->len > 0 ? &g_array_index (models, Model, models->len - 1) : NULL;

      if (last && g_str_equal (model.text, last->text) && lamina_subtract_saturating (model.first, last->n) == last->first)
        {
          last->n++;
          model_clear (&model);
        }
      else
        g_array_append_val (models, model);
    }
  return models;
}

static void
add_devices (ChromeTrace *trace)
{
  static const char member[] = "deviceProperties";
  g_autoptr (LaminaJsonReader) first = chrome_trace_open_member (trace, member, LAMINA_JSON_ARRAY);
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_member (trace, member, LAMINA_JSON_ARRAY);
  g_autoptr (GArray) models = NULL;

  if (!first)
    return;
  chrome_trace_find_member (trace, member)->is_used = TRUE;
  models = list_models (first);
  for (guint i = 0; i < models->len; i++)
    {
      const Model *model = &g_array_index (models, Model, i);
      g_autofree char *group = model->n == 1 ? g_strdup_printf ("GPU %" G_GINT64_FORMAT, model->first)
                                             : g_strdup_printf ("GPU %" G_GINT64_FORMAT "–%" G_GINT64_FORMAT, model->first,
                                                                model->first + model->n - 1);

      if (lamina_json_reader_next_element (json) && lamina_json_reader_enter_object (json))
        add_members (trace, json, group);
      for (guint j = 1; j < model->n; j++)
        lamina_json_reader_next_element (json);
    }
}

void
kineto_add_properties (ChromeTrace *trace)
{
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_member (trace, "distributedInfo", LAMINA_JSON_OBJECT);

  lamina_builder_set_tool (trace->builder, "PyTorch");
  add_devices (trace);
  if (!json)
    return;
  chrome_trace_find_member (trace, "distributedInfo")->is_used = TRUE;
  add_members (trace, json, "Distributed");
}

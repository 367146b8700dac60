/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

#include <string.h>

/* Metadata events name and order processes and threads; the rest of them are facts about a process. */

static const struct
{
  const char *name;
  const char *key; /* of its arguments */
} kinds[] = {
  [CHROME_METADATA_PROCESS_NAME] = { "process_name", "name" },
  [CHROME_METADATA_PROCESS_LABELS] = { "process_labels", "labels" },
  [CHROME_METADATA_PROCESS_SORT] = { "process_sort_index", "sort_index" },
  [CHROME_METADATA_THREAD_NAME] = { "thread_name", "name" },
  [CHROME_METADATA_THREAD_SORT] = { "thread_sort_index", "sort_index" },
};

static gboolean
is_sort (ChromeMetadataKind kind)
{
  return kind == CHROME_METADATA_PROCESS_SORT || kind == CHROME_METADATA_THREAD_SORT;
}

ChromeMetadata
chrome_metadata_read (ChromeTrace *self,
                      guint32      row)
{
  const char *name = chrome_trace_get_text (self, self->events->name[row]), *text;
  ChromeMetadata metadata = { CHROME_METADATA_OTHER, 0, LAMINA_ABSENT };
  const char *keys[] = { NULL, NULL };
  g_autoptr (LaminaJsonReader) json = NULL;
  gsize length;
  int key;

  for (guint i = CHROME_METADATA_OTHER + 1; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      metadata.kind = (ChromeMetadataKind) i;
  keys[0] = kinds[metadata.kind].key;
  if (metadata.kind == CHROME_METADATA_OTHER || !(json = chrome_trace_open_args (self, row)))
    return metadata;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    if (key != 0)
      continue;
    else if (is_sort (metadata.kind))
      lamina_json_reader_read_int64 (json, &metadata.number);
    else if ((text = lamina_json_reader_read_text (json, &length)))
      metadata.text = lamina_builder_intern (self->builder, text, (gssize) length);
  return metadata;
}

gboolean
chrome_metadata_apply (ChromeTrace          *self,
                       guint32               row,
                       const ChromeMetadata *metadata)
{
  ChromeTrack *track = chrome_trace_get_track (self, self->events->track[row]);
  ChromeProcess *process = chrome_trace_get_process (self, track->process);

  if (metadata->kind == CHROME_METADATA_OTHER || (is_sort (metadata->kind) && metadata->number == LAMINA_ABSENT))
    return FALSE;
  if (metadata->kind == CHROME_METADATA_PROCESS_NAME)
    process->name = metadata->text;
  else if (metadata->kind == CHROME_METADATA_PROCESS_SORT)
    process->sort = metadata->number;
  else if (metadata->kind == CHROME_METADATA_THREAD_NAME)
    track->name = metadata->text;
  else if (metadata->kind == CHROME_METADATA_THREAD_SORT)
    track->sort = metadata->number;
  else
    {
      process->is_relabeled |= process->labels != 0 && process->labels != metadata->text;
      process->labels = metadata->text;
    }
  return TRUE;
}

/*
 * What is said of a process beside its name: `num_cpus`, `process_uptime_seconds`, the configuration of the
 * recorder.
 */
static void
add_fact (ChromeTrace *self,
          guint32      row)
{
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_args (self, row);
  const ChromeProcess *process = chrome_trace_get_process (self, chrome_trace_get_process_of (self, row));
  const char *name = chrome_trace_get_text (self, self->events->name[row]);
  const char *pid = chrome_trace_get_text (self, process->pid);
  g_autofree char *group = *pid ? g_strdup_printf ("Process %s", pid) : g_strdup ("Metadata");

  while (json && lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
    {
      const char *key = lamina_json_reader_get_key (json, NULL);
      gboolean is_alone = g_str_has_suffix (name, key) || g_str_equal (key, "value") || g_str_has_prefix (name, "num_");
      g_autofree char *title = is_alone ? g_strdup (name) : g_strdup_printf ("%s: %s", name, key);
      guint64 offset, length;

      lamina_json_reader_skip (json, &offset, &length);
      chrome_trace_add_property (self, group, title, offset, length);
    }
}

static gboolean
has_args (ChromeTrace *self,
          guint32      row)
{
  return (self->events->flags[row] & CHROME_EVENT_HAS_ARGS) != 0;
}

/* A trace that says more than so many things of its processes says the same again and again. */
#define MOST_FACTS 1000

void
chrome_assemble_metadata (ChromeTrace *self)
{
  guint n_facts = 0;

  for (guint i = 0; i < self->events->n_rest; i++)
    {
      guint32 row = self->events->rest[i];
      guint32 record = chrome_trace_get_record (self, row);

      ChromeMetadata metadata = { 0 };

      if (self->events->phase[row] != 'M')
        continue;
      if (has_args (self, row))
        metadata = chrome_metadata_read (self, row);
      if (chrome_metadata_apply (self, row, &metadata))
        continue;
      self->events->phase[row] = CHROME_PHASE_TAKEN;
      if (!has_args (self, row))
        lamina_import_skip (self->import, record, N_("metadata without arguments"));
      else if (++n_facts > MOST_FACTS)
        lamina_import_skip (self->import, record, N_("more metadata than the properties show"));
      else
        {
          add_fact (self, row);
          lamina_import_account (self->import, record, LAMINA_RECORD_SHOWN);
        }
    }
}

/* Names in the property are counted, not listed, beyond so many. */
#define MOST_NAMES 12

/* What was named, but has no events: one property tells, since some tools name whatever there might be. */
static void
add_names (ChromeTrace *self,
           GArray      *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, MOST_NAMES); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            chrome_trace_get_text (self, g_array_index (names, guint32, i)));
  if (names->len > MOST_NAMES)
    g_string_append_printf (text, ", and %u more", names->len - MOST_NAMES);
  if (names->len > 0)
    lamina_builder_add_property (self->builder, lamina_builder_own_word (self->builder, N_("Trace")),
                                 lamina_builder_own_word (self->builder, N_("without events")),
                                 &LAMINA_VALUE_INIT_TEXT (text->str));
}

static guint32
get_name (ChromeTrace *self,
          guint32      row)
{
  const char *kind = chrome_trace_get_text (self, self->events->name[row]);
  const ChromeTrack *track = chrome_trace_get_track (self, self->events->track[row]);

  if (g_str_equal (kind, "thread_name"))
    return track->name;
  return g_str_equal (kind, "process_name") ? chrome_trace_get_process (self, track->process)->name : 0;
}

void
chrome_assemble_names (ChromeTrace *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));
  ChromeEvents *events = self->events;

  /* Of what is in the views. */
  for (guint i = 0; i < events->n_rest; i++)
    {
      guint32 row = events->rest[i];
      gboolean is_of_thread = g_str_has_prefix (chrome_trace_get_text (self, events->name[row]), "thread_");

      if (events->phase[row] == 'M'
          && (is_of_thread ? events->track[row] < self->n_tracks
                           : chrome_trace_get_process (self, chrome_trace_get_process_of (self, row))->is_needed))
        g_hash_table_add (known, GUINT_TO_POINTER (get_name (self, row)));
    }
  g_hash_table_add (known, GUINT_TO_POINTER (0));
  for (guint i = 0; i < events->n_rest; i++)
    if (events->phase[events->rest[i]] == 'M')
      {
        guint32 row = events->rest[i], name = get_name (self, row);

        if (g_hash_table_add (known, GUINT_TO_POINTER (name)))
          g_array_append_val (names, name);
        lamina_import_account (self->import, chrome_trace_get_record (self, row), LAMINA_RECORD_MERGED);
        events->phase[row] = CHROME_PHASE_TAKEN;
      }
  add_names (self, names);
}

void
chrome_assemble_threads (ChromeTrace *self)
{
  /* A process for each pid, in the order in which they first occur. */
  g_autoptr (GHashTable) by_pid = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->events->threads->len; i++)
    {
      const ChromeThread *thread = &g_array_index (self->events->threads, ChromeThread, i);
      gpointer process;
      guint32 track;

      if (!g_hash_table_lookup_extended (by_pid, GUINT_TO_POINTER (thread->pid), NULL, &process))
        {
          process = GUINT_TO_POINTER (chrome_trace_add_process (self, thread->pid));
          g_hash_table_insert (by_pid, GUINT_TO_POINTER (thread->pid), process);
        }
      track = chrome_trace_add_track (self, CHROME_TRACK_THREAD, GPOINTER_TO_UINT (process));
      chrome_trace_get_track (self, track)->tid = thread->tid;
    }
  self->start = self->events->first_time;
  self->end = self->events->last_time;
}

/* Of phases that stand for one moment. */
#define MARK_PHASES "iIRnPOvVc()="

/* Of phases that become marks when no slice came of them. */
#define REST_PHASES "XBEbeSTpFND"

gboolean
chrome_assemble_is_mark (const ChromeEvents *events,
                         guint32             row)
{
  guint8 phase = events->phase[row];

  return phase > CHROME_PHASE_TAKEN && events->slice[row] == LAMINA_NONE && events->start[row] != LAMINA_ABSENT
         && strchr (MARK_PHASES REST_PHASES, phase);
}

gboolean
chrome_assemble_is_global (const ChromeEvents *events,
                           guint32             row)
{
  const ChromeExtra *extra = chrome_events_get_extra (events, row);

  return strchr ("vVc", events->phase[row]) || (strchr ("iIR", events->phase[row]) && extra && extra->reach == 'g');
}

void
chrome_assemble_moments (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < events->n_rest; i++)
    if (chrome_assemble_is_mark (events, events->rest[i]) && !chrome_assemble_is_global (events, events->rest[i]))
      chrome_trace_get_track (self, events->track[events->rest[i]])->is_needed = TRUE;
  for (guint i = 0; i < events->samples->len; i++)
    {
      guint32 row = g_array_index (events->samples, ChromeSample, i).row;

      chrome_trace_get_process (self, chrome_trace_get_process_of (self, row))->is_needed = TRUE;
    }
}

static gboolean
is_needed (const ChromeTrack *track)
{
  return track->is_needed || track->n > 0;
}

/* Brings the tracks that are needed to the front; both kinds keep their order. There may be one for each event. */
void
chrome_assemble_needed (ChromeTrace *self)
{
  g_autoptr (GArray) others = g_array_new (FALSE, FALSE, sizeof (ChromeTrack));
  g_autofree guint32 *places = NULL;
  ChromeEvents *events = self->events;
  guint n = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    n += is_needed (chrome_trace_get_track (self, i));
  self->n_tracks = n;
  places = n < self->tracks->len ? g_new (guint32, self->tracks->len) : NULL;
  n = 0;
  for (guint i = 0; i < self->tracks->len; i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self, i);

      if (is_needed (track))
        chrome_trace_get_process (self, track->process)->is_needed = TRUE;
      if (places == NULL)
        continue;
      places[i] = is_needed (track) ? n : self->n_tracks + others->len;
      if (is_needed (track))
        *chrome_trace_get_track (self, n++) = *track;
      else
        g_array_append_vals (others, track, 1);
    }
  if (places == NULL)
    return;
  for (guint i = 0; i < others->len; i++)
    *chrome_trace_get_track (self, n + i) = g_array_index (others, ChromeTrack, i);
  for (guint row = 0; row < events->n; row++)
    if (events->track[row] != LAMINA_NONE)
      events->track[row] = places[events->track[row]];
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-build.h"

#include <string.h>

/* A counter is what a process, a name and an id tell apart; each of its series is a track. */
typedef struct
{
  guint32 process;
  guint32 name;
  guint32 id; /* LAMINA_NONE without one */
  guint32 series;
} Key;

typedef struct
{
  ChromeTrace *trace;
  GHashTable *tracks;   /* Key: track */
  GHashTable *n_series; /* Key with series 0: how many */
} Counters;

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return ((key->name * 31 + key->series) * 31 + key->process) * 31 + key->id;
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

static Key
get_key (ChromeTrace        *self,
         const ChromeSample *sample)
{
  const ChromeExtra *extra = chrome_events_get_extra (self->events, sample->row);
  Key key = { .name = self->events->name[sample->row], .id = LAMINA_NONE, .series = sample->series };

  key.process = chrome_trace_get_process_of (self, sample->row);
  if (extra && extra->id_kind != CHROME_ID_NONE)
    key.id = extra->id;
  return key;
}

static gboolean
is_counter (const ChromeEvents *events,
            guint32             row)
{
  return events->phase[row] == 'C';
}

/* How many series each counter has: one alone needs no name of its own. */
static void
count_series (Counters *self)
{
  const ChromeEvents *events = self->trace->events;

  for (guint i = 0; i < events->samples->len; i++)
    {
      const ChromeSample *sample = &g_array_index (events->samples, ChromeSample, i);
      Key key;
      gpointer n;

      if (!is_counter (events, sample->row))
        continue;
      key = get_key (self->trace, sample);
      if (g_hash_table_contains (self->tracks, &key))
        continue;
      g_hash_table_insert (self->tracks, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (LAMINA_NONE));
      key.series = LAMINA_NONE;
      n = g_hash_table_lookup (self->n_series, &key);
      g_hash_table_insert (self->n_series, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (GPOINTER_TO_UINT (n) + 1));
    }
}

/* `memory`, `memory[0x1f]`, `memory: allocated`. */
static char *
compose_title (Counters  *self,
               const Key *key)
{
  const char *name = chrome_trace_get_text (self->trace, key->name);
  const char *series = chrome_trace_get_text (self->trace, key->series);
  g_autofree char *id = chrome_trace_dup_id (self->trace, key->id);
  Key all = *key;
  g_autofree char *counter = *id ? g_strdup_printf ("%s[%s]", name, id) : g_strdup (name);

  all.series = LAMINA_NONE;
  if (*counter == '\0')
    return g_strdup (*series ? series : "counter");
  if (*series == '\0' || GPOINTER_TO_UINT (g_hash_table_lookup (self->n_series, &all)) == 1)
    return g_steal_pointer (&counter);
  return g_strdup_printf ("%s: %s", counter, series);
}

static guint32
need_track (Counters  *self,
            const Key *key)
{
  guint32 track = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, key));
  g_autofree char *title = NULL;

  if (track != LAMINA_NONE)
    return track;
  title = compose_title (self, key);
  track = lamina_builder_add_counter (self->trace->builder, self->trace->run,
                                      chrome_trace_get_process (self->trace, key->process)->group, title, self->trace->clock,
                                      LAMINA_UNIT_NONE, FALSE);
  lamina_builder_set_track_sort (self->trace->builder, self->trace->run, track, G_MAXINT32);
  g_hash_table_insert (self->tracks, g_memdup2 (key, sizeof *key), GUINT_TO_POINTER (track));
  return track;
}

static void
add_samples (Counters *self)
{
  ChromeTrace *trace = self->trace;
  const ChromeEvents *events = trace->events;
  Key last_key = { .process = LAMINA_NONE };
  guint32 track = LAMINA_NONE;

  for (guint i = 0; i < events->samples->len; i++)
    {
      const ChromeSample *sample = &g_array_index (events->samples, ChromeSample, i);
      Key key;

      if (!is_counter (events, sample->row))
        continue;
      key = get_key (trace, sample);
      if (!equal_keys (&key, &last_key))
        track = need_track (self, &key);
      last_key = key;
      lamina_builder_add_sample (trace->builder, trace->run, track, sample->time, sample->value);
      lamina_import_account (trace->import, chrome_trace_get_record (trace, sample->row), LAMINA_RECORD_SHOWN);
    }
}

void
chrome_trace_build_counters (ChromeTrace *self)
{
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  g_autoptr (GHashTable) n_series = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  Counters counters = { self, tracks, n_series };
  ChromeEvents *events = self->events;

  count_series (&counters);
  add_samples (&counters);
  for (guint i = 0; i < events->n_rest; i++)
    if (is_counter (events, events->rest[i]))
      {
        lamina_import_skip (self->import, chrome_trace_get_record (self, events->rest[i]),
                            N_("the counter has no value that is a number"));
        events->phase[events->rest[i]] = CHROME_PHASE_TAKEN;
      }
}

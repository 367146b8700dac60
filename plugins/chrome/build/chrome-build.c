/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-build.h"
#include "chrome-assemble.h"
#include "chrome-key.h"

#include <string.h>

/* What is said beside the name of an event that is no slice although it should be. */
static const char *
get_remark (guint8 phase)
{
  static const struct
  {
    const char *phases;
    const char *remark;
  } remarks[] = {
    { "EeF", "end without a begin" }, { "D", "deleted, but never created" }, { "X", "negative duration" },
    { "Tp", "step without a begin" }, { "vV", "memory dump" },               { "c", "clock synchronization" },
    { "O", "snapshot" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (remarks); i++)
    if (strchr (remarks[i].phases, phase))
      return remarks[i].remark;
  return NULL;
}

static void
add_mark (ChromeTrace *self,
          guint32      row)
{
  const ChromeEvents *events = self->events;
  guint32 track = chrome_assemble_is_global (events, row) ? LAMINA_NONE : events->track[row];
  const char *text = chrome_trace_get_text (self, events->name[row]), *remark = get_remark (events->phase[row]);
  g_autofree char *remarked = NULL;
  guint32 name = events->name[row], mark;

  if (remark)
    {
      remarked = *text ? g_strdup_printf ("%s (%s)", text, remark) : g_strdup (remark);
      name = lamina_builder_intern (self->builder, remarked, -1);
    }
  mark = lamina_builder_add_mark (self->builder, self->run, chrome_trace_get_place (self, track), self->clock,
                                  events->start[row], 0, name);
  lamina_builder_set_mark_args (self->builder, self->run, mark, self->source_index, chrome_trace_get_offset (self, row),
                                events->length[row]);
  lamina_import_account (self->import, chrome_trace_get_record (self, row), LAMINA_RECORD_SHOWN);
}

/* Adds the marks, and says what was left out. Every record is accounted for then. */
static void
chrome_trace_build_marks (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < events->n_rest; i++)
    {
      guint32 row = events->rest[i];

      if (chrome_assemble_is_mark (events, row))
        add_mark (self, row);
      else if (events->phase[row] > CHROME_PHASE_TAKEN && events->slice[row] == LAMINA_NONE
               && !strchr ("stf", events->phase[row]))
        {
          guint8 phase = events->phase[row];
          g_autofree char *reason = phase == '?' ? g_strdup (N_("the phase is not one letter"))
                                                 : g_strdup_printf ("the phase “%c” is not known", phase);

          lamina_import_skip (self->import, chrome_trace_get_record (self, row), reason);
        }
    }
}

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

CHROME_DEFINE_KEY (Key, hash_key, equal_keys)

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

/*
 * Adds a counter for each series of each C event that is still there, and accounts for these events. A dialect that
 * knows better sets the phase of its C events to CHROME_PHASE_TAKEN in `understand`.
 */
static void
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

static inline void
fetch_row (const ChromeEvents *events,
           guint32             row)
{
  __builtin_prefetch (&events->start[row]);
  __builtin_prefetch (&events->end[row]);
  __builtin_prefetch (&events->name[row]);
  __builtin_prefetch (&events->category[row]);
  __builtin_prefetch (&events->length[row]);
  __builtin_prefetch (&events->flags[row]);
  if (events->layer)
    __builtin_prefetch (&events->layer[row]);
}

/* Each row is a record of its own, so that threads account for different ones. */
static void
fill_slices (guint            i,
             guint            from,
             guint            n,
             LaminaSliceInit *slices,
             gpointer         data)
{
  ChromeTrace *self = data;
  const ChromeEvents *events = self->events;
  const guint32 *rows = chrome_trace_get_track (self, i)->rows + from;

  for (guint j = 0; j < n; j++)
    {
      guint32 row = rows[j];
      LaminaSliceInit *slice = &slices[j];

      if (j + CHROME_AHEAD < n)
        fetch_row (events, rows[j + CHROME_AHEAD]);
      slice->start = events->start[row];
      slice->duration = events->end[row] - events->start[row];
      slice->name = events->name[row];
      slice->category = events->category[row];
      if (events->layer)
        slice->layer = events->layer[row];
      slice->args_length = events->length[row];
      slice->is_open = (events->flags[row] & CHROME_EVENT_OPEN) != 0;
      if (events->kind)
        slice->kind = events->kind[row];
    }
  /* Loops this short go on to the next record while they wait for the one before. */
  for (guint j = 0; j < n; j++)
    slices[j].args_offset = chrome_trace_get_offset (self, rows[j]);
  for (guint j = 0; j < n; j++)
    lamina_import_account (self->import, chrome_trace_get_record (self, rows[j]), LAMINA_RECORD_SHOWN);
}

static gboolean
build_slices (ChromeTrace *self)
{
  g_autofree guint32 *tracks = g_new (guint32, MAX (self->n_tracks, 1));
  g_autofree guint *n_slices = g_new (guint, MAX (self->n_tracks, 1));

  for (guint i = 0; i < self->n_tracks; i++)
    {
      tracks[i] = chrome_trace_get_place (self, i);
      n_slices[i] = chrome_trace_get_track (self, i)->n;
    }
  lamina_builder_fill_slices (self->builder, self->run, self->n_tracks, tracks, n_slices, fill_slices, self);
  return !g_cancellable_is_cancelled (self->cancellable);
}

static void
build_ties (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;

  for (guint i = 0; i < self->ties->len; i++)
    {
      const ChromeTie *tie = &g_array_index (self->ties, ChromeTie, i);

      if (events->slice[tie->from] != LAMINA_NONE && events->slice[tie->to] != LAMINA_NONE)
        lamina_builder_add_flow (self->builder, self->run, tie->name,
                                 chrome_trace_get_place (self, events->track[tie->from]), events->slice[tie->from],
                                 chrome_trace_get_place (self, events->track[tie->to]), events->slice[tie->to]);
    }
}

/* Arrows are tied to slices before the slices leave, and added when these are in the builder. */
gboolean
chrome_trace_build (ChromeTrace *self)
{
  chrome_flows_bind (self);
  /* What a step was the last to look at goes before the next one takes its room. */
  chrome_events_drop_column (self->events, NULL);
  if (g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (!build_slices (self))
    return FALSE;
  g_clear_pointer (&self->events->end, g_free);
  g_clear_pointer (&self->events->layer, g_free);
  chrome_trace_build_counters (self);
  if (g_cancellable_is_cancelled (self->cancellable) || !chrome_trace_build_flows (self))
    return FALSE;
  build_ties (self);
  chrome_trace_build_marks (self);
  return TRUE;
}

/* Numbers stand before texts, and by their value. */
static int
compare_ids (ChromeTrace *self,
             guint32      left,
             guint32      right)
{
  const char *a = chrome_trace_get_text (self, left), *b = chrome_trace_get_text (self, right);
  gint64 number_a, number_b;
  gboolean is_number_a = lamina_decimal_parse (a, strlen (a), 0, &number_a);
  gboolean is_number_b = lamina_decimal_parse (b, strlen (b), 0, &number_b);

  if (is_number_a != is_number_b)
    return is_number_a ? -1 : 1;
  if (is_number_a && number_a != number_b)
    return number_a < number_b ? -1 : 1;
  return strcmp (a, b);
}

static int
compare_processes (gconstpointer a,
                   gconstpointer b,
                   gpointer      data)
{
  ChromeTrace *self = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const ChromeProcess *first = chrome_trace_get_process (self, left), *second = chrome_trace_get_process (self, right);
  int order;

  if (first->sort != second->sort)
    return first->sort < second->sort ? -1 : 1;
  order = compare_ids (self, first->pid, second->pid);
  return order != 0 ? order : left < right ? -1 : left > right;
}

static int
compare_tracks (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  ChromeTrace *self = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const ChromeTrack *first = chrome_trace_get_track (self, left), *second = chrome_trace_get_track (self, right);
  int order;

  if (first->sort != second->sort)
    return first->sort < second->sort ? -1 : 1;
  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  order = compare_ids (self, first->tid, second->tid);
  return order != 0 ? order : left < right ? -1 : left > right;
}

static gboolean
is_number (const char *text)
{
  gint64 number;

  return lamina_decimal_parse (text, strlen (text), 0, &number);
}

/* `python (pid 1234)`, `pid 1234`, `Spans`. A name that already tells the number stands alone. */
static char *
compose_name (const char *name,
              const char *number,
              const char *word,
              const char *word_in_brackets,
              const char *otherwise)
{
  if (*name == '\0')
    return is_number (number) ? g_strdup_printf ("%s%s", word, number) : g_strdup (*number ? number : otherwise);
  if (*number == '\0' || !is_number (number) || strstr (name, number))
    return g_strdup (name);
  return g_strdup_printf ("%s (%s%s)", name, word_in_brackets, number);
}

/* With what it was labeled: `python (pid 1234): CPU`. */
static char *
compose_process_title (ChromeTrace         *self,
                       const ChromeProcess *process)
{
  const char *labels = chrome_trace_get_text (self, process->labels);
  char *name = compose_name (chrome_trace_get_text (self, process->name), chrome_trace_get_text (self, process->pid),
                             "pid ", "pid ", "Trace");
  char *title;

  if (*labels == '\0' || strstr (name, labels))
    return name;
  title = g_strdup_printf ("%s: %s", name, labels);
  g_free (name);
  return title;
}

static guint32 *
make_order (guint n)
{
  guint32 *order = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  return order;
}

/* A parent has a smaller index, but may come later in the order: it is added when the first child needs it. */
static guint32
need_group (ChromeTrace *self,
            guint32      i)
{
  ChromeProcess *process = chrome_trace_get_process (self, i);
  guint32 parent = self->parent_group;

  if (process->group != LAMINA_NONE)
    return process->group;
  if (process->parent != LAMINA_NONE && process->parent < i)
    parent = need_group (self, process->parent);
  if (!process->title)
    process->title = compose_process_title (self, process);
  process->group = lamina_builder_add_group (self->builder, self->run, parent, process->title, process->kind);
  return process->group;
}

static void
add_groups (ChromeTrace *self)
{
  g_autofree guint32 *order = make_order (self->processes->len);
  g_autofree gboolean *is_used = g_new0 (gboolean, MAX (self->processes->len, 1));

  for (guint i = 0; i < self->n_tracks; i++)
    is_used[chrome_trace_get_track (self, i)->process] = TRUE;
  g_qsort_with_data (order, (int) self->processes->len, sizeof *order, compare_processes, self);
  for (guint i = 0; i < self->processes->len; i++)
    if (is_used[order[i]] || chrome_trace_get_process (self, order[i])->is_needed)
      need_group (self, order[i]);
}

static void
add_track (ChromeTrace *self,
           guint        i)
{
  ChromeTrack *track = chrome_trace_get_track (self, i);
  guint32 group = chrome_trace_get_process (self, track->process)->group;
  guint32 place;

  if (!track->title)
    track->title = compose_name (chrome_trace_get_text (self, track->name), chrome_trace_get_text (self, track->tid),
                                 "thread ", "", "events");
  place = lamina_builder_add_track (self->builder, self->run, group, track->title, self->clock);
  if (i == 0 && place != LAMINA_NONE)
    self->first_track = place;
  lamina_builder_set_track_source (self->builder, self->run, place, self->source_index);
  if (track->caption)
    lamina_builder_set_track_caption (self->builder, self->run, place, track->caption);
}

void
chrome_trace_add_groups (ChromeTrace *self)
{
  g_autofree guint32 *order = make_order (self->n_tracks);

  if (self->title)
    self->parent_group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, self->title, LAMINA_GROUP_OTHER);
  add_groups (self);
  for (guint i = 0; i < self->n_tracks; i++)
    add_track (self, i);
  g_qsort_with_data (order, (int) self->n_tracks, sizeof *order, compare_tracks, self);
  for (guint i = 0; i < self->n_tracks; i++)
    lamina_builder_set_track_sort (self->builder, self->run, chrome_trace_get_place (self, order[i]), i);
}

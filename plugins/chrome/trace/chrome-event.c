/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-key.h"
#include "chrome-reader.h"
#include "chrome-time-private.h"

#include <math.h>
#include <string.h>

/* One event of the file becomes one row of the table. Members may come in any order. */

enum
{
  KEY_PH,
  KEY_NAME,
  KEY_CAT,
  KEY_TS,
  KEY_DUR,
  KEY_PID,
  KEY_TID,
  KEY_ARGS,
  KEY_ID,
  KEY_ID2,
  KEY_SCOPE,
  KEY_BIND_ID,
  KEY_FLOW_IN,
  KEY_FLOW_OUT,
  KEY_BP,
  KEY_S,
  KEY_ENTRIES,
  KEY_EVENT_STATS,
};

static const char *const event_keys[] = { "ph", "name", "cat", "ts", "dur", "pid", "tid", "args", "id", "id2", "scope",
                                          "bind_id", "flow_in", "flow_out", "bp", "s", "entries",
                                          "event_stats", NULL };

#define CUT_OFF N_("the event is truncated")

typedef struct
{
  guint32 index;
  ChromeRow *row;
  guint32 pid;
  guint32 tid;
  gboolean is_bad; /* a time that is none */
  gboolean has_members;
  ChromeTime ts;
  ChromeTime dur;
  gboolean has_ts;
  gboolean has_dur;
  guint64 args;       /* where they begin, when they came before the phase */
  guint first_sample; /* of this event */
  guint32 series;     /* of values that stand in `entries` */
} Event;

static guint32
read_string (ChromeReader *self)
{
  gsize length;
  const char *text = lamina_json_reader_read_text (self->json, &length);

  return text ? lamina_builder_intern (self->builder, text, (gssize) length) : 0;
}

/* The name of the event; without one it is empty. */
static void
read_name (ChromeReader *self,
           Event        *event)
{
  gsize length;
  const char *text = lamina_json_reader_read_text (self->json, &length);

  if (text)
    {
      chrome_texts_add (&self->texts, text, length, &event->row->name);
      return;
    }
  chrome_texts_flush (&self->texts);
  event->row->name = 0;
}

static inline ChromeMemo *
get_memo (ChromeReader *self,
          const char   *text,
          gsize         length)
{
  guint32 word;

  if (length >= sizeof word)
    memcpy (&word, text + length - sizeof word, sizeof word);
  else
    word = (guint32) (guint8) text[0] << 16 | (guint32) (guint8) text[length / 2] << 8 | (guint8) text[length - 1];
  return &self->memos[(word * 2654435761u >> 16) % CHROME_N_MEMOS];
}

static inline guint64
load_eight (const char *p)
{
  guint64 bytes;

  memcpy (&bytes, p, sizeof bytes);
  return bytes;
}

static inline guint32
load_four (const char *p)
{
  guint32 bytes;

  memcpy (&bytes, p, sizeof bytes);
  return bytes;
}

/* @n bytes, 1 to 24, by parts that may overlap: a call would take longer. */
static inline gboolean
are_equal (const char *a,
           const char *b,
           gsize       n)
{
  gsize middle = n / 2, last = n - 1;

  if (n < 4)
    return a[0] == b[0] && a[middle] == b[middle] && a[last] == b[last];
  if (n < 8)
    return load_four (a) == load_four (b) && load_four (a + n - 4) == load_four (b + n - 4);
  return load_eight (a) == load_eight (b) && load_eight (a + middle - 4) == load_eight (b + middle - 4)
         && load_eight (a + n - 8) == load_eight (b + n - 8);
}

/* Of a text that many events share. */
static guint32
read_repeated (ChromeReader *self,
               guint32       otherwise)
{
  gsize length;
  const char *text = lamina_json_reader_read_text (self->json, &length);
  ChromeMemo *memo;

  if (!text)
    return otherwise;
  if (length == 0 || length >= sizeof memo->text)
    return lamina_builder_intern (self->builder, text, (gssize) length);
  memo = get_memo (self, text, length);
  if (length == memo->length && are_equal (text, memo->text, length))
    return memo->id;
  memcpy (memo->text, text, length);
  memo->length = length;
  memo->id = lamina_builder_intern (self->builder, text, (gssize) length);
  return memo->id;
}

/* A number as C and people write it: `0x1f`, `31`. FALSE for other texts, and for `031`. */
static gboolean
parse_id (const char *text,
          gsize       length,
          guint64    *number)
{
  gboolean is_hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  gsize i = is_hex ? 2 : 0;

  *number = 0;
  if (length == i || length - i > 16 || (!is_hex && length > 1 && text[0] == '0'))
    return FALSE;
  for (; i < length; i++)
    if (is_hex ? !g_ascii_isxdigit (text[i]) : !g_ascii_isdigit (text[i]))
      return FALSE;
    else
      *number = is_hex ? *number << 4 | (guint64) g_ascii_xdigit_value (text[i])
                       : *number * 10 + (guint64) (text[i] - '0');
  return TRUE;
}

static guint32
read_id (ChromeReader *self,
         guint32       otherwise)
{
  char digits[24];
  guint64 number;
  gsize length;
  const char *text = lamina_json_reader_read_text (self->json, &length);

  if (!text)
    return otherwise;
  if (!parse_id (text, length, &number))
    return lamina_builder_intern (self->builder, text, (gssize) length);
  if (number <= CHROME_ID_MOST_NUMBER)
    return (guint32) (CHROME_ID_NUMBER | number);
  return lamina_builder_intern (self->builder, digits,
                                g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, number));
}

/* Nearly all times are plain numbers, which need not be taken as text. */
static gboolean
parse_time (ChromeReader *self,
            ChromeTime   *time)
{
  gint64 digits;
  guint n_decimals;
  gsize length;
  const char *text;

  if (lamina_json_reader_read_digits (self->json, &digits, &n_decimals))
    return chrome_time_set (digits, n_decimals, time);
  text = lamina_json_reader_read_text (self->json, &length);
  return text && chrome_time_parse (text, length, time);
}

static gboolean
read_time (ChromeReader *self,
           gboolean     *is_bad,
           ChromeTime   *time)
{
  if (lamina_json_reader_peek (self->json) == LAMINA_JSON_NULL)
    return FALSE;
  if (!parse_time (self, time))
    {
      *is_bad = TRUE;
      return FALSE;
    }
  self->part->decimals = MAX (self->part->decimals, time->decimals);
  return TRUE;
}

static void
read_phase (ChromeReader *self,
            Event        *event)
{
  gsize length;
  const char *text = lamina_json_reader_read_text (self->json, &length);

  event->row->phase = text && length == 1 && text[0] > ' ' ? (guint8) text[0] : '?';
}

static void
read_scoped_id (ChromeReader *self,
                Event        *event)
{
  static const char *const keys[] = { "local", "global", NULL };
  ChromeExtra *extra = chrome_part_need_extra (self->part, event->row);
  int key;

  if (!lamina_json_reader_enter_object (self->json))
    return;
  while ((key = lamina_json_reader_next_member (self->json, keys)) != LAMINA_JSON_END)
    if (key >= 0)
      {
        extra->id = read_id (self, extra->id);
        extra->id_kind = key == 0 ? CHROME_ID_LOCAL : CHROME_ID_GLOBAL;
      }
}

static void
read_flag (ChromeReader     *self,
           Event            *event,
           ChromeEventFlags  flag)
{
  gboolean value = FALSE;

  if (lamina_json_reader_read_boolean (self->json, &value) && value)
    event->row->flags |= (guint8) flag;
}

static char
read_letter (ChromeReader *self)
{
  const char *text = lamina_json_reader_read_text (self->json, NULL);

  return text ? text[0] : '\0';
}

/* Texts that are numbers count; `nan` and the like don't. */
static gboolean
read_real (ChromeReader *self,
           double       *value)
{
  const char *text = lamina_json_reader_read_text (self->json, NULL);
  char *end;

  if (!text)
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  return end > text && *end == '\0' && isfinite (*value);
}

static void
note_value (ChromeReader *self,
            const Event  *event,
            const char   *kind)
{
  lamina_import_note (self->import, kind, self->source, lamina_json_reader_get_offset (self->json),
                      self->part->first_record + event->index);
}

/* The values of a counter event. Without any that is a number, the event is skipped; else those that are none are left out. */
static void
read_series (ChromeReader *self,
             Event        *event)
{
  guint first = self->part->samples->len, n_others = 0;

  if (!lamina_json_reader_enter_object (self->json))
    return;
  while (lamina_json_reader_next_member (self->json, NULL) != LAMINA_JSON_END)
    {
      ChromeSample sample = { .row = event->index, .time = LAMINA_ABSENT };
      gsize length;
      const char *key = lamina_json_reader_get_key (self->json, &length);

      sample.series = lamina_builder_intern (self->builder, key, (gssize) length);
      if (lamina_json_reader_peek (self->json) == LAMINA_JSON_NULL)
        continue;
      if (read_real (self, &sample.value))
        g_array_append_val (self->part->samples, sample);
      else
        n_others++;
    }
  for (; n_others > 0 && self->part->samples->len > first; n_others--)
    note_value (self, event, N_("series of a counter that is not a number: left out"));
}

/* `[time, value]`. The end of an array is left with its last element. */
static void
read_entry (ChromeReader *self,
            Event        *event)
{
  ChromeSample sample = { .row = event->index, .series = LAMINA_NONE, .time = LAMINA_ABSENT };
  ChromeTime time;
  gboolean inside, is_bad = FALSE, has_value = FALSE;

  inside = lamina_json_reader_enter_array (self->json) && lamina_json_reader_next_element (self->json);
  if (inside && read_time (self, &is_bad, &time))
    sample.time = chrome_time_round (&time);
  inside = inside && lamina_json_reader_next_element (self->json);
  if (inside && sample.time != LAMINA_ABSENT)
    has_value = read_real (self, &sample.value);
  if (has_value)
    g_array_append_val (self->part->samples, sample);
  else
    note_value (self, event, N_("entry of a counter without a time and a number: left out"));
  if (!inside || !lamina_json_reader_next_element (self->json))
    return;
  if (has_value)
    note_value (self, event, N_("entry of a counter with more than one value: the first is shown"));
  lamina_json_reader_leave (self->json);
}

static void
set_cell (ChromeReader *self,
          const Event  *event,
          guint         column,
          gint64        value)
{
  chrome_column_set (&self->part->columns[column], event->index, value);
}

static void
set_text_cell (ChromeReader *self,
               const Event  *event,
               guint         column,
               const char   *text,
               gsize         length)
{
  set_cell (self, event, column, 0);
  chrome_texts_add_to (&self->texts, text, length, &self->part->columns[column]);
}

static void
read_json_cell (ChromeReader *self,
                Event        *event,
                guint         column)
{
  LaminaValue value = { 0 };
  gsize length;
  const char *json = lamina_json_reader_read_json (self->json, &length);

  if (json)
    set_text_cell (self, event, column, json, length);
  if (json || !lamina_json_reader_read_value (self->json, &value))
    return;
  if (value.text)
    set_text_cell (self, event, column, value.text, strlen (value.text));
  lamina_value_clear (&value);
}

static void
read_cell (ChromeReader *self,
           Event        *event,
           guint         column)
{
  gint64 number;
  const char *text;
  gsize length;

  switch (self->wants->types[column])
    {
    case CHROME_WANT_NUMBER:
      if (lamina_json_reader_read_int64 (self->json, &number))
        set_cell (self, event, column, number);
      break;
    case CHROME_WANT_TEXT:
      text = lamina_json_reader_read_text (self->json, &length);
      if (text)
        set_text_cell (self, event, column, text, length);
      break;
    case CHROME_WANT_JSON:
      read_json_cell (self, event, column);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
read_args (ChromeReader *self,
           Event        *event)
{
  int column;

  event->args = lamina_json_reader_get_offset (self->json);
  if (event->row->phase == 'C')
    {
      read_series (self, event);
      event->args = 0;
      return;
    }
  if (!lamina_json_reader_enter_object (self->json))
    return;
  while ((column = lamina_json_reader_next_member (self->json, self->wants->keys)) != LAMINA_JSON_END)
    {
      event->row->flags |= CHROME_EVENT_HAS_ARGS;
      if (column >= 0)
        read_cell (self, event, (guint) column);
    }
}

static void
read_member (ChromeReader *self,
             Event        *event,
             int           key)
{
  ChromePart *part = self->part;
  ChromeRow *row = event->row;
  char letter;

  switch (key)
    {
    case KEY_PH: read_phase (self, event); break;
    case KEY_NAME: read_name (self, event); break;
    case KEY_CAT: row->category = read_repeated (self, 0); break;
    case KEY_TS: event->has_ts = read_time (self, &event->is_bad, &event->ts); break;
    case KEY_DUR: event->has_dur = read_time (self, &event->is_bad, &event->dur); break;
    case KEY_PID: event->pid = read_repeated (self, LAMINA_NONE); break;
    case KEY_TID: event->tid = read_repeated (self, LAMINA_NONE); break;
    case KEY_ARGS: read_args (self, event); break;
    case KEY_ID:
      chrome_part_need_extra (part, row)->id = read_id (self, 0);
      chrome_part_need_extra (part, row)->id_kind = CHROME_ID_PLAIN;
      break;
    case KEY_ID2: read_scoped_id (self, event); break;
    case KEY_SCOPE: chrome_part_need_extra (part, row)->scope = read_string (self); break;
    case KEY_BIND_ID: chrome_part_need_extra (part, row)->bind_id = read_id (self, LAMINA_NONE); break;
    case KEY_FLOW_IN: read_flag (self, event, CHROME_EVENT_FLOW_IN); break;
    case KEY_FLOW_OUT: read_flag (self, event, CHROME_EVENT_FLOW_OUT); break;
    case KEY_BP:
      if (read_letter (self) == 'e')
        row->flags |= CHROME_EVENT_ENCLOSED;
      break;
    case KEY_S:
      letter = read_letter (self);
      if (letter != '\0')
        chrome_part_need_extra (part, row)->reach = (guint8) letter;
      break;
    case KEY_ENTRIES:
      /* Counters of XProf: `[[time, value], …]`, all of one series, which `event_stats` names. */
      if (lamina_json_reader_enter_array (self->json))
        while (lamina_json_reader_next_element (self->json))
          read_entry (self, event);
      break;
    case KEY_EVENT_STATS: event->series = read_string (self); break;
    default:
      break;
    }
}

static guint32
find_thread (ChromeReader *self,
             guint32       pid,
             guint32       tid)
{
  guint32 *recent = &self->recent_threads[(pid * 31 + tid) % CHROME_N_MEMOS];
  const ChromeThread *thread = *recent > 0 ? &g_array_index (self->part->threads, ChromeThread, *recent - 1) : NULL;
  guint64 key = chrome_key (pid, tid);
  gpointer found;

  if (thread != NULL && thread->pid == pid && thread->tid == tid)
    return *recent - 1;
  if (!g_hash_table_lookup_extended (self->threads, &key, NULL, &found))
    {
      found = GUINT_TO_POINTER (self->part->threads->len);
      g_hash_table_insert (self->threads, g_memdup2 (&key, sizeof key), found);
      g_array_append_vals (self->part->threads, &(ChromeThread) { pid, tid }, 1);
    }
  *recent = GPOINTER_TO_UINT (found) + 1;
  return GPOINTER_TO_UINT (found);
}

/* What is wrong with it, or NULL. */
static const char *
judge (ChromeReader *self,
       Event        *event)
{
  guint8 phase = event->row->phase;
  gboolean has_time = event->has_ts || phase == 'M';

  if (lamina_json_reader_is_cut (self->json))
    return CUT_OFF;
  if (phase == CHROME_PHASE_NONE)
    return event->has_members ? N_("the event has no phase") : N_("the event is empty");
  if (event->is_bad)
    return N_("a time of the event is out of range or not a number");
  for (guint i = event->first_sample; i < self->part->samples->len && !has_time; i++)
    has_time = g_array_index (self->part->samples, ChromeSample, i).time != LAMINA_ABSENT;
  return has_time ? NULL : N_("the event has no time");
}

static void
set_times (ChromePart *part,
           Event      *event)
{
  ChromeRow *row = event->row;

  /* What metadata says is true at all times. */
  if (!event->has_ts || row->phase == 'M')
    return;
  row->start = chrome_time_round (&event->ts);
  if (event->has_dur)
    row->end = chrome_time_add (&event->ts, &event->dur);
  part->start = part->start == LAMINA_ABSENT ? row->start : MIN (part->start, row->start);
  part->end = MAX (part->end, MAX (row->start, row->end));
}

/* Values stand at the time of the event unless they have one of their own; without either they stand nowhere. */
static void
finish_samples (ChromeReader *self,
                Event        *event)
{
  guint n = event->first_sample;

  for (guint i = n; i < self->part->samples->len; i++)
    {
      ChromeSample *sample = &g_array_index (self->part->samples, ChromeSample, i);

      if (sample->series == LAMINA_NONE)
        sample->series = event->series;
      if (sample->time == LAMINA_ABSENT)
        sample->time = event->row->start;
      if (sample->time != LAMINA_ABSENT)
        g_array_index (self->part->samples, ChromeSample, n++) = *sample;
    }
  /* Nearly all events have none. */
  if (self->part->samples->len > n)
    g_array_set_size (self->part->samples, n);
}

static void
finish_event (ChromeReader *self,
              Event        *event)
{
  ChromePart *part = self->part;
  const char *reason;

  /* `entries` are values in counters alone. */
  if (event->row->phase != 'C' && part->samples->len > event->first_sample)
    g_array_set_size (part->samples, event->first_sample);
  reason = judge (self, event);
  if (reason)
    {
      lamina_import_skip (self->import, part->first_record + event->index, reason);
      event->row->phase = CHROME_PHASE_NONE;
      g_array_set_size (part->samples, event->first_sample);
      return;
    }
  set_times (part, event);
  if (event->tid == LAMINA_NONE)
    event->tid = event->pid;
  event->row->thread = find_thread (self, event->pid, event->tid);
  /* The values of a counter whose arguments came before its phase. */
  if (event->args != 0 && event->row->phase == 'C')
    {
      LaminaJsonReader *json = self->json;
      g_autoptr (LaminaJsonReader) again = lamina_json_reader_new (self->source, event->args, G_MAXUINT64, NULL, NULL, NULL);

      self->json = again;
      read_series (self, event);
      self->json = json;
    }
  finish_samples (self, event);
}

/* Rows are records. A value that was cut may have opened one without becoming an element: it is passed over. */
static ChromeRow *
add_row (ChromeReader *self)
{
  ChromePart *part = self->part;
  guint32 record = lamina_json_reader_get_record (self->json);

  if (part->first_record == LAMINA_NONE)
    part->first_record = record;
  while (record != LAMINA_NONE && part->first_record + part->n < record)
    {
      lamina_import_skip (self->import, part->first_record + part->n, CUT_OFF);
      chrome_part_add (part);
    }
  return chrome_part_add (part);
}

void
chrome_reader_add_event (ChromeReader *self,
                         char          phase)
{
  Event event = { .row = add_row (self), .pid = LAMINA_NONE, .tid = LAMINA_NONE, .first_sample = self->part->samples->len };
  guint64 offset = lamina_json_reader_get_offset (self->json);
  int key;

  event.index = self->part->n - 1;
  event.row->phase = (guint8) phase;
  if (!lamina_json_reader_enter_object (self->json))
    {
      event.row->phase = CHROME_PHASE_NONE;
      lamina_import_skip (self->import, self->part->first_record + event.index, N_("the event is not an object"));
      return;
    }
  while ((key = lamina_json_reader_next_member (self->json, event_keys)) != LAMINA_JSON_END)
    {
      event.has_members = TRUE;
      read_member (self, &event, key);
    }
  event.row->length = (guint32) MIN (lamina_json_reader_get_end (self->json) - offset, G_MAXUINT32);
  finish_event (self, &event);
}

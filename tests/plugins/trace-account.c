/* SPDX-License-Identifier: Apache-2.0 */
#include "trace-account.h"

#include <json-glib/json-glib.h>
#include <string.h>

#define NANOSECOND ((TraceTime) 1000000000)
/* 10^-9 of a nanosecond is the twelfth digit behind the point of a time in microseconds. */
#define DIGITS 12

/* Only times that events really have: no exponents beyond them. */
static gboolean
parse_time (const char *text,
            TraceTime  *time)
{
  gboolean negative = *text == '-';
  TraceTime value = 0;
  int scale = DIGITS;
  gboolean fraction = FALSE;
  const char *p = text + negative;

  if (!g_ascii_isdigit (*p))
    return FALSE;
  for (; g_ascii_isdigit (*p) || (*p == '.' && !fraction); p++)
    {
      if (*p == '.')
        fraction = TRUE;
      else if (scale > 0 || !fraction)
        {
          value = value * 10 + (*p - '0');
          scale -= fraction;
        }
    }
  if (*p == 'e' || *p == 'E')
    scale += (int) g_ascii_strtoll (p + 1, (char **) &p, 10);
  if (*p != '\0' || scale < 0 || scale > 18)
    return FALSE;
  while (scale-- > 0)
    value *= 10;
  *time = negative ? -value : value;
  return TRUE;
}

gint64
trace_time_round (TraceTime time)
{
  TraceTime floor = time / NANOSECOND - (time % NANOSECOND < 0);
  TraceTime rest = time - floor * NANOSECOND;

  if (rest * 2 > NANOSECOND || (rest * 2 == NANOSECOND && floor % 2 != 0))
    floor++;
  return (gint64) floor;
}

/* Behind the value that begins at @p: a string, a container, or a word. */
static const char *
skip_value (const char *p,
            const char *end)
{
  guint depth = 0;

  do
    {
      if (*p == '"')
        for (p++; p < end && *p != '"'; p++)
          p += *p == '\\';
      else if (*p == '{' || *p == '[')
        depth++;
      else if (*p == '}' || *p == ']')
        depth--;
      p++;
    }
  while (p < end && (depth > 0 || strchr (",}]:", *p) == NULL));
  return p;
}

/* Numbers become strings, so that json-glib keeps their digits. */
static char *
quote_numbers (const char *text,
               gsize       length)
{
  GString *quoted = g_string_sized_new (length + 64);
  const char *end = text + length;

  for (const char *p = text; p < end;)
    {
      const char *from = p;

      if (*p == '"')
        {
          for (p++; p < end && *p != '"'; p++)
            p += *p == '\\';
          g_string_append_len (quoted, from, MIN (p + 1, end) - from);
          p++;
          continue;
        }
      while (p < end && (g_ascii_isdigit (*p) || (p > from ? strchr (".+-eE", *p) : strchr ("-", *p)) != NULL))
        p++;
      if (p > from)
        g_string_append_printf (quoted, "\"%.*s\"", (int) (p - from), from);
      else
        g_string_append_c (quoted, *p++);
    }
  return g_string_free (quoted, FALSE);
}

static const char *
get_text (JsonObject *object,
          const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
}

static void
read_event (TraceEvent *event,
            JsonObject *object)
{
  const char *phase = get_text (object, "ph");
  const char *name = get_text (object, "name");
  const char *pid = get_text (object, "pid");
  const char *tid = get_text (object, "tid");
  const char *ts = get_text (object, "ts");
  const char *dur = get_text (object, "dur");
  TraceTime duration;

  event->phase = phase != NULL && strlen (phase) == 1 ? *phase : '?';
  event->name = g_strdup (name != NULL ? name : "");
  event->thread = g_strdup_printf ("%s/%s", pid != NULL ? pid : "-", tid != NULL ? tid : pid != NULL ? pid : "-");
  event->has_ts = ts != NULL && parse_time (ts, &event->ts);
  if (event->phase == 'X' && event->has_ts && dur != NULL && parse_time (dur, &duration) && duration >= 0)
    {
      event->end = event->ts + duration;
      event->has_end = TRUE;
    }
}

static void
add_element (TraceAccount *self,
             const char   *text,
             const char   *p,
             const char   *end)
{
  const char *behind = skip_value (p, end);
  TraceEvent event = { .offset = p - text, .length = behind - p };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *quoted = NULL;

  self->n_elements++;
  if (*p != '{')
    return;
  while (p[event.length - 1] != '}' && event.length > 1)
    event.length--;
  quoted = quote_numbers (p, event.length);
  if (!json_parser_load_from_data (parser, quoted, -1, &error))
    g_error ("at byte %" G_GSIZE_FORMAT ": %s", event.offset, error->message);
  read_event (&event, json_node_get_object (json_parser_get_root (parser)));
  g_array_append_val (self->events, event);
}

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && (g_ascii_isspace (*p) || *p == ','))
    p++;
  return p;
}

/* An array of events; it may lack its end. Returns: behind it. */
static const char *
add_array (TraceAccount *self,
           const char   *text,
           const char   *p,
           const char   *end)
{
  for (p = skip_blanks (p + 1, end); p < end && *p != ']'; p = skip_blanks (skip_value (p, end), end))
    add_element (self, text, p, end);
  return p + 1;
}

static void
add_object (TraceAccount *self,
            const char   *text,
            const char   *p,
            const char   *end)
{
  for (p = skip_blanks (p + 1, end); p < end && *p == '"'; p = skip_blanks (p, end))
    {
      const char *key = p + 1;
      const char *value = skip_value (p, end);

      while (value < end && (g_ascii_isspace (*value) || *value == ':'))
        value++;
      if (*value == '[' && (g_str_has_prefix (key, "traceEvents\"") || g_str_has_prefix (key, "samples\"")))
        p = add_array (self, text, value, end);
      else
        p = skip_value (value, end);
    }
}

static int
compare_times (const void *a,
               const void *b)
{
  const TraceEvent *x = *(TraceEvent *const *) a;
  const TraceEvent *y = *(TraceEvent *const *) b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* An end closes what began last; of the same name when @by_name. Returns: (transfer full): what found no other */
static GPtrArray *
pair (GPtrArray *events,
      gboolean   by_name)
{
  GPtrArray *open = g_ptr_array_new ();
  guint i;

  for (guint j = 0; j < events->len; j++)
    {
      TraceEvent *event = g_ptr_array_index (events, j);
      TraceEvent *begun = NULL;

      for (i = open->len; i > 0 && event->phase == 'E' && begun == NULL; i--)
        {
          begun = g_ptr_array_index (open, i - 1);
          if (begun->phase != 'B' || (by_name && !g_str_equal (begun->name, event->name)))
            begun = NULL;
        }
      if (begun == NULL)
        {
          g_ptr_array_add (open, event);
          continue;
        }
      begun->end = event->ts;
      begun->has_end = TRUE;
      g_ptr_array_remove_index (open, i);
    }
  return open;
}

static int
compare_begins_first (const void *a,
                      const void *b)
{
  const TraceEvent *x = *(TraceEvent *const *) a;
  const TraceEvent *y = *(TraceEvent *const *) b;

  return x->ts != y->ts ? (x->ts < y->ts ? -1 : 1) : (int) x->phase - (int) y->phase;
}

/* Where ends have names, they count first; what is left is paired by time alone. */
static void
pair_thread (GPtrArray *events)
{
  g_autoptr (GPtrArray) left = NULL;
  gboolean named = TRUE;

  g_ptr_array_sort (events, compare_times);
  for (guint i = 0; i < events->len; i++)
    named = named && *((TraceEvent *) g_ptr_array_index (events, i))->name != '\0';
  left = pair (events, named);
  if (!named)
    return;
  g_ptr_array_sort (left, compare_begins_first);
  g_ptr_array_unref (pair (left, FALSE));
}

static void
pair_ends (TraceAccount *self)
{
  g_autoptr (GHashTable) threads = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  GHashTableIter iter;
  gpointer events;

  for (guint i = 0; i < self->events->len; i++)
    {
      TraceEvent *event = &g_array_index (self->events, TraceEvent, i);

      if ((event->phase != 'B' && event->phase != 'E') || !event->has_ts)
        continue;
      if (!g_hash_table_contains (threads, event->thread))
        g_hash_table_insert (threads, event->thread, g_ptr_array_new ());
      g_ptr_array_add (g_hash_table_lookup (threads, event->thread), event);
    }
  g_hash_table_iter_init (&iter, threads);
  while (g_hash_table_iter_next (&iter, NULL, &events))
    pair_thread (events);
}

static void
event_clear (gpointer data)
{
  TraceEvent *event = data;

  g_free (event->name);
  g_free (event->thread);
}

TraceAccount *
trace_account_new (const char *text,
                   gsize       length)
{
  TraceAccount *self = g_new0 (TraceAccount, 1);
  const char *end = text + length;
  const char *p = skip_blanks (text, end);

  self->events = g_array_new (FALSE, FALSE, sizeof (TraceEvent));
  g_array_set_clear_func (self->events, event_clear);
  if (*p == '[')
    add_array (self, text, p, end);
  else
    add_object (self, text, p, end);
  pair_ends (self);
  return self;
}

void
trace_account_free (TraceAccount *self)
{
  g_array_unref (self->events);
  g_free (self);
}

TraceEvent *
trace_account_find (const TraceAccount *self,
                    gsize               offset)
{
  guint low = 0, high = self->events->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      TraceEvent *event = &g_array_index (self->events, TraceEvent, middle);

      if (event->offset == offset)
        return event;
      if (event->offset < offset)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

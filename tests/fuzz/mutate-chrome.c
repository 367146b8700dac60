/* SPDX-License-Identifier: Apache-2.0 */
#include "fuzz.h"

#include <string.h>

/* Changes traces by what they are made of: whole events are doubled, dropped and swapped; phases, times and threads are
 * replaced; brackets are broken. Half of the time libFuzzer changes bytes as it always does. */

gsize LLVMFuzzerMutate (guint8 *data,
                        gsize   size,
                        gsize   max_size);
gsize LLVMFuzzerCustomMutator (guint8 *data,
                               gsize   size,
                               gsize   max_size,
                               guint   seed);

#define MAX_EVENTS 512

typedef struct
{
  gsize start;
  gsize length;
} Span;

typedef struct
{
  guint8 *data;
  gsize size;
  gsize max_size;
  guint64 random;
  Span events[MAX_EVENTS];
  guint n_events;
} Text;

static guint
pick (Text  *text,
      guint  n)
{
  text->random = text->random * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
  return n > 0 ? (guint) (text->random >> 33) % n : 0;
}

/* Objects that are elements of an array next to the root. */
static void
find_events (Text *text)
{
  guint depth = 0;
  guint event_depth = 0;
  gsize start = 0;
  gboolean quoted = FALSE;

  for (gsize i = 0; i < text->size && text->n_events < MAX_EVENTS; i++)
    {
      guint8 c = text->data[i];

      if (quoted)
        {
          i += c == '\\';
          quoted = c != '"';
          continue;
        }
      quoted = c == '"';
      if (c == '[' && event_depth == 0)
        event_depth = depth + 1;
      if (c == '{' && depth == event_depth && event_depth > 0)
        start = i;
      if (c == '{' || c == '[')
        depth++;
      if ((c == '}' || c == ']') && depth > 0)
        depth--;
      if (c == '}' && depth == event_depth && event_depth > 0)
        text->events[text->n_events++] = (Span) { start, i + 1 - start };
    }
}

/* Puts @length bytes in the place of @old. */
static void
replace (Text       *text,
         Span        old,
         const void *bytes,
         gsize       length)
{
  g_autofree guint8 *copy = g_memdup2 (bytes, length);

  if (text->size - old.length + length > text->max_size)
    return;
  memmove (text->data + old.start + length, text->data + old.start + old.length, text->size - old.start - old.length);
  if (length > 0)
    memcpy (text->data + old.start, copy, length);
  text->size += length - old.length;
}

static void
replace_text (Text       *text,
              Span        old,
              const char *word)
{
  replace (text, old, word, strlen (word));
}

static void
double_event (Text *text,
              Span  event)
{
  Span place = text->events[pick (text, text->n_events)];
  g_autofree char *doubled = g_strdup_printf ("%.*s,", (int) event.length, (const char *) text->data + event.start);

  place.length = 0;
  replace_text (text, place, doubled);
}

static void
drop_event (Text *text,
            Span  event)
{
  if (event.start + event.length < text->size && text->data[event.start + event.length] == ',')
    event.length++;
  replace (text, event, "", 0);
}

/* The second one first, so that the place of the first stays. */
static void
swap_events (Text *text)
{
  guint first = pick (text, text->n_events);
  guint second = pick (text, text->n_events);
  g_autofree guint8 *bytes = NULL;
  Span a = text->events[MIN (first, second)];
  Span b = text->events[MAX (first, second)];

  if (first == second)
    return;
  bytes = g_memdup2 (text->data + a.start, a.length);
  replace (text, b, bytes, a.length);
}

/* The value of a member of an event, @key with its quotes. */
static gboolean
find_value (Text       *text,
            Span        event,
            const char *key,
            Span       *value)
{
  const char *from = (const char *) text->data + event.start;
  const char *found = g_strstr_len (from, event.length, key);
  gsize i;

  if (found == NULL)
    return FALSE;
  i = (gsize) (found - (const char *) text->data) + strlen (key);
  while (i < event.start + event.length && (text->data[i] == ':' || text->data[i] == ' '))
    i++;
  value->start = i;
  while (i < event.start + event.length && strchr (",}]", text->data[i]) == NULL)
    i++;
  value->length = i - value->start;
  return TRUE;
}

static void
change_value (Text *text,
              Span  event)
{
  static const char *const keys[] = { "\"ph\"", "\"ts\"", "\"dur\"", "\"tid\"", "\"pid\"", "\"id\"", "\"correlation\"",
                                      "\"External id\"", "\"Sequence number\"", "\"cat\"", "\"name\"", "\"bytes\"" };
  static const char *const values[] = {
    "\"X\"", "\"B\"", "\"E\"", "\"i\"", "\"b\"", "\"n\"", "\"e\"", "\"s\"", "\"t\"", "\"f\"", "\"C\"", "\"M\"", "\"N\"",
    "\"O\"", "\"D\"", "\"P\"", "\"S\"", "\"T\"", "\"F\"", "\"p\"", "\"v\"", "\"c\"", "\"(\"", "\"=\"", "\"R\"", "0", "1", "2",
    "7", "-1", "10.5", "10.5005", "1e3", "1712195495525689.272", "9223372036854775", "-9223372036854775", "9223372036854775807",
    "\"5\"", "\"0x1f\"", "null", "[1,2]", "{\"a\":1}", "\"cpu_op\"", "\"kernel\"", "\"cuda_runtime\"", "\"python_function\"",
    "\"gpu_memcpy\"", "\"user_annotation\"", "\"ac2g\"", "\"fwdbwd\"", "\"thread_name\"", "\"process_name\"",
    "\"ProfilerStep#1\"", "\"Node\"", "\"Session\"", "\"model_run\"", "\"Op\"", "\"Tensor\"", "\"[memory]\"", "\"aten::mm\"",
  };
  Span value;

  if (find_value (text, event, keys[pick (text, G_N_ELEMENTS (keys))], &value))
    replace_text (text, value, values[pick (text, G_N_ELEMENTS (values))]);
}

static void
move_time (Text *text,
           Span  event)
{
  char digits[32];
  Span value;

  if (!find_value (text, event, "\"ts\"", &value))
    return;
  g_snprintf (digits, sizeof digits, "%u.%03u", pick (text, 40), pick (text, 4) == 0 ? pick (text, 1000) : 0);
  replace_text (text, value, digits);
}

static void
break_brackets (Text *text)
{
  for (guint tries = 0; tries < 64 && text->size > 0; tries++)
    {
      gsize i = pick (text, (guint) text->size);

      if (strchr ("{}[],:\"", text->data[i]) == NULL || text->data[i] == '\0')
        continue;
      if (pick (text, 2) == 0)
        replace (text, (Span) { i, 1 }, "", 0);
      else
        text->data[i] = "{}[],:\""[pick (text, 7)];
      return;
    }
}

static void
mutate_events (Text *text)
{
  Span event = text->events[pick (text, text->n_events)];

  switch (pick (text, 8))
    {
    case 0: double_event (text, event); break;
    case 1: drop_event (text, event); break;
    case 2: swap_events (text); break;
    case 3: break_brackets (text); break;
    case 4: move_time (text, event); break;
    default: change_value (text, event); break;
    }
}

gsize
LLVMFuzzerCustomMutator (guint8 *data,
                         gsize   size,
                         gsize   max_size,
                         guint   seed)
{
  Text text = { .data = data, .size = size, .max_size = max_size, .random = seed };

  if (pick (&text, 2) == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  find_events (&text);
  if (text.n_events == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  mutate_events (&text);
  return text.size;
}

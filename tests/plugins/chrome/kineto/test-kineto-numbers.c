/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "count-numbers.h"
#include "kineto-numbers-private.h"

/*
 * How many numbers the search for calls looks at. Whoever writes the file chooses them: a file in which all events bear the
 * same one must not make each of them pass all others.
 */

/* Counted by count-numbers.h. */
guint64 n_looks;

/* Calls and works each. */
#define MANY 2000
/* Halving such a list, with two looks a step. */
#define LOG_MANY (2 * 12)

typedef struct
{
  gboolean one_start; /* all calls start at once, or one after the other */
  gboolean one_rank;  /* all of one process, or each of a rank of its own */
} Case;

/* Calls stand before works, each on the track of its process; each work starts just behind its call. */
static ChromeEvents *
create_events (const Case *self)
{
  static const char *const keys[] = { "correlation" };
  static const ChromeWantType types[] = { CHROME_WANT_NUMBER };
  ChromeEvents *events = chrome_events_new (keys, types, G_N_ELEMENTS (keys));

  events->n = 2 * MANY;
  events->start = g_new (gint64, events->n);
  events->track = g_new (guint32, events->n);
  for (guint row = 0; row < events->n; row++)
    {
      events->start[row] = 2 * (self->one_start ? 0 : row % MANY) + row / MANY;
      events->track[row] = self->one_rank ? 0 : row % MANY;
      chrome_column_set (&events->columns[0], row, 7);
    }
  return events;
}

static ChromeTrace *
create_trace (ChromeEvents *events)
{
  ChromeTrace *trace = g_new0 (ChromeTrace, 1);

  trace->events = events;
  trace->tracks = g_array_new (FALSE, TRUE, sizeof (ChromeTrack));
  g_array_set_size (trace->tracks, MANY);
  for (guint i = 0; i < MANY; i++)
    chrome_trace_get_track (trace, i)->process = i;
  return trace;
}

static void
test_one_number (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (ChromeEvents) events = create_events (expected);
  g_autofree ChromeTrace *trace = create_trace (events);
  g_autofree guint8 *classes = g_new (guint8, events->n);
  g_autofree guint32 *ranks = g_new (guint32, MANY);
  KinetoTrace self = { .trace = trace, .events = events, .classes = classes, .ranks = ranks };
  KinetoNumbers numbers;

  for (guint row = 0; row < events->n; row++)
    classes[row] = row < MANY ? KINETO_CALL : KINETO_WORK;
  for (guint i = 0; i < MANY; i++)
    ranks[i] = i;
  n_looks = 0;
  kineto_numbers_init (&numbers, &self, KINETO_CALL, &events->columns[0]);
  for (guint i = 0; i < MANY; i++)
    {
      gboolean is_told = !expected->one_start || !expected->one_rank;

      g_assert_cmpuint (kineto_numbers_find (&numbers, MANY + i), ==, is_told ? i : MANY - 1);
    }
  g_assert_cmpuint (n_looks, >, MANY);
  g_assert_cmpuint (n_looks, <=, MANY * 2 * LOG_MANY);
  kineto_numbers_clear (&numbers);
  g_array_unref (trace->tracks);
}

int
main (int    argc,
      char **argv)
{
  static const Case cases[] = { { TRUE, TRUE }, { FALSE, TRUE }, { TRUE, FALSE } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/kineto/numbers/looks/alike", &cases[0], test_one_number);
  g_test_add_data_func ("/kineto/numbers/looks/starts", &cases[1], test_one_number);
  g_test_add_data_func ("/kineto/numbers/looks/ranks", &cases[2], test_one_number);
  return g_test_run ();
}

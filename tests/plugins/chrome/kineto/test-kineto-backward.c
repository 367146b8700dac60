/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "count-nodes.h"
#include "kineto-names-private.h"

#include <string.h>

/*
 * How many nodes the search for forward operators looks at. Whoever writes the file chooses the numbers: a file in which
 * all events bear the same one must not make each of them pass all others.
 */

/* Counted by count-nodes.h. */
guint64 n_looks;

/* Forward and backward operators each. */
#define MANY 2000
/* What halving such a list takes, looked at twice a step. */
#define LOG_MANY (2 * 12)

/* So many threads may bear one number: what the file under test says. */
#define MOST_THREADS 64

static guint n_ties;
static guint32 last_forward;

void
chrome_trace_add_tie (ChromeTrace *self,
                      guint32      name,
                      guint32      from_row,
                      guint32      to_row)
{
  n_ties++;
  last_forward = from_row;
}

/* None of them is run by the engine. */
gboolean
kineto_names_is_marked (const KinetoNames *self,
                        guint32            name,
                        KinetoNameMarks    mark)
{
  return FALSE;
}

typedef struct
{
  gboolean one_track;  /* all forward operators are on one track, or each has its own */
  gboolean one_thread; /* all backward operators name one thread, or each its own */
  guint n_ties;
  guint64 most_looks;
} Case;

static ChromeEvents *
create_events (const Case *self)
{
  static const char *const keys[] = { "Sequence number", "Fwd thread id" };
  static const ChromeWantType types[] = { CHROME_WANT_NUMBER, CHROME_WANT_NUMBER };
  ChromeEvents *events = chrome_events_new (keys, types, G_N_ELEMENTS (keys));

  events->n = 2 * MANY;
  events->start = g_new (gint64, events->n);
  events->name = g_new0 (guint32, events->n);
  events->track = g_new (guint32, events->n);
  events->slice = g_new (guint32, events->n);
  for (guint row = 0; row < events->n; row++)
    {
      events->start[row] = row;
      events->track[row] = row < MANY && !self->one_track ? row : 0;
      events->slice[row] = row;
      chrome_column_set (&events->columns[0], row, 7);
      if (row >= MANY)
        chrome_column_set (&events->columns[1], row, self->one_thread ? 1 : row);
    }
  return events;
}

static void
test_one_number (gconstpointer data)
{
  const Case *expected = data;
  g_autoptr (ChromeEvents) events = create_events (expected);
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autofree guint8 *classes = g_new (guint8, events->n);
  ChromeTrace trace = { 0 };
  KinetoTrace self = { .trace = &trace, .events = events, .builder = builder, .classes = classes };

  memset (classes, KINETO_OPERATOR, events->n);
  n_looks = n_ties = 0;
  kineto_tie_backward (&self);
  g_assert_cmpuint (n_ties, ==, expected->n_ties);
  if (n_ties > 0)
    g_assert_cmpuint (last_forward, ==, MANY - 1);
  g_assert_cmpuint (n_looks, >, 0);
  g_assert_cmpuint (n_looks, <=, expected->most_looks);
}

int
main (int    argc,
      char **argv)
{
  /* One thread recorded and ran all: only the last operator counts. */
  static const Case alike = { TRUE, TRUE, 1, 8 * MANY };
  /* Each backward operator says that another thread recorded it. */
  static const Case threads = { TRUE, FALSE, MANY, MANY * 4 * LOG_MANY };
  /* And each forward operator is on a track of its own: so many tracks say nothing, which is soon seen. */
  static const Case tracks = { FALSE, FALSE, 0, MANY * 3 * MOST_THREADS * LOG_MANY };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/kineto/backward/looks/alike", &alike, test_one_number);
  g_test_add_data_func ("/kineto/backward/looks/threads", &threads, test_one_number);
  g_test_add_data_func ("/kineto/backward/looks/tracks", &tracks, test_one_number);
  return g_test_run ();
}

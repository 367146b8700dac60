/* SPDX-License-Identifier: Apache-2.0 */
/* How fast the text of a PyTorch trace is read as a plugin reads it, as ratios to what any reader must do: looking at each byte
 * once, and inflating. `bench-json MEGABYTES` takes another size. */

#include "bench.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#define N_ROUNDS 5

static const char *const event_keys[] = { "ph", "cat", "name", "pid", "tid", "ts", "dur", "id", "bp", "args", "s", "id2", "tts",
                                          "scope", NULL };
static const char *const args_keys[] = { "External id", "correlation", "Sequence number", "Fwd thread id", "Input Dims",
                                         "Input type", "stream", "Python id", "Python parent id", "name", NULL };

/* What was read, so that nothing can be left out, and so that two ways of reading can be compared. */
typedef struct
{
  guint64 n_events;
  guint64 n_args;
  guint64 sum;
} Sums;

typedef struct
{
  const char *name;
  void (*run) (LaminaJsonReader *reader, Sums *sums);
} Way;

static void
read_args (LaminaJsonReader *reader,
           Sums             *sums)
{
  gint64 integer;
  guint64 offset, length;
  int key;

  if (!lamina_json_reader_enter_object (reader))
    return;
  while ((key = lamina_json_reader_next_member (reader, args_keys)) != LAMINA_JSON_END)
    {
      if (key == LAMINA_JSON_OTHER)
        continue;
      sums->n_args++;
      if (key == 4 || key == 5)
        {
          lamina_json_reader_skip (reader, &offset, &length);
          sums->sum += length;
        }
      else if (lamina_json_reader_read_int64 (reader, &integer))
        sums->sum += (guint64) integer;
    }
}

static void
read_event (LaminaJsonReader *reader,
            Sums             *sums)
{
  gsize length;
  gint64 integer;
  int key;

  while ((key = lamina_json_reader_next_member (reader, event_keys)) != LAMINA_JSON_END)
    switch (key)
      {
      case 0:
      case 1:
      case 2:
      case 8:
      case 10:
        if (lamina_json_reader_read_text (reader, &length) != NULL)
          sums->sum += length;
        break;
      case 5:
      case 6:
        if (lamina_json_reader_read_decimal (reader, 3, &integer))
          sums->sum += (guint64) integer;
        break;
      case 3:
      case 4:
      case 7:
        if (lamina_json_reader_read_int64 (reader, &integer))
          sums->sum += (guint64) integer;
        break;
      case 9:
        read_args (reader, sums);
        break;
      default:
        break;
      }
}

/* Goes to the events. */
static void
each_event (LaminaJsonReader *reader,
            Sums             *sums,
            void            (*event) (LaminaJsonReader *, Sums *))
{
  static const char *const keys[] = { "traceEvents", NULL };

  if (!lamina_json_reader_enter_object (reader))
    return;
  while (lamina_json_reader_next_member (reader, keys) != 0)
    ;
  if (lamina_json_reader_enter_array (reader))
    while (lamina_json_reader_next_element (reader))
      {
        sums->n_events++;
        if (event != NULL && lamina_json_reader_enter_object (reader))
          event (reader, sums);
      }
}

static void
read_whole (LaminaJsonReader *reader,
            Sums             *sums)
{
  each_event (reader, sums, read_event);
}

static void
skip_events (LaminaJsonReader *reader,
             Sums             *sums)
{
  each_event (reader, sums, NULL);
}

static void
skip_all (LaminaJsonReader *reader,
          Sums             *sums)
{
  lamina_json_reader_skip (reader, NULL, NULL);
}

static double
time_way (LaminaSource *source,
          const Way    *way,
          gboolean      records,
          double      (*now) (void),
          Sums         *sums)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaJsonReader) reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, lamina_builder_get_import (builder),
                                                                NULL);
  g_autoptr (GError) error = NULL;
  double since = now ();

  if (records)
    lamina_json_reader_add_record_path (reader, "/traceEvents/@");
  way->run (reader, sums);
  lamina_json_reader_finish (reader, &error);
  g_assert_no_error (error);
  return now () - since;
}

/* Seconds that all threads of the process had a processor. */
static double
process_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

/* Looks at each byte once. */
static double
time_memchr (GBytes *text)
{
  gsize length;
  const char *p = g_bytes_get_data (text, &length);
  double since = bench_now ();

  g_assert_null (memchr (p, 1, length));
  return bench_now () - since;
}

static double
time_inflate (GBytes *gzip)
{
  gsize length;
  z_stream z = { .next_in = (Bytef *) g_bytes_get_data (gzip, &length) };
  g_autofree guint8 *out = g_malloc (1 << 20);
  double since = bench_thread_now ();
  int result = Z_OK;

  z.avail_in = (uInt) length;
  g_assert_cmpint (inflateInit2 (&z, MAX_WBITS + 16), ==, Z_OK);
  for (; result == Z_OK; result = inflate (&z, Z_NO_FLUSH))
    {
      z.next_out = out;
      z.avail_out = 1 << 20;
    }
  g_assert_cmpint (result, ==, Z_STREAM_END);
  inflateEnd (&z);
  return bench_thread_now () - since;
}

static GBytes *
make_gzip (const GString *text)
{
  z_stream z = { .next_in = (Bytef *) text->str, .avail_in = (uInt) text->len };
  gsize size;
  guint8 *out;

  g_assert_cmpint (deflateInit2 (&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  size = deflateBound (&z, text->len);
  out = g_malloc (size);
  z.next_out = out;
  z.avail_out = (uInt) size;
  g_assert_cmpint (deflate (&z, Z_FINISH), ==, Z_STREAM_END);
  size = z.total_out;
  deflateEnd (&z);
  return g_bytes_new_take (out, size);
}

static double
best_of (LaminaSource *source,
         const Way    *way,
         gboolean      records,
         Sums         *sums)
{
  double best = INFINITY;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      *sums = (Sums) { 0 };
      best = fmin (best, time_way (source, way, records, bench_thread_now, sums));
    }
  return best;
}

static double
bench_ways (GBytes *text,
            double  glance)
{
  static const Way ways[] = { { "all skipped", skip_all }, { "events skipped", skip_events }, { "events read", read_whole } };
  g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("trace.json", text, NULL);
  double bytes = (double) g_bytes_get_size (text);
  double seconds = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      Sums sums;

      seconds = best_of (source, &ways[i], i == 2, &sums);
      g_print ("%s (%" G_GUINT64_FORMAT " events, %" G_GUINT64_FORMAT " arguments, sum %" G_GUINT64_FORMAT ")\n", ways[i].name,
               sums.n_events, sums.n_args, sums.sum);
      bench_report_least ("  rate", bytes / 1e6 / seconds, "MB/s", i == 2 ? 700 : 1000);
      if (sums.n_events > 0)
        bench_report ("  time for an event", 1e9 * seconds / (double) sums.n_events, "ns", NAN);
      bench_report ("  against memchr()", seconds / glance, "×", NAN);
    }
  return seconds;
}

static void
bench_gzip (const GString *text,
            double         parsing)
{
  static const Way way = { "gzip", read_whole };
  g_autoptr (GBytes) gzip = make_gzip (text);
  double inflating = INFINITY;
  double both = INFINITY;
  double work = INFINITY;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr (LaminaSource) source = lamina_source_new_for_bytes ("trace.json.gz", gzip, NULL);
      double before = process_now ();
      Sums sums = { 0 };

      both = fmin (both, time_way (source, &way, TRUE, bench_now, &sums));
      work = fmin (work, process_now () - before);
      inflating = fmin (inflating, time_inflate (gzip));
    }
  g_print ("gzip, %.1f MB\n", (double) g_bytes_get_size (gzip) / 1e6);
  bench_report_least ("  inflating alone", (double) text->len / 1e6 / inflating, "MB/s", NAN);
  bench_report_least ("  inflated and read", (double) text->len / 1e6 / both, "MB/s", NAN);
  bench_report ("  against the larger of both alone", both / MAX (inflating, parsing), "×", 1.3);
  bench_report ("  processor time against the sum of both", work / (inflating + parsing), "×", NAN);
}

int
main (int    argc,
      char **argv)
{
  gsize bytes = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) * 1000000 : 100000000;
  GString *text = g_string_sized_new (bytes + 4096);
  guint64 n_events = bench_append_events (text, bytes);
  g_autoptr (GBytes) plain = g_bytes_new_static (text->str, text->len);
  double glance = INFINITY;

  for (guint i = 0; i < N_ROUNDS; i++)
    glance = fmin (glance, time_memchr (plain));
  g_print ("%.1f MB, %.0f bytes an event\n", (double) text->len / 1e6, (double) text->len / (double) n_events);
  bench_report_least ("memchr()", (double) text->len / 1e6 / glance, "MB/s", NAN);
  bench_gzip (text, bench_ways (plain, glance));
  g_string_free (text, TRUE);
  return 0;
}

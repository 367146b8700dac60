/* SPDX-License-Identifier: Apache-2.0 */
/* How fast PyTorch traces open, beside simdjson walking the same text, and what they take in memory.
 *
 * usage: bench-chrome [--runs N] [MEGABYTES…]
 *
 * Without sizes: 100 MB, 500 MB and 1 GB, in which the cost of a byte must stay about the same.
 *
 * Traces of each size are written to the folder for temporary files and removed again. Every opening is one of a new
 * process: of chrome-load and yardstick, which lie beside this program. */

#include "bench.h"
#include "trace-maker.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW_BYTES 64.0
#define LAYER_BYTES 96.0
#define MAX_RUNS 25
#define CANCEL_SECONDS 0.1
/* How many bytes a second must be left of those of the smallest trace. */
#define LINEAR 0.8
/* So much text that was compressed stays in memory, and as much is there while it is read: see lamina-text-store.c and
 * AHEAD_BYTES of lamina-inflater.c. */
#define KEPT_TEXT (10 * (2ull << 20))
#define PEAK_TEXT (KEPT_TEXT + (32ull << 20))

static char *chrome_load;
static char *yardstick;
static guint n_runs = 5;

typedef struct
{
  char *path;
  TraceKind kind;
  TraceCounts counts;
} Trace;

/* What a program prints. */
static char *
run (const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, &output, NULL, &status,
                     &error) ||
      !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", arguments[0], error->message);
  return output;
}

static char *
run_load (const char *what,
          const char *path)
{
  return run ((const char *const[]) { chrome_load, what, path, NULL });
}

/* The figure that stands behind @name in a line of its own. */
static double
figure_of (const char *output,
           const char *name)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], name) && lines[i][strlen (name)] == ' ')
      return g_ascii_strtod (lines[i] + strlen (name), NULL);
  return NAN;
}

static Trace
make_trace (const char *folder,
            TraceKind   kind,
            guint64     bytes)
{
  Trace trace = { g_build_filename (folder, "trace.pt.trace.json", NULL), kind, { 0 } };
  FILE *file = fopen (trace.path, "w");

  if (file == NULL)
    g_error ("%s can't be written", trace.path);
  trace_maker_write (file, kind, bytes, &trace.counts);
  if (ferror (file) || fclose (file) != 0)
    g_error ("%s can't be written: is there room for it?", trace.path);
  return trace;
}

static void
trace_remove (Trace *trace)
{
  g_remove (trace->path);
  g_free (trace->path);
}

static double
median (double *figures,
        guint   n)
{
  return bench_percentile (figures, n, 0.5);
}

static void
report_memory (const char  *output,
               const Trace *trace,
               guint64      kept_text,
               guint64      peak_text)
{
  double budget = ROW_BYTES * figure_of (output, "rows") + LAYER_BYTES * figure_of (output, "layers");
  double memory = figure_of (output, "memory") - kept_text;
  double peak = figure_of (output, "peak") - peak_text;

  bench_report ("  in memory above the text", memory / 1e6, "MB", budget / 1e6);
  bench_report ("  at most, while it was read", peak / 1e6, "MB", 2 * budget / 1e6);
  bench_report ("  in memory, for each slice", memory / figure_of (output, "slices"), "bytes", NAN);
  bench_report ("  in memory, for each event", memory / trace->counts.events, "bytes", NAN);
}

static void
report_counts (const char  *output,
               const Trace *trace)
{
  printf ("  %.0f slices, %.0f layers, %.0f records read\n", figure_of (output, "slices"), figure_of (output, "layers"),
          figure_of (output, "read"));
  if (figure_of (output, "slices") != trace->counts.slices || figure_of (output, "lost") != 0)
    printf ("  WRONG: the trace has %" G_GUINT64_FORMAT " slices, %.0f records were lost\n", trace->counts.slices,
            figure_of (output, "lost"));
}

/* Runs ours and the yardstick in turn, so that what else the machine does meets both. Returns: the median of ours, in
 * seconds. */
static double
bench_open (const Trace *trace)
{
  double ours[MAX_RUNS], processor[MAX_RUNS], first[MAX_RUNS], warm[MAX_RUNS], ratios[MAX_RUNS], warm_ratios[MAX_RUNS];
  double budget = trace->kind == TRACE_REAL ? 1.0 : 1.5;
  g_autofree char *output = NULL;

  for (guint i = 0; i < n_runs; i++)
    {
      g_free (output);
      output = run_load ("open", trace->path);
      ours[i] = figure_of (output, "seconds");
      processor[i] = figure_of (output, "processor");
      if (yardstick != NULL)
        {
          g_autofree char *walked = run ((const char *const[]) { yardstick, trace->path, NULL });
          char *end;

          first[i] = g_ascii_strtod (walked, &end);
          warm[i] = g_ascii_strtod (end, NULL);
          ratios[i] = ours[i] / first[i];
          warm_ratios[i] = ours[i] / warm[i];
        }
    }
  bench_report ("  opened and frozen in", median (ours, n_runs), "s", NAN);
  bench_report ("  processor time of that", median (processor, n_runs), "s", NAN);
  bench_report_least ("  that is", trace->counts.bytes / 1e6 / median (ours, n_runs), "MB/s", NAN);
  if (yardstick != NULL)
    {
      bench_report ("  simdjson walks it in", median (first, n_runs), "s", NAN);
      bench_report ("  simdjson walks it, memory at hand, in", median (warm, n_runs), "s", NAN);
      bench_report ("  ours : simdjson", median (ratios, n_runs), "×", budget);
      bench_report ("  ours : simdjson, memory at hand", median (warm_ratios, n_runs), "×", NAN);
    }
  report_counts (output, trace);
  report_memory (output, trace, 0, 0);
  return median (ours, n_runs);
}

static char *
compress (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *compressed = g_strconcat (path, ".gz", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (path);
  g_autoptr (GFile) to = g_file_new_for_path (compressed);
  g_autoptr (GInputStream) text = G_INPUT_STREAM (g_file_read (from, NULL, &error));
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GOutputStream) file = NULL;
  g_autoptr (GOutputStream) deflated = NULL;

  g_assert_no_error (error);
  file = G_OUTPUT_STREAM (g_file_replace (to, NULL, FALSE, G_FILE_CREATE_NONE, NULL, &error));
  g_assert_no_error (error);
  deflated = g_converter_output_stream_new (file, converter);
  g_output_stream_splice (deflated, text, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error);
  g_assert_no_error (error);
  return compressed;
}

/* Runs it, inflating alone and parsing alone in turn. */
static void
bench_gzip (const Trace *trace)
{
  g_autofree char *path = compress (trace->path);
  double both[MAX_RUNS], inflating[MAX_RUNS], parsing[MAX_RUNS], ratios[MAX_RUNS];
  g_autofree char *output = NULL;

  for (guint i = 0; i < n_runs; i++)
    {
      g_autofree char *inflated = run_load ("inflate", path);
      g_autofree char *parsed = run_load ("open", trace->path);

      g_free (output);
      output = run_load ("open", path);
      both[i] = figure_of (output, "seconds");
      inflating[i] = figure_of (inflated, "seconds");
      parsing[i] = figure_of (parsed, "seconds");
      ratios[i] = both[i] / MAX (inflating[i], parsing[i]);
    }
  printf (" the same in gzip\n");
  bench_report ("  inflating alone", median (inflating, n_runs), "s", NAN);
  bench_report ("  parsing alone", median (parsing, n_runs), "s", NAN);
  bench_report ("  opened and frozen in", median (both, n_runs), "s", NAN);
  bench_report ("  that : the larger of inflating and parsing", median (ratios, n_runs), "×", 1.3);
  report_memory (output, trace, MIN (trace->counts.bytes, KEPT_TEXT), MIN (trace->counts.bytes, PEAK_TEXT));
  g_remove (path);
}

static void
bench_cancel (const Trace *trace)
{
  g_autofree char *output = run_load ("cancel", trace->path);

  bench_report ("  closing it", 1000 * figure_of (output, "close"), "ms", 1000 * CANCEL_SECONDS);
  bench_report ("  cancelling in the middle, at worst", 1000 * figure_of (output, "cancel"), "ms", 1000 * CANCEL_SECONDS);
  bench_report ("  left in memory by that", figure_of (output, "left") / 1e6, "MB", NAN);
}

static void
bench_kind (const char   *folder,
            TraceKind     kind,
            const double *megabytes,
            guint         n)
{
  double first_rate = NAN;

  for (guint i = 0; i < n; i++)
    {
      Trace trace = make_trace (folder, kind, 1e6 * megabytes[i]);
      double seconds, rate;

      printf ("%s trace of %.0f MB, %" G_GUINT64_FORMAT " events\n", kind == TRACE_REAL ? "PyTorch" : "hard",
              trace.counts.bytes / 1e6, trace.counts.events);
      seconds = bench_open (&trace);
      rate = trace.counts.bytes / seconds;
      if (i > 0)
        bench_report_least ("  bytes a second : those of the first trace", rate / first_rate, "×", LINEAR);
      else
        first_rate = rate;
      if (kind == TRACE_REAL)
        bench_gzip (&trace);
      bench_cancel (&trace);
      trace_remove (&trace);
    }
}

static void
find_programs (const char *program)
{
  g_autofree char *folder = g_path_get_dirname (program);

  chrome_load = g_build_filename (folder, "chrome-load", NULL);
  yardstick = g_build_filename (folder, "yardstick", NULL);
  if (!g_file_test (yardstick, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_clear_pointer (&yardstick, g_free);
      printf ("built without libsimdjson-dev: there is no yardstick\n");
    }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-bench-XXXXXX", &error);
  double megabytes[16] = { 100, 500, 1000 };
  guint n = 0;
  int i = 1;

  g_assert_no_error (error);
  find_programs (argv[0]);
  if (i + 1 < argc && strcmp (argv[i], "--runs") == 0)
    {
      n_runs = CLAMP (atoi (argv[i + 1]), 1, MAX_RUNS);
      i += 2;
    }
  while (i < argc && n < G_N_ELEMENTS (megabytes))
    megabytes[n++] = g_ascii_strtod (argv[i++], NULL);
  bench_kind (folder, TRACE_REAL, megabytes, n == 0 ? 3 : n);
  bench_kind (folder, TRACE_HARD, megabytes, n == 0 ? 3 : n);
  g_rmdir (folder);
  g_free (chrome_load);
  g_free (yardstick);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Opens one trace in a process of its own, for bench-chrome, and prints a figure in each line: NAME FIGURE.
 *
 * usage: chrome-load open FILE      from open(2) to the frozen document
 *        chrome-load inflate FILE   the text of a compressed file, and nothing else
 *        chrome-load cancel FILE    closing the document, and cancelling in the middle of a load */

#include "bench.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <zlib.h>

#define BLOCK_BYTES (1 << 20)

static void
print (const char *name,
       double      figure)
{
  printf ("%s %.17g\n", name, figure);
}

static double
processor_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static LaminaDocument *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  LaminaDocument *document;

  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  document = lamina_loader_load (loader, NULL, &error);
  if (document == NULL)
    g_error ("%s", error->message);
  return document;
}

static void
print_rows (LaminaDocument *document)
{
  guint64 samples = 0;
  guint64 ends = 0;
  guint64 layers = 0;
  guint64 marks = 0;
  guint64 slices = 0;

  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);
      guint n;
      const LaminaFlow *flows = lamina_run_get_flows (run, &n);

      for (guint j = 0; j < n; j++)
        ends += (flows[j].from.track != LAMINA_NONE) + (flows[j].to.track != LAMINA_NONE);
      for (guint j = 0; j < lamina_run_get_n_tracks (run); j++)
        samples += lamina_track_get_samples (lamina_run_get_track (run, j))->n;
      lamina_run_get_marks (run, &n);
      marks += n;
      slices += lamina_run_get_totals (run)->n_slices;
      layers += lamina_run_get_layers (run)->n;
    }
  print ("slices", slices);
  print ("rows", slices + samples + marks + ends);
  print ("layers", layers);
  print ("read", lamina_import_report_get_counts (lamina_document_get_report (document))->read);
  print ("lost", lamina_import_report_get_counts (lamina_document_get_report (document))->lost);
}

static void
time_open (const char *path)
{
  g_autoptr (LaminaDocument) document = NULL;
  double since, processor_since;
  gsize before, resident;

  /* Plugins are found once in the life of a program. */
  lamina_engine_get_default ();
  before = bench_anonymous_bytes ();
  bench_reset_peak ();
  resident = bench_peak_bytes ();
  processor_since = processor_seconds ();
  since = bench_now ();
  document = load (path);
  print ("seconds", bench_now () - since);
  print ("processor", processor_seconds () - processor_since);
  print ("peak", bench_peak_bytes () - resident);
  malloc_trim (0);
  print ("memory", bench_anonymous_bytes () - before);
  print_rows (document);
}

static void
time_inflate (const char *path)
{
  gzFile file = gzopen (path, "rb");
  g_autofree char *block = g_malloc (BLOCK_BYTES);
  double since = bench_now ();

  g_assert_true (file != NULL && gzbuffer (file, BLOCK_BYTES) == 0);
  while (gzread (file, block, BLOCK_BYTES) > 0)
    ;
  g_assert_cmpint (gzclose (file), ==, Z_OK);
  print ("seconds", bench_now () - since);
}

typedef struct
{
  GMainLoop *loop;
  GCancellable *cancellable;
  gboolean loaded;
  double cancelled;
  double ended;
} Cancelling;

static gboolean
cancel_now (gpointer data)
{
  Cancelling *cancelling = data;

  cancelling->cancelled = bench_now ();
  g_cancellable_cancel (cancelling->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_loaded (GObject      *loader,
           GAsyncResult *result,
           gpointer      data)
{
  Cancelling *cancelling = data;
  g_autoptr (LaminaDocument) document = lamina_loader_load_finish (LAMINA_LOADER (loader), result, NULL);

  cancelling->loaded = document != NULL;
  cancelling->ended = bench_now ();
  g_main_loop_quit (cancelling->loop);
}

/* Returns: seconds from cancelling to the end of the load, or NaN when the load was faster. */
static double
cancel_after (const char *path,
              double      seconds)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  Cancelling cancelling = { loop, cancellable, FALSE, NAN, 0 };
  guint timer = g_timeout_add (1000 * seconds, cancel_now, &cancelling);

  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  lamina_loader_load_async (loader, cancellable, on_loaded, &cancelling);
  g_main_loop_run (loop);
  if (isnan (cancelling.cancelled))
    g_source_remove (timer);
  return cancelling.loaded ? NAN : cancelling.ended - cancelling.cancelled;
}

static void
time_cancel (const char *path)
{
  LaminaDocument *document;
  double since = bench_now ();
  double worst = 0;
  double left = 0;
  double duration;
  gsize before;

  document = load (path);
  duration = bench_now () - since;
  since = bench_now ();
  lamina_document_unref (document);
  print ("close", bench_now () - since);
  malloc_trim (0);
  before = bench_anonymous_bytes ();
  for (guint tenths = 1; tenths < 10; tenths++)
    {
      double took = cancel_after (path, duration * tenths / 10);

      malloc_trim (0);
      if (!isnan (took))
        worst = MAX (worst, took);
      left = MAX (left, (double) bench_anonymous_bytes () - before);
    }
  print ("cancel", worst);
  print ("left", left);
}

int
main (int    argc,
      char **argv)
{
  /* As the programs do while they load. */
  mallopt (M_MMAP_THRESHOLD, 128 * 1024);
  mallopt (M_TRIM_THRESHOLD, 128 * 1024);
  if (argc == 3 && strcmp (argv[1], "open") == 0)
    time_open (argv[2]);
  else if (argc == 3 && strcmp (argv[1], "inflate") == 0)
    time_inflate (argv[2]);
  else if (argc == 3 && strcmp (argv[1], "cancel") == 0)
    time_cancel (argv[2]);
  else
    return 2;
  return 0;
}

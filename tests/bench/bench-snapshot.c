/* SPDX-License-Identifier: Apache-2.0 */
/* How fast memory snapshots of PyTorch are read, beside a loop that steps from operation to operation of the same pickle and does
 * nothing else, how fast they open, beside a trace of the same size, and what documents take in memory.
 *
 * usage: bench-snapshot MAKE-SNAPSHOT.PY [MEGABYTES…] */

#include "../../plugins/memory-snapshot/snapshot.h"
#include "bench.h"
#include "trace-maker.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define BLOCK_BYTES (1 << 20)

/* What else a machine does makes both slower, and not alike: of so many times by turns the least of each counts. */
#define N_ROUNDS 7

/* What follows an operation: a number of so many bytes or, from LENGTH_1 on, a length of so many and as many bytes. */
enum
{
  FOLLOWS_1 = 1,
  FOLLOWS_2,
  FOLLOWS_4,
  FOLLOWS_8,
  LENGTH_1,
  LENGTH_4,
  LENGTH_8,
};

static const guint8 follows[256] = {
  ['K'] = FOLLOWS_1, ['h'] = FOLLOWS_1, ['q'] = FOLLOWS_1, [0x80] = FOLLOWS_1, ['M'] = FOLLOWS_2, ['J'] = FOLLOWS_4,
  ['j'] = FOLLOWS_4, ['r'] = FOLLOWS_4, ['G'] = FOLLOWS_8, [0x95] = FOLLOWS_8, [0x8a] = LENGTH_1, [0x8c] = LENGTH_1,
  ['X'] = LENGTH_4, [0x8d] = LENGTH_8,
};

/* Seconds that this process had processors. */
static double
get_processor_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_stime.tv_sec
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Seconds of a processor to pass all operations. */
static double
walk (const char *path,
      guint64    *n_operations)
{
  static const guint8 widths[] = { 0, 1, 2, 4, 8, 1, 4, 8 };
  g_autofree guint8 *block = g_malloc (BLOCK_BYTES);
  double since = get_processor_seconds ();
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  gsize at = 0, end = 0;
  gssize got = 1;

  g_assert_cmpint (fd, >=, 0);
  for (*n_operations = 0; at < end || got > 0; (*n_operations)++)
    {
      guint64 length = 0;
      guint kind;

      /* No operation of such a file is longer than this. */
      if (end - at < 512 && got > 0)
        {
          memmove (block, block + at, end - at);
          end -= at;
          at = 0;
          got = read (fd, block + end, BLOCK_BYTES - end);
          end += (gsize) MAX (got, 0);
          if (end == 0)
            break;
        }
      kind = follows[block[at]];
      for (guint i = 0; kind >= LENGTH_1 && i < widths[kind]; i++)
        length |= (guint64) block[at + 1 + i] << (8 * i);
      at += 1 + widths[kind] + length;
    }
  close (fd);
  return get_processor_seconds () - since;
}

static char *
write_snapshot (const char *script,
                const char *folder,
                const char *megabytes)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, "bench.pickle", NULL);
  const char *const arguments[] = { "python3", script, megabytes, path, NULL };
  int status;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                     &status, &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", script, error->message);
  return path;
}

/* Seconds of a processor to carry out the pickle, which makes the rows that a document is built of. */
static double
read_rows (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (LaminaSource) source = lamina_source_open (file, NULL, &error);
  g_autoptr (Snapshot) snapshot = NULL;
  double since = get_processor_seconds ();

  g_assert_no_error (error);
  snapshot = snapshot_read (builder, source, NULL, &error);
  g_assert_no_error (error);
  return get_processor_seconds () - since;
}

static LaminaDocument *
load (const char *path,
      double     *seconds)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  LaminaDocument *document;
  double since = get_processor_seconds ();

  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  *seconds = get_processor_seconds () - since;
  return document;
}

/* Seconds of processors to open a trace of PyTorch of the same size. */
static double
open_trace (const char *folder,
            guint64     bytes)
{
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  FILE *file = g_fopen (path, "w");
  TraceCounts counts = { 0 };
  double seconds;

  g_assert_nonnull (file);
  trace_maker_write (file, TRACE_REAL, bytes, &counts);
  g_assert_cmpint (fclose (file), ==, 0);
  lamina_document_unref (load (path, &seconds));
  g_remove (path);
  return seconds;
}

static void
bench_snapshot (const char *script,
                const char *folder,
                const char *megabytes)
{
  g_autofree char *path = write_snapshot (script, folder, megabytes);
  g_autoptr (LaminaDocument) document = NULL;
  const LaminaImportCounts *counts;
  GStatBuf status;
  guint64 n_operations;
  double walked = G_MAXDOUBLE, rows = G_MAXDOUBLE;
  double opened, trace;
  gsize before;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  trace = open_trace (folder, (guint64) status.st_size);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      walked = MIN (walked, walk (path, &n_operations));
      rows = MIN (rows, read_rows (path));
    }
  before = bench_heap_bytes ();
  bench_reset_peak ();
  document = load (path, &opened);
  counts = lamina_import_report_get_counts (lamina_document_get_report (document));
  g_print ("memory snapshot, %.0f MB, %" G_GUINT64_FORMAT " operations, %" G_GUINT64_FORMAT " records, %u allocations, %"
           G_GUINT64_FORMAT " lost\n", (double) status.st_size / 1e6, n_operations, counts->read,
           lamina_run_get_tensors (lamina_document_get_run (document, 0))->n, counts->lost);
  bench_report_least ("  walked from operation to operation", (double) status.st_size / 1e6 / walked, "MB/s", NAN);
  bench_report_least ("  opened", (double) status.st_size / 1e6 / opened, "MB/s", NAN);
  bench_report_least ("  read", (double) status.st_size / 1e6 / rows, "MB/s", NAN);
  bench_report ("  read, for each time it was walked", rows / walked, "×", 2);
  bench_report ("  opened, for each time a trace of that size was", opened / trace, "×", 3);
  bench_report ("  document, for each event", (double) (bench_heap_bytes () - before) / (double) counts->read, "bytes", 90);
  bench_report ("  at most, for each event", (double) bench_peak_bytes () / (double) counts->read, "bytes", NAN);
  g_remove (path);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-bench-XXXXXX", &error);

  g_assert_no_error (error);
  if (argc < 2)
    g_error ("usage: bench-snapshot MAKE-SNAPSHOT.PY [MEGABYTES…]");
  if (argc == 2)
    bench_snapshot (argv[1], folder, "40");
  for (int i = 2; i < argc; i++)
    bench_snapshot (argv[1], folder, argv[i]);
  g_rmdir (folder);
  return 0;
}

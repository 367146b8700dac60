/* SPDX-License-Identifier: Apache-2.0 */
/* How fast MegEngine profiles of growing size open, how fast their JSON is read, and what documents take in memory.
 * `bench-load BYTES…` takes other sizes. */

#include "bench.h"

#include <glib/gstdio.h>
#include <math.h>

#define SLICE_BYTES 64.0
#define LAYER_BYTES 96.0

static double
rate (guint64 bytes,
      double  since)
{
  return bytes / 1e6 / (bench_now () - since);
}

static void
walk (LaminaJsonReader *reader)
{
  if (lamina_json_reader_enter_object (reader))
    {
      while (lamina_json_reader_next_member (reader, NULL) != LAMINA_JSON_END)
        walk (reader);
    }
  else if (lamina_json_reader_enter_array (reader))
    {
      while (lamina_json_reader_next_element (reader))
        walk (reader);
    }
  else
    {
      lamina_json_reader_read_text (reader, NULL);
    }
}

static void
bench_reader (GFile   *file,
              guint64  size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaSource) source = lamina_source_open (file, NULL, &error);
  g_autoptr (LaminaJsonReader) reader = NULL;
  double since = bench_now ();

  g_assert_no_error (error);
  reader = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, NULL, NULL);
  walk (reader);
  lamina_json_reader_finish (reader, &error);
  g_assert_no_error (error);
  bench_report_least ("  JSON read, every value taken", rate (size, since), "MB/s", NAN);
}

/* What the budget grants the columns of a run. Tensors have no budget of their own. */
static double
budget_bytes (LaminaRun *run)
{
  const LaminaTotals *totals = lamina_run_get_totals (run);
  double bytes = LAYER_BYTES * lamina_run_get_layers (run)->n + SLICE_BYTES * totals->n_slices;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (lamina_track_get_info (lamina_run_get_track (run, i))->is_counter)
      bytes += SLICE_BYTES * lamina_track_get_samples (lamina_run_get_track (run, i))->n;
  return bytes;
}

static void
bench_load (GFile   *file,
            guint64  size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *run;
  gsize before = bench_heap_bytes ();
  double since = bench_now ();

  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  bench_report_least ("  opened and frozen", rate (size, since), "MB/s", NAN);
  bench_report ("  in", 1000 * (bench_now () - since), "ms", NAN);
  run = lamina_document_get_run (document, 0);
  g_print ("  %u layers, %" G_GUINT64_FORMAT " slices, %u tensors\n", lamina_run_get_layers (run)->n,
           lamina_run_get_totals (run)->n_slices, lamina_run_get_tensors (run)->n);
  bench_report ("  document, for each byte of the file", (double) (bench_heap_bytes () - before) / size, "bytes", NAN);
}

static void
bench_profile (const char *folder,
               guint64     bytes)
{
  g_autoptr (GFile) file = bench_write_profile (folder, bytes);
  GStatBuf status;

  g_assert_cmpint (g_stat (g_file_peek_path (file), &status), ==, 0);
  g_print ("MegEngine profile of %.1f MB\n", status.st_size / 1e6);
  bench_reader (file, status.st_size);
  bench_load (file, status.st_size);
  g_remove (g_file_peek_path (file));
}

static void
bench_memory (void)
{
  gsize before = bench_heap_bytes ();
  gsize resident;
  g_autoptr (LaminaDocument) document = NULL;
  double budget;

  bench_reset_peak ();
  resident = bench_peak_bytes ();
  document = bench_trace_new (1000000);
  budget = budget_bytes (lamina_document_get_run (document, 0));
  g_print ("synthetic document of 1 000 000 slices\n");
  bench_report ("  in memory", (bench_heap_bytes () - before) / 1e6, "MB", budget / 1e6);
  bench_report ("  at most, while it was made", (bench_peak_bytes () - resident) / 1e6, "MB", 2 * budget / 1e6);
}

int
main (int    argc,
      char **argv)
{
  static const guint64 sizes[] = { 400000, 40000000 };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("lamina-bench-XXXXXX", &error);

  g_assert_no_error (error);
  bench_memory ();
  for (guint i = 0; argc == 1 && i < G_N_ELEMENTS (sizes); i++)
    bench_profile (folder, sizes[i]);
  for (int i = 1; i < argc; i++)
    bench_profile (folder, g_ascii_strtoull (argv[i], NULL, 10));
  g_rmdir (folder);
  return 0;
}

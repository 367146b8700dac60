/* SPDX-License-Identifier: Apache-2.0 */
/* How fast databases of Nsight Systems open, beside a loop that steps through the same rows and takes all their columns, and what
 * documents take in memory. `bench-nsys MEGABYTES…` takes other sizes. */

#include "bench.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>

#define PROCESS (G_GINT64_CONSTANT (3) << 24)
#define N_NAMES 400
#define LAUNCHES_PER_RANGE 3
#define RANGES_PER_PART 200
#define N_DEVICES 2
#define ROWS_PER_MEGABYTE 26000

static const char *const tables[] = { "StringIds", "NVTX_EVENTS", "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_KERNEL" };

static const char schema[] =
  "CREATE TABLE META_DATA_EXPORT (name TEXT, value TEXT);"
  "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
  "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, color INTEGER, text TEXT, globalTid INTEGER,"
  " textId INTEGER, domainId INTEGER);"
  "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER,"
  " correlationId INTEGER, nameId INTEGER, returnValue INTEGER, callchainId INTEGER);"
  "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER,"
  " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER, gridX INTEGER, gridY INTEGER,"
  " gridZ INTEGER, blockX INTEGER, blockY INTEGER, blockZ INTEGER, registersPerThread INTEGER, staticSharedMemory INTEGER,"
  " graphNodeId INTEGER);"
  "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; BEGIN";

static void
execute (sqlite3    *database,
         const char *statement)
{
  g_assert_cmpint (sqlite3_exec (database, statement, NULL, NULL, NULL), ==, SQLITE_OK);
}

/* @numbers: of the columns, of which those below 0 are NULL */
static void
insert (sqlite3_stmt *statement,
        guint         n,
        const gint64 *numbers)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] >= 0)
      sqlite3_bind_int64 (statement, (int) i + 1, numbers[i]);
    else
      sqlite3_bind_null (statement, (int) i + 1);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
  sqlite3_reset (statement);
}

static sqlite3_stmt *
prepare (sqlite3    *database,
         const char *query)
{
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (database, query, -1, &statement, NULL), ==, SQLITE_OK);
  return statement;
}

static void
write_names (sqlite3 *database)
{
  sqlite3_stmt *statement = prepare (database, "INSERT INTO StringIds VALUES (?, ?)");

  for (int i = 0; i < N_NAMES; i++)
    {
      g_autofree char *kernel = g_strdup_printf ("void layer_%d::kernel<%d, float>(float const*, float*, int)", i / 8, i);
      g_autofree char *range = g_strdup_printf ("aten::op_%d, seq = %d", i, i);

      sqlite3_bind_int (statement, 1, i + 1);
      sqlite3_bind_text (statement, 2, i == 0 ? "cudaLaunchKernel_v7000" : i == 2 ? "part" : i % 2 == 0 ? range : kernel, -1,
                         SQLITE_TRANSIENT);
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
}

/* Parts of operators on the host, each with some launches, whose kernels follow on one of three streams of two devices. Returns how
 * often parts are shown on devices, too. */
static guint64
write_rows (sqlite3 *database,
            gint64   n_rows)
{
  sqlite3_stmt *ranges = prepare (database, "INSERT INTO NVTX_EVENTS VALUES (?, ?, ?, ?, NULL, ?, ?, ?)");
  sqlite3_stmt *calls = prepare (database, "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *kernels = prepare (database, "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                                             " ?, ?, ?, ?, ?)");
  guint64 n_shown = 0;

  for (gint64 range = 0, correlation = 0; range * (1 + 2 * LAUNCHES_PER_RANGE) < n_rows; range++)
    {
      gint64 time = 1000000 + range * 30000;

      insert (ranges, 7, (const gint64[]) { time, time + 28000, 59, -1, PROCESS + 3, 5 + 2 * (range % (N_NAMES / 2 - 2)), 0 });
      for (gint64 i = 0; i < LAUNCHES_PER_RANGE; i++)
        {
          gint64 start = time + 1000 + i * 9000, name = 2 + 2 * ((range + i) % (N_NAMES / 2));

          correlation++;
          insert (calls, 8, (const gint64[]) { start, start + 4000 + range % 900, 0, PROCESS + 3, correlation, 1, 0, -1 });
          insert (kernels, 18, (const gint64[]) { start + 6000, start + 13000 + 10 * (range % 100), range % N_DEVICES, 1, 7 + i,
                                                  correlation, PROCESS, name, name, 64, 1, 1, 256, 1, 1, 32, 0, -1 });
        }
      if (range % RANGES_PER_PART == 0)
        insert (ranges, 7, (const gint64[]) { time, time + RANGES_PER_PART * 30000 - 1000, 59, -1, PROCESS + 3, 3, 0 });
      n_shown += range % RANGES_PER_PART < N_DEVICES;
    }
  sqlite3_finalize (ranges);
  sqlite3_finalize (calls);
  sqlite3_finalize (kernels);
  return n_shown;
}

static guint64
write_database (const char *path,
                gint64      megabytes)
{
  sqlite3 *database = NULL;
  guint64 n_shown;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  execute (database, schema);
  write_names (database);
  n_shown = write_rows (database, megabytes * ROWS_PER_MEGABYTE);
  execute (database, "COMMIT");
  sqlite3_close (database);
  return n_shown;
}

/* Seconds for all rows of all tables, and their number. */
static double
step_all (const char *path,
          guint64    *n)
{
  sqlite3 *database = NULL;
  double since = bench_now ();
  gint64 sum = 0;

  *n = 0;
  g_assert_cmpint (sqlite3_open_v2 (path, &database, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", tables[i]);
      sqlite3_stmt *statement = prepare (database, query);

      for (int columns = sqlite3_column_count (statement); sqlite3_step (statement) == SQLITE_ROW; (*n)++)
        for (int k = 0; k < columns; k++)
          sum += sqlite3_column_type (statement, k) == SQLITE_TEXT ? (gint64) sqlite3_column_bytes (statement, k)
                                                                   : sqlite3_column_int64 (statement, k);
      sqlite3_finalize (statement);
    }
  sqlite3_close (database);
  g_assert_cmpint (sum, >, 0);
  return bench_now () - since;
}

static void
bench_database (const char *folder,
                gint64      megabytes)
{
  g_autofree char *path = g_build_filename (folder, "bench.sqlite", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;
  GStatBuf status;
  guint64 n_rows, n_slices, n_shown;
  double loop, since;
  gsize before;

  n_shown = write_database (path, megabytes);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  loop = step_all (path, &n_rows);
  g_print ("database of Nsight Systems, %.0f MB, %" G_GUINT64_FORMAT " rows\n", (double) status.st_size / 1e6, n_rows);
  bench_report ("  stepped through", 1000 * loop, "ms", NAN);
  before = bench_heap_bytes ();
  bench_reset_peak ();
  since = bench_now ();
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  since = bench_now () - since;
  n_slices = lamina_run_get_totals (lamina_document_get_run (document, 0))->n_slices;
  g_assert_cmpuint (n_slices, ==, n_rows - N_NAMES + n_shown);
  bench_report ("  opened", 1000 * since, "ms", NAN);
  bench_report ("  opened, for each time it was stepped through", since / loop, "×", 4);
  bench_report ("  document, for each slice", (double) (bench_heap_bytes () - before) / (double) n_slices, "bytes", 90);
  bench_report ("  at most, for each slice", (double) bench_peak_bytes () / (double) n_slices, "bytes", NAN);
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
    bench_database (folder, 40);
  for (int i = 1; i < argc; i++)
    bench_database (folder, atoi (argv[i]));
  g_rmdir (folder);
  return 0;
}

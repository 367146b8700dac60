/* SPDX-License-Identifier: Apache-2.0 */
/* Traces that end in the middle, that are read in blocks of any size and in parts by several threads, and loads that are
 * given up: what comes of a text depends on the text alone. */

#include "dump-document.h"
#include "trace-account.h"
#include "trace-maker.h"
#include "../../../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define N_CUTS 500
#define SEED 20240229

#define MEGABYTE (1000 * 1000)

/* What is written for a test: a trace of about so many bytes, of which so many are kept; 0 for all. */
typedef struct
{
  TraceKind kind;
  gsize bytes;
  gsize kept;
} Writing;

static const Writing real = { TRACE_REAL, MEGABYTE, 0 };
static const Writing large = { TRACE_REAL, 10 * MEGABYTE, 0 };
/* It has so many tracks that it is long at its shortest. */
static const Writing hard = { TRACE_HARD, MEGABYTE, MEGABYTE };

typedef struct
{
  char *folder;
  char *path;
  char *text;
  gsize length;
} Fixture;

static void
write_text (Fixture    *fixture,
            const char *text,
            gsize       length)
{
  FILE *file = fopen (fixture->path, "w");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (text, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  const Writing *writing = data;
  g_autoptr (GError) error = NULL;
  TraceCounts counts;
  FILE *file;

  fixture->folder = g_dir_make_tmp ("lamina-cuts-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "trace.json", NULL);
  file = fopen (fixture->path, "w");
  g_assert_nonnull (file);
  trace_maker_write (file, writing->kind, writing->bytes, &counts);
  g_assert_cmpint (fclose (file), ==, 0);
  if (writing->kept > 0)
    g_assert_cmpint (truncate (fixture->path, (off_t) writing->kept), ==, 0);
  g_file_get_contents (fixture->path, &fixture->text, &fixture->length, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_remove (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->text);
}

static LaminaLoader *
new_loader (const char *path,
            gsize       block_bytes,
            guint64     part_bytes)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LaminaLoader *loader = lamina_loader_new (lamina_engine_get_default (), file);
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.block_bytes = block_bytes;
  limits.min_part_bytes = part_bytes;
  limits.max_threads = part_bytes == G_MAXUINT64 ? 1 : 4;
  lamina_loader_set_limits (loader, &limits);
  lamina_loader_set_joins (loader, LAMINA_JOIN_NOTHING);
  return loader;
}

static LaminaDocument *
load_with (const char  *path,
           gsize        block_bytes,
           guint64      part_bytes,
           GError     **error)
{
  g_autoptr (LaminaLoader) loader = new_loader (path, block_bytes, part_bytes);

  return lamina_loader_load (loader, NULL, error);
}

static char *
dump_with (const char *path,
           gsize       block_bytes,
           guint64     part_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_with (path, block_bytes, part_bytes, &error);

  return document != NULL ? dump_document (document) : g_strdup (error->message);
}

static void
assert_same_text (const char *expected,
                  const char *found,
                  gsize       block_bytes,
                  guint64     part_bytes)
{
  gsize i = 0;

  if (g_str_equal (expected, found))
    return;
  while (expected[i] == found[i])
    i++;
  while (i > 0 && expected[i - 1] != '\n')
    i--;
  g_error ("blocks of %" G_GSIZE_FORMAT ", parts of %" G_GUINT64_FORMAT ": “%.200s” is “%.200s”",
           block_bytes, part_bytes, expected + i, found + i);
}

/* In blocks of several sizes, and in parts of several. Where few are tried for a file, others are for the next one. */
static void
check_file (const char *path,
            gsize       least_block)
{
  static guint n_files = 0;
  static const gsize blocks[] = { 1, 7, 64, 4096, 65537 };
  static const guint64 parts[] = { 1, 1000, 100000 };
  g_autofree char *whole = dump_with (path, 256 << 10, G_MAXUINT64);

  for (guint i = n_files % MIN (test_stride (), G_N_ELEMENTS (blocks)); i < G_N_ELEMENTS (blocks); i += test_stride ())
    if (blocks[i] >= least_block)
      {
        g_autofree char *dump = dump_with (path, blocks[i], G_MAXUINT64);

        assert_same_text (whole, dump, blocks[i], G_MAXUINT64);
      }
  for (guint i = n_files++ % MIN (test_stride (), G_N_ELEMENTS (parts)); i < G_N_ELEMENTS (parts); i += test_stride ())
    {
      g_autofree char *dump = dump_with (path, i == 1 ? 4096 : 256 << 10, parts[i]);

      assert_same_text (whole, dump, i == 1 ? 4096 : 256 << 10, parts[i]);
    }
}

static void
test_blocks (Fixture       *fixture,
             gconstpointer  data)
{
  check_file (fixture->path, 1);
}

/* What fuzzing begins with: each phase, each tool, and texts that are broken. */
static void
test_blocks_corpus (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "chrome", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      check_file (path, 1);
    }
}

static void
test_blocks_real (void)
{
  static const char *const names[] = { "samples/chrome-trace", "samples/kineto", "samples/onnxruntime" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = build_real_path (names[i]);
      g_autoptr (GDir) dir = folder ? g_dir_open (folder, 0, NULL) : NULL;
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folder, name, NULL);
          GStatBuf status;

          g_assert_cmpint (g_stat (path, &status), ==, 0);
          if (status.st_size < 700000)
            check_file (path, status.st_size < 10000 ? 1 : 4096);
        }
    }
}

/* Which offsets events of @phase that end before @cut begin at. */
static guint
count_complete (const TraceAccount *account,
                gsize               cut,
                char                phase)
{
  guint n = 0;

  for (guint i = 0; i < account->events->len; i++)
    {
      const TraceEvent *event = &g_array_index (account->events, TraceEvent, i);

      if (event->offset + event->length > cut)
        break;
      n += phase == '\0' || event->phase == phase;
    }
  return n;
}

static guint
count_slices (LaminaDocument     *document,
              const TraceAccount *account,
              gsize               cut)
{
  LaminaRun *run = lamina_document_get_run (document, 0);
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, i));

      for (guint j = 0; j < slices->n; j++)
        {
          TraceEvent *event = trace_account_find (account, lamina_slices_get_args_offset (slices, j));

          g_assert_nonnull (event);
          if (event->offset + event->length > cut)
            continue;
          g_assert_cmpint (slices->start[j], ==, trace_time_round (event->ts));
          g_assert_cmpint (slices->duration[j], ==, trace_time_round (event->end) - slices->start[j]);
          n++;
        }
    }
  return n;
}

static void
check_cut (Fixture            *fixture,
           const TraceAccount *account,
           gsize               cut,
           guint64             part_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  LaminaImportReport *report;
  guint n = count_complete (account, cut, '\0');

  write_text (fixture, fixture->text, cut);
  document = load_with (fixture->path, 256 << 10, part_bytes, &error);
  if (n == 0 && document == NULL)
    return;
  g_assert_no_error (error);
  report = lamina_document_get_report (document);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->lost, ==, 0);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, >=, n);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->read, <=, n + 1);
  g_assert_cmpuint (lamina_import_report_get_counts (report)->skipped, <=, lamina_import_report_get_counts (report)->read - n);
  g_assert_cmpuint (count_slices (document, account, cut), ==, count_complete (account, cut, 'X'));
}

static void
test_cuts (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (TraceAccount) account = trace_account_new (fixture->text, fixture->length);
  g_autoptr (GRand) random = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_CUTS / test_stride (); i++)
    check_cut (fixture, account, (gsize) g_rand_int_range (random, 1, (gint32) fixture->length),
               i % 2 == 0 ? G_MAXUINT64 : 50000);
}

typedef struct
{
  GMainLoop *loop;
  GCancellable *cancellable;
  GError *error;
} Giving;

static void
on_loaded (GObject      *loader,
           GAsyncResult *result,
           gpointer      data)
{
  Giving *giving = data;
  LaminaDocument *document = lamina_loader_load_finish (LAMINA_LOADER (loader), result, &giving->error);

  g_clear_pointer (&document, lamina_document_unref);
  g_main_loop_quit (giving->loop);
}

static gboolean
give_up (gpointer data)
{
  Giving *giving = data;

  g_cancellable_cancel (giving->cancellable);
  return G_SOURCE_REMOVE;
}

/* Whenever it is given up, a load ends, and frees what it has: that is for the sanitizers to see. */
static void
test_give_up (Fixture       *fixture,
              gconstpointer  data)
{
  guint n_given_up = 0;

  for (guint delay = 0; delay < 20; delay += MIN (test_stride (), 5))
    {
      g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (LaminaLoader) loader = new_loader (fixture->path, 256 << 10, delay % 2 == 0 ? G_MAXUINT64 : 100000);
      Giving giving = { loop, cancellable, NULL };
      guint source = g_timeout_add (delay * 3, give_up, &giving);

      lamina_loader_load_async (loader, cancellable, on_loaded, &giving);
      g_main_loop_run (loop);
      if (!g_cancellable_is_cancelled (cancellable))
        g_source_remove (source);
      if (giving.error != NULL)
        {
          g_assert_error (giving.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          n_given_up++;
        }
      g_clear_error (&giving.error);
    }
  g_assert_cmpuint (n_given_up, >, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/chrome-cuts/random", Fixture, &real, set_up, test_cuts, tear_down);
  g_test_add ("/chrome-cuts/give-up", Fixture, &large, set_up, test_give_up, tear_down);
  g_test_add ("/chrome-cuts/blocks/made", Fixture, &real, set_up, test_blocks, tear_down);
  g_test_add ("/chrome-cuts/blocks/hard", Fixture, &hard, set_up, test_blocks, tear_down);
  g_test_add_func ("/chrome-cuts/blocks/corpus", test_blocks_corpus);
  g_test_add_func ("/chrome-cuts/blocks/real", test_blocks_real);
  return g_test_run ();
}

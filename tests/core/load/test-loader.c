/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "lamina-error.h"
#include "load-fixture.h"
#include "source-text.h"
#include "test-home.h"

static GFile *
write_bytes (const char *name,
             GBytes     *bytes)
{
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);

  return test_home_write (name, data, (gssize) length);
}

static LaminaDocument *
load_text (const char *name,
           const char *text)
{
  g_autoptr (GFile) file = load_write (name, text);

  return load_file (file);
}

static void
assert_file_fails (GFile      *file,
                   GQuark      domain,
                   int         code,
                   const char *message)
{
  g_autoptr (LaminaLoader) loader = load_new_loader (file);

  load_assert_fails (loader, domain, code, message);
}

/* Many layers, so that a stream of them has a middle. */
static char *
make_layers (guint n)
{
  g_autoptr (GString) text = g_string_new ("#lines 1\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "layer l%u %u\n", i, i * 2654435761u % 1000);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_file (void)
{
  g_autoptr (LaminaDocument) document = load_text ("a.lines",
                                                   "#lines 1\nslice conv 10 20\nlayer conv 20\nlayer relu 5\n");
  LaminaSources *sources = lamina_document_get_sources (document);
  LaminaRun *run = lamina_document_get_run (document, 0);

  g_assert_cmpstr (lamina_document_get_format (document), ==, "lines");
  g_assert_cmpstr (lamina_document_get_tool (document), ==, "Lines");
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, 1);
  g_assert_cmpuint (lamina_sources_get_n (sources), ==, 1);
  g_assert_cmpuint (lamina_sources_get_marker (sources), ==, 0);
  g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 0)), ==, "a.lines");
  g_assert_cmpuint (lamina_track_get_slices (lamina_run_get_track (run, 0))->n, ==, 1);
  load_assert_layer (document, 0, 1, "relu");
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->read, ==, 3);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
}

static void
test_compressed (void)
{
  g_autofree char *text = make_layers (50000);
  g_autoptr (GBytes) bytes = gzip (text, strlen (text));
  gsize length;
  const void *data = g_bytes_get_data (bytes, &length);
  g_autoptr (GFile) file = test_home_write ("layers.lines.gz", data, (gssize) length);
  g_autoptr (LaminaDocument) document = load_file (file);
  g_autoptr (GFile) cut = test_home_write ("cut.lines.gz", data, (gssize) length / 2);
  g_autoptr (LaminaDocument) cut_document = load_file (cut);
  const LaminaIssue *issue = load_find_issue (cut_document, "gzip stream ends too early");

  g_assert_cmpuint (load_get_layers (document, 0)->n, ==, 50000);
  g_assert_null (load_find_issue (document, "gzip"));
  g_assert_cmpuint (load_get_layers (cut_document, 0)->n, >, 10000);
  g_assert_cmpuint (load_get_layers (cut_document, 0)->n, <, 40000);
  g_assert_nonnull (issue);
  g_assert_cmpuint (issue->count, ==, 1);
  g_assert_cmpuint (issue->line, >, 10000);
  g_assert_cmpuint (issue->offset, >, 100000);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (cut_document))->repaired, ==, 1);
}

/* Text of a log, then the marker at @offset. */
static LaminaDocument *
load_log (gsize       offset,
          const char *text)
{
  g_autofree char *log = g_malloc (offset + strlen (text) + 1);
  g_autoptr (GFile) file = NULL;

  memset (log, '.', offset);
  for (gsize i = 79; i < offset; i += 80)
    log[i] = '\n';
  strcpy (log + offset, text);
  file = load_write ("build.log", log);
  return load_file (file);
}

static void
test_markers (void)
{
  /* Inside and behind the head, and across the borders of blocks. */
  gsize offsets[] = { 1, 100, LAMINA_HEAD_BYTES - 4, 500000, MIB - 255, MIB - 4, MIB - 1, MIB, 3 * MIB - 300 };

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      g_autoptr (LaminaDocument) document = load_log (offsets[i], "#lines 1\nlayer conv 1\n");

      g_assert_cmpstr (lamina_document_get_format (document), ==, "lines");
      g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (document)), ==, offsets[i]);
      load_assert_layer (document, 0, 0, "conv");
    }
}

/* A beginning that is not sure loses against a marker, and wins when there is none. */
static void
test_unsure (void)
{
  g_autoptr (LaminaDocument) alone = load_text ("unsure", "# maybe lines\nlayer conv 1\n");
  g_autoptr (LaminaDocument) with_marker = load_text ("unsure",
                                                      "# maybe lines\nlayer conv 1\n#lines 1\nlayer relu 1\n");

  g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (alone)), ==, 0);
  load_assert_layer (alone, 0, 0, "conv");
  g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (with_marker)), ==, 27);
  load_assert_layer (with_marker, 0, 0, "relu");
}

static void
test_ties (void)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (GFile) file = load_write ("tie", "#twins\n");
  g_autoptr (LaminaDocument) by_priority = load_file (file);
  g_autoptr (LaminaDocument) by_name = NULL;

  load_assert_layer (by_priority, 0, 0, "Gamma");
  g_assert_cmpstr (lamina_document_get_format (by_priority), ==, "gamma");
  g_assert_true (lamina_engine_set_enabled (engine, "gamma", FALSE, NULL));
  by_name = load_file (file);
  g_assert_true (lamina_engine_set_enabled (engine, "gamma", TRUE, NULL));
  load_assert_layer (by_name, 0, 0, "Alpha");
}

static void
test_chosen_format (void)
{
  g_autoptr (GFile) file = load_write ("chosen", "layer conv 1\n");
  g_autoptr (GFile) twins = load_write ("tie", "#twins\n");
  g_autoptr (GFile) log = load_write ("log", "a log\n#lines 1\nlayer relu 1\n");
  const struct
  {
    GFile *file;
    const char *module;
    const char *layer;
    guint64 marker;
  } cases[] = {
    { file, "lines", "conv", 0 },
    { twins, "beta", "Beta", 0 },
    { log, "lines", "relu", 6 },
    { file, "alpha", "Alpha", 0 },
  };
  g_autoptr (LaminaLoader) nobody = load_new_loader (file);
  g_autoptr (LaminaLoader) disabled = load_new_loader (file);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LaminaLoader) loader = load_new_loader (cases[i].file);
      g_autoptr (LaminaDocument) document = NULL;

      lamina_loader_set_format (loader, cases[i].module);
      document = lamina_loader_load (loader, NULL, NULL);
      g_assert_nonnull (document);
      load_assert_layer (document, 0, 0, cases[i].layer);
      g_assert_cmpuint (lamina_sources_get_marker (lamina_document_get_sources (document)), ==, cases[i].marker);
    }
  lamina_loader_set_format (nobody, "nobody");
  load_assert_fails (nobody, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "chosen: there is no format named nobody in use");
  lamina_loader_set_format (disabled, "guest");
  load_assert_fails (disabled, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "chosen: there is no format named guest in use");
}

static void
test_load_as (void)
{
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaDocument) other = NULL;
  g_autoptr (GFile) nobody = load_write ("as/nobody", "#lines 1\nas nobody 0\n");
  const LaminaLayers *layers;

  load_put ("as/more", "#more of main\nlayer relu 1\nargs 3 4\n");
  document = load_text ("as/main", "#lines 1\nlayer conv 1\nargs 1 2\nas alpha 0\n");
  layers = load_get_layers (document, 0);
  load_assert_layer (document, 1, 0, "Alpha");
  g_assert_cmpuint (layers->n, ==, 2);
  g_assert_cmpuint (layers->args[0].source, ==, 0);
  g_assert_cmpuint (layers->args[1].source, ==, 1);
  g_assert_cmpuint (layers->args[1].offset, ==, 3);

  /* Read as part of another file, a file keeps its own number. */
  other = load_text ("as/main", "#lines 1\nas lines 1\n");
  g_assert_cmpuint (lamina_document_get_n_runs (other), ==, 2);
  layers = load_get_layers (other, 1);
  g_assert_cmpuint (layers->args[0].source, ==, 1);
  g_assert_cmpuint (lamina_track_get_info (lamina_run_get_track (lamina_document_get_run (other, 1), 0))->source, ==, 1);
  layers = load_get_layers (other, 0);
  g_assert_cmpuint (layers->args[0].source, ==, 1);
  g_assert_cmpuint (lamina_track_get_info (lamina_run_get_track (lamina_document_get_run (other, 0), 0))->source, ==, 0);

  assert_file_fails (nobody, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "nobody: the plugin nobody is needed*");
}

static void
test_refused (void)
{
  g_autoptr (GFile) unknown = load_write ("unknown.txt", "neither\n");
  g_autoptr (GFile) binary = test_home_write ("binary", "\0\1\2\xff", 4);
  g_autoptr (GFile) empty = load_write ("empty.txt", "");
  g_autoptr (GBytes) nothing = gzip ("", 0);
  g_autoptr (GFile) hollow = write_bytes ("hollow.gz", nothing);
  g_autoptr (GFile) damaged = load_write ("damaged.gz", "\x1f\x8b damaged");
  g_autoptr (GFile) in_folder = load_write ("no-format/file", "neither\n");
  g_autoptr (GFile) folder = g_file_get_parent (in_folder);
  g_autoptr (GFile) absent = g_file_get_child (folder, "absent");
  g_autoptr (GFile) latin = load_write ("caf\xe9", "neither\n");
  g_autoptr (GFile) inside = load_write ("only-folders/folder/file", "#lines 1\n");
  g_autoptr (GFile) parent = g_file_get_parent (inside);
  g_autoptr (GFile) only_folders = g_file_get_parent (parent);
  g_autoptr (GFile) remote = g_file_new_for_uri ("http://localhost/x");
  g_autofree char *pipe_path = test_home_get_input ("pipe");
  g_autoptr (GFile) pipe_file = g_file_new_for_path (pipe_path);

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  assert_file_fails (unknown, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT,
                     "unknown.txt: no format in use knows this file: it is text*");
  assert_file_fails (binary, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT, "binary: no format in use knows this file");
  assert_file_fails (empty, LAMINA_ERROR, LAMINA_ERROR_EMPTY, "empty.txt: is empty");
  assert_file_fails (hollow, LAMINA_ERROR, LAMINA_ERROR_EMPTY, "hollow.gz: holds no text");
  assert_file_fails (damaged, LAMINA_ERROR, LAMINA_ERROR_COMPRESSION, "damaged.gz: the gzip stream is damaged*");
  assert_file_fails (folder, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT,
                     "no-format: no file in this folder is of a known format");
  assert_file_fails (only_folders, LAMINA_ERROR, LAMINA_ERROR_EMPTY, "only-folders: there is no file in this folder");
  assert_file_fails (absent, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "absent: can't be opened: No such file*");
  assert_file_fails (latin, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT, "caf\xef\xbf\xbd: no format*");
  assert_file_fails (pipe_file, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "pipe: is a pipe*");
  assert_file_fails (remote, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "http://localhost/x: *");
}

static void
test_errors_of_formats (void)
{
  g_autoptr (GFile) nothing = load_write ("e.lines", "#lines 1\nerror all is lost (line 2, byte 9)\n");
  g_autoptr (LaminaDocument) some = load_text ("some.lines",
                                               "#lines 1\nlayer conv 1\nerror the rest is lost\nlayer relu 1\n");
  g_autoptr (GFile) no_reason = load_write ("no-reason", "#twins\n");
  g_autoptr (GFile) no_run = load_write ("no-run", "#twins\n");
  const LaminaIssue *issue = load_find_issue (some, "the rest is lost");

  assert_file_fails (nothing, LAMINA_ERROR, LAMINA_ERROR_SYNTAX, "e.lines: all is lost (line 2, byte 9)");
  g_assert_cmpuint (load_get_layers (some, 0)->n, ==, 1);
  g_assert_nonnull (issue);
  g_assert_cmpuint (issue->line, ==, 0);
  assert_file_fails (no_reason, LAMINA_ERROR, LAMINA_ERROR_CONTENT,
                     "no-reason: Gamma could not read it and gave no reason");
  assert_file_fails (no_run, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "no-run: nothing in it can be shown");
}

static void
test_limits (void)
{
  g_autofree char *text = make_layers (200000);
  g_autoptr (GBytes) bytes = gzip (text, strlen (text));
  g_autoptr (GFile) plain = load_write ("limits.lines", text);
  g_autoptr (GFile) packed = write_bytes ("limits.gz", bytes);
  g_autoptr (LaminaLoader) too_large = load_new_loader (plain);
  g_autoptr (LaminaLoader) too_many = load_new_loader (plain);
  g_autoptr (LaminaLoader) too_long = load_new_loader (packed);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaLimits limits;

  lamina_limits_init (&limits);
  limits.max_bytes = strlen (text) / 2;
  lamina_loader_set_limits (too_large, &limits);
  load_assert_fails (too_large, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "limits.lines: is larger than the limit*");
  lamina_loader_set_limits (too_long, &limits);
  document = lamina_loader_load (too_long, NULL, NULL);
  g_assert_nonnull (document);
  g_assert_cmpuint (load_get_layers (document, 0)->n, >, 50000);
  g_assert_nonnull (load_find_issue (document, "larger than the limit"));
  lamina_limits_init (&limits);
  limits.max_rows = 1000;
  lamina_loader_set_limits (too_many, &limits);
  load_assert_fails (too_many, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "limits.lines: *");
}

typedef struct
{
  GMainLoop *loop;
  LaminaDocument *document;
  GError *error;
  GThread *thread;
} Waiting;

static void
loaded (GObject      *object,
        GAsyncResult *result,
        gpointer      data)
{
  Waiting *waiting = data;

  g_assert_true (g_async_result_is_tagged (result, (gpointer) (guintptr) lamina_loader_load_async));
  g_assert_true (waiting->thread == g_thread_self ());
  waiting->document = lamina_loader_load_finish (LAMINA_LOADER (object), result, &waiting->error);
  g_main_loop_quit (waiting->loop);
}

static void
test_async (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GFile) file = load_write ("async.lines", "#lines 1\nlayer conv 1\n");
  g_autoptr (GFile) bad = load_write ("async.bad", "neither\n");
  LaminaLoader *loader = load_new_loader (file);
  Waiting waiting = { .loop = g_main_loop_new (context, FALSE), .thread = g_thread_self () };

  g_main_context_push_thread_default (context);
  g_object_add_weak_pointer (G_OBJECT (loader), (gpointer *) &loader);
  lamina_loader_load_async (loader, NULL, loaded, &waiting);
  g_object_unref (loader);
  g_main_loop_run (waiting.loop);
  g_assert_no_error (waiting.error);
  load_assert_layer (waiting.document, 0, 0, "conv");
  lamina_document_unref (waiting.document);
  while (g_main_context_iteration (context, FALSE))
    ;
  g_assert_null (loader);

  loader = load_new_loader (bad);
  lamina_loader_load_async (loader, NULL, loaded, &waiting);
  g_main_loop_run (waiting.loop);
  g_assert_null (waiting.document);
  g_assert_error (waiting.error, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT);
  g_error_free (waiting.error);
  g_object_unref (loader);
  g_main_context_pop_thread_default (context);
  g_main_loop_unref (waiting.loop);
}

static void
test_cancelled_before (void)
{
  g_autoptr (GFile) file = load_write ("before.lines", "#lines 1\nlayer conv 1\n");
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (lamina_loader_load (loader, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Waits until the format has read what it can, then looks at the figures and cancels. */
static gboolean
cancel_in_the_middle (gpointer data)
{
  gpointer *pair = data;
  LaminaProgress progress;

  lamina_loader_get_progress (pair[0], &progress);
  g_assert_cmpuint (progress.bytes, <=, progress.total_bytes);
  if (progress.layers < 2)
    return G_SOURCE_CONTINUE;
  g_assert_cmpuint (progress.slices, ==, 1);
  g_assert_cmpuint (progress.records, >=, 3);
  g_assert_cmpuint (progress.total_bytes, >, 0);
  g_assert_cmpuint (progress.bytes, ==, progress.total_bytes);
  g_assert_false (progress.freezing);
  g_cancellable_cancel (pair[1]);
  return G_SOURCE_REMOVE;
}

static void
test_cancelled_in_the_middle (void)
{
  g_autoptr (GFile) file = load_write ("middle.lines", "#lines 1\nlayer a 1\nslice s 0 1\nlayer b 1\nwait\n");
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Waiting waiting = { .loop = g_main_loop_new (NULL, FALSE), .thread = g_thread_self () };
  gpointer pair[] = { loader, cancellable };

  lamina_loader_load_async (loader, cancellable, loaded, &waiting);
  g_timeout_add (1, cancel_in_the_middle, pair);
  g_main_loop_run (waiting.loop);
  g_assert_null (waiting.document);
  g_assert_error (waiting.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_error_free (waiting.error);
  g_main_loop_unref (waiting.loop);
}

static void
test_progress (void)
{
  g_autofree char *text = make_layers (1000);
  g_autoptr (GFile) file = load_write ("progress.lines", text);
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaProgress progress;

  lamina_loader_get_progress (loader, &progress);
  g_assert_cmpuint (progress.total_bytes, ==, 0);
  document = lamina_loader_load (loader, NULL, NULL);
  lamina_loader_get_progress (loader, &progress);
  g_assert_cmpuint (progress.bytes, ==, strlen (text));
  g_assert_cmpuint (progress.total_bytes, ==, strlen (text));
  g_assert_cmpuint (progress.records, ==, 1000);
  g_assert_cmpuint (progress.layers, ==, 1000);
  g_assert_cmpuint (progress.slices, ==, 0);
  g_assert_true (progress.freezing);
}

/* Looking at a file to recognize it is no progress: the twins read nothing. */
static void
test_recognizing_is_no_progress (void)
{
  g_autoptr (GFile) file = load_write ("twins", "#twins\n");
  g_autoptr (LaminaLoader) loader = load_new_loader (file);
  g_autoptr (LaminaDocument) document = lamina_loader_load (loader, NULL, NULL);
  LaminaProgress progress;

  lamina_loader_get_progress (loader, &progress);
  g_assert_nonnull (document);
  g_assert_cmpuint (progress.bytes, ==, 0);
  g_assert_cmpuint (progress.total_bytes, ==, 7);
}

/* What no format knows is named where its first bytes, or its name, tell what it is. */
static void
test_likeness (void)
{
#define BYTES(text) text, sizeof text - 1
  static const struct
  {
    const char *name;
    const char *bytes;
    gsize n;
    const char *words;
  } files[] = {
    { "memory.bin", BYTES ("\x80\x04\x95\x10\0\0\0\0\0\0\0}."), "*: it is a Python pickle*" },
    { "weights.bin", BYTES ("PK\x03\x04\x14\0"), "*: it is a ZIP archive*" },
    { "trace.bin", BYTES ("\x0a\x03\x08\x01\x10\x0a\x02\x08\x01"), "*: it looks like a Perfetto protobuf*" },
    { "trace2.bin", BYTES ("\x0a\x03\x08\x01\x10\x0b\x02\x08\x01"), "*: no format in use knows this file" },
    { "Run.nsys-rep", BYTES ("\0\1\2"), "*: it is an NVIDIA Nsight Systems report. Export it with*" },
    { "host.xplane.pb", BYTES ("\x0a\x03"), "*: it is an XPlane protobuf*" },
    { "shot.png", BYTES ("\x89PNG\r\n\x1a\n\0"), "*: it is a picture" },
    { "paper.pdf", BYTES ("%PDF-1.5\n"), "*: it is a PDF document" },
    { "other.json", BYTES ("{\"a\": 1}"), "*: it is JSON, but*" },
  };
#undef BYTES

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GFile) file = test_home_write (files[i].name, files[i].bytes, files[i].n);

      assert_file_fails (file, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT, files[i].words);
    }
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  g_test_add_func ("/loader/file", test_file);
  g_test_add_func ("/loader/compressed", test_compressed);
  g_test_add_func ("/loader/markers", test_markers);
  g_test_add_func ("/loader/unsure", test_unsure);
  g_test_add_func ("/loader/ties", test_ties);
  g_test_add_func ("/loader/chosen-format", test_chosen_format);
  g_test_add_func ("/loader/load-as", test_load_as);
  g_test_add_func ("/loader/refused", test_refused);
  g_test_add_func ("/loader/errors-of-formats", test_errors_of_formats);
  g_test_add_func ("/loader/limits", test_limits);
  g_test_add_func ("/loader/async", test_async);
  g_test_add_func ("/loader/cancelled-before", test_cancelled_before);
  g_test_add_func ("/loader/cancelled-in-the-middle", test_cancelled_in_the_middle);
  g_test_add_func ("/loader/progress", test_progress);
  g_test_add_func ("/loader/likeness", test_likeness);
  g_test_add_func ("/loader/recognizing-is-no-progress", test_recognizing_is_no_progress);
  status = g_test_run ();
  test_home_remove ();
  return status;
}

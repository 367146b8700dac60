/* SPDX-License-Identifier: Apache-2.0 */
#include "bad-inputs.h"
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

typedef struct
{
  char *folder;
} Fixture;

static void
setup (Fixture       *self,
       gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("lamina-bad-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
teardown (Fixture       *self,
          gconstpointer  data)
{
  g_autoptr (GDir) folder = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

static char *
write_file (Fixture    *self,
            const char *name,
            const void *data,
            gsize       length)
{
  char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) length, &error);
  g_assert_no_error (error);
  return path;
}

/* An error of a file begins with its name and is text that can be shown. */
static void
assert_error (const GError *error,
              GQuark        domain,
              int           code)
{
  g_test_message ("%s", error->message);
  g_assert_error (error, domain, code);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* Inputs that are too long for the table */

static void
load_long (Fixture    *self,
           GString    *text,
           const char *issue)
{
  g_autofree char *path = write_file (self, "long.json", text->str, text->len);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_file (path, &error);

  g_string_free (text, TRUE);
  g_assert_no_error (error);
  check_report (document, issue);
}

static void
add_many (GString    *text,
          const char *piece,
          guint       n)
{
  for (guint i = 0; i < n; i++)
    g_string_append (text, piece);
}

static void
test_deep (Fixture       *self,
           gconstpointer  data)
{
  GString *text = g_string_new ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a\", \"extra\": ");

  add_many (text, data, 100000);
  load_long (self, text, CUT);
}

/* Attributes are parsed when somebody looks, and as deep as is allowed. */
static void
test_deep_and_closed (Fixture       *self,
                      gconstpointer  data)
{
  GString *text = g_string_new ("{ \"opr_footprint\": { \"1\": { \"param\": { \"a\": ");

  add_many (text, "[ ", 5000);
  add_many (text, "] ", 5000);
  g_string_append (text, "}}}, \"graph_exec\": { \"operator\": { \"1\": { }}, \"comp_seq\": [ \"1\"]}}");
  load_long (self, text, NULL);
}

static void
test_same_order (Fixture       *self,
                 gconstpointer  data)
{
  GString *text = g_string_new ("{ \"graph_exec\": { \"operator\": { \"1\": { }}, \"comp_seq\": [ \"1\"");

  add_many (text, ", \"1\"", 100000);
  g_string_append (text, "]}}");
  load_long (self, text, "comp_seq twice");
}

/* Each time at a comp node of its own; and all at one. */
static void
test_many_times (Fixture       *self,
                 gconstpointer  data)
{
  GString *text = g_string_new ("{ \"profiler\": { \"device\": { \"1\": { \"\": { \"start\": 1, \"end\": 2}");

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (text, ", \"gpu%u\": { \"start\": %u, \"end\": %u}", data ? i : 0, i, i + 1);
  g_string_append (text, "}}}}");
  load_long (self, text, "not in the graph");
}

static void
test_long_string (Fixture       *self,
                  gconstpointer  data)
{
  GString *text = g_string_new ("{ \"graph_exec\": { \"comp_seq\": [ \"1\"], \"operator\": { \"1\": { \"name\": \"");

  add_many (text, "abcdefgh", 200000);
  g_string_append (text, "\"}}}}");
  load_long (self, text, NULL);
}

static void
test_long_number (Fixture       *self,
                  gconstpointer  data)
{
  GString *text = g_string_new ("{ \"profiler\": { \"device\": { \"1\": { \"gpu0:0\": { \"start\": 0.");

  add_many (text, "1234567890", 20000);
  g_string_append (text, ", \"end\": ");
  add_many (text, "9", 20000);
  g_string_append (text, "}}}}}");
  load_long (self, text, "not a finite number");
}

static void
test_zeros_inside (Fixture       *self,
                   gconstpointer  data)
{
  static const char text[] = "{ \"comp_seq\": [ \"1\"], \"operator\": { \"1\": { \"name\": \"a\0b\"}}\0\0}";

  load_long (self, g_string_new_len (text, sizeof text - 1), "zero character");
}

/* Compressed profiles, whole and broken */

static GBytes *
compress_good (void)
{
  uLong bound = compressBound (sizeof GOOD) + 64;
  g_autofree guint8 *data = g_malloc (bound);
  z_stream stream = { .next_in = (Bytef *) GOOD, .avail_in = sizeof GOOD - 1, .next_out = data };

  stream.avail_out = (uInt) bound;
  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  deflateEnd (&stream);
  return g_bytes_new (data, stream.total_out);
}

static void
test_gzip (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (GBytes) bytes = compress_good ();
  g_autofree char *path = write_file (self, "good.json.gz", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_file (path, &error);

  g_assert_no_error (error);
  check_report (document, NULL);
}

/* Wherever it is cut or damaged: what was read before is shown, and the report names the damage. */
static void
test_gzip_broken (Fixture       *self,
                  gconstpointer  data)
{
  gboolean flip = data != NULL;
  g_autoptr (GBytes) bytes = compress_good ();
  gsize size = g_bytes_get_size (bytes);

  for (gsize place = 10; place < size; place++)
    {
      g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
      g_autofree char *path = NULL;
      g_autoptr (LaminaDocument) document = NULL;
      g_autoptr (GError) error = NULL;

      copy[place] ^= 0x55;
      path = write_file (self, "bad.json.gz", copy, flip ? size : place);
      document = load_file (path, &error);
      if (document)
        g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
      else
        g_assert_cmpuint (error->domain, ==, LAMINA_ERROR);
      if (document)
        g_assert_cmpuint (lamina_import_report_get_n_issues (lamina_document_get_report (document)), >, 0);
    }
}

/* What is no file that can be read */

static void
assert_no_document (const char *path,
                    GQuark      domain,
                    int         code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_file (path, &error);

  g_assert_null (document);
  assert_error (error, domain, code);
}

static void
test_missing (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "missing.json", NULL);

  assert_no_document (path, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_empty_folder (Fixture       *self,
                   gconstpointer  data)
{
  assert_no_document (self->folder, LAMINA_ERROR, LAMINA_ERROR_EMPTY);
}

static void
test_strange_folder (Fixture       *self,
                     gconstpointer  data)
{
  g_free (write_file (self, "notes.txt", "hello\n", 6));
  assert_no_document (self->folder, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT);
}

static void
test_unreadable (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *path = write_file (self, "secret.json", GOOD, strlen (GOOD));

  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  if (g_access (path, R_OK) == 0)
    g_test_skip ("nothing is unreadable to root");
  else
    assert_no_document (path, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
}

static void
test_link_to_itself (Fixture       *self,
                     gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "loop.json", NULL);

  g_assert_cmpint (symlink ("loop.json", path), ==, 0);
  assert_no_document (path, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS);
}

/* Nobody writes into it: opening it must not wait. */
static void
test_pipe (Fixture       *self,
           gconstpointer  data)
{
  g_autofree char *path = g_build_filename (self->folder, "pipe.json", NULL);

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_no_document (path, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

static void
test_device (Fixture       *self,
             gconstpointer  data)
{
  assert_no_document ("/dev/null", G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

/* A name in Latin-1 is a name like any other; errors show it as well as they can. */
static void
test_name_not_utf8 (Fixture       *self,
                    gconstpointer  data)
{
  g_autofree char *good = write_file (self, "gr\xf6\xdf\x65.json", GOOD, strlen (GOOD));
  g_autofree char *bad = write_file (self, "schl\xe9\x63ht.json", "{", 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_file (good, &error);

  g_assert_no_error (error);
  check_report (document, NULL);
  assert_no_document (bad, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT);
}

#define ADD(name, data, function) g_test_add ("/bad-inputs/" name, Fixture, data, setup, function, teardown)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_bad_inputs ("bad-inputs", "input.json", bad_inputs, G_N_ELEMENTS (bad_inputs));
  ADD ("deep/arrays", "[", test_deep);
  ADD ("deep/objects", "{\"a\":", test_deep);
  ADD ("deep/closed", NULL, test_deep_and_closed);
  ADD ("long/order", NULL, test_same_order);
  ADD ("long/comp-nodes", "each", test_many_times);
  ADD ("long/times", NULL, test_many_times);
  ADD ("long/string", NULL, test_long_string);
  ADD ("long/number", NULL, test_long_number);
  ADD ("zeros-inside", NULL, test_zeros_inside);
  ADD ("gzip/whole", NULL, test_gzip);
  ADD ("gzip/cut", NULL, test_gzip_broken);
  ADD ("gzip/damaged", "flip", test_gzip_broken);
  ADD ("missing", NULL, test_missing);
  ADD ("folder/empty", NULL, test_empty_folder);
  ADD ("folder/strange", NULL, test_strange_folder);
  ADD ("unreadable", NULL, test_unreadable);
  ADD ("link-to-itself", NULL, test_link_to_itself);
  ADD ("pipe", NULL, test_pipe);
  ADD ("device", NULL, test_device);
  ADD ("name-not-utf-8", NULL, test_name_not_utf8);
  return g_test_run ();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"
#include "../../test-stride.h"

#include <glib/gstdio.h>
#include <string.h>

/* Databases of profilers of GPUs through the engine and the loader, as the programs use it. */

static void
test_fixture (gconstpointer data)
{
  g_autofree char *format = g_path_get_dirname (data);
  g_autofree char *stem = g_strndup (data, (gsize) (strrchr (data, '.') - (const char *) data));
  g_autofree char *expected = g_strconcat (stem, ".txt", NULL);

  check_expected (format, data, expected);
}

static GBytes *
read_fixture (const char *name)
{
  g_autofree char *path = build_data_path (name);
  g_autoptr (GError) error = NULL;
  char *content = NULL;
  gsize size;

  g_file_get_contents (path, &content, &size, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (content, size);
}

static LaminaDocument *
load_bytes (const char  *name,
            const void  *content,
            gsize        size,
            GError     **error)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-gpu-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  LaminaDocument *document;

  g_assert_true (g_file_set_contents_full (path, content, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  document = load_file (path, error);
  g_remove (path);
  g_rmdir (folder);
  return document;
}

/* Reports of the tools themselves say how to export them. */
static void
test_report (void)
{
  static const char *const names[] = { "mine.nsys-rep", "mine.ncu-rep" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LaminaDocument) document = load_bytes (names[i], "NVIDIA\0\1\2", 9, &error);

      g_assert_null (document);
      g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT);
      g_assert_nonnull (strstr (error->message, i == 0 ? "nsys export --type sqlite" : "ncu --import"));
    }
}

/* The content decides, not the name. */
static void
test_wrong_name (void)
{
  g_autoptr (GBytes) bytes = read_fixture ("nsys/ranks.sqlite");
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_bytes ("log.txt", g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (lamina_document_get_format (document), ==, "nsys");
}

static void
check_loads (const guint8 *content,
             gsize         size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = load_bytes ("spoiled.sqlite", content, size, &error);

  g_assert_true ((document != NULL) != (error != NULL));
  if (document != NULL)
    g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
}

/* Wherever it ends, and whatever byte is wrong, it is read or the error says what is wrong, and no record is lost. */
static void
test_spoiled (gconstpointer data)
{
  g_autoptr (GBytes) bytes = read_fixture (data);
  gsize size = g_bytes_get_size (bytes);
  const guint8 *content = g_bytes_get_data (bytes, NULL);

  for (gsize i = 1; i < size; i += 499 * test_stride ())
    check_loads (content, i);
  for (gsize i = 0; i < size; i += 41 * test_stride ())
    {
      g_autofree guint8 *spoiled = g_memdup2 (content, size);

      spoiled[i] ^= (guint8) (1 << i % 8);
      check_loads (spoiled, size);
    }
}

/* JSON of rocprofv3 that is broken */

#define TOOL(members) "{ \"rocprofiler-sdk-tool\": [ { " members " } ] }"
#define KERNELS(kernels) TOOL ("\"buffer_records\": { \"kernel_dispatch\": [ " kernels " ] }")
#define KERNEL "{ \"start_timestamp\": 5, \"end_timestamp\": 9, \"dispatch_info\": { \"agent_id\": { \"handle\": 1 } } }"
#define DISPATCH "{ \"dispatch_data\": "

static const BadInput bad_results[] = {
  { "no-process", ERROR_OF ("{ \"rocprofiler-sdk-tool\": [ ] }", LAMINA_ERROR_CONTENT) },
  { "tool-is-number", ERROR_OF ("{ \"rocprofiler-sdk-tool\": 7 }", LAMINA_ERROR_CONTENT) },
  { "no-records", ERROR_OF (TOOL ("\"metadata\": { \"pid\": 1 }, \"buffer_records\": { }"), LAMINA_ERROR_CONTENT) },
  { "kernel-alone", RIGHT (KERNELS (KERNEL)) },
  { "cut", ISSUE_OF ("{ \"rocprofiler-sdk-tool\": [ { \"buffer_records\": { \"kernel_dispatch\": [ " KERNEL ", { \"start_times",
                     "ends inside") },
  { "number-for-record", ISSUE_OF (KERNELS (KERNEL ", 7"), "not an object") },
  { "no-start", ISSUE_OF (KERNELS (KERNEL ", { \"end_timestamp\": 4 }"), "no start") },
  { "start-is-text", ISSUE_OF (KERNELS (KERNEL ", { \"start_timestamp\": \"soon\", \"end_timestamp\": 4 }"), "no start") },
  { "ends-before-start", RIGHT (KERNELS ("{ \"start_timestamp\": 9, \"end_timestamp\": 5 }")) },
  { "huge-numbers", ISSUE_OF (KERNELS (
      "{ \"start_timestamp\": -9223372036854775807, \"end_timestamp\": 9223372036854775807, \"thread_id\": 18446744073709551615, "
      "\"correlation_id\": { \"internal\": 18446744073709551615 }, \"kind\": 9223372036854775807, "
      "\"operation\": 9223372036854775807, \"dispatch_info\": { \"agent_id\": { \"handle\": 18446744073709551615 }, "
      "\"kernel_id\": -9223372036854775807, \"queue_id\": { \"handle\": 9223372036854775808 } } }"), "moved to its edge") },
  { "names-are-short", RIGHT (TOOL ("\"strings\": { \"buffer_records\": [ { }, { \"kind\": 5, \"operations\": [ 1, null ] } ] }, "
                                    "\"buffer_records\": { \"hip_api\": [ { \"kind\": 1, \"operation\": 9, "
                                    "\"start_timestamp\": 5, \"end_timestamp\": 9 } ] }")) },
  { "list-is-object", RIGHT (TOOL ("\"buffer_records\": { \"kernel_dispatch\": { \"0\": " KERNEL " } }")) },
  { "lists-are-array", RIGHT (TOOL ("\"buffer_records\": [ [ " KERNEL " ] ]")) },
  { "tool-is-object", RIGHT ("{ \"rocprofiler-sdk-tool\": { \"a\": { \"buffer_records\": { \"hip_api\": [ " KERNEL " ] } } } }") },
  { "list-twice", RIGHT (TOOL ("\"buffer_records\": { \"kernel_dispatch\": [ " KERNEL " ], "
                               "\"kernel_dispatch\": [ " KERNEL " ] }")) },
  { "dispatch-in-dispatch", ISSUE_OF (KERNELS (KERNEL ", " DISPATCH DISPATCH DISPATCH KERNEL " } } }"), "no start") },
  { "counters-without-names", RIGHT (TOOL ("\"callback_records\": { \"counter_collection\": [ { \"dispatch_data\": " KERNEL ", "
                                           "\"records\": [ { \"counter_id\": { \"handle\": 1 }, \"value\": 1e999 }, 5 ] } ] }")) },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/gpu/nsys/autograd", "nsys/autograd.sqlite", test_fixture);
  g_test_add_data_func ("/gpu/nsys/ranks", "nsys/ranks.sqlite", test_fixture);
  g_test_add_data_func ("/gpu/rocm/markers", "rocm/markers.rpd", test_fixture);
  g_test_add_data_func ("/gpu/rocm/results", "rocm/results.json", test_fixture);
  g_test_add_data_func ("/gpu/rocm/two", "rocm/two.db", test_fixture);
  add_bad_inputs ("/gpu/rocm/bad", "results.json", bad_results, G_N_ELEMENTS (bad_results));
  g_test_add_func ("/gpu/nsys/report", test_report);
  g_test_add_func ("/gpu/nsys/wrong-name", test_wrong_name);
  g_test_add_data_func ("/gpu/nsys/spoiled", "nsys/autograd.sqlite", test_spoiled);
  g_test_add_data_func ("/gpu/rocm/spoiled-markers", "rocm/markers.rpd", test_spoiled);
  g_test_add_data_func ("/gpu/rocm/spoiled-results", "rocm/results.json", test_spoiled);
  g_test_add_data_func ("/gpu/rocm/spoiled-two", "rocm/two.db", test_spoiled);
  return g_test_run ();
}
